package bodyflow

import (
	"go/token"
	"slices"

	"honnef.co/go/tools/go/ir"
)

// A graph is what the machine asks again and again of a function's control flow. It is
// computed once, in time that grows with the function as its code does.
type graph struct {
	order  []int  // the place of each block in reverse postorder
	cyclic []bool // whether a block can be reached from itself
	exits  []bool // whether a return can be reached from a block
	// places is a second such order, in which the branch that leaves early, as the one
	// behind an error check does, comes right behind where it leaves. ends has, for
	// each block, the last of these places among the blocks it shares a cycle with.
	places []int
	ends   []int
	last   map[ir.Value]int
	// firsts has the first return, in source order, that can be reached from each block.
	firsts []*ir.Return
	// preds and phis answer for the block where many ways meet, as all that return do.
	preds map[*ir.BasicBlock]map[*ir.BasicBlock]int
	phis  map[*ir.Phi]map[ir.Value]int
}

// fewWays is how many ways into a block are looked through one by one.
const fewWays = 8

// graph returns the graph of fn.
func (pk *pack) graph(fn *ir.Function) *graph {
	if g, ok := pk.graphs[fn]; ok {
		return g
	}
	n := len(fn.Blocks)
	g := &graph{
		order: make([]int, n), cyclic: make([]bool, n), exits: make([]bool, n), ends: make([]int, n), places: make([]int, n),
		last:  make(map[ir.Value]int),
		preds: make(map[*ir.BasicBlock]map[*ir.BasicBlock]int),
		phis:  make(map[*ir.Phi]map[ir.Value]int),
	}
	number(fn, g.order, func(b *ir.BasicBlock, i int) *ir.BasicBlock { return b.Succs[i] })
	number(fn, g.places, func(b *ir.BasicBlock, i int) *ir.BasicBlock { return b.Succs[len(b.Succs)-1-i] })
	g.components(fn)
	g.findExits(fn)
	pk.graphs[fn] = g
	return g
}

// number numbers the blocks of fn in reverse postorder; succ chooses the successor to
// go to first, which will come last.
func number(fn *ir.Function, place []int, succ func(b *ir.BasicBlock, i int) *ir.BasicBlock) {
	next := len(fn.Blocks)
	seen := make([]bool, len(fn.Blocks))
	var visit func(b *ir.BasicBlock)
	visit = func(b *ir.BasicBlock) {
		seen[b.Index] = true
		for i := range b.Succs {
			if s := succ(b, i); !seen[s.Index] {
				visit(s)
			}
		}
		next--
		place[b.Index] = next
	}
	visit(fn.Blocks[0])
}

// components finds the strongly connected components, by Tarjan's algorithm.
func (g *graph) components(fn *ir.Function) {
	index := make([]int, len(fn.Blocks)) // 1 and up
	low := make([]int, len(fn.Blocks))
	on := make([]bool, len(fn.Blocks))
	var stack []*ir.BasicBlock
	next := 1
	var visit func(b *ir.BasicBlock)
	visit = func(b *ir.BasicBlock) {
		index[b.Index], low[b.Index] = next, next
		next++
		stack = append(stack, b)
		on[b.Index] = true
		for _, s := range b.Succs {
			switch {
			case index[s.Index] == 0:
				visit(s)
				low[b.Index] = min(low[b.Index], low[s.Index])
			case on[s.Index]:
				low[b.Index] = min(low[b.Index], index[s.Index])
			}
			if s == b {
				g.cyclic[b.Index] = true
			}
		}
		if low[b.Index] != index[b.Index] {
			return
		}
		at := len(stack) - 1
		for stack[at] != b {
			at--
		}
		end := 0
		for _, x := range stack[at:] {
			on[x.Index] = false
			end = max(end, g.places[x.Index])
		}
		for _, x := range stack[at:] {
			g.ends[x.Index] = end
			g.cyclic[x.Index] = g.cyclic[x.Index] || len(stack)-at > 1
		}
		stack = stack[:at]
	}
	for _, b := range fn.Blocks {
		if index[b.Index] == 0 {
			visit(b)
		}
	}
}

func (g *graph) findExits(fn *ir.Function) {
	var work []*ir.BasicBlock
	for _, b := range fn.Blocks {
		if _, ok := b.Control().(*ir.Return); ok {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if g.exits[b.Index] {
			continue
		}
		g.exits[b.Index] = true
		work = append(work, b.Preds...)
	}
}

// firstReturn returns the first return, in source order, that can be reached from b.
func (g *graph) firstReturn(b *ir.BasicBlock) *ir.Return {
	if g.firsts != nil {
		return g.firsts[b.Index]
	}
	blocks := slices.Clone(b.Parent().Blocks)
	slices.SortFunc(blocks, func(a, b *ir.BasicBlock) int { return g.order[b.Index] - g.order[a.Index] })
	g.firsts = make([]*ir.Return, len(blocks))
	for changed := true; changed; { // once, and once more for each loop within a loop
		changed = false
		for _, b := range blocks {
			first, _ := b.Control().(*ir.Return)
			for _, s := range b.Succs {
				if r := g.firsts[s.Index]; r != nil && (first == nil || r.Pos() < first.Pos()) {
					first = r
				}
			}
			changed = changed || g.firsts[b.Index] != first
			g.firsts[b.Index] = first
		}
	}
	return g.firsts[b.Index]
}

// predecessor returns the index of b among the predecessors of to.
func (g *graph) predecessor(to, b *ir.BasicBlock) int {
	if len(to.Preds) <= fewWays {
		for i := len(to.Preds) - 1; i >= 0; i-- {
			if to.Preds[i] == b {
				return i
			}
		}
		return -1
	}
	index, ok := g.preds[to]
	if !ok {
		index = make(map[*ir.BasicBlock]int, len(to.Preds))
		for i, p := range to.Preds {
			index[p] = i
		}
		g.preds[to] = index
	}
	return index[b]
}

// phiUse returns the place of the last way into a φ-node on which it is v.
func (g *graph) phiUse(phi *ir.Phi, v ir.Value) int {
	preds := phi.Block().Preds
	place := func(i int) int { return max(g.places[preds[i].Index], g.ends[preds[i].Index]) }
	end := 0
	if len(phi.Edges) <= fewWays {
		for i, e := range phi.Edges {
			if e == v {
				end = max(end, place(i))
			}
		}
		return end
	}
	uses, ok := g.phis[phi]
	if !ok {
		uses = make(map[ir.Value]int, len(phi.Edges))
		for i, e := range phi.Edges {
			uses[e] = max(uses[e], place(i))
		}
		g.phis[phi] = uses
	}
	return uses[v]
}

// lastUse returns the place behind which nothing asks for v, in blocks of the function
// that it belongs to: that of the last use, or of the end of the loop round that. What
// is computed later from how v was computed, such as the truth of a comparison, is a
// use as well.
func (g *graph) lastUse(v ir.Value) int {
	if got, ok := g.last[v]; ok {
		return got
	}
	g.last[v] = 0 // a value that depends on itself
	uses := v.Referrers()
	if uses == nil {
		return 0
	}
	end := 0
	for _, use := range *uses {
		b := use.Block()
		if b == nil || b.Parent() != v.Parent() {
			end = len(g.places)
			break
		}
		if phi, ok := use.(*ir.Phi); ok { // where all returns meet there is one for each result
			end = max(end, g.phiUse(phi, v))
			continue
		}
		end = max(end, g.places[b.Index], g.ends[b.Index])
		switch use := use.(type) {
		case *ir.BinOp:
			switch use.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				end = max(end, g.lastUse(use))
			}
		case ir.Value:
			end = max(end, g.lastUse(use))
		}
	}
	g.last[v] = end
	return end
}

// dead reports whether nothing asks for the value of instr any more when b is entered.
func (g *graph) dead(instr ir.Instruction, b *ir.BasicBlock) bool {
	v, ok := instr.(ir.Value)
	return ok && g.places[b.Index] > g.lastUse(v)
}
