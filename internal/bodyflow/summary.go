package bodyflow

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"net/http"
	"slices"
	"strings"

	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A pack holds what is known of the package under analysis while it is being
// analyzed: its IR, its summaries, and access to the facts of others.
type pack struct {
	pkg    *types.Package
	tr     *tracker
	prog   *program
	syntax *syntaxFacts
	imp    func(*types.Func) *FuncFact
	// relevant has the declarations that mention something tracked.
	relevant map[*ast.FuncDecl]bool

	sums    map[sumKey][]outcome
	running map[sumKey]bool
	results map[*ir.Function][]resultFact
	busy    map[*ir.Function]bool
	zeros   map[types.Type]*ir.Const
	graphs  map[*ir.Function]*graph
	// prefixes, and how many bodies were followed through a function.
	prefixes map[prefixKey]*prefix
	follows  map[*ir.Function]int
	work     map[*ir.Function]*int // what is left of maxWork
	walked   *ir.Function          // the function that was walked last

	writers map[*ir.Function][]tri
	closing map[spotKey]bool
	facts   map[*types.Func]*FuncFact
	missing map[sumKey]*missing
	// strict is the question whose answer has the open ends, too.
	strict sumKey
	// requests has the parameters that carry the context of requests; see
	// requestParam.
	requests map[*ir.Function]int
	cancels  map[*ir.Function]bool // see makesCancels
	// variables has the allocations of variables; see operand.
	variables map[*ir.Function]map[*types.Var]*ir.Alloc
	tests     bool // the package may have tests in it
}

type spotKey struct {
	fn  *ir.Function
	idx int
}

func newPack(pkg *types.Package, tr *tracker, prog *program, syn *syntaxFacts, imp func(*types.Func) *FuncFact, relevant map[*ast.FuncDecl]bool) *pack {
	return &pack{
		pkg: pkg, tr: tr, prog: prog, syntax: syn, imp: imp, relevant: relevant,
		sums:    make(map[sumKey][]outcome),
		running: make(map[sumKey]bool),
		results: make(map[*ir.Function][]resultFact),
		busy:    make(map[*ir.Function]bool),
		zeros:   make(map[types.Type]*ir.Const),
		graphs:  make(map[*ir.Function]*graph),

		prefixes: make(map[prefixKey]*prefix),
		follows:  make(map[*ir.Function]int),
		work:     make(map[*ir.Function]*int),
		writers:  make(map[*ir.Function][]tri),
		closing:  make(map[spotKey]bool),
		facts:    make(map[*types.Func]*FuncFact),
		missing:  make(map[sumKey]*missing),

		requests: make(map[*ir.Function]int),
		cancels:  make(map[*ir.Function]bool),

		variables: make(map[*ir.Function]map[*types.Var]*ir.Alloc),

		tests: slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return p.Path() == "testing" }),
	}
}

// A source is a call that yields an open body.
type source struct {
	call  *ir.Call
	obj   *types.Func // the callee, if it has a name
	res   int         // the result that holds the body
	tuple bool        // there are several results
	kind  kind
	path  string
	err   int // the error result that is nil when the body is there, or -1
	// failed: the body is there, and open, although the error isn't nil.
	failed bool
	// also has the other results that hold the same body.
	also []resultFact
	nils uint32 // see resultFact
	// maybe: the call can succeed without a body. unseen: nothing is known of
	// the callee, so that it might.
	maybe, unseen bool
}

// A spec is a question about a function: what becomes of a body that
// parameter (or, above the parameters, captured variable) number param holds
// in this way?
type spec struct {
	param int
	kind  kind
	elem  kind
	path  string
}

type sumKey struct {
	fn    *ir.Function
	spec  spec
	known string
}

// zero returns the zero value of a type whose zero value matters: nil, false.
func (pk *pack) zero(t types.Type) *ir.Const {
	if c, ok := pk.zeros[t]; ok {
		return c
	}
	var c *ir.Const
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		if !isTypeParam(t) {
			c = ir.NewConst(nil, t, nil)
		}
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			c = ir.NewConst(constant.MakeBool(false), t, nil)
		case u.Info()&types.IsInteger != 0:
			c = ir.NewConst(constant.MakeInt64(0), t, nil)
		case u.Info()&types.IsString != 0:
			c = ir.NewConst(constant.MakeString(""), t, nil)
		}
	}
	pk.zeros[t] = c
	return c
}

// summary answers a question about a function of this package.
func (pk *pack) summary(fn *ir.Function, s spec, known string) []outcome {
	key := sumKey{fn, s, known}
	if outs, ok := pk.sums[key]; ok {
		return outs
	}
	given := []outcome{{status: handed}} // recursion does the right thing
	if pk.running[key] {
		return given
	}
	pk.running[key] = true
	outs, ok := pk.simulate(fn, s, known)
	delete(pk.running, key)
	if !ok {
		outs = given
	} else if kept := satisfy(outs); len(kept) < len(outs) {
		pk.missing[key] = &missing{all: outs}
		outs = kept
	}
	pk.sums[key] = outs
	return outs
}

// simulate walks fn with a body that it is given, and returns what may have become
// of it at the end.
func (pk *pack) simulate(fn *ir.Function, s spec, known string) ([]outcome, bool) {
	m, ok := pk.given(newMachine(pk, fn), fn, s, known)
	if !ok {
		return nil, false
	}
	outs := m.outcomesOf(fn)
	const many = 24
	if len(outs) > many {
		outs = []outcome{{status: handed}}
	}
	return outs, true
}

// given walks fn with a body that parameter s.param holds.
func (pk *pack) given(m *machine, fn *ir.Function, s spec, known string) (*machine, bool) {
	st := newState()
	st.st = open
	var p ir.Value
	if s.param < len(fn.Params) {
		p = fn.Params[s.param]
	} else if i := s.param - len(fn.Params); i < len(fn.FreeVars) {
		p = fn.FreeVars[i]
	} else {
		return nil, false
	}
	m.plant(st, symOf(p), s.kind, s.path)
	if s.kind == asElement {
		m.plantElement(st, s.elem)
	}
	for i := range known {
		if i >= len(fn.Params) {
			break
		}
		x := symOf(fn.Params[i])
		switch known[i] {
		case 'y':
			st.learn(x, func(f *fact) { f.isNil = yes })
		case 'n':
			st.learn(x, func(f *fact) { f.isNil = no })
		case 't', 'f':
			st.learn(x, func(f *fact) { f.eq = constant.MakeBool(known[i] == 't') })
		}
	}
	m.run(fn, st)
	return m, !m.broken
}

// plantElement sets the kind of the elements of the planted collection.
func (m *machine) plantElement(st *state, elem kind) {
	for x, c := range st.carry.m {
		if c.kind == asElement {
			st.carry.put(x, carrier{kind: asElement, elem: elem})
		}
	}
}

// outcomesOf gathers the outcomes at the returns that were reached.
func (m *machine) outcomesOf(fn *ir.Function) []outcome {
	var outs []outcome
	seen := make(map[string]bool)
	for _, e := range m.outs {
		o := m.outcomeAt(fn, e)
		if key := fmt.Sprint(o); !seen[key] {
			seen[key] = true
			outs = append(outs, o)
		}
	}
	return outs
}

// outcomeAt returns the outcome at one exit.
func (m *machine) outcomeAt(fn *ir.Function, e exit) outcome {
	o := outcome{status: e.st.st}
	if o.status == open && len(e.st.defers) > 0 && fn.Parent() != nil {
		o.status = handed // deferred for an enclosing function
	}
	for i, r := range e.results {
		if c, path, ok := e.st.hold(r); ok && c.kind != asElement && !isFuncLike(r) {
			o.rets = append(o.rets, ret{i, c.kind, path})
		} else if ok && (c.kind != asReader || isFuncLike(r)) {
			if o.status == open && m.mayTake(e.st, r) {
				o.status = handed
			}
		}
		t := fn.Signature.Results().At(i).Type()
		f := e.st.fact(r)
		switch {
		case f.eq != nil && f.eq.Kind() == constant.Bool:
			is := isFalse
			if constant.BoolVal(f.eq) {
				is = isTrue
			}
			o.conds = append(o.conds, cond{i, is})
		case f.isNil == yes && nilable(t):
			o.conds = append(o.conds, cond{i, isNil})
		case f.isNil == no && nilable(t):
			o.conds = append(o.conds, cond{i, isNotNil})
		}
	}
	return o
}

func nilable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Signature:
		return true
	}
	return false
}

// satisfy drops the outcomes in which the body stays open with the caller none
// the wiser: where the same results also come with a closed body, the callee
// closes sometimes, and its caller is satisfied.
func satisfy(outs []outcome) []outcome {
	return slices.DeleteFunc(slices.Clone(outs), func(o outcome) bool { return unnoticed(o, outs) })
}

func unnoticed(o outcome, outs []outcome) bool {
	if o.status != open || len(o.rets) > 0 {
		return false
	}
	return slices.ContainsFunc(outs, func(p outcome) bool { return p.status != open && p.status != copied && compatible(o.conds, p.conds) })
}

// compatible reports whether two sets of conditions can hold at once.
func compatible(a, b []cond) bool {
	for _, x := range a {
		for _, y := range b {
			if x.res == y.res && x.is != y.is {
				return false
			}
		}
	}
	return true
}

// concrete finds the method of a concrete type. at leads to the field that
// provides it, where it is promoted.
func (pk *pack) concrete(t types.Type, name string) (method *types.Func, fn *ir.Function, at string, ok bool) {
	obj, index, _ := types.LookupFieldOrMethod(t, true, pk.pkg, name)
	method, ok = obj.(*types.Func)
	if !ok {
		return nil, nil, "", false
	}
	cur := t
	for _, i := range index[:len(index)-1] {
		at += "." + fieldName(cur, i)
		if p, isPtr := cur.Underlying().(*types.Pointer); isPtr {
			cur = p.Elem()
		}
		if s, isStruct := cur.Underlying().(*types.Struct); isStruct {
			cur = s.Field(i).Type()
		}
	}
	if method.Pkg() == pk.pkg {
		fn = pk.prog.prog.FuncValue(method.Origin())
	}
	return method, fn, at, true
}

// noReturn reports whether fn never comes back, by what its package found out.
func (pk *pack) noReturn(fn *types.Func) bool {
	fn = fn.Origin()
	if fn.Pkg() == pk.pkg {
		return pk.syntax.noReturn[fn]
	}
	f := pk.imp(fn)
	return f != nil && f.NoReturn
}

// asserts returns what holds of the parameters of fn whenever it comes back.
func (pk *pack) asserts(fn *types.Func) []Assertion {
	fn = fn.Origin()
	if fn.Pkg() == pk.pkg {
		return pk.syntax.asserts[fn]
	}
	if f := pk.imp(fn); f != nil {
		return f.Asserts
	}
	return nil
}

// nonNilWhen returns the argument of a predicate, among the operands of its
// call, that is not nil when the predicate says truth; or -1.
func (pk *pack) nonNilWhen(callee *ir.Function, truth bool) int {
	if o := callee.Origin(); o != nil {
		callee = o
	}
	fn, ok := callee.Object().(*types.Func)
	if !ok {
		return -1
	}
	var got map[bool]int
	if fn.Pkg() == pk.pkg {
		got = pk.syntax.nonNilWhen[fn]
	} else if f := pk.imp(fn); f != nil {
		got = f.NonNilWhen
	}
	p, ok := got[truth]
	if !ok {
		return -1
	}
	if fn.Signature().Recv() != nil {
		p++
	}
	return p
}

// writes reports whether a literal (or one inside it) assigns to captured
// variable i.
func (pk *pack) writes(fn *ir.Function, i int) bool {
	got, ok := pk.writers[fn]
	if !ok {
		got = make([]tri, len(fn.FreeVars))
		pk.writers[fn] = got
		for j, fv := range fn.FreeVars {
			got[j] = triOf(writesVia(pk, fn, fv))
		}
	}
	return i < len(got) && got[i] != no
}

func writesVia(pk *pack, fn *ir.Function, fv *ir.FreeVar) bool {
	if len(fn.Blocks) == 0 {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ir.Store:
				if instr.Addr == ir.Value(fv) {
					return true
				}
			case *ir.MakeClosure:
				inner, _ := instr.Fn.(*ir.Function)
				for j, bound := range instr.Bindings {
					if bound == ir.Value(fv) && inner != nil && pk.writes(inner, j) {
						return true
					}
				}
			case ir.CallInstruction:
				for _, a := range instr.Common().Args {
					if a == ir.Value(fv) {
						return true
					}
				}
			}
		}
	}
	return false
}

// mayClose reports whether a literal may close, or hand on, a body that
// captured variable i holds.
func (pk *pack) mayClose(fn *ir.Function, i int, elem types.Type) bool {
	key := spotKey{fn, i}
	if got, ok := pk.closing[key]; ok {
		return got
	}
	pk.closing[key] = true // recursion
	var s spec
	switch {
	case isResponse(elem):
		s = spec{param: len(fn.Params) + i, kind: asResponse, path: "*"}
	case pk.tr.isBodyLike(elem):
		s = spec{param: len(fn.Params) + i, kind: asBody, path: "*"}
	default:
		return true
	}
	got := false
	for _, o := range pk.summary(fn, s, "") {
		if o.status != open {
			got = true
		}
	}
	pk.closing[key] = got
	return got
}

// A resultFact says that a result of a function holds an open body.
type resultFact struct {
	res  int
	kind kind
	path string
	// failed: it does so also where the error isn't nil.
	failed bool
	// maybe: sometimes there is no body, and no error either.
	maybe bool
	// nils has a bit for each other result that is nil wherever this one holds a body.
	nils uint32
}

// sourcesOf returns what a call yields: the bodies that are open once it has
// returned without an error.
func (pk *pack) sourcesOf(call *ir.Call) []*source { return pk.yieldedBy(call, &call.Call) }

// yieldedBy is sourcesOf for the call that instr executes, which a go or defer
// statement does as well: there nobody gets the results.
func (pk *pack) yieldedBy(instr ir.CallInstruction, common *ir.CallCommon) []*source {
	sig := common.Signature()
	if sig.Results().Len() == 0 {
		return nil
	}
	if slices.ContainsFunc(common.Args, isNilRequest) {
		return nil // there is an error, or a panic
	}
	call, _ := instr.(*ir.Call)
	obj := staticCallee(common)
	err := errResult(sig)
	tuple := sig.Results().Len() > 1
	shape := func(res int) []*source {
		return []*source{{call: call, obj: obj, res: res, tuple: tuple, kind: asResponse, err: err}}
	}
	if obj != nil {
		switch httpmodel.Yields(obj) {
		case httpmodel.YieldOpen:
			return shape(0)
		case httpmodel.YieldNothing, httpmodel.YieldOwn:
			return nil
		}
	}
	if callee := common.StaticCallee(); callee != nil && !common.IsInvoke() {
		if fn := body(callee); fn != nil && (fn.Pkg == pk.prog.pkg || fn.Parent() != nil) {
			return pk.asSources(call, obj, tuple, err, pk.resultsOf(fn))
		}
		if obj != nil && obj.Pkg() != pk.pkg {
			if f := pk.imp(obj.Origin()); f != nil {
				var rs []resultFact
				for _, r := range f.Results {
					if !r.Own {
						rs = append(rs, resultFact{r.Index, kind(r.Kind), r.Path, r.Failed, r.Maybe, r.Nils})
					}
				}
				return pk.asSources(call, obj, tuple, err, rs)
			}
			if pk.syntax.knows(obj.Pkg()) {
				return nil
			}
		}
	}
	if respAndErr(sig) {
		if lit := pk.literal(common.Value); lit != nil && !common.IsInvoke() {
			return pk.asSources(call, obj, tuple, err, pk.resultsOf(lit))
		}
		if lit := pk.maker(common); lit != nil {
			return pk.asSources(call, obj, tuple, err, pk.resultsOf(lit))
		}
		if isDynamic(common) && pk.settles(instr.Parent()) || common.IsInvoke() && pk.madeByHand(common.Method) {
			return nil
		}
		srcs := shape(0)
		srcs[0].unseen = true
		return srcs
	}
	return nil
}

// madeByHand reports whether a method of an interface makes its responses from something
// else than a request, as far as this package shows: it isn't given one, and no
// implementation returns a response that needs a Close. Those in tests say nothing of
// what is there in earnest.
func (pk *pack) madeByHand(method *types.Func) bool {
	for p := range method.Signature().Params().Variables() {
		if isRequest(p.Type()) {
			return false
		}
	}
	it, ok := method.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	var impls []*types.Func
	for fn, decl := range pk.syntax.decls {
		if fn.Name() != method.Name() || fn.Signature().Recv() == nil || !types.Implements(fn.Signature().Recv().Type(), it) {
			continue
		}
		if file := pk.prog.prog.Fset.File(decl.Pos()); file == nil || !strings.HasSuffix(file.Name(), "_test.go") {
			impls = append(impls, fn)
		}
	}
	slices.SortFunc(impls, func(a, b *types.Func) int { return int(a.Pos() - b.Pos()) })
	for _, fn := range impls {
		f := pk.prog.prog.FuncValue(fn)
		if f == nil || body(f) == nil || len(pk.resultsOf(f)) > 0 {
			return false
		}
	}
	return len(impls) > 0
}

// settles reports whether fn calls a function that is known to return a response of which
// nothing is left open. What a function value returns beside that is anybody's guess: a
// page, and those that follow it.
func (pk *pack) settles(fn *ir.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ir.Call)
			if !ok || isDynamic(&call.Call) || !respAndErr(call.Call.Signature()) {
				continue
			}
			if callee := body(call.Call.StaticCallee()); callee != nil && pk.busy[callee] {
				continue // not known yet
			}
			if len(pk.sourcesOf(call)) == 0 {
				return true
			}
		}
	}
	return false
}

// literal returns the function literal that v is, where v is a variable that is
// set once, or the result of a function of this package with one return.
func (pk *pack) literal(v ir.Value) *ir.Function {
	switch v := v.(type) {
	case *ir.MakeClosure:
		fn, _ := v.Fn.(*ir.Function)
		if fn != nil && len(fn.Blocks) > 0 {
			return fn
		}
	case *ir.Function:
		return body(v)
	case *ir.ChangeType:
		return pk.literal(v.X)
	case *ir.Load:
		a, ok := v.X.(*ir.Alloc)
		if !ok {
			return nil
		}
		var stored ir.Value
		for _, use := range *a.Referrers() {
			switch use := use.(type) {
			case *ir.Store:
				if use.Addr != ir.Value(a) || stored != nil {
					return nil
				}
				stored = use.Val
			case *ir.MakeClosure:
				fn, ok := use.Fn.(*ir.Function)
				if i := slices.Index(use.Bindings, ir.Value(a)); !ok || pk.writes(fn, i) {
					return nil
				}
			case *ir.Load:
			default:
				return nil
			}
		}
		if _, isLoad := stored.(*ir.Load); stored != nil && !isLoad {
			return pk.literal(stored)
		}
	case *ir.Call:
		callee := v.Call.StaticCallee()
		if callee == nil {
			return nil
		}
		fn := body(callee)
		if fn == nil || fn.Pkg != pk.prog.pkg || fn.Signature.Results().Len() != 1 {
			return nil
		}
		var lit *ir.Function
		for _, b := range fn.Blocks {
			ret, isReturn := b.Control().(*ir.Return)
			if !isReturn {
				continue
			}
			mc, ok := ret.Results[0].(*ir.MakeClosure)
			if ct, isChanged := ret.Results[0].(*ir.ChangeType); isChanged {
				mc, ok = ct.X.(*ir.MakeClosure)
			}
			if !ok || lit != nil {
				return nil
			}
			lit, _ = mc.Fn.(*ir.Function)
		}
		if lit != nil && len(lit.Blocks) > 0 {
			return lit
		}
	}
	return nil
}

// maker returns the literal that makes what a generic function returns: an argument that
// returns the same type parameter, as in Retry[T any](func() (T, error)) (T, error).
func (pk *pack) maker(c *ir.CallCommon) *ir.Function {
	fn := staticCallee(c)
	if fn == nil || c.IsInvoke() {
		return nil
	}
	sig := fn.Signature()
	if sig.Results().Len() == 0 || !isTypeParam(sig.Results().At(0).Type()) {
		return nil
	}
	var lit *ir.Function
	for _, a := range c.Args {
		f, ok := a.Type().Underlying().(*types.Signature)
		if !ok || !respAndErr(f) {
			continue
		}
		if lit != nil {
			return nil
		}
		lit = pk.literal(a)
	}
	return lit
}

// asSources turns what is known of a function's results into the source that a
// call of it is. Where several results hold a body it is the same one: a reader
// and the response that it belongs to.
func (pk *pack) asSources(call *ir.Call, obj *types.Func, tuple bool, err int, rs []resultFact) []*source {
	if len(rs) == 0 {
		return nil
	}
	r := rs[0]
	src := source{call: call, obj: obj, res: r.res, tuple: tuple, kind: r.kind, path: r.path, err: err, also: rs[1:], nils: r.nils, maybe: r.maybe}
	if r.maybe && call != nil && !slices.ContainsFunc(rs, func(r resultFact) bool { return used(call, tuple, r.res) }) {
		return nil // the caller knows that this time there is none
	}
	out := []*source{&src}
	if r.failed && err >= 0 {
		with := src
		with.failed = true
		out = append(out, &with)
	}
	return out
}

// used reports whether a result of a call goes anywhere.
func used(call *ir.Call, tuple bool, res int) bool {
	if call.Referrers() == nil {
		return false
	}
	for _, use := range *call.Referrers() {
		if _, blank := use.(*ir.BlankStore); blank {
			continue
		}
		ext, ok := use.(*ir.Extract)
		if !tuple || !ok {
			return true
		}
		if ext.Index != res || ext.Referrers() == nil {
			continue
		}
		for _, u := range *ext.Referrers() {
			if _, blank := u.(*ir.BlankStore); !blank {
				return true
			}
		}
	}
	return false
}

// resultsOf finds the results of a function of this package that hold an open
// body whenever the error result is nil.
func (pk *pack) resultsOf(fn *ir.Function) []resultFact {
	if rs, ok := pk.results[fn]; ok {
		return rs
	}
	if pk.busy[fn] {
		return nil
	}
	pk.busy[fn] = true
	defer delete(pk.busy, fn)

	y := yield{
		opens: make(map[resultFact]bool), not: make(map[int]bool), nils: make(map[int]uint32),
		with: make(map[spot]bool), without: make(map[spot]bool),
	}
	if pk.returnsTracked(fn) {
		for call := range callsIn(fn) {
			if bodiless(&call.Call) {
				continue
			}
			for _, src := range pk.sourcesOf(call) {
				if !y.decided(fn.Signature) {
					pk.returned(fn, src, &y)
				}
			}
		}
	}
	pk.received(fn, &y)
	var rs []resultFact
	for r := range y.opens {
		if r.failed || y.not[r.res] {
			continue
		}
		r.failed = y.opens[resultFact{res: r.res, kind: r.kind, path: r.path, failed: true}]
		for at := range y.without {
			r.maybe = r.maybe || at.res == r.res && !y.with[at]
		}
		r.nils = y.nils[r.res]
		rs = append(rs, r)
	}
	slices.SortFunc(rs, func(a, b resultFact) int {
		if a.res != b.res {
			return a.res - b.res
		}
		return strings.Compare(a.path, b.path)
	})
	// One result can hold the body in two places; one obligation is enough.
	rs = slices.CompactFunc(rs, func(a, b resultFact) bool { return a.res == b.res })
	pk.results[fn] = rs
	return rs
}

// isNilRequest reports whether v is nil in place of a request.
func isNilRequest(v ir.Value) bool { return isNilConst(symOf(v)) && isRequest(v.Type()) }

// bodiless reports whether a call makes a HEAD request: its response has no body,
// and holds no connection whether it is closed or not.
func bodiless(call *ir.CallCommon) bool {
	if fn := staticCallee(call); fn != nil && httpmodel.SendsHead(fn) {
		return true
	}
	for _, a := range call.Args {
		if t, ok := pointerTo(a.Type()); ok && namedIn(t, "net/http", "Request") && sentMethod(a) == http.MethodHead {
			return true
		}
	}
	return false
}

func isHead(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == http.MethodHead
}

// sentMethod returns the method of the request that v is, if it is a constant.
func sentMethod(v ir.Value) string { return sentMethodAt(v, 2) }

func sentMethodAt(v ir.Value, depth int) string {
	if ext, ok := v.(*ir.Extract); ok && ext.Index == 0 {
		v = ext.Tuple
	}
	call, ok := v.(*ir.Call)
	if !ok {
		return ""
	}
	fn := staticCallee(&call.Call)
	if fn == nil {
		return ""
	}
	args := call.Call.Args
	switch fn.FullName() {
	case "net/http.NewRequest":
	case "net/http.NewRequestWithContext":
		args = args[1:]
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
		return sentMethodAt(args[0], depth)
	default:
		// A function that makes the request says what it sends.
		if b := body(call.Call.StaticCallee()); b != nil && depth > 0 {
			if m := madeMethod(b, depth-1); m != "" {
				return m
			}
		}
		// newRequest(http.MethodHead, …): what makes requests and is told a method
		// makes one of that. What is given a request and returns one changes other
		// things about it: must(http.NewRequest(…)), sign(req).
		if slices.ContainsFunc(args, isHead) {
			return http.MethodHead
		}
		for _, a := range args {
			if t, ok := pointerTo(a.Type()); ok && namedIn(t, "net/http", "Request") {
				return sentMethodAt(a, depth)
			}
		}
		return ""
	}
	if c, ok := args[0].(*ir.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

// madeMethod returns the method of the requests that fn returns first, if it is the same
// constant at each return that has one.
func madeMethod(fn *ir.Function, depth int) string {
	method := ""
	for _, b := range fn.Blocks {
		ret, ok := b.Control().(*ir.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		for v := range sourcesOfValue(ret.Results[0]) {
			if c, isConst := v.(*ir.Const); isConst && c.IsNil() {
				continue
			}
			got := sentMethodAt(v, depth)
			if got == "" || method != "" && got != method {
				return ""
			}
			method = got
		}
	}
	return method
}

// sourcesOfValue yields the values that v can be, where paths meet.
func sourcesOfValue(v ir.Value) iter.Seq[ir.Value] {
	return func(yield func(ir.Value) bool) {
		seen := make(map[ir.Value]bool)
		work := []ir.Value{v}
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			if phi, ok := v.(*ir.Phi); ok {
				work = append(work, phi.Edges...)
			} else if !yield(v) {
				return
			}
		}
	}
}

// callsIn yields the calls of fn and of its literals: bodies of range-over-func
// loops, and functions that leave a response in a variable round them.
func callsIn(fn *ir.Function) iter.Seq[*ir.Call] {
	return func(yield func(*ir.Call) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ir.Call); ok && !yield(call) {
					return
				}
			}
		}
		for _, anon := range fn.AnonFuncs {
			for call := range callsIn(anon) {
				if !yield(call) {
					return
				}
			}
		}
	}
}

// returnsTracked reports whether a result of fn could hold a body.
func (pk *pack) returnsTracked(fn *ir.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if pk.tr.canHold(v.Type()) || isTypeParam(v.Type()) {
			return true
		}
	}
	return false
}

// A spot is one result of one return statement.
type spot struct {
	ret *ir.Return
	res int
}

// received adds to y the responses that fn gets over a channel and returns: some
// goroutine of its own has made the request.
func (pk *pack) received(fn *ir.Function, y *yield) {
	if !respAndErr(fn.Signature) {
		return
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Control().(*ir.Return); ok && fromChannel(ret.Results[0], make(map[ir.Value]bool)) {
			y.opens[resultFact{res: 0, kind: asResponse}] = true
			y.with[spot{ret, 0}] = true
		}
	}
}

// fromChannel reports whether v may be what a receive yielded, or a field of it.
func fromChannel(v ir.Value, seen map[ir.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ir.Recv:
		return true
	case *ir.Extract:
		switch v.Tuple.(type) {
		case *ir.Recv, *ir.Select:
			return true
		}
	case *ir.Field:
		return fromChannel(v.X, seen)
	case *ir.Load:
		return fromChannel(v.X, seen)
	case *ir.FieldAddr:
		return fromChannel(v.X, seen)
	case *ir.Phi:
		for _, e := range v.Edges {
			if fromChannel(e, seen) {
				return true
			}
		}
	case *ir.Alloc:
		for _, use := range *v.Referrers() {
			if s, ok := use.(*ir.Store); ok && s.Addr == ir.Value(v) && fromChannel(s.Val, seen) {
				return true
			}
		}
	}
	return false
}

// A yield gathers what the results of a function are seen to hold.
type yield struct {
	opens         map[resultFact]bool
	not           map[int]bool // results that hold a body which is settled
	nils          map[int]uint32
	with, without map[spot]bool
}

// decided reports whether nothing more can be found out: each result that could hold a body
// is seen to hold one that is settled.
func (y *yield) decided(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if t := sig.Results().At(i).Type(); !y.not[i] && !isBasic(t) && !isError(t) {
			return false
		}
	}
	return true
}

// isDynamic reports whether a call is one of a function value.
func isDynamic(c *ir.CallCommon) bool { return !c.IsInvoke() && c.StaticCallee() == nil }

// returned adds to y in which results fn returns the body of src.
func (pk *pack) returned(fn *ir.Function, src *source, y *yield) {
	m := pk.follow(fn, src)
	err := errResult(fn.Signature)
	for _, e := range m.outs {
		if err < 0 || e.st.fact(e.results[err]).isNil != no {
			for i, r := range e.results {
				if c, _, ok := e.st.hold(r); ok && c.kind != asReader {
					y.with[spot{e.at, i}] = true
				} else {
					y.without[spot{e.at, i}] = true
				}
			}
		}
		if e.st.st == notYet {
			continue
		}
		failed := err >= 0 && e.st.fact(e.results[err]).isNil == no
		for i, r := range e.results {
			c, path, ok := e.st.hold(r)
			if !ok || isFuncLike(r) || c.kind == asElement || c.kind == asReader {
				continue
			}
			switch {
			case e.st.st == open && !m.broken:
				if src.maybe {
					y.without[spot{res: i}] = true
				}
				y.opens[resultFact{res: i, kind: c.kind, path: path, failed: failed}] = true
				nils := e.nils(err)
				if known, ok := y.nils[i]; ok {
					nils &= known
				}
				y.nils[i] = nils
			case e.st.st == copied:
				// Closing the copy does nothing, and the caller can't tell.
			case !failed:
				y.not[i] = true
			}
		}
	}
}

// nils returns a bit for each result that is nil, but for the error.
func (e exit) nils(err int) uint32 {
	var bits uint32
	for i, r := range e.results {
		if i != err && i < 32 && e.st.fact(r).isNil == yes {
			bits |= 1 << i
		}
	}
	return bits
}

// follow walks fn with the body of one of its sources, all ways to their ends.
func (pk *pack) follow(fn *ir.Function, src *source) *machine {
	m := newMachine(pk, fn)
	m.src, m.results = src, true
	p := m.prefix(fn)
	if p == nil {
		m.run(fn, newState())
		return m
	}
	m.outs = slices.Clone(p.outs)
	m.runFrom(fn, p)
	return m
}

// settle is follow for leaks alone: paths end where nothing that happens later matters.
// If it hurries, they do so where the body is forgotten, too. In tests what is asserted
// later matters as well.
func (pk *pack) settle(fn *ir.Function, src *source, hurry bool) *machine {
	m := newMachine(pk, fn)
	m.src = src
	m.settles = m.straight(fn)
	m.hurries = hurry && m.settles && fn.Parent() == nil && !src.maybe && !src.unseen && !pk.tests
	m.runSrc(fn)
	return m
}

// straight reports whether the call that yields the body is fn's own.
func (m *machine) straight(fn *ir.Function) bool {
	return m.src.call != nil && m.src.call.Parent() == fn
}

// A prefix has the states in which the blocks of a function are entered while no body
// is there yet, and the ways out without one.
type prefix struct {
	at     [][]*state
	outs   []exit
	broken bool
}

type prefixKey struct {
	fn      *ir.Function
	maybe   bool // see source: a test that fails then means something else
	watched bool // cancels matter, too
}

// runSrc walks m's function with the body of m.src. What comes before the call is the
// same for all calls of a function; where that is known, or there are many, it is walked
// once. Otherwise it would be walked further than it has to be.
func (m *machine) runSrc(fn *ir.Function) {
	const many = 2
	m.pk.follows[fn]++
	if m.pk.prefixes[m.prefixKey(fn)] != nil || m.pk.follows[fn] > many {
		if p := m.prefix(fn); p != nil {
			m.runFrom(fn, p)
			return
		}
	}
	m.run(fn, newState())
}

// runFrom walks fn from the call of m.src.
func (m *machine) runFrom(fn *ir.Function, p *prefix) {
	m.prefixed = true
	m.stack = append(m.stack, fn)
	w := m.newWalk(fn)
	b := m.src.call.Block()
	for _, st := range p.at[b.Index] {
		st := st.clone()
		st.path = st.path.prev // push adds the block
		w.push(b, st)
	}
	w.run()
	m.stack = m.stack[:0]
}

func (m *machine) prefixKey(fn *ir.Function) prefixKey {
	return prefixKey{fn, m.src.maybe, m.watch != nil}
}

// prefix walks fn without a body, if it hasn't been. It returns nil where the call of
// m.src isn't fn's own, or where there is too much to walk.
func (m *machine) prefix(fn *ir.Function) *prefix {
	if !m.straight(fn) {
		return nil
	}
	key := m.prefixKey(fn)
	p, ok := m.pk.prefixes[key]
	if !ok {
		before := newMachine(m.pk, fn)
		before.src = &source{maybe: key.maybe}
		if key.watched {
			before.watch = new(watch)
		}
		before.stack = append(before.stack, fn)
		w := before.newWalk(fn)
		w.at = make([][]*state, len(fn.Blocks))
		w.push(fn.Blocks[0], newState())
		w.run()
		p = &prefix{w.at, before.outs, before.broken}
		m.pk.prefixes[key] = p
	}
	if p.broken {
		return nil
	}
	return p
}

// An account says what becomes of the body of one source.
type account struct {
	leaks []leak
	fn    *ir.Function // the function that leaves it open
	never bool         // no path closes it or hands it on
	sure  []*ir.Return // the returns that every path leaves it open at
	lent  bool         // something that outlives the function may still read from it
	// passed has the calls through which the body got to fn.
	passed map[*ir.Call]bool
	// relied has the functions that were taken to close the body in any case, and
	// don't.
	relied []sumKey
}

// account follows the body of src through fn. A literal may leave it in a
// variable of the function round it, or return it to a callee of that one; then
// that function is the one that has to close it.
func (pk *pack) account(fn *ir.Function, src *source) *account {
	for {
		m := pk.settle(fn, src, true)
		acc, kept := pk.tally(fn, m)
		if m.early && (!acc.never || m.broken) {
			// It isn't forgotten on all paths: the returns matter then.
			m = pk.settle(fn, src, false)
			acc, kept = pk.tally(fn, m)
		}
		if m.broken {
			return &account{fn: fn}
		}
		if len(acc.leaks) > 0 || !kept || fn.Parent() == nil {
			return acc
		}
		fn = fn.Parent()
	}
}

// tally counts up what the exits of a walk say. kept is set if something that outlives
// fn has the body at one of them.
func (pk *pack) tally(fn *ir.Function, m *machine) (acc *account, kept bool) {
	acc = &account{fn: fn, leaks: m.leaks, never: true, passed: m.passed, relied: m.relied}
	at := make(map[*ir.Return]bool) // whether it is open on every path so far
	for _, e := range m.outs {
		leaves := false
		switch {
		case e.st.st == notYet:
			continue
		case e.st.st != open:
		case e.st.events&evFailed != 0:
			// An assertion has failed: somebody looks into that first.
		case e.upgraded():
			// The connection speaks another protocol now, and whoever dialled it,
			// or took it out of the response, has it.
		case m.keeps(fn, e):
			kept = true
		case m.managed(fn, e):
			// What the path took for a second round may not be one.
		default:
			leaves = true
			acc.lent = acc.lent || e.lends()
			acc.leaks = append(acc.leaks, leak{at: e.at, path: e.st.path, st: e.st})
		}
		was, known := at[e.at]
		at[e.at] = leaves && (was || !known)
		acc.never = acc.never && leaves
	}
	acc.never = acc.never && len(m.ended) == 0
	if len(acc.leaks) > 0 {
		for _, ret := range returnsBehind(m.ended) {
			at[ret] = false
		}
	}
	for ret, all := range at {
		if all {
			acc.sure = append(acc.sure, ret)
		}
	}
	slices.SortFunc(acc.sure, func(a, b *ir.Return) int { return int(a.Pos() - b.Pos()) })
	return acc, kept
}

// managed reports whether at exit e the body was in a variable that outlives the rounds of
// a loop, and that is closed in the loop if it isn't nil. Whoever wrote that thought of the
// rounds, and when the variable can be set without it is beyond what branches prove.
func (m *machine) managed(fn *ir.Function, e exit) bool {
	if m.src == nil || m.src.call == nil || m.src.call.Parent() != fn || !m.inCycle(m.src.call.Block()) || !e.st.lost() {
		return false
	}
	for _, use := range *m.src.call.Referrers() {
		ext, ok := use.(*ir.Extract)
		if !ok || ext.Index != m.src.res || ext.Referrers() == nil {
			continue
		}
		for _, use := range *ext.Referrers() {
			if store, ok := use.(*ir.Store); ok && store.Val == ir.Value(ext) && m.closedInLoop(store.Addr) {
				return true
			}
		}
	}
	return false
}

// closedInLoop reports whether a loop round the call of m.src closes what is in the
// variable at addr, if that isn't nil.
func (m *machine) closedInLoop(addr ir.Value) bool {
	at := m.src.call.Block()
	if in, ok := addr.(ir.Instruction); ok && m.inCycle(in.Block()) || addr.Referrers() == nil {
		return false
	}
	for _, use := range *addr.Referrers() {
		load, ok := use.(*ir.Load)
		if !ok || load.Parent() != at.Parent() || !m.inCycle(load.Block()) || !reaches(load.Block(), at) || !reaches(at, load.Block()) {
			continue
		}
		for v := range closedThrough(load) {
			for b := v.Block(); b != nil; b = b.Idom() {
				if p := b.Idom(); p != nil && isNilGuard(p, b, addr) {
					return true
				}
			}
		}
	}
	return false
}

// closedThrough yields the calls of Close of v, or of its Body.
func closedThrough(v ir.Value) iter.Seq[*ir.Call] {
	return func(yield func(*ir.Call) bool) {
		for _, use := range *v.Referrers() {
			switch use := use.(type) {
			case *ir.Call:
				if use.Call.IsInvoke() && use.Call.Value == v && use.Call.Method.Name() == "Close" && !yield(use) {
					return
				}
			case *ir.FieldAddr:
				if !isBodyOf(use, isResponse) {
					continue
				}
				for _, use := range *use.Referrers() {
					if load, ok := use.(*ir.Load); ok {
						for call := range closedThrough(load) {
							if !yield(call) {
								return
							}
						}
					}
				}
			}
		}
	}
}

// isNilGuard reports whether p branches to b where the variable at addr isn't nil.
func isNilGuard(p, b *ir.BasicBlock, addr ir.Value) bool {
	iff, ok := p.Control().(*ir.If)
	if !ok || p.Succs[0] != b {
		return false
	}
	cmp, ok := iff.Cond.(*ir.BinOp)
	if !ok || cmp.Op != token.NEQ {
		return false
	}
	for _, pair := range [][2]ir.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
		if load, ok := pair[0].(*ir.Load); ok && load.X == addr && isNilConst(symOf(pair[1])) {
			return true
		}
	}
	return false
}

// returnsBehind returns the returns that can be reached from some of the blocks.
func returnsBehind(blocks []*ir.BasicBlock) (rets []*ir.Return) {
	if len(blocks) == 0 {
		return nil
	}
	seen := make([]bool, len(blocks[0].Parent().Blocks))
	work := slices.Clone(blocks)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b.Index] {
			continue
		}
		seen[b.Index] = true
		if ret, ok := b.Control().(*ir.Return); ok {
			rets = append(rets, ret)
		}
		work = append(work, b.Succs...)
	}
	return rets
}

// upgraded reports whether at exit e the response is known to have switched
// protocols.
func (e exit) upgraded() bool {
	for x, c := range e.st.carry.m {
		if c.kind != asResponse {
			continue
		}
		status, ok := e.st.mem.m[cell{x, ".StatusCode"}]
		if eq := e.st.fact(status).eq; ok && eq != nil && eq.ExactString() == "101" {
			return true
		}
	}
	return false
}

// lends reports whether at exit e something is there that reads from the body
// when the function is over: a Close at its end would come too early.
func (e exit) lends() bool {
	if e.st.events&evLent != 0 {
		return true
	}
	for _, r := range e.results {
		if _, _, ok := e.st.hold(r); ok {
			return true
		}
	}
	for k, v := range e.st.mem.m {
		switch k.base.v.(type) {
		case *ir.Parameter, *ir.FreeVar, *ir.Global:
			if _, _, held := e.st.hold(v); held {
				return true
			}
		}
	}
	return false
}

// keeps reports whether somebody outside fn can still close the body at exit
// e: the caller through a result, or whoever shares the memory it lies in.
func (m *machine) keeps(fn *ir.Function, e exit) bool {
	if len(e.st.defers) > 0 {
		return true // deferred for an enclosing function
	}
	for i, r := range e.results {
		c, path, ok := e.st.hold(r)
		if !ok {
			continue
		}
		if isFuncLike(r) {
			if m.mayTake(e.st, r) {
				return true
			}
			continue
		}
		if c.kind != asReader {
			return true
		}
		_, _ = i, path
	}
	for k, v := range e.st.mem.m {
		if _, _, held := e.st.hold(v); !held {
			continue
		}
		switch k.base.v.(type) {
		case *ir.Parameter, *ir.FreeVar, *ir.Global:
			if _, direct := e.st.carry.m[k.base]; !direct {
				return true
			}
		}
		if e.st.flags.m[k.base]&flagEscaped != 0 {
			return true
		}
	}
	return false
}

// imported answers a question about a function of another package by its fact.
func (pk *pack) imported(fn *types.Func, arg int, k kind, path string) ([]outcome, bool) {
	f := pk.imp(fn.Origin())
	if f == nil {
		return nil, false
	}
	for _, p := range f.Params {
		if p.Arg == arg && kind(p.Kind) == k && p.Path == path {
			return p.outcomes(), true
		}
	}
	if k == asReader {
		return []outcome{{status: open}}, true
	}
	return nil, false
}
