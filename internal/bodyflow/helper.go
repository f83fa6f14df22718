package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"honnef.co/go/tools/go/ir"
)

// A Helper is a function that exists to drain a body: it reads what one of its
// parameters holds, perhaps closes it, and does nothing else but guard and log.
type Helper struct {
	// Obj is the function, or the variable that a literal is assigned to.
	Obj types.Object
	// Decl or Lit is its code; Assign gives the literal to its variable.
	Decl   *ast.FuncDecl
	Lit    *ast.FuncLit
	Assign ast.Stmt
	File   *ast.File
	// Drains are the drains inside.
	Drains []*Drain
	// Inner are the calls of other helpers that are its drain.
	Inner []*HelperCall
	// Calls are the calls of it in this package, in source order.
	Calls []*HelperCall
	// Fact is what callers need to know.
	Fact DrainFact
	// Holes has the open lines of the proof for the helper as a whole.
	Holes []Hole
	// Inline is set if all calls can become a plain Close and the function can
	// go; else only the drain inside goes.
	Inline bool

	scope     *scope
	param     *types.Var
	asValue   bool
	acts      bool // what the drain returned decides something
	reported  bool
	closeOnly bool // its results are those of Close alone
	errVars   map[*types.Var]bool
}

// A HelperCall is a call of a drain helper with a response or its body.
type HelperCall struct {
	Call *ast.CallExpr
	// Name is how the call names the helper.
	Name string
	// Stmt is the statement that the call is, if it is one of its own: an
	// expression statement, a defer or go statement, or "_ = f(x)".
	Stmt ast.Stmt
	// Body is the text of the body expression whose Close replaces the call.
	Body string
	// Holes has the open lines of the proof for this call alone.
	Holes []Hole
	// Dropped is set if nobody looks at the call's results.
	Dropped bool
	// Kind, Why and Below are as in a Drain.
	Kind  DrainKind
	Why   string
	Below []Hole
	// Closes is set if the helper closes the body itself; Unclosed if it
	// doesn't and nobody else does.
	Closes   bool
	Unclosed bool
	File     *ast.File
	Decl     *ast.FuncDecl

	scope  *scope
	origin origin
	inside *Helper
	callee *Helper
}

// Helper returns the helper that is called, if it is one of this package.
func (c *HelperCall) Helper() *Helper { return c.callee }

// Callee returns the helper of this package that is called, if it is called
// from nowhere else and can go with its caller; else nil.
func (c *HelperCall) Callee() *Helper {
	g := c.callee
	if g == nil || g.Lit != nil || g.Obj.Exported() || g.asValue {
		return nil
	}
	for _, other := range g.Calls {
		if other.inside == nil || other.inside != g.Calls[0].inside {
			return nil
		}
	}
	return g
}

// Drains is everything that the engine knows about the drains of a package.
type Drains struct {
	// Manual are the drains written in place.
	Manual []*Drain
	// Helpers are the drain helpers of the package that are to be reported.
	Helpers []*Helper
	// Calls are the calls of drain helpers, of this package's and of others'.
	Calls []*HelperCall
}

// newFinder prepares the search for drains.
func (r *Result) newFinder(syn *syntaxFacts, tr *tracker, imp func(*types.Func) *FuncFact) *drainFinder {
	og := &originator{
		fset: r.pass.Fset, info: r.pass.TypesInfo, files: r.pass.Files, pkg: r.pass.Pkg, pk: r.pk,
		decls: syn.decls, scopes: make(map[*ast.FuncDecl]*scope), clientFact: clientImporter(r.pass),
		alone: make(map[aloneKey]bool), returns: make(map[returnKey]originKind),
	}
	return &drainFinder{
		originator: og, res: r, syn: syn, tr: tr, imp: imp,
		helpers:  make(map[types.Object]*Helper),
		instrs:   make(map[*ast.FuncDecl]map[ast.Node]ir.Instruction),
		discards: discardImporter(r.pass), measured: make(map[*token.File]bool),
		copyShapes: make(map[*types.Func]copyShape), named: make(map[*ast.FuncDecl]mentions),
	}
}

// mentions is what a declaration names that a drain, or the call of a helper, needs.
type mentions struct {
	drains  bool          // such as io.Copy
	foreign bool          // a helper of another package
	own     []*types.Func // functions of this package, each of which may turn out to be one
}

// mayDrain reports whether a declaration mentions anything that a drain needs, and
// whether it mentions a helper. It keeps the search away from the functions of a package
// that have none.
func (df *drainFinder) mayDrain(decl *ast.FuncDecl) (drains, calls bool) {
	m, ok := df.named[decl]
	if !ok {
		m = df.mentioned(decl)
		df.named[decl] = m
	}
	return m.drains, m.foreign || slices.ContainsFunc(m.own, func(fn *types.Func) bool { return df.helpers[fn] != nil })
}

func (df *drainFinder) mentioned(decl *ast.FuncDecl) (m mentions) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch id.Name {
		case "Discard", "ReadAll", "Read", "WriteTo", "Copy", "CopyN", "CopyBuffer", "Scan":
			m.drains = true
		}
		fn, ok := df.info.Uses[id].(*types.Func)
		if !ok {
			return true
		}
		fn = fn.Origin()
		m.drains = m.drains || copies(fn.Signature())
		switch {
		case fn.Pkg() == df.pkg:
			m.own = append(m.own, fn)
		case fn.Pkg() != nil && !m.foreign:
			f := df.imp(fn)
			m.foreign = f != nil && f.Drain != nil
		}
		return true
	})
	return m
}

// findHelpers finds the drain helpers among the package's functions and, if asked to,
// literals, those of two levels too.
func (df *drainFinder) findHelpers(literals bool) {
	for range 2 { // a helper may be built on another one
		known := len(df.helpers)
		for _, f := range df.files {
			for _, d := range f.Decls {
				decl, ok := d.(*ast.FuncDecl)
				if !ok || decl.Body == nil {
					continue
				}
				if !literals && !takesReader(df.info, decl) {
					continue
				}
				if drains, calls := df.mayDrain(decl); !drains && !calls {
					continue
				}
				s := df.scope(decl)
				if fn, ok := df.info.Defs[decl.Name].(*types.Func); ok && df.helpers[fn] == nil && takesReader(df.info, decl) {
					if h := df.helperOf(s, decl, decl.Body); h != nil {
						h.Obj, h.Decl, h.File = fn, decl, f
						df.helpers[fn] = h
					}
				}
				if literals {
					df.litHelpers(s, f)
				}
			}
		}
		if len(df.helpers) == known {
			return
		}
	}
}

// takesReader reports whether a function has a parameter that can hold a body,
// or a receiver that embeds a response. Close methods are left out: what they
// do belongs to their type, and is looked at in place.
func takesReader(info *types.Info, decl *ast.FuncDecl) bool {
	if decl.Recv != nil && len(decl.Recv.List) == 1 && decl.Name.Name != "Close" {
		t := info.TypeOf(decl.Recv.List[0].Type)
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Body")
		if v, ok := obj.(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" {
			return true
		}
	}
	for _, f := range decl.Type.Params.List {
		if t := info.TypeOf(f.Type); t != nil && (isResponse(t) || isReaderLike(t) || isTypeParam(t) && canRead(t)) {
			return true
		}
	}
	return false
}

// litHelpers finds literals that are assigned to a variable once.
func (df *drainFinder) litHelpers(s *scope, f *ast.File) {
	for v, defs := range s.defs {
		if len(defs) != 1 || defs[0].rhs == nil || df.helpers[v] != nil {
			continue
		}
		lit, ok := ast.Unparen(defs[0].rhs).(*ast.FuncLit)
		if !ok {
			continue
		}
		if h := df.helperOf(s, lit, lit.Body); h != nil {
			h.Obj, h.Lit, h.File = v, lit, f
			h.Assign, _ = defs[0].at.(ast.Stmt)
			df.helpers[v] = h
		}
	}
}

// helperOf decides whether a function exists to drain one of its parameters.
func (df *drainFinder) helperOf(s *scope, fn ast.Node, body *ast.BlockStmt) *Helper {
	h := &Helper{scope: s, errVars: make(map[*types.Var]bool), closeOnly: true}
	drainStmts := make(map[ast.Stmt]bool)
	take := func(o origin) bool {
		if o.kind != fromParam || o.fn != fn || o.root == nil || h.param != nil && h.param != o.root {
			return false
		}
		h.param, h.Fact.Arg = o.root, o.param
		return true
	}
	for _, c := range df.candidates(s) {
		if !within(c.node, body) {
			continue
		}
		o := df.reader(s, c.reader)
		if !take(o) {
			return nil
		}
		stmts, ok := df.discarded(s, &c)
		if !ok {
			h.Fact.Uses = true
			stmts = []ast.Stmt{c.stmt}
			if iff, isIf := s.parents[c.stmt].(*ast.IfStmt); isIf && iff.Init == c.stmt {
				// looked at by ancillary, statement by statement
				stmts = nil
				drainStmts[c.stmt] = true
			}
		}
		for _, st := range stmts {
			drainStmts[st] = true
		}
		if as, isAssign := c.stmt.(*ast.AssignStmt); isAssign && !ok {
			for _, r := range as.Lhs {
				if v := s.variable(ast.Unparen(r)); v != nil {
					h.errVars[v] = true
				}
			}
		}
		h.Drains = append(h.Drains, df.newDrain(s, &c, o, stmts))
	}
	for _, call := range df.helperCalls(s, body) {
		o := df.argOrigin(s, call.call, call.fact)
		if !take(o) {
			continue
		}
		hc := &HelperCall{Call: call.call, Stmt: s.stmt(call.call), Closes: call.fact.Closes, scope: s, origin: o, callee: call.own}
		hc.Body = df.bodyText(o)
		h.Inner = append(h.Inner, hc)
		h.Fact.Closes = h.Fact.Closes || call.fact.Closes
		st := s.stmt(call.call)
		if st != nil {
			drainStmts[st] = true
		}
		if call.fact.Uses {
			switch st := st.(type) {
			case *ast.AssignStmt:
				for _, l := range st.Lhs {
					if v := s.variable(ast.Unparen(l)); v != nil {
						h.errVars[v] = true
					}
				}
			case *ast.ReturnStmt:
				h.Fact.Uses = true
			}
		}
	}
	if h.param == nil || len(h.Drains)+len(h.Inner) == 0 {
		return nil
	}
	if !df.ancillary(h, body.List, drainStmts) || h.acts {
		return nil
	}
	return h
}

// onlyPasses reports whether statements do nothing but hand an error to a
// variable or to the caller: what becomes of it is seen there.
func (df *drainFinder) onlyPasses(h *Helper, list []ast.Stmt) bool {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.ReturnStmt:
			if !df.returnsErr(h, st) {
				return false
			}
		case *ast.AssignStmt:
			for _, rhs := range st.Rhs {
				if tv, ok := df.info.Types[rhs]; !ok || !tv.IsNil() && !df.mentions(rhs, h.errVars) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// returnsErr reports whether a return hands out an error of the drain: its
// caller decides then.
func (df *drainFinder) returnsErr(h *Helper, st *ast.ReturnStmt) bool {
	for _, r := range st.Results {
		if df.mentions(r, h.errVars) {
			return true
		}
	}
	return false
}

// ancillary reports whether statements do nothing beyond what a drain helper
// does: drain, close, guard, log, return.
func (df *drainFinder) ancillary(h *Helper, list []ast.Stmt, drains map[ast.Stmt]bool) bool {
	for _, st := range list {
		if !df.ancillaryStmt(h, st, drains) {
			return false
		}
	}
	return true
}

func (df *drainFinder) ancillaryStmt(h *Helper, st ast.Stmt, drains map[ast.Stmt]bool) bool {
	if st == nil || drains[st] {
		return true
	}
	s := h.scope
	switch st := st.(type) {
	case *ast.EmptyStmt, *ast.BranchStmt:
		return true
	case *ast.BlockStmt:
		return df.ancillary(h, st.List, drains)
	case *ast.LabeledStmt:
		return df.ancillaryStmt(h, st.Stmt, drains)
	case *ast.DeclStmt:
		return df.harmlessDecl(st)
	case *ast.ExprStmt:
		call, ok := ast.Unparen(st.X).(*ast.CallExpr)
		return ok && (df.closes(h, call) || df.logs(s, call) || df.isBuiltin(call, "close") || isTestHelper(df.info, call) || df.runsHere(h, call, drains) || df.isCancelCall(call))
	case *ast.DeferStmt:
		return df.closes(h, st.Call) || df.logs(s, st.Call) || df.isBuiltin(st.Call, "close") || df.runsHere(h, st.Call, drains) || df.stopsTimer(st.Call)
	case *ast.GoStmt:
		return df.runsHere(h, st.Call, drains)
	case *ast.AssignStmt:
		return df.ancillaryAssign(h, st)
	case *ast.IncDecStmt:
		return true
	case *ast.IfStmt:
		if !df.harmless(st.Cond) && !df.condCloses(h, st.Cond) || !df.ancillaryStmt(h, st.Init, drains) {
			return false
		}
		df.guard(h, st.Cond)
		if df.mentions(st.Cond, h.errVars) && !df.onlyLogs(s, st.Body.List) && !df.onlyPasses(h, st.Body.List) {
			h.acts = true
		}
		return df.ancillary(h, st.Body.List, drains) && df.ancillaryStmt(h, st.Else, drains)
	case *ast.SwitchStmt:
		if st.Tag != nil && !df.harmless(st.Tag) || !df.ancillaryStmt(h, st.Init, drains) {
			return false
		}
		for _, c := range st.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				df.guard(h, e)
			}
			if !df.ancillary(h, c.(*ast.CaseClause).Body, drains) {
				return false
			}
		}
		return true
	case *ast.SelectStmt:
		for _, c := range st.Body.List {
			cc := c.(*ast.CommClause)
			if _, isSend := cc.Comm.(*ast.SendStmt); isSend || !df.ancillary(h, cc.Body, drains) {
				return false
			}
		}
		return true
	case *ast.ReturnStmt:
		return df.ancillaryReturn(h, st)
	}
	return false
}

func (df *drainFinder) mentions(e ast.Expr, vars map[*types.Var]bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := df.info.Uses[id].(*types.Var); ok && vars[v] {
				found = true
			}
		}
		return !found
	})
	return found
}

// guard notes that the helper allows for a missing response.
func (df *drainFinder) guard(h *Helper, cond ast.Expr) {
	ast.Inspect(cond, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			return true
		}
		if tv, ok := df.info.Types[b.Y]; ok && tv.IsNil() && h.scope.use(b.X) == h.param {
			h.Fact.NilSafe = true
		}
		return true
	})
}

// closes reports whether a call is the Close of the helper's body.
func (df *drainFinder) closes(h *Helper, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Close" || len(call.Args) > 0 {
		if h.param == nil || !df.closesFor(h, call) {
			return false
		}
		h.Fact.Closes, h.Fact.Via = true, true
		return true
	}
	if h.param == nil || rootVar(df.info, sel.X) != h.param {
		// body := resp.Body; … body.Close()
		v := h.scope.use(sel.X)
		if v == nil {
			return false
		}
		defs := h.scope.defs[v]
		if len(defs) != 1 {
			return false
		}
		if defs[0].param { // the parameter of an inner literal
			o := df.reader(h.scope, sel.X)
			if o.root != h.param {
				return false
			}
		} else if defs[0].rhs == nil || rootVar(df.info, defs[0].rhs) != h.param {
			return false
		}
	}
	h.Fact.Closes = true
	return true
}

// closesFor reports whether a call hands the helper's body to a function that is
// known to close it, whatever else it does (log, join errors).
func (df *drainFinder) closesFor(h *Helper, call *ast.CallExpr) bool {
	fn := callee(df.info, call)
	if fn == nil || isResponse(h.param.Type()) {
		return false
	}
	for _, a := range call.Args {
		if h.scope.use(a) == h.param {
			return df.closesArg(fn, call, a)
		}
	}
	return false
}

// closesArg reports whether a call of fn closes the body that arg, one of its
// arguments, is.
func (df *drainFinder) closesArg(fn *types.Func, call *ast.CallExpr, arg ast.Node) bool {
	i := slices.IndexFunc(call.Args, func(a ast.Expr) bool { return ast.Node(a) == arg })
	if i < 0 {
		return false
	}
	if fn.Signature().Recv() != nil {
		i++
	}
	return df.closesParam(fn.Origin(), i)
}

// closesParam reports whether fn closes the body that it is given as
// argument i, the receiver counted.
func (df *drainFinder) closesParam(fn *types.Func, i int) bool {
	var params []ParamFact
	switch {
	case fn.Pkg() != df.pkg:
		if f := df.imp(fn); f != nil {
			params = f.Params
		}
	case df.decls[fn] == nil:
	case df.pk == nil:
		params = df.syn.closerFacts(df.tr, fn)
	default:
		f := df.pk.prog.prog.FuncValue(fn)
		if f == nil || len(f.Blocks) == 0 || i >= len(f.Params) {
			return false
		}
		params = []ParamFact{{Arg: i, Kind: uint8(asBody), Outcomes: outcomeFacts(df.pk.summary(f, spec{param: i, kind: asBody}, ""))}}
	}
	return slices.ContainsFunc(params, func(p ParamFact) bool {
		return p.Arg == i && kind(p.Kind) == asBody && p.Path == "" && len(p.Outcomes) > 0 &&
			!slices.ContainsFunc(p.Outcomes, func(o OutcomeFact) bool { return status(o.Status) != closed })
	})
}

// condCloses allows "if err := …; err != nil" forms whose condition closes.
func (df *drainFinder) condCloses(h *Helper, cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(b.X).(*ast.CallExpr)
	return ok && df.closes(h, call)
}

// runsHere reports whether a call runs a literal that is ancillary itself.
func (df *drainFinder) runsHere(h *Helper, call *ast.CallExpr, drains map[ast.Stmt]bool) bool {
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if !ok {
		return false
	}
	for _, a := range call.Args {
		if !df.harmless(a) {
			return false
		}
	}
	return df.ancillary(h, lit.Body.List, drains)
}

func (df *drainFinder) isCancelCall(call *ast.CallExpr) bool {
	t := df.info.TypeOf(call.Fun)
	return t != nil && isCancelFunc(t) || df.stopsTimer(call)
}

// stopsTimer reports whether a call is timer.Stop().
func (df *drainFinder) stopsTimer(call *ast.CallExpr) bool {
	fn := callee(df.info, call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "Stop"
}

func isTestHelper(info *types.Info, call *ast.CallExpr) bool {
	fn := callee(info, call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "testing" && fn.Name() == "Helper"
}

func (df *drainFinder) harmlessDecl(st *ast.DeclStmt) bool {
	gd, ok := st.Decl.(*ast.GenDecl)
	if !ok {
		return false
	}
	for _, spec := range gd.Specs {
		if vs, ok := spec.(*ast.ValueSpec); ok {
			for _, v := range vs.Values {
				if !df.harmlessValue(v) {
					return false
				}
			}
		}
	}
	return true
}

// harmlessValue is harmless, plus what makes buffers and readers.
func (df *drainFinder) harmlessValue(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if !isCall {
			return ok
		}
		fn := callee(df.info, call)
		switch {
		case fn == nil:
			tv, isConv := df.info.Types[call.Fun]
			ok = ok && (isConv && tv.IsType() || df.isBuiltin(call, "len", "cap", "min", "max", "make", "new"))
		case isPkgFunc(fn, "io", "LimitReader"), isPkgFunc(fn, "bufio", "NewReader", "NewReaderSize"),
			isPkgFunc(fn, "time", "After", "NewTimer"), isPkgFunc(fn, "errors", "Is", "Join"), isPkgFunc(fn, "fmt", "Errorf", "Sprintf"),
			isPkgFunc(fn, "context", "WithTimeout", "Background", "WithCancel"):
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func (df *drainFinder) ancillaryAssign(h *Helper, st *ast.AssignStmt) bool {
	for i, rhs := range st.Rhs {
		call, isCall := ast.Unparen(rhs).(*ast.CallExpr)
		if isCall && df.closes(h, call) {
			continue
		}
		if isCall && df.logs(h.scope, call) {
			continue
		}
		if isCall && df.runsHere(h, call, nil) {
			continue
		}
		if !df.harmlessValue(rhs) {
			return false
		}
		if df.mentions(rhs, h.errVars) {
			// The drain's error goes on, in another variable.
			for j, lhs := range st.Lhs {
				if len(st.Lhs) == len(st.Rhs) && i != j {
					continue
				}
				if v := h.scope.variable(ast.Unparen(lhs)); v != nil {
					h.errVars[v] = true
					if df.isNamedResult(v, h.scope) {
						h.Fact.Uses = true
					}
				} else if id, ok := lhs.(*ast.Ident); !ok || id.Name != "_" {
					h.acts = true
				}
			}
		}
	}
	for _, lhs := range st.Lhs {
		switch lhs := ast.Unparen(lhs).(type) {
		case *ast.Ident:
			v := h.scope.variable(lhs)
			if v != nil && v.Parent() != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return false // a package variable
			}
		case *ast.StarExpr: // *err = cerr
		case *ast.SelectorExpr:
			if rootVar(df.info, lhs) != h.param {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (df *drainFinder) ancillaryReturn(h *Helper, st *ast.ReturnStmt) bool {
	for _, r := range st.Results {
		if call, ok := ast.Unparen(r).(*ast.CallExpr); ok && df.closes(h, call) {
			continue
		}
		if df.mentions(r, h.errVars) { // as it is, or wrapped
			h.Fact.Uses = true
			continue
		}
		if !df.harmlessValue(r) {
			return false
		}
	}
	return true
}

// fact returns what callers in other packages need to know of a helper.
func (df *drainFinder) fact(fn *types.Func) *DrainFact {
	h := df.helpers[fn]
	if h == nil {
		return nil
	}
	f := h.Fact
	return &f
}

// foundCall is a call of a helper, with what is known of the helper.
type foundCall struct {
	call *ast.CallExpr
	fact DrainFact
	own  *Helper
}

// helperCalls finds the calls of drain helpers within n.
func (df *drainFinder) helperCalls(s *scope, n ast.Node) []foundCall {
	var out []foundCall
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if h := df.helperAt(call); h != nil {
			out = append(out, foundCall{call, h.Fact, h})
			return true
		}
		if fn := callee(df.info, call); fn != nil && fn.Pkg() != nil && fn.Pkg() != df.pkg {
			if f := df.imp(fn); f != nil && f.Drain != nil {
				out = append(out, foundCall{call, *f.Drain, nil})
			}
		}
		return true
	})
	return out
}

// helperAt returns the helper of this package that a call runs, or nil.
func (df *drainFinder) helperAt(call *ast.CallExpr) *Helper {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	if fn := callee(df.info, call); fn != nil {
		return df.helpers[fn]
	}
	if id, ok := fun.(*ast.Ident); ok {
		if v, ok := df.info.Uses[id].(*types.Var); ok {
			return df.helpers[v]
		}
	}
	return nil
}

// argOrigin returns the origin of what a call gives to a helper.
func (df *drainFinder) argOrigin(s *scope, call *ast.CallExpr, fact DrainFact) origin {
	if fact.Arg >= len(call.Args) {
		return origin{}
	}
	var arg ast.Expr
	if fact.Arg >= 0 {
		arg = call.Args[fact.Arg]
	} else if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		o := df.response(s, sel.X)
		o.resp = sel.X
		if o.root == nil {
			o.root = rootVar(df.info, sel.X)
		}
		return o
	} else {
		return origin{}
	}
	t := df.info.TypeOf(arg)
	if t != nil && (isResponse(t) || isResponseStruct(t)) {
		o := df.response(s, arg)
		o.resp = arg
		if o.root == nil {
			o.root = rootVar(df.info, arg)
		}
		return o
	}
	return df.reader(s, arg)
}

// all finds the drains of the package, proves them, and sorts them out.
func (df *drainFinder) all() *Drains {
	out := new(Drains)
	for _, f := range df.files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			drains, calls := df.mayDrain(decl)
			if drains {
				df.manual(df.scope(decl), f, out)
			}
			if calls || df.callsLiteral(decl) {
				df.calls(df.scope(decl), f, out)
			}
		}
	}
	for _, h := range df.sorted() {
		df.judge(h)
		if h.reported {
			out.Helpers = append(out.Helpers, h)
		}
	}
	return out
}

// callsLiteral reports whether decl has a helper literal of its own.
func (df *drainFinder) callsLiteral(decl *ast.FuncDecl) bool {
	for _, h := range df.helpers {
		if h.Lit != nil && within(h.Lit, decl) {
			return true
		}
	}
	return false
}

// sorted returns the helpers in source order.
func (df *drainFinder) sorted() []*Helper {
	hs := make([]*Helper, 0, len(df.helpers))
	for _, h := range df.helpers {
		hs = append(hs, h)
	}
	slices.SortFunc(hs, func(a, b *Helper) int { return int(a.node().Pos() - b.node().Pos()) })
	return hs
}

func (h *Helper) node() ast.Node {
	if h.Decl != nil {
		return h.Decl
	}
	return h.Lit
}

// helperAround returns the helper that n lies in, or nil.
func (df *drainFinder) helperAround(n ast.Node) *Helper {
	for _, h := range df.helpers {
		if within(n, h.node()) {
			return h
		}
	}
	return nil
}

// manual gathers the drains in place of one declaration.
func (df *drainFinder) manual(s *scope, f *ast.File, out *Drains) {
	for _, c := range df.candidates(s) {
		if df.helperAround(c.node) != nil {
			continue
		}
		o := df.reader(s, c.reader)
		if o.kind == fromParam && o.body != nil && (o.resp != nil || o.root != nil && isResponse(o.root.Type())) {
			o.kind = fromClient // a response that somebody hands in is a client's
		}
		if o.kind != fromClient || o.body == nil {
			continue
		}
		stmts, ok := df.discarded(s, &c)
		if !ok || df.hasPurpose(s, &c, o) {
			continue
		}
		df.addManual(s, f, &c, o, stmts, out)
	}
}

func (df *drainFinder) newDrain(s *scope, c *candidate, o origin, stmts []ast.Stmt) *Drain {
	return &Drain{
		Node: c.node, Shape: c.shape, Stmts: stmts, Body: o.body, Decl: s.decl, Fn: s.fn(c.node),
		scope: s, origin: o, root: o.root,
	}
}

func (df *drainFinder) addManual(s *scope, f *ast.File, c *candidate, o origin, stmts []ast.Stmt, out *Drains) {
	d := df.newDrain(s, c, o, stmts)
	d.File = f
	d.Holes = df.common(s, c.node, o)
	v := df.prove(s, c.node, c.stmt, o)
	d.Holes = append(d.Holes, v.holes...)
	d.Unclosed = v.unclosed
	d.Holes = uniqueHoles(d.Holes)
	if !df.resolve(s, d, c, o) {
		return
	}
	if len(d.Holes) == 0 {
		d.Collapse = df.collapsible(s, d)
	}
	out.Manual = append(out.Manual, d)
}

func uniqueHoles(hs []Hole) []Hole {
	var out []Hole
	for _, h := range hs {
		if !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// common returns the holes that depend on the place alone.
func (df *drainFinder) common(s *scope, n ast.Node, o origin) []Hole {
	var holes []Hole
	if isMiddleware(s, n) {
		holes = append(holes, HoleMiddleware)
	}
	if df.packageReadsTrailer() {
		holes = append(holes, HoleTrailer)
	}
	if o.nop {
		holes = append(holes, HoleNopClose)
	}
	if df.shared(s, n, o) {
		holes = append(holes, HoleShared)
	}
	if df.timed(s, &candidate{node: n}) {
		holes = append(holes, HoleTimed)
	}
	if df.inTest(n.Pos()) {
		holes = append(holes, HoleTest)
	}
	return holes
}

// shared reports whether n runs beside the rest of the function, in a
// goroutine or a timer, and the rest reads the body too.
func (df *drainFinder) shared(s *scope, n ast.Node, o origin) bool {
	var lit ast.Node
	for p := n; p != nil; p = s.parents[p] {
		switch x := p.(type) {
		case *ast.GoStmt:
			lit = x
		case *ast.CallExpr:
			if x != n {
				fn := callee(df.info, x)
				if isPkgFunc(fn, "time", "AfterFunc") || isPkgFunc(fn, "context", "AfterFunc") {
					lit = x
				}
			}
		}
		if lit != nil {
			break
		}
	}
	if lit == nil || o.root == nil {
		// A goroutine of the function may read while this drain runs.
		return df.readElsewhere(s, n, o)
	}
	for _, id := range s.uses[o.root] {
		if !within(id, lit) && id.Pos() > lit.Pos() && df.touchesBody(s, id) {
			return true
		}
	}
	return false
}

// readElsewhere reports whether a goroutine or timer of the function, started
// before the drain on the same path, uses the body.
func (df *drainFinder) readElsewhere(s *scope, n ast.Node, o origin) bool {
	if o.root == nil {
		return false
	}
	for _, id := range s.uses[o.root] {
		if within(id, n) || !df.touchesBody(s, id) {
			continue
		}
		for p := s.parents[id]; p != nil; p = s.parents[p] {
			call, isCall := p.(*ast.CallExpr)
			_, isGo := p.(*ast.GoStmt)
			if !isGo && !(isCall && isPkgFunc(callee(df.info, call), "time", "AfterFunc")) {
				continue
			}
			if !within(n, p) && (df.follows(s, p, n) || df.runsAtExit(s, n) && df.follows(s, n, p)) {
				return true
			}
		}
	}
	return false
}

// runsAtExit reports whether n runs when its function returns, after what stands
// behind it.
func (df *drainFinder) runsAtExit(s *scope, n ast.Node) bool {
	for ; n != nil; n = s.parents[n] {
		if _, ok := n.(*ast.DeferStmt); ok {
			return true
		}
	}
	return false
}

// touchesBody reports whether a use of a response or body variable gets at the
// bytes, rather than at the status.
func (df *drainFinder) touchesBody(s *scope, id *ast.Ident) bool {
	sel, ok := s.parents[id].(*ast.SelectorExpr)
	if !ok {
		return true
	}
	return sel.Sel.Name == "Body" || sel.Sel.Name == "Read" || sel.Sel.Name == "Close" || sel.Sel.Name == "Response"
}

// collapsible returns the deferred literal round a drain that may become a
// plain deferred Close: the response is certain to be there where the defer
// stands, and neither it nor its Body is assigned later.
func (df *drainFinder) collapsible(s *scope, d *Drain) ast.Stmt {
	lit, ok := d.Fn.(*ast.FuncLit)
	if !ok {
		return nil
	}
	call, ok := s.parents[lit].(*ast.CallExpr)
	if !ok || call.Fun != ast.Expr(lit) {
		return nil
	}
	st, ok := s.parents[call].(*ast.DeferStmt)
	if !ok {
		return nil
	}
	if !df.fixed(s, st, d.origin) || !df.thereAt(s, st, d.origin) {
		return nil
	}
	return st
}

// thereAt is present, or true where a missing response would have panicked
// anyhow because the function was given it.
func (df *drainFinder) thereAt(s *scope, n ast.Node, o origin) bool {
	if o.root == nil {
		return false
	}
	allParams := len(s.defs[o.root]) > 0
	for _, d := range s.defs[o.root] {
		if !d.param {
			allParams = false
		}
	}
	return allParams || df.present(s, n, o)
}

// fixed reports whether what o is rooted in is not assigned behind n, nor
// before n in a loop that comes back, and no Body is replaced.
func (df *drainFinder) fixed(s *scope, n ast.Node, o origin) bool {
	vars := []*types.Var{o.root}
	for _, v := range vars {
		if v == nil {
			return false
		}
		for _, d := range s.defs[v] {
			if d.param || d.zero {
				continue
			}
			if d.at.Pos() > n.Pos() {
				return false
			}
			// A definition in a loop that the defer isn't in comes round again;
			// if both are in it, each round has its own.
			for p := s.parents[d.at]; p != nil; p = s.parents[p] {
				switch p.(type) {
				case *ast.ForStmt, *ast.RangeStmt:
					if !within(n, p) {
						continue // over before the defer
					}
					if as, ok := d.at.(*ast.AssignStmt); ok && as.Tok == token.ASSIGN {
						return false // one variable for all rounds
					}
				}
			}
		}
	}
	replaced := false
	ast.Inspect(s.decl, func(n2 ast.Node) bool {
		as, ok := n2.(*ast.AssignStmt)
		if !ok {
			return !replaced
		}
		for _, lhs := range as.Lhs {
			sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if rootVar(df.info, sel) == o.root {
				t := df.info.TypeOf(sel)
				if t != nil && (isResponse(t) || isReaderLike(t)) {
					replaced = true
				}
			}
		}
		return !replaced
	})
	return !replaced
}

// calls gathers the helper calls of one declaration.
func (df *drainFinder) calls(s *scope, f *ast.File, out *Drains) {
	for _, c := range df.helperCalls(s, s.decl.Body) {
		if c.own != nil && within(c.call, c.own.node()) {
			continue // recursion
		}
		hc := &HelperCall{
			Call: c.call, Name: types.ExprString(c.call.Fun), File: f, Decl: s.decl,
			Closes: c.fact.Closes, scope: s, inside: df.helperAround(c.call), callee: c.own,
		}
		hc.origin = df.argOrigin(s, c.call, c.fact)
		o := &hc.origin
		if o.kind == fromParam && (o.resp != nil || o.root != nil && isResponse(o.root.Type())) && hc.inside == nil {
			o.kind = fromClient
		}
		if c.own != nil {
			c.own.Calls = append(c.own.Calls, hc)
		}
		hc.Stmt, hc.Dropped = df.callStmt(s, c.call)
		if hc.inside != nil || o.kind != fromClient || o.nop {
			continue
		}
		if c.fact.Uses && !hc.Dropped {
			continue
		}
		cand := candidate{node: c.call, stmt: s.stmt(c.call)}
		if df.hasPurpose(s, &cand, *o) {
			o.kind = fromPurpose
			continue
		}
		hc.Body = df.bodyText(*o)
		hc.Holes = df.callHoles(s, hc, c.fact)
		if !df.resolveCall(s, hc) {
			continue
		}
		out.Calls = append(out.Calls, hc)
	}
}

// bodyText returns the text of the expression that is closed instead.
func (df *drainFinder) bodyText(o origin) string {
	if o.body != nil {
		return types.ExprString(o.body)
	}
	if o.resp != nil {
		return types.ExprString(o.resp) + ".Body"
	}
	return ""
}

// callStmt returns the statement that a call is, and whether its results are
// dropped.
func (df *drainFinder) callStmt(s *scope, call *ast.CallExpr) (ast.Stmt, bool) {
	switch p := s.parents[call].(type) {
	case *ast.ExprStmt:
		return p, true
	case *ast.DeferStmt:
		return p, true
	case *ast.GoStmt:
		return p, true
	case *ast.AssignStmt:
		if allBlank(p.Lhs) && len(p.Rhs) == 1 {
			return p, true
		}
	}
	return nil, false
}

// Alone reports whether a call has a fix of its own: the helper belongs to
// another package, or can't be fixed because some callers use its result.
func (c *HelperCall) Alone() bool { return c.callee == nil || c.callee.Fact.Uses }

// callHoles returns the open lines of the proof for one call.
func (df *drainFinder) callHoles(s *scope, hc *HelperCall, fact DrainFact) []Hole {
	holes := df.common(s, hc.Call, hc.origin)
	if fact.Via && hc.callee == nil {
		holes = append(holes, HoleVia)
	}
	if !fact.Closes {
		v := df.prove(s, hc.Call, s.stmt(hc.Call), hc.origin)
		holes = append(holes, v.holes...)
		hc.Unclosed = v.unclosed
	}
	return uniqueHoles(holes)
}

// judge decides whether a helper is reported, and how it can be fixed.
func (df *drainFinder) judge(h *Helper) {
	if h.Fact.Uses {
		// Its callers are told how the drain went. Where one of them doesn't want
		// to know, the helper is shown with it.
		h.reported = slices.ContainsFunc(h.Calls, func(c *HelperCall) bool { return c.Body != "" && c.Dropped })
		h.Holes = []Hole{HoleUsed}
		return
	}
	isResp := isResponse(h.param.Type()) || h.Fact.Arg < 0
	bodies, others := 0, 0
	for _, c := range h.Calls {
		switch {
		case c.origin.kind == fromClient && !c.origin.nop:
			bodies++
		case c.inside != nil && c.origin.kind == fromParam:
			bodies++ // the outer helper's calls decide
		case c.origin.kind == fromNowhere:
		default:
			others++
		}
	}
	h.asValue = df.usedAsValue(h)
	exported := h.Obj.Exported() && h.Decl != nil
	switch {
	case others > 0 && (!isResp || bodies == 0):
		h.Fact.Mixed = true
		return
	case bodies == 0 && !isResp && !exported:
		return // nobody calls it with a body
	case bodies == 0 && !isResp && !df.importsHTTP():
		return // a library's helper for closers of all kinds
	}
	if df.timedHelper(h) {
		return
	}
	h.reported = true
	df.proveHelper(h, isResp, exported, bodies)
}

func (df *drainFinder) importsHTTP() bool {
	for _, imp := range df.pkg.Imports() {
		if imp.Path() == "net/http" {
			return true
		}
	}
	return false
}

// timedHelper reports whether the helper's own code makes reading the point.
func (df *drainFinder) timedHelper(h *Helper) bool {
	for _, d := range h.Drains {
		c := candidate{node: d.Node}
		if df.hasPurpose(h.scope, &c, d.origin) {
			return true
		}
	}
	return false
}

func (df *drainFinder) proveHelper(h *Helper, isResp, exported bool, bodies int) {
	if !isResp && exported && bodies == 0 {
		h.Holes = append(h.Holes, HoleCallers)
	}
	if df.inTest(h.node().Pos()) {
		h.Holes = append(h.Holes, HoleTest)
	}
	if df.packageReadsTrailer() {
		h.Holes = append(h.Holes, HoleTrailer)
	}
	for _, d := range h.Drains {
		d.File = h.File
		v := df.prove(h.scope, d.Node, d.Stmt(), d.origin)
		if v.unclosed && !h.Fact.Closes {
			v = verdict{} // its callers close
		}
		if v.unclosed {
			v.holes = append(v.holes, HoleSomePaths)
		}
		for _, x := range v.holes {
			if x != HoleNext {
				h.Holes = append(h.Holes, x)
			}
		}
	}
	inline := !exported && !h.asValue && len(h.Calls) > 0
	for _, c := range h.Inner {
		v := df.prove(h.scope, c.Call, c.Stmt, c.origin)
		if !c.Closes {
			for _, x := range v.holes {
				if x != HoleNext {
					h.Holes = append(h.Holes, x)
				}
			}
		}
		if c.callee == nil && !df.importedCloses(c) {
			inline = false
		}
	}
	for _, c := range h.Calls {
		for _, x := range c.Holes {
			if x == HoleTest {
				inline = false
				continue
			}
			h.Holes = append(h.Holes, x)
		}
		if !df.inlinable(h, c) {
			inline = false
		}
	}
	h.Holes = uniqueHoles(h.Holes)
	h.Inline = inline && len(h.Holes) == 0
}

// importedCloses reports whether an inner call of another package's helper does
// the closing too, so that a plain Close stands for all of it.
func (df *drainFinder) importedCloses(c *HelperCall) bool { return c.callee == nil && c.Closes }

// Stmt returns the drain's own statement.
func (d *Drain) Stmt() ast.Stmt {
	if len(d.Stmts) > 0 {
		return d.Stmts[0]
	}
	return nil
}

// inlinable reports whether a call can become a plain Close.
func (df *drainFinder) inlinable(h *Helper, c *HelperCall) bool {
	if h.Fact.Via || c.inside != nil || c.origin.kind != fromClient || c.Body == "" || c.origin.nop {
		return false
	}
	if h.Lit != nil && h.Lit.Type.Results.NumFields() > 0 && !c.Dropped {
		return false
	}
	if !c.Dropped && !df.closeResult(h) {
		return false
	}
	return df.replaceable(c, h.Fact)
}

// replaceable reports whether Close may stand where the call does: the response
// is there, and is still the same when a deferred Close would run.
func (df *drainFinder) replaceable(c *HelperCall, fact DrainFact) bool {
	s := c.scope
	if c.Body == "" || c.origin.root == nil {
		return false
	}
	if fact.NilSafe && !df.present(s, c.Call, c.origin) {
		return false
	}
	if !fact.NilSafe && !df.thereAt(s, c.Call, c.origin) {
		return false
	}
	for _, a := range c.Call.Args {
		if !df.harmless(a) {
			return false
		}
	}
	if _, isDefer := c.Stmt.(*ast.DeferStmt); isDefer {
		return df.fixed(s, c.Stmt, c.origin)
	}
	return true
}

// closeResult reports whether a helper returns nothing but the error of Close.
func (df *drainFinder) closeResult(h *Helper) bool {
	if h.Decl == nil || h.Decl.Type.Results.NumFields() != 1 {
		return false
	}
	fn, ok := h.Obj.(*types.Func)
	if !ok || !isError(fn.Signature().Results().At(0).Type()) {
		return false
	}
	ok = true
	ast.Inspect(h.Decl.Body, func(n ast.Node) bool {
		r, isRet := n.(*ast.ReturnStmt)
		if !isRet || len(r.Results) != 1 {
			return ok
		}
		call, isCall := ast.Unparen(r.Results[0]).(*ast.CallExpr)
		tv := df.info.Types[r.Results[0]]
		if !tv.IsNil() && (!isCall || !df.closes(h, call)) {
			ok = false
		}
		return ok
	})
	return ok
}

// usedAsValue reports whether the helper's name is used other than to call it.
func (df *drainFinder) usedAsValue(h *Helper) bool {
	called := make(map[*ast.Ident]bool)
	for _, f := range df.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				fun := ast.Unparen(call.Fun)
				if ix, ok := fun.(*ast.IndexExpr); ok {
					fun = ix.X
				}
				switch f := fun.(type) {
				case *ast.Ident:
					called[f] = true
				case *ast.SelectorExpr:
					called[f.Sel] = true
				}
			}
			return true
		})
	}
	for id, obj := range df.info.Uses {
		if f, ok := obj.(*types.Func); ok {
			obj = f.Origin()
		}
		if obj == h.Obj && !called[id] {
			return true
		}
	}
	return false
}

// fixedAlone reports whether a call of a helper that stays as it is can become a
// plain Close.
func (df *drainFinder) fixedAlone(c *HelperCall, fact DrainFact) bool {
	return c.Dropped && fact.Closes && !fact.Via && df.replaceable(c, fact)
}
