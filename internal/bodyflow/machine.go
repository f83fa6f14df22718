package bodyflow

import (
	"encoding/binary"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A machine follows one body through one function: property simulation. It
// walks the function's graph once, with a state per path, and merges paths on
// which the body is in the same condition and held by the same values. What
// the branches prove rides along, so that a path that contradicts itself is
// not followed.
type machine struct {
	pk  *pack
	src *source // the call whose result is followed; nil when the body comes in from outside
	// watch, if set, is a drain whose surroundings are recorded.
	watch *watch
	notes bool      // what is read is noted although there is no src
	obs   *observer // nil unless the closes are asked for
	// settles lets a path end where nothing that happens later matters for a leak;
	// ended has the blocks at which it would have gone on with the body closed.
	settles bool
	// hurries lets it end, too, where nothing later asks for the body; early is set if
	// one has ended so.
	hurries, early bool
	ended          []*ir.BasicBlock
	// results is set where only what is returned matters: of a body that is settled not how.
	results bool
	// prefixed is set where the walk began at the call, in all the states that lead there.
	prefixed bool
	// trace, if set, is given each walk when it is over.
	trace func(*walk)

	ids    *ids
	budget int
	work   *int // instructions that all walks that start in the function may still execute
	broken bool // out of budget: nothing that was found counts
	stack  []*ir.Function
	loops  map[*ir.BasicBlock]*loop

	leaks  []leak   // top-level function only
	relied []sumKey // questions with an answer that leaves something out
	// passed has the calls of functions that were walked and that returned the body.
	passed map[*ir.Call]bool
	outs   []exit
}

// A watch asks what happens around one drain.
type watch struct {
	at ir.Instruction // the drain's call or loop
	// reached has the states in which the drain ran.
	reached []event
	status  []status
	closed  bool   // the body was closed after the drain, on some path
	again   []bool // the blocks that lead to the drain without another call; nil until asked for
}

// An exit is one way out of the function: a return in some state.
type exit struct {
	at      *ir.Return
	st      *state
	results []sym
}

// A leak is a path on which the body is left open.
type leak struct {
	at   ir.Instruction // the return, or the instruction that overwrote the last holder
	path *step
	st   *state
	lost bool // overwritten rather than returned from
}

// maxDepth bounds how many function literals may be entered within each other.
const maxDepth = 5

// maxWork bounds how many instructions are executed for one function, over all bodies in
// it: about a second's worth. One walk for each of a thousand bodies would take as
// long as the square of them.
const maxWork = 300_000

func newMachine(pk *pack, fn *ir.Function) *machine {
	n := len(fn.Blocks)
	for _, a := range fn.AnonFuncs {
		n += len(a.Blocks)
	}
	work, ok := pk.work[fn]
	if !ok {
		work = new(maxWork + 20*n)
		pk.work[fn] = work
	}
	return &machine{
		pk:     pk,
		ids:    newIDs(),
		budget: 20000 + 200*n,
		work:   work,
		loops:  make(map[*ir.BasicBlock]*loop),
	}
}

// run walks fn from its entry in state st and returns the ways out.
func (m *machine) run(fn *ir.Function, st *state) []exit {
	if len(m.stack) >= maxDepth {
		m.broken = true
		return nil
	}
	m.stack = append(m.stack, fn)
	defer func() { m.stack = m.stack[:len(m.stack)-1] }()

	w := m.newWalk(fn)
	w.push(fn.Blocks[0], st)
	return w.run()
}

func (m *machine) newWalk(fn *ir.Function) *walk {
	m.pk.walked = fn
	w := &walk{m: m, fn: fn, seen: make(map[string]*state), top: len(m.stack) == 1}
	if m.trace != nil {
		w.at = make([][]*state, len(fn.Blocks))
	}
	return w
}

// run goes through the blocks that are queued, and those that come up.
func (w *walk) run() []exit {
	m := w.m
	for len(w.work) > 0 && !m.broken {
		last := len(w.work) - 1
		item := w.work[last]
		w.work = w.work[:last]
		item.st.queued = false
		w.block(item.b, item.st.clone())
	}
	if m.trace != nil {
		m.trace(w)
	}
	return w.out
}

// order returns the place of each block of fn in reverse postorder.
func (m *machine) order(fn *ir.Function) []int { return m.pk.graph(fn).order }

// A walk is one pass over one function (the top one, or a literal that is
// called within it).
type walk struct {
	m    *machine
	fn   *ir.Function
	top  bool
	work []workItem        // the next one last
	at   [][]*state        // the states at the entry of each block, in the order they were met, if asked for
	seen map[string]*state // the same, by key and block
	out  []exit
}

type workItem struct {
	b  *ir.BasicBlock
	st *state
}

// push queues block b in state st, unless all that st knows was known there.
func (w *walk) push(b *ir.BasicBlock, st *state) {
	if w.m.results && (st.st == closed || st.st == handed) {
		st.st, st.events = handed, 0
	}
	st.path = &step{block: b, prev: st.path}
	key := w.m.withFlags(st.key(w.m.ids), st, b)
	key = binary.LittleEndian.AppendUint32(key, uint32(b.Index))
	known, ok := w.seen[string(key)]
	if !ok {
		w.seen[string(key)] = st
		if w.at != nil {
			w.at[b.Index] = append(w.at[b.Index], st)
		}
		w.enqueue(b, st)
		return
	}
	if known.join(st) && !known.queued {
		w.enqueue(b, known)
	}
}

// withFlags adds to the key of a state what keeps paths apart on which a boolean
// variable that is asked for later has different values: the flags that say what is to
// be done with the body.
func (m *machine) withFlags(key []byte, st *state, b *ir.BasicBlock) []byte {
	if st.st != open {
		return key
	}
	var flags []part
	order := m.order(b.Parent())
	for k, x := range st.env.m {
		phi, ok := k.v.(*ir.Phi)
		if !ok || phi.Parent() != b.Parent() || !isBool(phi.Type()) {
			continue
		}
		c, ok := x.v.(*ir.Const)
		if !ok || c.Value == nil || phi.Referrers() == nil {
			continue
		}
		later := m.inCycle(b)
		for _, use := range *phi.Referrers() {
			later = later || order[use.Block().Index] >= order[b.Index]
		}
		if later {
			flags = append(flags, part{kind: 'f', x: m.ids.sym(symOf(phi)), path: int32(triOf(constant.BoolVal(c.Value)))})
		}
	}
	if len(flags) > 6 {
		return key // too many to tell apart
	}
	slices.SortFunc(flags, part.compare)
	for _, f := range flags {
		key = f.append(key)
	}
	return key
}

// inCycle reports whether b can be reached from itself.
func (m *machine) inCycle(b *ir.BasicBlock) bool { return m.pk.graph(b.Parent()).cyclic[b.Index] }

// reaches reports whether a path of at least one edge leads from a to b.
func reaches(a, b *ir.BasicBlock) bool {
	seen := make([]bool, len(a.Parent().Blocks))
	work := append([]*ir.BasicBlock(nil), a.Succs...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if seen[x.Index] {
			continue
		}
		seen[x.Index] = true
		work = append(work, x.Succs...)
	}
	return false
}

// canExit reports whether a return can be reached from b.
func (m *machine) canExit(b *ir.BasicBlock) bool { return m.pk.graph(b.Parent()).exits[b.Index] }

// block executes b from its first instruction.
func (w *walk) block(b *ir.BasicBlock, st *state) {
	w.from(b, 0, st)
}

// from executes b from instruction i on. Where a call has several outcomes,
// each goes on by itself.
func (w *walk) from(b *ir.BasicBlock, i int, st *state) {
	m := w.m
	fresh := !m.inCycle(b) && w.top
	for ; i < len(b.Instrs); i++ {
		m.budget--
		*m.work--
		if m.budget < 0 || *m.work < 0 {
			m.broken = true
			return
		}
		instr := b.Instrs[i]
		if v, ok := instr.(ir.Value); ok && !fresh {
			if _, phi := instr.(*ir.Phi); !phi && st.mentions(v) {
				m.overwritten(w, instr, st)
				st.evict(v)
			}
		}
		switch instr := instr.(type) {
		case *ir.Call:
			args, fn := m.operands(st, &instr.Call)
			next := m.call(st, instr, &instr.Call, fn, args)
			if len(next) != 1 {
				for _, s := range next {
					w.from(b, i+1, s)
				}
				return
			}
			st = next[0]
		case *ir.Defer:
			m.deferCall(w, st, instr)
		case *ir.RunDefers:
			next := m.runDefers(w, st)
			if len(next) != 1 {
				for _, s := range next {
					w.from(b, i+1, s)
				}
				return
			}
			st = next[0]
		case *ir.Go:
			m.goCall(st, instr)
		case *ir.Return:
			w.leave(st, instr)
			return
		case *ir.Jump:
			w.edge(b, 0, st)
			return
		case *ir.If:
			cond := st.val(instr.Cond)
			truth := m.evalBool(st, cond)
			for k, want := range []bool{true, false} {
				if truth == triOf(!want) {
					continue
				}
				next := st
				if k == 0 && truth == unknown {
					next = st.clone()
				}
				if m.refine(next, cond, want) && m.mayLeaveLoop(next, b, k) {
					w.edge(b, k, next)
				}
			}
			return
		case *ir.ConstantSwitch:
			w.constantSwitch(b, instr, st)
			return
		case *ir.Panic, *ir.Unreachable:
			return
		default:
			m.exec(st, instr)
		}
	}
}

// enqueue puts a block where its turn is. The earliest block comes first: all ways into it
// have then been gone, but for those that come back from a loop, and it is walked once.
func (w *walk) enqueue(b *ir.BasicBlock, st *state) {
	st.queued = true
	order := w.m.order(w.fn)
	at, _ := slices.BinarySearchFunc(w.work, order[b.Index], func(item workItem, place int) int {
		return place - order[item.b.Index]
	})
	w.work = slices.Insert(w.work, at, workItem{b, st})
}

// edge goes from b to its k-th successor, in a state that is the edge's own.
func (w *walk) edge(b *ir.BasicBlock, k int, st *state) {
	to := b.Succs[k]
	pred := w.m.pk.graph(w.fn).predecessor(to, b)
	phis := to.Phis()
	vals := make([]sym, len(phis))
	for i, instr := range phis {
		vals[i] = st.val(instr.(*ir.Phi).Edges[pred])
	}
	for _, instr := range phis {
		phi := instr.(*ir.Phi)
		if !st.mentions(phi) {
			continue
		}
		st.evict(phi)
		for j := range vals {
			if vals[j].v == ir.Value(phi) {
				vals[j].old = true // its value of the round before
			}
		}
	}
	for i, instr := range phis {
		st.set(instr.(*ir.Phi), vals[i])
	}
	if w.done(to, st) {
		return
	}
	if w.told(to, st) {
		w.end(to, st)
		return
	}
	w.m.countRound(st, b, to)
	st.enter(to, w.m.pk.graph(w.fn), w.m.looksBack(), w.m.ids)
	if w.forgotten(to, st) {
		w.end(to, st)
		w.m.early = true
		return
	}
	w.push(to, st)
}

// forgotten reports whether nothing behind the entry of b can do anything about the body,
// which is open: no code there asks for a value that leads to it. It stays open however
// the function goes on, and to follow each of many such bodies to the end would take
// time that grows with their square.
func (w *walk) forgotten(b *ir.BasicBlock, st *state) bool {
	m := w.m
	if !m.hurries || !w.top || st.st != open || len(st.defers) > 0 {
		return false
	}
	g, at := m.pk.graph(w.fn), m.src.call.Block().Index
	if !g.exits[b.Index] || g.places[b.Index] <= max(g.places[at], g.ends[at]) {
		return false // it never ends, or the call may be made again
	}
	asked := func(v ir.Value) bool {
		instr, ok := v.(ir.Instruction)
		return !ok || v.Parent() != w.fn || !g.dead(instr, b)
	}
	held := st.holders(m.ids)
	for x := range held {
		if asked(x.v) {
			return false
		}
	}
	for k, x := range st.env.m {
		if held[x] && asked(k.v) {
			return false
		}
	}
	return true
}

// done reports whether a path need not be followed into block b: the body is closed or
// somebody else's, or the call that yields it has been gone round.
func (w *walk) done(b *ir.BasicBlock, st *state) bool {
	m := w.m
	if !m.settles || !w.top || st.st == open {
		return false
	}
	if st.st == notYet {
		g, at := m.pk.graph(w.fn), m.src.call.Block().Index
		return g.places[b.Index] > max(g.places[at], g.ends[at])
	}
	m.ended = append(m.ended, b)
	return true
}

// end ends a path at the entry of b, as if it went straight to the next return from there.
func (w *walk) end(b *ir.BasicBlock, st *state) {
	st.path = &step{block: b, prev: st.path}
	ret := w.m.pk.graph(w.fn).firstReturn(b)
	w.m.outs = append(w.m.outs, exit{at: ret, st: st, results: make([]sym, len(ret.Results))})
}

// told reports whether a path into block b has said all about the drain that is watched:
// the body is drained and closed, and the drain can't run again but on the body of
// another call.
func (w *walk) told(b *ir.BasicBlock, st *state) bool {
	m := w.m
	if m.watch == nil || m.src == nil || !w.top || st.events&evDrained == 0 || st.st != closed || !m.straight(w.fn) {
		return false
	}
	at := m.watch.at
	if _, deferred := at.(*ir.Defer); deferred || at.Parent() != w.fn || m.pk.graph(w.fn).firstReturn(b) == nil {
		return false
	}
	if m.watch.again == nil {
		m.watch.again = leadingTo(at, m.src.call)
	}
	return !m.watch.again[b.Index]
}

// leadingTo returns the blocks from the entry of which a path leads to an instruction, but
// not by way of another one.
func leadingTo(to, via ir.Instruction) []bool {
	found := make([]bool, len(to.Parent().Blocks))
	work := []*ir.BasicBlock{to.Block()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if found[b.Index] || b == via.Block() && (b != to.Block() || slices.Index(b.Instrs, via) < slices.Index(b.Instrs, to)) {
			continue
		}
		found[b.Index] = true
		work = append(work, b.Preds...)
	}
	return found
}

// looksBack returns which values stay known although nothing asks for them any more. An
// observer looks back at what a request was made with.
func (m *machine) looksBack() func(ir.Value) bool {
	if m.obs == nil {
		return nil
	}
	return func(v ir.Value) bool { return leadsToContext(v.Type()) }
}

func (w *walk) constantSwitch(b *ir.BasicBlock, instr *ir.ConstantSwitch, st *state) {
	tag := st.val(instr.Tag)
	var from ir.Value
	if ext, ok := instr.Tag.(*ir.Extract); ok {
		from = ext.Tuple
	}
	for k, c := range instr.Conds {
		next := st.clone()
		feasible := true
		switch from := from.(type) {
		case *ir.TypeSwitch:
			feasible = w.m.refineType(next, from, c)
		case *ir.Select:
			w.m.selected(next, from, c)
		}
		switch {
		case !feasible:
		case c != nil && !isDefault(c, instr):
			feasible = w.m.refineCompare(next, token.EQL, tag, symOf(c))
		default:
			feasible = w.m.refineNone(next, tag, instr.Conds, c)
		}
		if feasible && k < len(b.Succs) {
			w.edge(b, k, next)
		}
	}
}

// isDefault reports whether c is the builder's mark for the default branch of
// a type switch.
func isDefault(c ir.Value, sw *ir.ConstantSwitch) bool {
	ext, ok := sw.Tag.(*ir.Extract)
	if !ok {
		return false
	}
	if _, ok := ext.Tuple.(*ir.TypeSwitch); !ok {
		return false
	}
	k, ok := c.(*ir.Const)
	return ok && k.Value != nil && constant.Compare(k.Value, token.EQL, constant.MakeInt64(-1))
}

// leave ends the path at a return.
func (w *walk) leave(st *state, ret *ir.Return) {
	results := make([]sym, len(ret.Results))
	for i, r := range ret.Results {
		results[i] = w.m.result(st, ret, i, r)
	}
	e := exit{at: ret, st: st, results: results}
	if w.top {
		w.m.outs = append(w.m.outs, e)
	}
	w.out = append(w.out, e)
}

// exec executes an instruction that neither calls nor branches.
func (m *machine) exec(st *state, instr ir.Instruction) {
	switch v := instr.(type) {
	case *ir.Alloc:
		elem, _ := pointerTo(v.Type())
		if elem == nil {
			return
		}
		if z := m.pk.zero(elem); z != nil {
			st.mem.put(cell{base: symOf(v)}, symOf(z))
		}
	case *ir.Load:
		m.load(st, v)
	case *ir.Store:
		if f, ok := v.Addr.(*ir.FieldAddr); ok && httpmodel.OnlyReads(f.X.Type(), fieldName(f.X.Type(), f.Field)) {
			if _, _, held := st.hold(st.val(v.Val)); held {
				st.events |= evLent
			}
			return
		}
		if x, ok := m.stored(st, v); ok {
			st.mem.put(cell{base: symOf(v.Addr)}, x)
			return
		}
		m.store(st, st.place(v.Addr), v.Val)
	case *ir.Field:
		m.field(st, v)
	case *ir.CompositeValue:
		m.composite(st, v)
	case *ir.MakeInterface:
		x := st.val(v.X)
		if _, _, ok := st.hold(x); ok || isFuncLike(x) {
			if k := m.behind(st, v, x); k != notHeld {
				st.carry.put(symOf(v), carrier{kind: k})
			} else {
				st.set(v, x)
			}
			return
		}
		st.learn(symOf(v), func(f *fact) { f.isNil = no })
	case *ir.ChangeInterface:
		st.set(v, st.val(v.X))
	case *ir.ChangeType:
		st.set(v, st.val(v.X))
	case *ir.MultiConvert:
		st.set(v, st.val(v.X))
	case *ir.Convert:
		if types.IsInterface(v.Type()) {
			st.set(v, st.val(v.X))
		}
	case *ir.Slice:
		st.set(v, st.val(v.X))
	case *ir.BinOp:
		m.count(st, v)
	case *ir.TypeAssert:
		if v.CommaOk {
			st.setComponent(v, 0, st.val(v.X))
		} else {
			st.set(v, st.val(v.X))
		}
	case *ir.TypeSwitch:
		for i := 1; i <= len(v.Conds)+1; i++ {
			st.setComponent(v, i, st.val(v.Tag))
		}
	case *ir.Extract:
		st.set(v, st.component(v.Tuple, v.Index))
	case *ir.MakeClosure:
		for i, b := range v.Bindings {
			st.mem.put(cell{symOf(v), capturedPath(i)}, m.address(st, b))
		}
	case *ir.MapLookup:
		if c, ok := st.carry.m[st.val(v.X)]; ok && c.kind == asElement {
			x := symOf(v)
			if v.CommaOk {
				x.idx = 0
			}
			m.takeOut(st, x, c)
		}
	case *ir.Index:
		if c, ok := st.carry.m[st.val(v.X)]; ok && c.kind == asElement {
			m.takeOut(st, symOf(v), c)
		}
	case *ir.Next:
		if r, ok := v.Iter.(*ir.Range); ok {
			if c, ok := st.carry.m[st.val(r.X)]; ok && c.kind == asElement {
				m.takeOut(st, sym{v: v, idx: 2}, c)
			}
		}
	case *ir.MapUpdate:
		x := st.val(v.Value)
		if !m.mayTake(st, x) {
			return
		}
		base := st.val(v.Map)
		if _, local := base.v.(*ir.MakeMap); local && st.flags.m[base]&flagEscaped == 0 {
			m.putIn(st, base, x)
		} else {
			m.handOn(st)
		}
	case *ir.Send:
		if m.mayTake(st, st.val(v.X)) {
			m.handOn(st)
		}
	}
}

// selected hands the body on if the case of a select that was chosen sends it.
func (m *machine) selected(st *state, sel *ir.Select, chosen ir.Value) {
	c, ok := chosen.(*ir.Const)
	if !ok || c.Value == nil {
		return
	}
	i, _ := constant.Int64Val(c.Value)
	if i < 0 || i >= int64(len(sel.States)) {
		return // the default case
	}
	if s := sel.States[i].Send; s != nil && m.mayTake(st, st.val(s)) {
		m.handOn(st)
	}
}

// refineType adds what the chosen case of a type switch says of its operand,
// and reports whether it is possible.
func (m *machine) refineType(st *state, sw *ir.TypeSwitch, chosen ir.Value) bool {
	c, ok := chosen.(*ir.Const)
	if !ok || c.Value == nil {
		return true
	}
	i, _ := constant.Int64Val(c.Value)
	x := st.val(sw.Tag)
	if i < 0 || i >= int64(len(sw.Conds)) {
		// The default case: nil is not there if it has a case of its own.
		if slices.ContainsFunc(sw.Conds, isUntypedNil) {
			return m.refineNil(st, x, false)
		}
		return true
	}
	return m.refineNil(st, x, isUntypedNil(sw.Conds[i]))
}

func isUntypedNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// behind tells what an interface value can do to the body that lies somewhere
// inside the value x that it is made from: close it, if the type's Close does so
// in any case; only read it, if none of the methods that can be called through
// it closes it; else notHeld. Interfaces that are no readers don't count: what is
// in an error comes out again, whole.
func (m *machine) behind(st *state, v *ir.MakeInterface, x sym) kind {
	if !isReaderLike(v.Type()) && !m.pk.tr.isBodyLike(v.Type()) {
		return notHeld
	}
	iface := v.Type().Underlying().(*types.Interface)
	k := asReader
	for _, h := range st.holdings(x) {
		if h.path == "" || h.c.kind == asElement {
			return notHeld
		}
		if h.c.kind == asReader {
			continue
		}
		if closes, known := m.closesInside(st, x, v.X.Type(), "Close", h.c, h.path); known && closes {
			return asBody
		}
		for f := range iface.Methods() {
			if closes, known := m.closesInside(st, x, v.X.Type(), f.Name(), h.c, h.path); closes || !known {
				k = notHeld
			}
		}
	}
	return k
}

// closesInside reports whether a method of t closes the body that path leads
// to, if it is known that it always does or never.
func (m *machine) closesInside(st *state, x sym, t types.Type, method string, c carrier, path string) (closes, known bool) {
	obj, fn, at, ok := m.pk.concrete(t, method)
	if !ok {
		return false, method == "Close"
	}
	if at != "" {
		// Promoted from a field: of the body itself, or of something else.
		in, inPath, held := st.holdAt(cell{x, at}, 3)
		switch {
		case !held || in.kind == asReader:
			return false, true
		case in.kind == asBody && inPath == "*":
			return method == "Close", true
		}
		return false, false
	}
	if m.onStack(fn) {
		return false, false
	}
	var outs []outcome
	switch {
	case fn != nil && len(fn.Blocks) > 0:
		outs = m.pk.summary(fn, spec{kind: c.kind, elem: c.elem, path: path}, "")
	case m.pk.idle(obj.Origin()):
		// It mentions nothing that could be the body; only a field within a field
		// could be closed without that.
		return false, strings.Count(path, "*") == 1 && strings.Count(path, ".") == 1
	default:
		if outs, known = m.pk.imported(obj, 0, c.kind, path); !known {
			return false, false
		}
	}
	all := len(outs) > 0
	for _, o := range outs {
		all = all && o.status == closed
		if o.status == handed || len(o.rets) > 0 || o.status == closed && !all {
			return false, false
		}
	}
	return all, true
}

// isFuncLike reports whether x is a function value whose code is known.
func isFuncLike(x sym) bool {
	switch x.v.(type) {
	case *ir.MakeClosure, *ir.Function:
		return true
	}
	return false
}

func capturedPath(i int) string { return "#" + string(rune('0'+i%64)) + "." }

// address returns the value that stands for an address among a closure's
// bindings or a call's arguments: the variable itself for a variable.
func (m *machine) address(st *state, v ir.Value) sym { return st.val(v) }

// load executes a load. A cell that was written on this path gives what was
// written; any other gives a value of its own, the same one next time.
func (m *machine) load(st *state, v *ir.Load) {
	c := st.place(v.X)
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct {
		st.view.put(symOf(v), c)
		if coll, ok := st.carry.m[c.base]; ok && coll.kind == asElement && coll.elem == asElement && hasElement(c.path) {
			m.handOn(st) // see takeOut
		}
		return
	}
	st.set(v, m.read(st, c, v))
}

func (m *machine) read(st *state, c cell, at ir.Value) sym {
	if x, ok := st.mem.m[c]; ok {
		return x
	}
	x := symOf(at)
	if base, ok := st.carry.m[c.base]; ok {
		switch {
		case base.kind == asResponse && c.path == ".Body":
			st.carry.put(x, carrier{kind: asBody})
			st.mem.put(c, x)
			return x
		case base.kind == asElement && strings.HasPrefix(c.path, "[]") && (c.path == "[]" || base.elem == asElement):
			m.takeOut(st, x, base)
			return x
		case base.kind == asElement && c.path == "":
			st.carry.put(x, base) // a copy of the array
			return x
		}
	}
	if a, ok := c.base.v.(*ir.Alloc); ok && !c.base.old && st.flags.m[c.base] == 0 && len(c.path) > 1 && c.path[0] == '.' && m.ownAlloc(a) {
		// A field that nobody has written yet is zero.
		if z := m.pk.zero(at.Type()); z != nil {
			return symOf(z)
		}
	}
	if g, ok := c.base.v.(*ir.Global); ok && c.path == "" && isError(at.Type()) && m.sentinel(g) {
		st.learn(x, func(f *fact) { f.isNil = no })
	}
	st.mem.put(c, x)
	return x
}

// sentinel reports whether a package variable of type error is one of those
// that are set once and never nil: those of other packages, which would not be
// compared with otherwise, and own ones that are named like one.
func (m *machine) sentinel(g *ir.Global) bool {
	name := g.Name()
	return g.Pkg != m.pk.prog.pkg || len(name) > 3 && (name[:3] == "Err" || name[:3] == "err")
}

// ownAlloc reports whether the variable was made by a function that is being
// walked, so that all writes to it were seen.
func (m *machine) ownAlloc(a *ir.Alloc) bool {
	for _, fn := range m.stack {
		if a.Parent() == fn {
			return true
		}
	}
	return false
}

// store executes a store of v to c.
func (m *machine) store(st *state, c cell, v ir.Value) {
	x := st.val(v)
	if isBasic(v.Type()) {
		// A number leads to no body; to look through all that is known for that would
		// make large literals slow.
		if !hasElement(c.path) {
			st.mem.put(c, x)
		}
		return
	}
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct {
		m.storeStruct(st, c, v, x)
		return
	}
	hc, _, held := st.hold(x)
	if held && !m.local(st, c.base) {
		st.events |= evLent
	}
	if held && hc.kind != asReader || held && isFuncLike(x) {
		if !m.local(st, c.base) {
			if !isFuncLike(x) || m.mayTake(st, x) {
				m.handOn(st)
			}
		}
	}
	if hasElement(c.path) {
		m.putIn(st, c.base, x)
		return
	}
	if _, isArray := v.Type().Underlying().(*types.Array); isArray && c.path == "" && hc.kind == asElement {
		st.carry.put(c.base, hc) // there may be a slice of it
	}
	st.mem.put(c, x)
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// putIn makes x an element of a collection: one element stands for all. A
// function that closes the body does so when it is called. What holds the body
// further inside is a struct or another collection; see takeOut.
func (m *machine) putIn(st *state, coll, x sym) {
	c, path, held := st.hold(x)
	switch {
	case !held:
	case isFuncLike(x):
		if m.mayTake(st, x) {
			st.carry.put(coll, carrier{kind: asElement, elem: asBody})
		}
	case path != "" || c.kind == asElement:
		st.carry.put(coll, carrier{kind: asElement, elem: asElement})
	default:
		st.carry.put(coll, carrier{kind: asElement, elem: c.kind})
	}
}

func hasElement(path string) bool {
	for i := range len(path) {
		if path[i] == '[' {
			return true
		}
	}
	return false
}

// local reports whether what base denotes belongs to the functions being
// walked: their own variables, and whatever holds the body already.
func (m *machine) local(st *state, base sym) bool {
	if st.flags.m[base]&flagEscaped != 0 {
		return false
	}
	switch v := base.v.(type) {
	case *ir.Alloc:
		return m.ownAlloc(v)
	case *ir.MakeSlice, *ir.MakeMap, *ir.CompositeValue:
		return true
	case *ir.FreeVar:
		if m.src != nil && v.Parent() == m.stack[0] {
			// A variable of the function round the literal: whether it closes what
			// is left there shows when that function is walked.
			return true
		}
		_, _, ok := st.hold(base)
		return ok
	case *ir.Parameter, *ir.Global:
		_, _, ok := st.hold(base)
		return ok
	case *ir.Call:
		// The result of a call: append's, or a constructor's, of which nothing
		// is known unless it holds the body.
		_, _, ok := st.hold(base)
		return ok
	}
	_, _, ok := st.hold(base)
	return ok
}

func (m *machine) storeStruct(st *state, c cell, v ir.Value, x sym) {
	type entry struct {
		path string
		to   sym
	}
	var fields []entry
	from := cell{base: x}
	if view, ok := st.view.m[x]; ok {
		from = view
	}
	for k, val := range st.mem.m {
		if k.base == from.base && len(k.path) > len(from.path) && k.path[:len(from.path)] == from.path {
			fields = append(fields, entry{k.path[len(from.path):], val})
		}
	}
	if !m.allKnown(st, from, x) {
		st.flags.put(c.base, st.flags.m[c.base]|flagDirty) // the fields that are not among these aren't zero
	}
	if isResponseStruct(v.Type()) && from.path == "" {
		if base, ok := st.carry.m[from.base]; ok && base.kind == asResponse {
			body := sym{v: v, idx: inside}
			if got, ok := st.mem.m[cell{from.base, ".Body"}]; ok {
				body = got
			} else {
				st.carry.put(body, carrier{kind: asBody})
				st.mem.put(cell{from.base, ".Body"}, body)
			}
			fields = append(fields, entry{".Body", body})
		}
	}
	for _, f := range fields {
		if _, _, held := st.hold(f.to); held && !m.local(st, c.base) {
			m.handOn(st)
		}
	}
	for _, f := range fields {
		if hasElement(c.path) {
			if _, _, held := st.hold(f.to); held {
				st.carry.put(c.base, carrier{kind: asElement, elem: asElement})
			}
			continue
		}
		st.mem.put(cell{c.base, c.path + f.path}, f.to)
	}
}

// allKnown reports whether the fields of a struct value that nothing is known of
// are zero: those of a literal, or of a variable to which all writes were seen.
func (m *machine) allKnown(st *state, from cell, x sym) bool {
	switch v := from.base.v.(type) {
	case *ir.Alloc:
		return !from.base.old && st.flags.m[from.base] == 0 && !hasElement(from.path) && m.ownAlloc(v)
	case *ir.CompositeValue, *ir.Const:
		return from.base == x
	}
	return false
}

func (m *machine) field(st *state, v *ir.Field) {
	x := st.val(v.X)
	c := cell{base: x}
	if view, ok := st.view.m[x]; ok {
		c = view
	}
	c.path += "." + fieldName(v.X.Type(), v.Field)
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct {
		st.view.put(symOf(v), c)
		return
	}
	st.set(v, m.read(st, c, v))
}

func (m *machine) composite(st *state, v *ir.CompositeValue) {
	str, ok := v.Type().Underlying().(*types.Struct)
	if !ok {
		for _, e := range v.Values {
			if e != nil && !isBasic(e.Type()) {
				m.putIn(st, symOf(v), st.val(e))
			}
		}
		return
	}
	for i, e := range v.Values {
		if e != nil && v.Bitmap.Bit(i) != 0 {
			m.store(st, cell{symOf(v), "." + str.Field(i).Name()}, e)
		}
	}
}

// fieldName returns the name of field i of the struct that t is or points to.
func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return "?"
}

// takeOut makes x the element of a collection. Which of the elements that hold
// the body further inside it is, and what of it belongs together, is out of sight:
// whoever looks at them has the body.
func (m *machine) takeOut(st *state, x sym, coll carrier) {
	if coll.elem == asElement {
		m.handOn(st)
		return
	}
	st.carry.put(x, carrier{kind: coll.elem})
}

// handOn ends the obligation: somebody else has the body now.
func (m *machine) handOn(st *state) {
	if st.st == open {
		st.st = handed
	}
}

// close ends the obligation.
func (m *machine) close(st *state) {
	if m.obs != nil && st.st == open {
		m.noteClose(st)
	}
	if st.st == open || st.st == handed {
		st.st = closed
		if m.watch != nil && st.events&evDrained != 0 {
			m.watch.closed = true
		}
	}
}

// overwritten looks for bodies whose last holder is about to be overwritten in
// a loop that never ends, where no return will tell.
func (m *machine) overwritten(w *walk, instr ir.Instruction, st *state) {
	if !w.top || m.src == nil || st.st != open || ir.Instruction(m.src.call) != instr || m.canExit(instr.Block()) {
		return
	}
	probe := st.clone()
	probe.evict(m.src.call)
	for k := range probe.env.m {
		if d, ok := k.v.(ir.Instruction); ok && d.Parent() == instr.Parent() && d.Block() != nil && !d.Block().Dominates(instr.Block()) {
			probe.env.remove(k)
		}
	}
	probe.enter(instr.Block(), nil, nil, m.ids)
	for x := range probe.carry.m {
		if x.old && !pinned(probe, x) {
			probe.carry.remove(x)
		} else if d, ok := x.v.(ir.Instruction); ok && !x.old && d.Block() == instr.Block() && !pinned(probe, x) {
			probe.carry.remove(x) // computed after the call, in the round before
		}
	}
	if probe.lost() && len(probe.defers) == 0 {
		m.leaks = append(m.leaks, leak{at: instr, path: st.path, st: st, lost: true})
		st.st = handed // said once
	}
}

// pinned reports whether something else than x itself leads to x.
func pinned(st *state, x sym) bool {
	for k, y := range st.env.m {
		if y == x && k.v != x.v {
			if _, isPhi := k.v.(*ir.Phi); isPhi {
				return true
			}
		}
	}
	for k, y := range st.mem.m {
		if y == x && k.base != x && !k.base.old {
			if c, ok := st.carry.m[k.base]; !ok || c.kind != asResponse {
				return true
			}
		}
	}
	return false
}

// noReturnCall reports whether a call of fn ends the path.
func (m *machine) noReturnCall(fn *types.Func) bool {
	return fn != nil && (httpmodel.NoReturn(fn) || m.pk.noReturn(fn))
}

// arrive records the state in which the watched drain runs, if it is the
// observed body that it drains and not that of another round of a loop.
func (m *machine) arrive(st *state, args []sym) {
	held := false
	for _, a := range args {
		if _, _, ok := st.hold(a); ok {
			held = true
		}
	}
	if !held {
		return
	}
	m.watch.reached = append(m.watch.reached, st.events)
	m.watch.status = append(m.watch.status, st.st)
	st.events |= evDrained
}
