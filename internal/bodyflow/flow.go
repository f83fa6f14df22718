// Package bodyflow is the engine: it finds out where HTTP response bodies come
// from, who owns them, and what becomes of them. It reports nothing itself; the
// passes read its result.
//
// The work is done in three layers. The syntax of every package gives small
// facts (syntax.go). In packages that net/http can be reached from, the
// functions that touch a response or a body get IR (program.go), over which a
// machine follows one body at a time through one function (machine.go), with
// the calls on the way answered by the model (internal/httpmodel), by
// summaries of the package's own functions, or by the facts of others
// (summary.go, facts.go). Drains are found in the syntax and proved over the
// IR (drain.go, proof.go).
package bodyflow

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// Analyzer computes the [Result] of a package and exports the facts of its
// functions. It has no diagnostics and no settings.
var Analyzer = &analysis.Analyzer{
	Name:       "bodyflow",
	Doc:        "find out where HTTP response bodies come from and what becomes of them",
	URL:        "https://pkg.go.dev/github.com/bodyvet/bodyvet/internal/bodyflow",
	Run:        run,
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*FuncFact)(nil), (*PkgFact)(nil), (*ClientFact)(nil), (*DiscardFact)(nil)},
}

// A PkgFact says that net/http can be reached from a package, and that its
// functions were therefore looked at.
type PkgFact struct{ HTTP bool }

// AFact marks PkgFact as a fact.
func (*PkgFact) AFact() {}

func (*PkgFact) String() string { return "reaches net/http" }

// A Result is what the engine knows of a package.
type Result struct {
	// HTTP is set if net/http can be reached from the package at all.
	HTTP bool

	pass   *analysis.Pass
	pk     *pack
	finder *drainFinder
	// rest builds what was left out as long as only facts were wanted; nil if nothing was.
	rest func()

	// Drivers run the passes of a package at the same time, and what they ask
	// for is computed when the first one asks.
	mu     sync.Mutex
	drains *Drains
	leaks  []*Leak
	gaps   []*Gap
	conns  map[*ir.Function]conns
}

// LookedAt names the function that was walked last, with its position: where it went
// wrong, if it did.
func (r *Result) LookedAt() string {
	if r.pk == nil || r.pk.walked == nil {
		return ""
	}
	fn := outermost(r.pk.walked)
	return fmt.Sprintf("%s at %s", fn, r.pass.Fset.Position(fn.Pos()))
}

// Drains finds the drains of the package, in source order.
func (r *Result) Drains() *Drains {
	if r.pk == nil {
		return new(Drains)
	}
	r.whole()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.drains == nil {
		r.drains = r.finder.all()
	}
	return r.drains
}

// FixedAlone reports whether a call of a drain helper that stays as it is can
// become a plain Close.
func (r *Result) FixedAlone(c *HelperCall) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.callee != nil {
		return r.finder.fixedAlone(c, c.callee.Fact)
	}
	fn := callee(r.pass.TypesInfo, c.Call)
	if fn == nil {
		return false
	}
	f := r.pk.imp(fn)
	return f != nil && f.Drain != nil && r.finder.fixedAlone(c, *f.Drain)
}

func run(pass *analysis.Pass) (_ any, err error) {
	res := &Result{pass: pass}
	// One bad function must not take the other packages with it.
	defer func() {
		if p := recover(); p != nil {
			at := res.LookedAt()
			if at == "" {
				at = "package " + pass.Pkg.Path()
			}
			err = fmt.Errorf("internal error in bodyflow, looking at %s: %v at %s (please report it)", at, p, check.PanicOrigin())
		}
	}()
	if pass.Pkg.Path() == "net/http" {
		// The model speaks for net/http; its own insides are nobody's client code.
		pass.ExportPackageFact(&PkgFact{HTTP: true})
		return res, nil
	}
	imp := importer(pass)
	analyzed := func(pkg *types.Package) bool {
		if pkg == nil || pkg.Path() == "net/http" {
			return false
		}
		var f PkgFact
		return pass.ImportPackageFact(pkg, &f)
	}
	for _, p := range pass.Pkg.Imports() {
		if p.Path() == "net/http" || analyzed(p) {
			res.HTTP = true
			break
		}
	}
	syn := newSyntaxFacts(pass.Files, pass.TypesInfo, imp, analyzed)
	tr := newTracker()
	if !res.HTTP {
		finder := res.newFinder(syn, tr, imp)
		finder.findHelpers(false)
		for fn := range syn.decls {
			f := syn.base(fn)
			if fn.Exported() {
				f.Params = syn.closerFacts(tr, fn)
				f.Drain, f.Copy = finder.fact(fn), finder.copyFact(fn)
			}
			export(pass, fn, f)
		}
		finder.exportDiscards(pass)
		return res, nil
	}
	pass.ExportPackageFact(&PkgFact{HTTP: true})
	relevant := relevantDecls(pass.Files, pass.TypesInfo, tr)
	build := func(wanted map[*ast.FuncDecl]bool) {
		prog := buildProgram(pass.Fset, pass.Pkg, pass.Files, pass.TypesInfo, tr, wanted, func(fn *types.Func) bool {
			return syn.noReturn[fn] || func() bool { f := imp(fn); return f != nil && f.NoReturn }()
		})
		res.pk = newPack(pass.Pkg, tr, prog, syn, imp, relevant)
		res.finder = res.newFinder(syn, tr, imp)
		res.finder.findHelpers(res.rest == nil)
	}
	wanted := relevant
	if isDependency(pass) {
		wanted = told(pass.Files, pass.TypesInfo, tr, relevant, res.newFinder(syn, tr, imp))
		res.rest = func() {
			res.rest = nil
			build(relevant)
		}
	}
	build(wanted)
	res.exportFacts(syn)
	return res, nil
}

// isDependency reports whether a package comes from another module than the one that is
// being worked on, so that only its facts will be asked for, most likely.
func isDependency(pass *analysis.Pass) bool { return pass.Module != nil && pass.Module.Version != "" }

// whole sees that nothing is left out of the IR, since it's not only facts that are
// wanted.
func (r *Result) whole() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.rest != nil {
		r.rest()
	}
}

// base returns the part of a fact that the syntax gives.
func (s *syntaxFacts) base(fn *types.Func) FuncFact {
	return FuncFact{NoReturn: s.noReturn[fn], Asserts: s.asserts[fn], NonNilWhen: s.nonNilWhen[fn]}
}

// export exports f unless it says nothing.
func export(pass *analysis.Pass, fn *types.Func, f FuncFact) {
	if !f.NoReturn && len(f.Asserts) == 0 && len(f.NonNilWhen) == 0 && len(f.Params) == 0 && len(f.Results) == 0 && f.Drain == nil && f.Copy == nil {
		return
	}
	g := f // f itself then stays off the heap for the functions of which there is nothing to say
	pass.ExportObjectFact(fn, &g)
}

// importer returns a function that looks up facts of other packages' functions,
// and remembers them: a hot helper is asked for at each of its calls.
func importer(pass *analysis.Pass) func(*types.Func) *FuncFact {
	known := make(map[*types.Func]*FuncFact)
	return func(fn *types.Func) *FuncFact {
		fn = fn.Origin()
		if fn.Pkg() == nil || fn.Pkg() == pass.Pkg {
			return nil
		}
		f, ok := known[fn]
		if !ok {
			var got FuncFact
			if pass.ImportObjectFact(fn, &got) {
				f = &got
			}
			known[fn] = f
		}
		return f
	}
}

// functions returns the package's functions in source order.
func (r *Result) functions() []*types.Func {
	var fns []*types.Func
	if r.finder != nil {
		fns = slices.Collect(maps.Keys(r.finder.decls))
	}
	slices.SortFunc(fns, func(a, b *types.Func) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return fns
}

// exportFacts exports what other packages may know of this one's functions.
func (r *Result) exportFacts(syn *syntaxFacts) {
	for _, fn := range r.functions() {
		f := syn.base(fn)
		if fn.Exported() {
			r.complete(fn, &f)
			f.Copy = r.finder.copyFact(fn)
		}
		export(r.pass, fn, f)
	}
	r.finder.exportDiscards(r.pass)
	r.exportClients()
}

// complete adds to f what the IR of fn tells.
func (r *Result) complete(obj *types.Func, f *FuncFact) {
	fn := r.pk.prog.prog.FuncValue(obj)
	if fn == nil || len(fn.Blocks) == 0 {
		return
	}
	for i, p := range fn.Params {
		for _, s := range r.questions(i, p.Type(), i == 0 && obj.Signature().Recv() != nil) {
			outs := r.pk.summary(fn, s, "")
			if len(outs) == 1 && outs[0].status == handed && len(outs[0].rets) == 0 {
				continue // the default
			}
			f.Params = append(f.Params, ParamFact{Arg: i, Kind: uint8(s.kind), Path: s.path, Outcomes: outcomeFacts(outs)})
		}
	}
	for _, x := range r.pk.resultsOf(fn) {
		f.Results = append(f.Results, ResultFact{Index: x.res, Kind: uint8(x.kind), Path: x.path, Failed: x.failed, Maybe: x.maybe, Nils: x.nils})
	}
	if len(f.Results) > 0 {
		f.Request = r.pk.requestParam(fn) + 1
	}
	f.Drain = r.finder.fact(obj)
}

// questions returns in which forms a parameter of type t can hold a body.
func (r *Result) questions(i int, t types.Type, recv bool) []spec {
	switch {
	case isTypeParam(t):
		return []spec{{param: i, kind: asResponse}, {param: i, kind: asBody}}
	case isResponse(t):
		return []spec{{param: i, kind: asResponse}}
	case r.pk.tr.isBodyLike(t):
		return []spec{{param: i, kind: asBody}}
	case isRequest(t):
		// Whoever sends it closes its Body; its Response belongs to the redirect that it
		// came from.
		return nil
	}
	elem, ok := pointerTo(t)
	if !ok {
		elem = t
	}
	str, ok := elem.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []spec
	for fld := range str.Fields() {
		switch {
		case isResponse(fld.Type()):
			out = append(out, spec{param: i, kind: asResponse, path: "*." + fld.Name()})
		case r.pk.tr.isBodyLike(fld.Type()) && isPlainCloser(fld.Type()):
			out = append(out, spec{param: i, kind: asBody, path: "*." + fld.Name()})
		}
	}
	if !recv && len(out) > 4 {
		return nil // a table of things, not an owner
	}
	return out
}

// A Leak is a response body that some feasible path leaves open.
type Leak struct {
	// Call yields the response.
	Call *ast.CallExpr
	// Return is where the path leaves the function; nil where the body is
	// overwritten instead, for results that are dropped on the spot, and where
	// the function is left at its end.
	Return ast.Node
	// End is the closing brace of the function, where the path leaves it there.
	End token.Pos
	// Overwritten is set if a loop replaces the last holder.
	Overwritten bool
	// Path has the conditions that hold on the way, in source order.
	Path []Branch
	// Fn is the innermost function that leaves it open, a *ast.FuncDecl or
	// *ast.FuncLit.
	Fn ast.Node
	// Kind is "response" or "body": what the call yields.
	Kind string
	// Direct is set if the call's result is that itself, not something that has
	// it in a field.
	Direct bool
	// Never is set if no path closes the body or hands it on.
	Never bool
	// Open has the return statements at which it is open on every path that
	// made the call.
	Open []*ast.ReturnStmt
	// Failed is set if the body is the one that the call yields beside an error.
	Failed bool
	// Lent is set if something that outlives the function may read from the body
	// that it leaves open.
	Lent bool
	// Read says how much of the body is read on the path.
	Read Reading

	// at is the call, and through has those that handed its body on to Fn.
	at      *ir.Call
	through map[*ir.Call]bool
}

// A Reading says how much of a body was read.
type Reading uint8

const (
	// Unread: the connection and the goroutines that serve it stay.
	Unread Reading = iota
	// ReadInPart: they stay unless what was read happened to be all.
	ReadInPart
	// ReadToEnd: nothing stays but, on HTTP/1, a connection that can be used
	// again.
	ReadToEnd
)

// A Branch is one condition that a path went through.
type Branch struct {
	Cond ast.Expr
	True bool
}

// Leaks finds the bodies that the package's functions leave open, in source
// order.
func (r *Result) Leaks() []*Leak {
	if r.pk == nil {
		return nil
	}
	r.whole()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.leaks == nil {
		r.findLeaks()
	}
	return r.leaks
}

func (r *Result) findLeaks() {
	out := make([]*Leak, 0)
	for _, fn := range r.pk.prog.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if l := r.leak(fn, instr); l != nil {
					out = append(out, l)
				}
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Call.Lparen < out[j].Call.Lparen })
	// A body that a literal returns to the function round it is opened twice over:
	// by the call in the literal, and by that of the literal. The latter has a
	// variable, and a place for the Close.
	calls := make(map[*ir.Call]bool)
	for _, l := range out {
		calls[l.at] = l.at != nil
	}
	out = slices.DeleteFunc(out, func(l *Leak) bool {
		for call := range l.through {
			if calls[call] {
				return true
			}
		}
		return false
	})
	// A literal in a generic function, or a body of a range-over-func loop, can
	// come up twice.
	uniq := out[:0]
	for i, l := range out {
		if i == 0 || out[i-1].Call != l.Call {
			uniq = append(uniq, l)
		}
	}
	r.leaks = uniq
	r.describeGaps()
}

func (r *Result) leak(fn *ir.Function, instr ir.Instruction) *Leak {
	switch instr := instr.(type) {
	case *ir.Call:
		expr, ok := instr.Source().(*ast.CallExpr)
		if !ok || bodiless(&instr.Call) {
			return nil
		}
		for _, src := range r.pk.sourcesOf(instr) {
			acc := r.pk.account(fn, src)
			if len(acc.leaks) == 0 {
				r.findGaps(fn, src, acc)
				continue
			}
			if r.madeByHand(fn, expr) || r.hangsUp(fn, src) || r.wantsError(fn, src) {
				return nil
			}
			return r.describe(acc, expr, src)
		}
	case *ir.Go:
		return r.dropped(fn, instr, &instr.Call)
	case *ir.Defer:
		return r.dropped(fn, instr, &instr.Call)
	}
	return nil
}

// dropped finds the leak of a go or defer statement that calls a source: nobody
// gets its results.
func (r *Result) dropped(fn *ir.Function, instr ir.CallInstruction, common *ir.CallCommon) *Leak {
	if bodiless(common) || len(r.pk.yieldedBy(instr, common)) == 0 {
		return nil
	}
	var call *ast.CallExpr
	switch stmt := instr.Source().(type) {
	case *ast.GoStmt:
		call = stmt.Call
	case *ast.DeferStmt:
		call = stmt.Call
	default:
		return nil
	}
	if r.madeByHand(fn, call) {
		return nil
	}
	return &Leak{Call: call, Fn: fn.Source(), Kind: "response", Never: true}
}

// madeByHand reports whether the response of a call in fn is one that no client
// made.
func (r *Result) madeByHand(fn *ir.Function, call *ast.CallExpr) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	decl := r.pk.prog.decls[fn]
	return decl != nil && r.finder.madeByHand(decl, call)
}

// hangsUp reports whether the request was made on a connection of the code's own, which
// the function closes: with that nothing is left of the body either.
func (r *Result) hangsUp(fn *ir.Function, src *source) bool {
	fn = outermost(fn)
	c, ok := r.conns[fn]
	if !ok {
		c = connsOf(fn)
		if r.conns == nil {
			r.conns = make(map[*ir.Function]conns)
		}
		r.conns[fn] = c
	}
	return c.closed && (c.dialed || src.obj != nil && httpmodel.OnOwnConn(src.obj))
}

// conns say what a function does with connections of its own.
type conns struct {
	dialed bool // it makes a transport with a function that dials
	closed bool // it closes a connection
}

func connsOf(fn *ir.Function) (c conns) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ir.Defer:
				obj := staticCallee(&instr.Call)
				c.closed = c.closed || obj != nil && httpmodel.ClosesConn(obj)
			case *ir.CompositeValue:
				c.dialed = c.dialed || setsDial(instr.Type(), func(i int) bool { return instr.Bitmap.Bit(i) != 0 })
			case *ir.FieldAddr:
				t, _ := pointerTo(instr.X.Type())
				c.dialed = c.dialed || setsDial(t, func(i int) bool { return instr.Field == i })
			}
		}
	}
	for call := range callsIn(fn) {
		obj := staticCallee(&call.Call)
		c.closed = c.closed || obj != nil && httpmodel.ClosesConn(obj)
	}
	return c
}

// setsDial reports whether t is a transport of which a function that dials is set.
func setsDial(t types.Type, set func(i int) bool) bool {
	if t == nil || !namedIn(t, "net/http", "Transport") {
		return false
	}
	str := t.Underlying().(*types.Struct)
	for i := range str.NumFields() {
		if set(i) && strings.HasPrefix(str.Field(i).Name(), "Dial") {
			return true
		}
	}
	return false
}

// wantsError reports whether a test makes a request that is to fail: it drops the
// response and lets a function look at the error, whatever that is.
func (r *Result) wantsError(fn *ir.Function, src *source) bool {
	if !src.tuple || src.err < 0 || used(src.call, true, src.res) || !r.finder.isTest(r.pk.prog.decls[outermost(fn)]) {
		return false
	}
	looked := false
	for _, use := range *src.call.Referrers() {
		ext, ok := use.(*ir.Extract)
		if !ok || ext.Index != src.err || ext.Referrers() == nil {
			continue
		}
		for _, use := range *ext.Referrers() {
			call, ok := use.(*ir.Call)
			if !ok {
				return false
			}
			obj := staticCallee(&call.Call)
			if obj == nil || call.Call.Signature().Results().Len() == 0 || r.pk.claims(obj) {
				return false
			}
			looked = true
		}
	}
	return looked
}

// claims reports whether a function is known to assert something of an argument.
func (pk *pack) claims(fn *types.Func) bool {
	_, asserts := httpmodel.Asserts(fn)
	_, expects := httpmodel.Expects(fn)
	return asserts != httpmodel.ClaimNone || expects != httpmodel.ClaimNone || len(pk.asserts(fn)) > 0
}

// describe chooses the leak to show: the first return, in source order, that
// leaves the body open.
func (r *Result) describe(acc *account, call *ast.CallExpr, src *source) *Leak {
	fn, leaks := acc.fn, acc.leaks
	sort.SliceStable(leaks, func(i, j int) bool {
		if leaks[i].lost != leaks[j].lost {
			return !leaks[i].lost
		}
		return leaks[i].at.Pos() < leaks[j].at.Pos()
	})
	l := leaks[0]
	out := &Leak{
		Call: call, Overwritten: l.lost, Fn: fn.Source(), Kind: "response",
		Direct: src.path == "" && fn == src.call.Parent(),
		Never:  acc.never && !l.lost,
		Failed: src.failed,
		Lent:   acc.lent,
		Read:   readingOf(l.st.events),

		at: src.call, through: acc.passed,
	}
	for _, ret := range acc.sure {
		if stmt, ok := ret.Source().(*ast.ReturnStmt); ok {
			out.Open = append(out.Open, stmt)
		}
	}
	if src.kind == asBody {
		out.Kind = "body"
	}
	if !l.lost {
		out.Return = l.at.Source()
		if body := funcBody(out.Fn); out.Return == nil && body != nil {
			out.End = body.Rbrace
		}
	}
	var from *ir.BasicBlock
	if src.call.Parent() == fn {
		from = src.call.Block()
	}
	out.Path = branches(l.path, fn, from)
	return out
}

// branches returns the conditions that a path went through in fn, behind from if
// that isn't nil.
func branches(path *step, fn *ir.Function, from *ir.BasicBlock) (conds []Branch) {
	var steps []*ir.BasicBlock
	for s := path; s != nil; s = s.prev {
		steps = append(steps, s.block)
	}
	for i := len(steps) - 1; i > 0; i-- {
		at, to := steps[i], steps[i-1]
		iff, ok := at.Control().(*ir.If)
		if !ok || len(at.Succs) != 2 || at.Parent() != fn || from != nil && !from.Dominates(at) {
			continue
		}
		// A condition with && and || is several blocks; the last one of them
		// leads to one of the branches.
		if cond, ok := iff.Source().(*ast.IfStmt); ok && to.Comment != "cond.true" && to.Comment != "cond.false" {
			conds = append(conds, Branch{Cond: cond.Cond, True: to.Comment == "if.then"})
		}
	}
	return conds
}

func readingOf(e event) Reading {
	switch {
	case e&evRead != 0:
		return ReadToEnd
	case e&evReadSome != 0:
		return ReadInPart
	}
	return Unread
}
