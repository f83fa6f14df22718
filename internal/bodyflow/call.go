package bodyflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// operands returns the values that a call is given: the function value, and
// the arguments with the receiver first.
func (m *machine) operands(st *state, c *ir.CallCommon) (args []sym, fn sym) {
	if c.IsInvoke() {
		args = append(args, st.val(c.Value))
	} else {
		fn = st.val(c.Value)
	}
	for _, a := range c.Args {
		args = append(args, st.val(a))
	}
	return args, fn
}

// call executes a call and returns the states it may end in; none where it
// never returns.
func (m *machine) call(st *state, at ir.CallInstruction, c *ir.CallCommon, fn sym, args []sym) []*state {
	if b, ok := c.Value.(*ir.Builtin); ok && !c.IsInvoke() {
		m.builtin(st, at, b, args)
		return []*state{st}
	}
	if m.watch != nil && m.watch.at == ir.Instruction(at) {
		m.arrive(st, args)
	}
	if m.obs != nil {
		m.observe(st, at, c, fn, args)
	}
	if m.isCancel(c, fn) && st.events&evDrained != 0 && st.st == open {
		st.events |= evCanceled
	}
	obj := staticCallee(c)
	if m.noReturnCall(obj) {
		return nil
	}
	if m.src != nil && obj != nil && httpmodel.FailsTest(obj) && (m.src.maybe || m.src.unseen && m.onlyIfThere(st, at.Block())) {
		st.events |= evFailed
	}
	if m.src != nil && obj != nil {
		m.expect(st, obj, c, args)
	}
	if states, ok := m.runSource(st, at, obj); ok {
		return states
	}
	if len(args) == 1 && !c.IsInvoke() {
		if loop := rangeBody(args[0]); loop != nil && !m.onStack(loop) && len(m.stack) < maxDepth {
			// for x := range seq: the loop's body runs never or, for what is
			// followed here, once.
			none := st.clone()
			return append(m.inline(st, at, loop, args[0], nil), none)
		}
	}

	// A function literal that is called here and now is walked as part of the
	// caller: what it captures is the caller's own.
	if mc, ok := fn.v.(*ir.MakeClosure); ok && !c.IsInvoke() {
		callee := mc.Fn.(*ir.Function)
		if recv, method, ok := m.bound(st, fn, callee); ok {
			return m.method(st, at, method, append([]sym{recv}, args...))
		}
		if len(callee.Blocks) > 0 && !m.onStack(callee) && len(m.stack) < maxDepth {
			return m.inline(st, at, callee, fn, args)
		}
	}
	if callee, ok := fn.v.(*ir.Function); ok && !c.IsInvoke() && callee.Parent() != nil && len(callee.Blocks) > 0 && !m.onStack(callee) && len(m.stack) < maxDepth {
		return m.inline(st, at, callee, fn, args)
	}
	if c.IsInvoke() {
		if i, ok := m.mayRun(c.Method.Signature(), args, 1); ok {
			return m.runLiteral(st, at, c.Method.Signature(), args[i])
		}
		return m.method(st, at, c.Method, args)
	}
	if h, ok := st.carry.m[fn]; ok && h.kind == asBody {
		// A function value that closes, out of a list of them.
		m.closeBody(st, at)
		return []*state{st}
	}
	var callee *ir.Function
	if f, ok := fn.v.(*ir.Function); ok {
		callee = f
		if obj == nil {
			o := f
			if f.Origin() != nil {
				o = f.Origin()
			}
			obj, _ = o.Object().(*types.Func)
		}
	}
	if callee != nil {
		if b := body(callee); b != nil && m.runsSource(b, args) {
			return m.inline(st, at, b, fn, args)
		}
	}
	if obj != nil {
		if states, ok := m.runArgument(st, at, obj, args); ok {
			return states
		}
	}
	if callee == nil || callee.Pkg != m.pk.prog.pkg {
		recv := 0
		if obj != nil && obj.Signature().Recv() != nil {
			recv = 1
		}
		if i, ok := m.mayRun(c.Signature(), args, recv); ok {
			return m.runLiteral(st, at, c.Signature(), args[i])
		}
	}
	return m.apply(st, at, c.Signature(), obj, callee, args, false)
}

// runArgument executes a call of a function that is known to call the literal which the
// observed body comes from: backoff.Retry(func() error { resp, err = … }, b).
func (m *machine) runArgument(st *state, at ir.CallInstruction, obj *types.Func, args []sym) ([]*state, bool) {
	i, ok := httpmodel.RunsArgument(obj)
	if !ok {
		return nil, false
	}
	if obj.Signature().Recv() != nil {
		i++
	}
	if i >= len(args) || !m.canRun(args[i]) {
		return nil, false
	}
	return m.runLiteral(st, at, obj.Signature(), args[i]), true
}

// canRun reports whether x is the literal that the observed body comes from, and can be
// walked.
func (m *machine) canRun(x sym) bool {
	if !m.makesSource(x) || len(m.stack) >= maxDepth {
		return false
	}
	lit := x.v.(*ir.MakeClosure).Fn.(*ir.Function)
	return !m.onStack(lit) && len(lit.Blocks) > 0
}

// mayRun returns the argument of a call, whose function can't be looked into, that it is
// taken to run before it returns: the only literal that makes the observed body, if what
// the call returns is what the literal does. Retries, circuit breakers and traces are such
// functions; those that keep the literal for later don't have its results. args has the
// receiver first, if recv is 1.
func (m *machine) mayRun(sig *types.Signature, args []sym, recv int) (int, bool) {
	found := -1
	for i := recv; i < len(args); i++ {
		if !m.canRun(args[i]) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = i
	}
	if found < 0 {
		return 0, false
	}
	lit := args[found].v.(*ir.MakeClosure).Fn.(*ir.Function).Signature
	if lit.Results().Len() == 0 {
		// What has parameters of its own is called when something happens.
		return found, lit.Params().Len() == 0 && sig.Results().Len() == 0
	}
	// A bool beside the error says "done" to some, and "once more" to others.
	return found, errResult(lit) >= 0 && types.Identical(unnamed(lit.Results()), unnamed(sig.Results()))
}

// unnamed returns the types of results without their names.
func unnamed(results *types.Tuple) *types.Tuple {
	vars := make([]*types.Var, results.Len())
	for i := range vars {
		vars[i] = types.NewParam(token.NoPos, nil, "", results.At(i).Type())
	}
	return types.NewTuple(vars...)
}

// runLiteral executes a call of a function with the given signature as one of the literal
// x, or of nothing.
func (m *machine) runLiteral(st *state, at ir.CallInstruction, sig *types.Signature, x sym) []*state {
	lit := x.v.(*ir.MakeClosure).Fn.(*ir.Function)
	v, _ := at.(*ir.Call)
	err := errResult(sig)
	never := st.clone()
	if v != nil && err >= 0 {
		never.learn(resultSym(v, err), func(f *fact) { f.isNil = no })
	}
	states := m.inline(st, at, lit, x, nil)
	polls := v != nil && sig.Results().Len() == 1 && err == 0 && lit.Signature.Results().Len() == 2 && isBool(lit.Signature.Results().At(0).Type())
	for _, s := range states {
		if !polls {
			break // the results are those of the literal
		}
		done, failed := m.evalBool(s, s.component(v, 0)), -s.fact(s.component(v, 1)).isNil
		switch {
		case done == no || failed == yes:
			s.learn(symOf(v), func(f *fact) { f.isNil = no })
		case done == yes && failed == no:
			s.learn(symOf(v), func(f *fact) { f.isNil = yes })
		}
	}
	return append(states, never)
}

// onlyIfThere reports whether b is reached only where a test has found that the
// response is there: what fails the test then says that it should have been nil.
func (m *machine) onlyIfThere(st *state, b *ir.BasicBlock) bool {
	for ; b != nil && b.Idom() != nil; b = b.Idom() {
		iff, ok := b.Idom().Control().(*ir.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cmp, ok := iff.Cond.(*ir.BinOp)
		if !ok || !isNilConst(symOf(cmp.Y)) {
			continue
		}
		if there := b.Idom().Succs[0] == b; there != (cmp.Op == token.NEQ) {
			continue
		}
		if c, ok := st.carry.m[st.val(cmp.X)]; ok && c.kind == asResponse {
			return true
		}
	}
	return false
}

// rangeBody returns the function that is the body of a range-over-func loop, if
// x is one.
func rangeBody(x sym) *ir.Function {
	mc, ok := x.v.(*ir.MakeClosure)
	if !ok {
		return nil
	}
	fn, ok := mc.Fn.(*ir.Function)
	if !ok || fn.Synthetic != "range-over-func yield" || len(fn.Blocks) == 0 {
		return nil
	}
	return fn
}

// runsSource reports whether a function of this package is given the literal
// that the observed body comes from: retry(func() error { resp, err = … }).
func (m *machine) runsSource(callee *ir.Function, args []sym) bool {
	if m.src == nil || m.src.call == nil || len(callee.Blocks) == 0 || callee.Pkg != m.pk.prog.pkg || m.onStack(callee) || len(m.stack) >= maxDepth-1 {
		return false
	}
	return slices.ContainsFunc(args, m.makesSource)
}

// makesSource reports whether x is the literal that the observed body comes from,
// or one round it.
func (m *machine) makesSource(x sym) bool {
	mc, ok := x.v.(*ir.MakeClosure)
	if !ok || m.src == nil || m.src.call == nil {
		return false
	}
	for fn := m.src.call.Parent(); fn != nil; fn = fn.Parent() {
		if ir.Value(fn) == mc.Fn {
			return true
		}
	}
	return false
}

func (m *machine) onStack(fn *ir.Function) bool {
	for _, f := range m.stack {
		if f == fn {
			return true
		}
	}
	return false
}

// bound reports whether fn is a method value x.M, and of what.
func (m *machine) bound(st *state, fn sym, callee *ir.Function) (recv sym, method *types.Func, ok bool) {
	if !strings.HasPrefix(callee.Synthetic, "bound method") {
		return sym{}, nil, false
	}
	method, ok = callee.Object().(*types.Func)
	if !ok {
		return sym{}, nil, false
	}
	recv, ok = st.mem.m[cell{fn, capturedPath(0)}]
	return recv, method, ok
}

// isCancel reports whether a call runs a context.CancelFunc.
func (m *machine) isCancel(c *ir.CallCommon, fn sym) bool {
	if c.IsInvoke() {
		return false
	}
	return isCancelFunc(c.Value.Type()) || fn.v != nil && isCancelFunc(fn.v.Type())
}

func isCancelFunc(t types.Type) bool {
	return namedIn(t, "context", "CancelFunc") || namedIn(t, "context", "CancelCauseFunc")
}

// runSource executes the call that yields the observed body.
func (m *machine) runSource(st *state, at ir.CallInstruction, obj *types.Func) ([]*state, bool) {
	if m.src == nil || ir.Instruction(m.src.call) != ir.Instruction(at) || st.st != notYet {
		return nil, false
	}
	var out []*state
	if (m.inCycle(at.Block()) || len(m.stack) > 1) && !m.prefixed {
		// Another round's call is the observed one.
		other := st.clone()
		m.touch(other, obj, nil)
		out = append(out, other)
	}
	s := m.src
	st.st = open
	m.plant(st, resultSym(s.call, s.res), s.kind, s.path)
	for _, a := range s.also {
		m.plant(st, resultSym(s.call, a.res), a.kind, a.path)
	}
	if s.err >= 0 {
		st.learn(resultSym(s.call, s.err), func(f *fact) { f.isNil = triOf(!s.failed) })
	}
	for i := range s.call.Call.Signature().Results().Len() {
		if s.nils&(1<<i) != 0 {
			st.learn(resultSym(s.call, i), func(f *fact) { f.isNil = yes })
		}
	}
	return append(out, st), true
}

// plant makes x hold the observed body, at the end of path.
func (m *machine) plant(st *state, x sym, k kind, path string) {
	if path == "" {
		st.carry.put(x, carrier{kind: k})
		return
	}
	st.learn(x, func(f *fact) { f.isNil = no })
	segs := strings.Split(path[1:], "*")
	base := x
	for i, seg := range segs {
		tok := sym{v: x.v, idx: inside - int16(i) - 8*(x.idx+3)}
		if i == len(segs)-1 {
			st.carry.put(tok, carrier{kind: k})
		}
		st.mem.put(cell{base, seg}, tok)
		base = tok
	}
}

// builtin executes a call of a predeclared function.
func (m *machine) builtin(st *state, at ir.CallInstruction, b *ir.Builtin, args []sym) {
	v, _ := at.(*ir.Call)
	switch b.Name() {
	case "append":
		if v == nil {
			return
		}
		for _, a := range args {
			if c, _, ok := st.hold(a); ok && c.kind == asElement {
				st.carry.put(symOf(v), c)
				return
			}
		}
		st.set(v, args[0])
	case "len":
		if c, ok := st.carry.m[args[0]]; ok && v != nil && c.kind == asElement {
			st.learn(symOf(v), func(f *fact) { f.atLeast(1) })
		}
	case "copy":
		if len(args) == 2 && m.mayTake(st, args[1]) {
			m.handOn(st)
		}
	case "ssa:wrapnilchk", "ir:wrapnilchk":
		if v != nil && len(args) > 0 {
			st.set(v, args[0])
		}
	}
}

// inline walks a function literal as part of its caller.
func (m *machine) inline(st *state, at ir.CallInstruction, callee *ir.Function, fn sym, args []sym) []*state {
	for i, p := range callee.Params {
		if i < len(args) {
			st.set(p, args[i])
		}
	}
	for i, fv := range callee.FreeVars {
		if b, ok := st.mem.m[cell{fn, capturedPath(i)}]; ok {
			st.set(fv, b)
		}
	}
	outer := st.defers
	st.defers = nil
	exits := m.run(callee, st)
	if m.broken {
		return nil
	}
	merged := make(map[string]*state)
	var order []string
	for _, e := range exits {
		s := e.st
		s.defers = outer
		s.rounds = slices.DeleteFunc(s.rounds, func(h *ir.BasicBlock) bool { return h.Parent() == callee })
		if v, ok := at.(*ir.Call); ok {
			if len(e.results) == 1 {
				s.set(v, e.results[0])
			} else {
				for i, r := range e.results {
					s.setComponent(v, i, r)
				}
			}
			m.notePassed(s, v, e.results)
		}
		for k := range s.env.m {
			if parentOf(k.v) == callee {
				s.env.remove(k)
			}
		}
		// What the literal has left in the variables round it tells exits apart as
		// its results do.
		seen := slices.Clone(e.results)
		for i := range callee.FreeVars {
			if b, ok := s.mem.m[cell{fn, capturedPath(i)}]; ok {
				seen = append(seen, s.mem.m[cell{base: b}])
			}
		}
		key := string(s.key(m.ids)) + resultKey(s, seen)
		if known, ok := merged[key]; ok {
			known.join(s)
			continue
		}
		merged[key] = s
		order = append(order, key)
	}
	out := make([]*state, 0, len(order))
	for _, k := range order {
		out = append(out, merged[k])
	}
	return out
}

// notePassed notes that a call has returned the observed body.
func (m *machine) notePassed(st *state, call *ir.Call, results []sym) {
	if m.src == nil || st.st == notYet {
		return
	}
	for _, r := range results {
		if _, _, held := st.hold(r); held {
			if m.passed == nil {
				m.passed = make(map[*ir.Call]bool)
			}
			m.passed[call] = true
		}
	}
}

// resultKey keeps exits apart that return different constants.
func resultKey(st *state, results []sym) string {
	var b strings.Builder
	for _, r := range results {
		f := st.fact(r)
		b.WriteByte('|')
		b.WriteByte(byte('1' + f.isNil))
		if f.eq != nil {
			b.WriteString(f.eq.ExactString())
		}
	}
	return b.String()
}

func parentOf(v ir.Value) *ir.Function { return v.Parent() }

// method executes a call of a method, of which only the name may be known.
func (m *machine) method(st *state, at ir.CallInstruction, method *types.Func, args []sym) []*state {
	if m.noReturnCall(method) {
		return nil
	}
	recv := args[0]
	if types.IsInterface(method.Signature().Recv().Type()) && st.fact(recv).isNil == yes {
		return nil // it panics
	}
	name := method.Name()
	c, held := st.carry.m[recv]
	if held && name == "Close" && len(args) == 1 {
		switch c.kind {
		case asBody:
			m.closeBody(st, at)
			return []*state{st}
		case asReader:
			st.events |= evBadClose
			return []*state{st}
		}
	}
	if held && c.kind != asResponse {
		// Any other method of a body or a reader round it leaves it open:
		// Read, WriteTo, Peek. Arguments go their own way.
		return m.apply(st, at, method.Signature(), method, nil, args, true)
	}
	// The dynamic type may be known from where the value was made.
	if recv.v != nil && !types.IsInterface(recv.v.Type()) && recv.idx == whole {
		if concrete, fn, at2, ok := m.pk.concrete(recv.v.Type(), name); ok {
			if len(at2) > 0 {
				inner := m.read(st, cell{recv, at2}, recv.v)
				if ic, ok := st.carry.m[inner]; ok && name == "Close" {
					if ic.kind == asBody {
						m.closeBody(st, at)
					} else {
						st.events |= evBadClose
					}
					return []*state{st}
				}
				args = append([]sym{inner}, args[1:]...)
			}
			return m.apply(st, at, concrete.Signature(), concrete, fn, args, false)
		}
	}
	return m.apply(st, at, method.Signature(), method, nil, args, true)
}

// closeBody records that the body was closed.
func (m *machine) closeBody(st *state, at ir.CallInstruction) {
	if st.st == notYet {
		return
	}
	m.close(st)
}

// An outcome is one way in which a function can leave a body that it is given.
type outcome struct {
	status status
	rets   []ret
	conds  []cond
}

// A ret says that a result holds the body.
type ret struct {
	res  int
	kind kind
	path string
}

// A cond is what a result is in an outcome.
type cond struct {
	res int
	is  condKind
}

type condKind uint8

const (
	isNil condKind = iota
	isNotNil
	isTrue
	isFalse
)

// apply executes a call of a function that is not walked: for each argument
// that holds the body, its row in the model, its summary, or its fact tells
// what becomes of it.
func (m *machine) apply(st *state, at ir.CallInstruction, sig *types.Signature, obj *types.Func, callee *ir.Function, args []sym, dynamic bool) []*state {
	m.noteRead(st, at, obj, args)
	states := []*state{st}
	recv := 0
	if sig.Recv() != nil || dynamic {
		recv = 1
	}
	for i, a := range args {
		c, path, held := st.hold(a)
		if !held || st.st != open {
			continue
		}
		var outs []outcome
		switch {
		case isFuncLike(a):
			outs = []outcome{{status: open}}
			if m.mayTake(st, a) {
				outs[0].status = handed
			}
		case dynamic && i == 0:
			// A method of an interface value that holds the body somewhere in it.
			outs = []outcome{{status: open}}
			if path != "" || c.kind == asResponse || c.kind == asElement {
				outs[0].status = handed
			}
		default:
			// Where several fields have the body, it is enough that one is closed.
			for _, h := range st.holdings(a) {
				if h.c.kind < c.kind && h.c.kind != asElement && outs != nil {
					continue
				}
				got := m.effect(st, sig, obj, callee, i, i-recv, h.c, h.path, args)
				if outs == nil || allOpen(outs) {
					outs = got
				}
			}
		}
		var next []*state
		for _, s := range states {
			next = append(next, m.outcomes(s, at, outs)...)
		}
		states = next
	}
	var out []*state
	for _, s := range states {
		m.touch(s, obj, args)
		if obj != nil && !m.proves(s, at, obj, args) {
			continue
		}
		out = append(out, s)
	}
	return out
}

// noteRead notes that a call reads the body, and whether it does so to the end.
func (m *machine) noteRead(st *state, at ir.CallInstruction, obj *types.Func, args []sym) {
	if st.st != open || m.src == nil && !m.notes {
		return
	}
	for _, a := range args {
		c, ok := st.carry.m[a]
		if !ok || c.kind != asBody && c.kind != asReader {
			continue
		}
		if obj != nil && c.kind == asBody && httpmodel.ReadsToEnd(obj) {
			st.events |= evRead
			if call, ok := at.(*ir.Call); ok {
				st.read = resultSym(call, errResult(obj.Signature()))
			}
		} else {
			st.events |= evReadSome
		}
	}
}

// resultSym returns the value of a result of a call; none for -1.
func resultSym(call *ir.Call, i int) sym {
	switch {
	case i < 0:
		return sym{}
	case call.Call.Signature().Results().Len() == 1:
		return symOf(call)
	}
	return sym{v: call, idx: int16(i)}
}

// allOpen reports whether a call leaves the body open and with the caller.
func allOpen(outs []outcome) bool {
	for _, o := range outs {
		if o.status != open || len(o.rets) > 0 {
			return false
		}
	}
	return true
}

// proves adds what the return of a call says of its arguments and results. It
// reports whether the call can return at all.
func (m *machine) proves(s *state, at ir.CallInstruction, obj *types.Func, args []sym) bool {
	if !m.assume(s, obj, at.Common(), args) {
		return false
	}
	off := 0
	if obj.Signature().Recv() != nil {
		off = 1
	}
	for _, a := range m.pk.asserts(obj) {
		if !m.claim(s, args, a.Arg+off, a.Claim) {
			return false
		}
	}
	if v, ok := at.(*ir.Call); ok && httpmodel.ReturnsNotNil(obj) {
		s.learn(symOf(v), func(f *fact) { f.isNil = no })
	}
	return true
}

// outcomes splits st by what a call may have done with the body.
func (m *machine) outcomes(st *state, at ir.CallInstruction, outs []outcome) []*state {
	res := make([]*state, 0, len(outs))
	for i, o := range outs {
		s := st
		if i < len(outs)-1 {
			s = st.clone()
		}
		switch o.status {
		case closed:
			m.close(s)
		case handed:
			m.handOn(s)
		case copied:
			if s.st == open {
				s.st = copied
			}
		}
		v, _ := at.(*ir.Call)
		feasible := true
		if v != nil {
			for _, r := range o.rets {
				m.plant(s, resultSym(v, r.res), r.kind, r.path)
			}
			for _, c := range o.conds {
				x := resultSym(v, c.res)
				switch c.is {
				case isNil:
					feasible = feasible && m.refineNil(s, x, true)
				case isNotNil:
					feasible = feasible && m.refineNil(s, x, false)
				case isTrue, isFalse:
					s.learn(x, func(f *fact) { f.eq = constant.MakeBool(c.is == isTrue) })
				}
			}
		}
		if feasible {
			res = append(res, s)
		}
	}
	return res
}

// effect returns what a callee may do with the body that argument i holds.
// param is the argument's number without the receiver.
func (m *machine) effect(st *state, sig *types.Signature, obj *types.Func, callee *ir.Function, i, param int, c carrier, path string, args []sym) []outcome {
	borrowed := []outcome{{status: open}}
	taken := []outcome{{status: handed}}
	if obj != nil {
		if row := httpmodel.Args(obj); row.Effect != httpmodel.Unknown {
			return m.rowEffect(st, row.Effect, obj, c, path, args)
		}
	}
	if callee != nil {
		if fn := body(callee); fn != nil && fn.Pkg == m.pk.prog.pkg {
			if i >= len(fn.Params) {
				return taken
			}
			if fn.Signature.Variadic() && i == len(fn.Params)-1 && c.kind != asElement && path != "" {
				c, path = carrier{kind: asElement, elem: c.kind}, ""
			}
			key := sumKey{fn, spec{param: i, kind: c.kind, elem: c.elem, path: path}, argFacts(st, fn, args)}
			outs := m.pk.summary(key.fn, key.spec, key.known)
			if miss := m.pk.missing[key]; miss != nil && m.src != nil {
				if key == m.pk.strict {
					return miss.all
				}
				m.relied = append(m.relied, key)
			}
			return outs
		}
	}
	if obj != nil && obj.Pkg() != m.pk.pkg {
		if outs, ok := m.pk.imported(obj, i, c.kind, path); ok {
			return outs
		}
	} else if obj != nil && path != "" && m.pk.idle(obj.Origin()) && m.pk.ownerAt(obj.Origin(), param) {
		return borrowed
	}
	if c.kind == asReader {
		return borrowed // nobody can close it through this value
	}
	t := paramType(sig, param)
	if t == nil {
		return taken
	}
	if path == "" && c.kind == asBody && types.IsInterface(t) && !isTypeParam(t) {
		if iface := t.Underlying().(*types.Interface); iface.NumMethods() > 0 && !m.pk.tr.canClose(t) {
			return borrowed // only an io.Reader, or the like
		}
	}
	return taken
}

// idle reports whether fn is a function of this package that has nothing to do with
// bodies: it has no IR.
func (pk *pack) idle(fn *types.Func) bool {
	decl := pk.syntax.decls[fn]
	return decl != nil && !pk.relevant[decl]
}

// ownerAt reports whether parameter i of fn, or for -1 its receiver, is an owner. If fn is
// idle, it looks at nothing of that owner that leads to the body.
func (pk *pack) ownerAt(fn *types.Func, i int) bool {
	t := paramType(fn.Signature(), i)
	return t != nil && pk.tr.owns(t)
}

// paramType returns the type of parameter i, which may be one of the variadic
// ones; nil for a receiver.
func paramType(sig *types.Signature, i int) types.Type {
	params := sig.Params()
	if i < 0 {
		if sig.Recv() != nil {
			return sig.Recv().Type()
		}
		return nil
	}
	if i >= params.Len() {
		if params.Len() == 0 {
			return nil
		}
		i = params.Len() - 1
	}
	return params.At(i).Type()
}

func (m *machine) rowEffect(st *state, e httpmodel.Effect, obj *types.Func, c carrier, path string, args []sym) []outcome {
	errRes := errResult(obj.Signature())
	closesIfOK := func() []outcome {
		if m.notes {
			st.events |= evBeside
		}
		return ifOK(errRes, closed)
	}
	switch e {
	case httpmodel.Close:
		return []outcome{{status: closed}}
	case httpmodel.CloseIfOK:
		return closesIfOK()
	case httpmodel.Take:
		if c.kind == asReader {
			return []outcome{{status: open}}
		}
		return []outcome{{status: handed}}
	case httpmodel.Wrap:
		return []outcome{{status: open, rets: []ret{{0, asReader, ""}}}}
	case httpmodel.WrapClose:
		if c.kind == asBody {
			return []outcome{{status: open, rets: []ret{{0, asBody, ""}}}}
		}
		return []outcome{{status: open, rets: []ret{{0, asReader, ""}}}}
	}
	if obj.FullName() == "net/http/httputil.DumpResponse" && len(args) == 2 {
		if v := constOf(st, args[1]); v == nil || constant.BoolVal(v) {
			// Whoever gets the response afterwards closes it all the same, dumped or not.
			return ifOK(errRes, copied)
		}
	}
	return []outcome{{status: open}}
}

// ifOK returns the outcomes of a call that settles the body, if its error is nil.
func ifOK(errRes int, s status) []outcome {
	return []outcome{{status: s, conds: []cond{{errRes, isNil}}}, {status: open, conds: []cond{{errRes, isNotNil}}}}
}

// argFacts describes what the caller knows of the arguments that decide what a
// callee does: whether errors and pointers are nil, and booleans.
func argFacts(st *state, fn *ir.Function, args []sym) string {
	var b strings.Builder
	for i, p := range fn.Params {
		if i >= len(args) {
			break
		}
		f := st.fact(args[i])
		_, isPtr := p.Type().Underlying().(*types.Pointer)
		switch {
		case isError(p.Type()) || isPtr || types.IsInterface(p.Type()):
			b.WriteByte("n?y"[1+signOf(f.isNil)])
		case f.eq != nil && f.eq.Kind() == constant.Bool:
			b.WriteString(f.eq.String()[:1])
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}

func signOf(t tri) int { return int(t) }

// touch forgets what a call may have changed: what its arguments point to, and
// package variables.
func (m *machine) touch(st *state, obj *types.Func, args []sym) {
	for _, a := range args {
		if isFuncLike(a) {
			m.lend(st, a)
			continue
		}
		if _, isConst := a.v.(*ir.Const); isConst || a.v == nil {
			continue
		}
		st.flags.put(a, st.flags.m[a]|flagDirty)
		for k, v := range st.mem.m {
			if k.base != a {
				continue
			}
			if _, _, held := st.hold(v); held {
				continue
			}
			if _, isResp := st.carry.m[a]; isResp {
				continue // a response's own fields stay as they are
			}
			if isFuncLike(v) || k.path == ctxPath {
				continue
			}
			st.mem.remove(k)
		}
		if _, isAlloc := a.v.(*ir.Alloc); isAlloc && obj != nil && !pureAddress(obj) {
			st.flags.put(a, st.flags.m[a]|flagEscaped)
		}
	}
	for k, v := range st.mem.m {
		if _, isGlobal := k.base.v.(*ir.Global); isGlobal {
			if _, _, held := st.hold(v); !held {
				st.mem.remove(k)
			}
		}
	}
}

// pureAddress reports whether obj is known not to keep the pointers that it is
// given: decoding and formatting functions, and methods of the value itself.
func pureAddress(obj *types.Func) bool {
	if obj.Signature().Recv() != nil {
		return true
	}
	return httpmodel.Args(obj).Effect == httpmodel.Borrow
}

// lend hands a function value to code that nobody sees: the variables that it
// writes are unknown from then on, and a tracked variable that it may close is
// nobody's alone any more.
func (m *machine) lend(st *state, fn sym) {
	mc, ok := fn.v.(*ir.MakeClosure)
	if !ok {
		return
	}
	callee, ok := mc.Fn.(*ir.Function)
	if !ok {
		return
	}
	for i := range callee.FreeVars {
		b, ok := st.mem.m[cell{fn, capturedPath(i)}]
		if !ok {
			continue
		}
		if m.pk.writes(callee, i) {
			if v, ok := st.mem.m[cell{base: b}]; ok {
				if _, _, held := st.hold(v); !held {
					st.mem.remove(cell{base: b})
				}
			}
		}
		if elem, ok := pointerTo(callee.FreeVars[i].Type()); ok && m.pk.tr.canHold(elem) && m.pk.mayClose(callee, i, elem) {
			st.flags.put(b, st.flags.m[b]|flagEscaped)
		}
	}
}

// mayTake reports whether whoever gets x can close the body or hand it on.
func (m *machine) mayTake(st *state, x sym) bool { return m.mayTakeAt(st, x, 3) }

func (m *machine) mayTakeAt(st *state, x sym, depth int) bool {
	c, _, ok := st.hold(x)
	if !ok {
		return false
	}
	mc, isClosure := x.v.(*ir.MakeClosure)
	if !isClosure {
		return c.kind != asReader
	}
	callee, ok := mc.Fn.(*ir.Function)
	if !ok || len(callee.Blocks) == 0 && !strings.HasPrefix(callee.Synthetic, "bound method") {
		return true
	}
	if recv, method, ok := m.bound(st, x, callee); ok {
		rc, rpath, held := st.hold(recv)
		if !held {
			return false
		}
		if rpath == "" && rc.kind == asReader {
			return false
		}
		if rpath == "" && rc.kind == asBody {
			return method.Name() == "Close"
		}
		return true
	}
	for i := range callee.FreeVars {
		b, ok := st.mem.m[cell{x, capturedPath(i)}]
		if !ok {
			return true
		}
		bc, bpath, held := st.hold(b)
		if !held {
			continue
		}
		if strings.Contains(bpath, "#") {
			// It captures a literal that captures the body.
			inner, ok := st.mem.m[cell{base: b}]
			if !ok || !isFuncLike(inner) || depth == 0 || m.mayTakeAt(st, inner, depth-1) {
				return true
			}
			continue
		}
		s := spec{param: len(callee.Params) + i, kind: bc.kind, elem: bc.elem, path: bpath}
		if m.onStack(callee) {
			return true
		}
		for _, o := range m.pk.summary(callee, s, "") {
			if o.status != open || len(o.rets) > 0 {
				return true
			}
		}
	}
	return false
}

// goCall executes a go statement: a goroutine that closes the body, or may,
// owns it.
func (m *machine) goCall(st *state, instr *ir.Go) {
	args, fn := m.operands(st, &instr.Call)
	if m.watch != nil && m.watch.at == ir.Instruction(instr) {
		m.arrive(st, args)
	}
	if st.st != open {
		return
	}
	if isFuncLike(fn) && m.mayTake(st, fn) {
		m.handOn(st)
		return
	}
	for _, x := range append([]sym{fn}, args...) {
		if _, _, held := st.hold(x); held && x.v != nil {
			st.events |= evLent
		}
	}
	m.touch(st, nil, append([]sym{fn}, args...))
	probe := st.clone()
	probe.defers = nil
	for i, a := range args {
		c, path, held := probe.hold(a)
		if !held {
			continue
		}
		if instr.Call.IsInvoke() && i == 0 {
			if c.kind == asBody && instr.Call.Method.Name() == "Close" || path != "" {
				m.handOn(st)
			}
			continue
		}
		callee := instr.Call.StaticCallee()
		sig := instr.Call.Signature()
		recv := 0
		if sig.Recv() != nil || instr.Call.IsInvoke() {
			recv = 1
		}
		if callee != nil && callee.Parent() != nil { // a literal with parameters
			for _, o := range m.pk.summary(callee, spec{param: i, kind: c.kind, elem: c.elem, path: path}, "") {
				if o.status != open || len(o.rets) > 0 {
					m.handOn(st)
				}
			}
			continue
		}
		for _, o := range m.effect(probe, sig, staticCallee(&instr.Call), callee, i, i-recv, c, path, args) {
			if o.status != open {
				m.handOn(st)
			}
		}
	}
}

// deferCall executes a defer statement.
func (m *machine) deferCall(w *walk, st *state, instr *ir.Defer) {
	if !m.concerns(&instr.Call) {
		return // it would only double the states: with it, and without
	}
	args, fn := m.operands(st, &instr.Call)
	if m.inCycle(instr.Block()) && !m.canExit(instr.Block()) {
		return // it never runs
	}
	if st.st == notYet && m.obs == nil && m.watch == nil && closesBodyOf(&instr.Call, isResponse) {
		return // it is bound to the body of an earlier response
	}
	p := pending{at: instr, fn: fn, args: args}
	if instr.DeferStack != nil && isForeignStack(instr) {
		// The body of a range-over-func loop defers for the function round it.
		for _, x := range append([]sym{fn}, args...) {
			if x.v != nil && m.mayTake(st, x) {
				m.handOn(st)
			}
		}
		return
	}
	if m.watch == nil && m.obs == nil && st.st == open && m.settled(st, instr, fn) {
		probe := st.clone()
		probe.defers = nil
		outs := m.call(probe, instr, &instr.Call, fn, args)
		done := !m.broken
		result := closed
		for _, o := range outs {
			if o.st != closed && o.st != handed {
				done = false
			}
			if o.st == handed {
				result = handed
			}
		}
		if done {
			st.st = result
			return
		}
	}
	for _, d := range st.defers {
		if d.at == instr && d.fn == p.fn {
			return
		}
	}
	if len(st.defers) > 24 {
		m.handOn(st)
		return
	}
	st.defers = append(st.defers[:len(st.defers):len(st.defers)], p)
}

// settled reports whether a deferred call, when it runs, will find what it
// finds now. Operands are bound by the defer statement, but a literal reads the
// variables that it captured at the end, and the response's Body field too.
func (m *machine) settled(st *state, instr *ir.Defer, fn sym) bool {
	mc, ok := fn.v.(*ir.MakeClosure)
	if !ok {
		return true
	}
	literal, ok := mc.Fn.(*ir.Function)
	if !ok || strings.HasPrefix(literal.Synthetic, "bound method") {
		return true
	}
	for i := range literal.FreeVars {
		b, ok := st.mem.m[cell{fn, capturedPath(i)}]
		if !ok {
			continue
		}
		if _, _, held := st.hold(b); held && m.assignedAfter(st, instr, b) {
			return false
		}
	}
	return true
}

// assignedAfter reports whether behind instr the function may assign to the
// variable at v, or to the Body of the response in it.
func (m *machine) assignedAfter(st *state, instr ir.Instruction, v sym) bool {
	from := instr.Block()
	for _, b := range from.Parent().Blocks {
		if b != from && !reaches(from, b) {
			continue
		}
		behind := b != from || m.inCycle(from)
		for _, other := range b.Instrs {
			if other == instr {
				behind = true
				continue
			}
			store, ok := other.(*ir.Store)
			if !ok || !behind {
				continue
			}
			if st.val(store.Addr) == v {
				return true
			}
			if f, ok := store.Addr.(*ir.FieldAddr); ok && isBodyOf(f, isResponse) {
				return true
			}
		}
	}
	return false
}

// isForeignStack reports whether a defer belongs to an enclosing function.
func isForeignStack(instr *ir.Defer) bool {
	v, ok := instr.DeferStack.(ir.Instruction)
	if !ok {
		return true
	}
	_, isCall := v.(*ir.Call)
	return !isCall
}

// concerns reports whether a deferred call can have to do with the body: it can't if it
// cancels a context that nobody watches, closes the body of a request, or is a method of
// another package's type that leads to no body, as those of locks and timers are.
func (m *machine) concerns(c *ir.CallCommon) bool {
	if c.IsInvoke() {
		return !closesBodyOf(c, isRequest)
	}
	if isCancelFunc(c.Value.Type()) {
		return m.obs != nil || m.watch != nil
	}
	obj := staticCallee(c)
	if obj == nil || obj.Pkg() == m.pk.pkg || obj.Signature().Recv() == nil || len(c.Args) == 0 {
		return true
	}
	recv := c.Args[0].Type()
	if m.pk.tr.canHold(recv) || m.pk.tr.owns(recv) || m.noReturnCall(obj) {
		return true
	}
	for _, a := range c.Args[1:] {
		if !isBasic(a.Type()) {
			return true
		}
	}
	return false
}

// closesBodyOf reports whether a call is x.Body.Close(), where x is what is says.
func closesBodyOf(c *ir.CallCommon, is func(types.Type) bool) bool {
	if !c.IsInvoke() || c.Method.Name() != "Close" {
		return false
	}
	load, ok := c.Value.(*ir.Load)
	if !ok {
		return false
	}
	f, ok := load.X.(*ir.FieldAddr)
	return ok && isBodyOf(f, is)
}

// isBodyOf reports whether f is the address of x.Body, where x is what is says.
func isBodyOf(f *ir.FieldAddr, is func(types.Type) bool) bool {
	return is(f.X.Type()) && fieldName(f.X.Type(), f.Field) == "Body"
}

// runDefers runs the deferred calls, last one first.
func (m *machine) runDefers(w *walk, st *state) []*state {
	states := []*state{st}
	todo := st.defers
	st.defers = nil
	for i := len(todo) - 1; i >= 0; i-- {
		var next []*state
		d := todo[i]
		for _, s := range states {
			next = append(next, m.call(s, d.at, &d.at.Call, d.fn, d.args)...)
		}
		states = next
		if len(states) > 32 {
			m.broken = true
			return nil
		}
	}
	return states
}
