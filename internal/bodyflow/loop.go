package bodyflow

import (
	"slices"

	"honnef.co/go/tools/go/ir"
)

// A loop is a natural loop, known by its header.
type loop struct {
	blocks map[*ir.BasicBlock]bool
	looks  []ir.Value // the collections whose elements its body looks at
}

// loopAt returns the loop that b is the header of, or nil.
func (m *machine) loopAt(b *ir.BasicBlock) *loop {
	if l, ok := m.loops[b]; ok {
		return l
	}
	var l *loop
	for _, p := range b.Preds {
		if !b.Dominates(p) {
			continue
		}
		if l == nil {
			l = &loop{blocks: map[*ir.BasicBlock]bool{b: true}}
		}
		work := []*ir.BasicBlock{p}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			if l.blocks[x] {
				continue
			}
			l.blocks[x] = true
			work = append(work, x.Preds...)
		}
	}
	if l != nil {
		for x := range l.blocks {
			for _, instr := range x.Instrs {
				switch instr := instr.(type) {
				case *ir.IndexAddr:
					l.looks = append(l.looks, instr.X)
				case *ir.Index:
					l.looks = append(l.looks, instr.X)
				case *ir.MapLookup:
					l.looks = append(l.looks, instr.X)
				case *ir.Next:
					if r, ok := instr.Iter.(*ir.Range); ok {
						l.looks = append(l.looks, r.X)
					}
				}
			}
		}
	}
	m.loops[b] = l
	return l
}

// mayLeaveLoop reports whether the k-th edge out of b can be taken. A loop over
// a collection that holds the body is not left before it has gone through one
// round: the collection isn't empty. All its elements stand for one.
func (m *machine) mayLeaveLoop(st *state, b *ir.BasicBlock, k int) bool {
	if st.st != open || slices.Contains(st.rounds, b) {
		return true
	}
	l := m.loopAt(b)
	if l == nil || l.blocks[b.Succs[k]] || !l.blocks[b.Succs[1-k]] {
		return true
	}
	return !l.looksAt(st)
}

// looksAt reports whether the loop looks at the elements of a collection that
// holds the body.
func (l *loop) looksAt(st *state) bool {
	for _, v := range l.looks {
		x := st.val(v)
		if load, ok := v.(*ir.Load); ok && l.blocks[load.Block()] {
			x = st.mem.m[st.place(load.X)] // a variable, read in each round
		}
		if c, ok := st.carry.m[x]; ok && c.kind == asElement {
			return true
		}
	}
	return false
}

// countRound notes that a loop has gone through a round, and forgets it where
// the loop is left: it may be entered again.
func (m *machine) countRound(st *state, from, to *ir.BasicBlock) {
	st.rounds = slices.DeleteFunc(st.rounds, func(h *ir.BasicBlock) bool {
		return h.Parent() == to.Parent() && !m.loopAt(h).blocks[to]
	})
	if st.st == open && to.Dominates(from) && !slices.Contains(st.rounds, to) {
		if l := m.loopAt(to); l != nil && l.looksAt(st) {
			st.rounds = append(st.rounds, to)
		}
	}
}
