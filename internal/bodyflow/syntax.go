package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// syntaxFacts has what a look at the syntax tells about the functions of a
// package: enough for small helpers, and cheap enough for every package.
type syntaxFacts struct {
	info *types.Info
	imp  func(*types.Func) *FuncFact
	pkgs func(*types.Package) bool // packages that were analyzed

	decls      map[*types.Func]*ast.FuncDecl
	noReturn   map[*types.Func]bool
	asserts    map[*types.Func][]Assertion
	nonNilWhen map[*types.Func]map[bool]int
	asking     map[*types.Var]bool // parameters whose uses are being looked at
}

func newSyntaxFacts(files []*ast.File, info *types.Info, imp func(*types.Func) *FuncFact, analyzed func(*types.Package) bool) *syntaxFacts {
	s := &syntaxFacts{
		info: info, imp: imp, pkgs: analyzed,
		decls:      make(map[*types.Func]*ast.FuncDecl),
		noReturn:   make(map[*types.Func]bool),
		asserts:    make(map[*types.Func][]Assertion),
		nonNilWhen: make(map[*types.Func]map[bool]int),
		asking:     make(map[*types.Var]bool),
	}
	var order []*types.Func
	for _, f := range files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			if fn, ok := info.Defs[fd.Name].(*types.Func); ok {
				s.decls[fn] = fd
				order = append(order, fn)
			}
		}
	}
	// A helper may end in a call of another one: twice is enough for two levels.
	for range 2 {
		for _, fn := range order {
			fd := s.decls[fn]
			if !s.noReturn[fn] && s.endsNowhere(fd) {
				s.noReturn[fn] = true
			}
			if got := s.findAsserts(fn, fd); got != nil {
				s.asserts[fn] = got
			}
			if hasErrorParam(fn.Signature()) {
				if got := s.findNonNilWhen(fn, fd); got != nil {
					s.nonNilWhen[fn] = got
				}
			}
		}
		if len(s.noReturn) == 0 && len(s.asserts) == 0 && len(s.nonNilWhen) == 0 {
			break // there is nothing to build on
		}
	}
	return s
}

func (s *syntaxFacts) knows(pkg *types.Package) bool { return pkg != nil && s.pkgs(pkg) }

func hasErrorParam(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}

// stops reports whether a statement list never comes to its end.
func (s *syntaxFacts) stops(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	return s.stopsStmt(list[len(list)-1])
}

// stopsStmt reports whether st ends the goroutine or the program.
func (s *syntaxFacts) stopsStmt(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ExprStmt:
		call, ok := ast.Unparen(st.X).(*ast.CallExpr)
		return ok && s.callStops(call)
	case *ast.BlockStmt:
		return s.stops(st.List)
	case *ast.IfStmt:
		return st.Else != nil && s.stops(st.Body.List) && s.stopsStmt(st.Else)
	case *ast.LabeledStmt:
		return s.stopsStmt(st.Stmt)
	}
	return false
}

func (s *syntaxFacts) callStops(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := s.info.Uses[id].(*types.Builtin); ok {
			return b.Name() == "panic"
		}
	}
	fn, ok := typeutil.Callee(s.info, call).(*types.Func)
	if !ok {
		return false
	}
	fn = fn.Origin()
	if httpmodel.NoReturn(fn) || s.noReturn[fn] {
		return true
	}
	if _, own := s.decls[fn]; own {
		return false
	}
	f := s.imp(fn)
	return f != nil && f.NoReturn
}

// endsNowhere reports whether a function never comes back: it has no return,
// and its last statement stops.
func (s *syntaxFacts) endsNowhere(fd *ast.FuncDecl) bool {
	if !s.stops(fd.Body.List) {
		return false
	}
	returns := false
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			returns = true
		case *ast.DeferStmt:
			returns = true // it may recover
		}
		return !returns
	})
	return !returns
}

// An Assertion is what holds of a parameter (the receiver not counted) whenever
// a function comes back: must(err) lets only nil through.
type Assertion struct {
	Arg   int
	Claim httpmodel.Claim
}

// negation has the claims that a condition can deny.
var negation = map[httpmodel.Claim]httpmodel.Claim{
	httpmodel.ClaimNil:    httpmodel.ClaimNotNil,
	httpmodel.ClaimNotNil: httpmodel.ClaimNil,
	httpmodel.ClaimTrue:   httpmodel.ClaimFalse,
	httpmodel.ClaimFalse:  httpmodel.ClaimTrue,
}

// findAsserts finds what a function asserts of its parameters.
func (s *syntaxFacts) findAsserts(fn *types.Func, fd *ast.FuncDecl) []Assertion {
	var got []Assertion
	for i := range fn.Signature().Params().Len() {
		p := fn.Signature().Params().At(i)
		var claims []httpmodel.Claim
		switch {
		case isBool(p.Type()):
			claims = []httpmodel.Claim{httpmodel.ClaimTrue, httpmodel.ClaimFalse}
		case isError(p.Type()) || isResponse(p.Type()):
			claims = []httpmodel.Claim{httpmodel.ClaimNil, httpmodel.ClaimNotNil}
		case isAny(p.Type()):
			claims = []httpmodel.Claim{httpmodel.ClaimNotNil}
		}
		for _, c := range claims {
			if s.passesOnly(p, c, fd.Body.List) {
				got = append(got, Assertion{i, c})
				break
			}
		}
	}
	return got
}

// passesOnly reports whether the end of a statement list, or a return in it, is
// reached only where the claim about p holds.
func (s *syntaxFacts) passesOnly(p *types.Var, claim httpmodel.Claim, list []ast.Stmt) bool {
	for i, st := range list {
		switch st := st.(type) {
		case *ast.IfStmt:
			if st.Init == nil && s.denies(st.Cond, p, claim) && s.stops(st.Body.List) {
				return true
			}
			if st.Init == nil && st.Else == nil && s.states(st.Cond, p) == claim && leavesOnly(st.Body.List) && s.stops(list[i+1:]) {
				return true
			}
			if s.mayLeave(st) {
				return false
			}
		case *ast.ExprStmt:
			// must(t, err) of another helper
			if call, ok := st.X.(*ast.CallExpr); ok && s.callAsserts(call, p, claim) {
				return true
			}
		default:
			if s.mayLeave(st) {
				return false
			}
		}
	}
	return false
}

// states returns what cond claims of p, if it is about p alone.
func (s *syntaxFacts) states(cond ast.Expr, p *types.Var) httpmodel.Claim {
	cond = ast.Unparen(cond)
	if s.isUse(cond, p) {
		return httpmodel.ClaimTrue
	}
	if not, ok := cond.(*ast.UnaryExpr); ok && not.Op == token.NOT && s.isUse(not.X, p) {
		return httpmodel.ClaimFalse
	}
	switch op, ok := s.nilTest(cond, p); {
	case !ok:
		return httpmodel.ClaimNone
	case op == token.EQL:
		return httpmodel.ClaimNil
	default:
		return httpmodel.ClaimNotNil
	}
}

// denies reports whether cond is true wherever the claim about p doesn't hold.
func (s *syntaxFacts) denies(cond ast.Expr, p *types.Var, claim httpmodel.Claim) bool {
	if or, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && or.Op == token.LOR {
		return s.denies(or.X, p, claim) || s.denies(or.Y, p, claim)
	}
	if call, ok := ast.Unparen(cond).(*ast.CallExpr); ok && claim == httpmodel.ClaimNotNil && len(call.Args) == 1 && s.isUse(call.Args[0], p) {
		fn, ok := typeutil.Callee(s.info, call).(*types.Func)
		return ok && s.trueForNil(s.decls[fn.Origin()])
	}
	return s.states(cond, p) == negation[claim]
}

// trueForNil reports whether a predicate begins with "if x == nil { return true }"
// or is "return x == nil || …".
func (s *syntaxFacts) trueForNil(fd *ast.FuncDecl) bool {
	if fd == nil || len(fd.Body.List) == 0 || fd.Type.Params.NumFields() != 1 || len(fd.Type.Params.List[0].Names) != 1 {
		return false
	}
	p, ok := s.info.Defs[fd.Type.Params.List[0].Names[0]].(*types.Var)
	if !ok {
		return false
	}
	switch st := fd.Body.List[0].(type) {
	case *ast.IfStmt:
		return st.Init == nil && s.denies(st.Cond, p, httpmodel.ClaimNotNil) && len(st.Body.List) > 0 && s.returnsConst(st.Body.List[0], true)
	case *ast.ReturnStmt:
		return len(st.Results) == 1 && s.denies(st.Results[0], p, httpmodel.ClaimNotNil)
	}
	return false
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && !isTypeParam(t) && i.Empty()
}

// callAsserts reports whether a call comes back only if the claim about p, one
// of its arguments, holds.
func (s *syntaxFacts) callAsserts(call *ast.CallExpr, p *types.Var, claim httpmodel.Claim) bool {
	fn, ok := typeutil.Callee(s.info, call).(*types.Func)
	if !ok {
		return false
	}
	fn = fn.Origin()
	is := func(i int) bool { return i < len(call.Args) && s.isUse(call.Args[i], p) }
	if arg, c := httpmodel.Asserts(fn); c == claim && is(arg) {
		return true
	}
	known := s.asserts[fn]
	if _, own := s.decls[fn]; !own {
		if f := s.imp(fn); f != nil {
			known = f.Asserts
		}
	}
	for _, a := range known {
		if a.Claim == claim && is(a.Arg) {
			return true
		}
	}
	return false
}

// callNeedsNil reports whether a call comes back only if p is nil.
func (s *syntaxFacts) callNeedsNil(call *ast.CallExpr, p *types.Var) bool {
	return s.callAsserts(call, p, httpmodel.ClaimNil)
}

func leavesOnly(list []ast.Stmt) bool {
	if len(list) != 1 {
		return false
	}
	_, ok := list[0].(*ast.ReturnStmt)
	return ok
}

// mayLeave reports whether a return lies in st.
func (s *syntaxFacts) mayLeave(st ast.Stmt) bool {
	switch st.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.DeclStmt, *ast.DeferStmt, *ast.GoStmt, *ast.IncDecStmt, *ast.SendStmt:
		return false
	}
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

func (s *syntaxFacts) isUse(e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && s.info.Uses[id] == v
}

// nilTest reports whether cond is "v == nil" or "v != nil".
func (s *syntaxFacts) nilTest(cond ast.Expr, v *types.Var) (token.Token, bool) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return 0, false
	}
	isNil := func(e ast.Expr) bool { tv, ok := s.info.Types[e]; return ok && tv.IsNil() }
	if s.isUse(b.X, v) && isNil(b.Y) || s.isUse(b.Y, v) && isNil(b.X) {
		return b.Op, true
	}
	return 0, false
}

// findNonNilWhen looks at predicates: func temporary(err error) bool that says
// false for nil, or func failed(t, err) bool that says false only for nil.
func (s *syntaxFacts) findNonNilWhen(fn *types.Func, fd *ast.FuncDecl) map[bool]int {
	res := fn.Signature().Results()
	if res.Len() != 1 || !isBool(res.At(0).Type()) {
		return nil
	}
	for i := range fn.Signature().Params().Len() {
		p := fn.Signature().Params().At(i)
		if !isError(p.Type()) {
			continue
		}
		for _, truth := range []bool{true, false} {
			if s.saysOnlyNonNil(fd.Body.List, p, truth) {
				return map[bool]int{truth: i}
			}
		}
	}
	return nil
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// saysOnlyNonNil reports whether every "return truth" of the list stands where
// p is not nil.
func (s *syntaxFacts) saysOnlyNonNil(list []ast.Stmt, p *types.Var, truth bool) bool {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.IfStmt:
			op, ok := s.nilTest(st.Cond, p)
			if !ok || st.Init != nil || st.Else != nil {
				if s.impliesNonNil(st.Cond, p) && st.Else == nil {
					continue // whatever it returns, p is not nil
				}
				return false
			}
			if op == token.NEQ {
				continue // inside p is not nil
			}
			// if p == nil { return !truth }: behind it p is not nil
			return len(st.Body.List) > 0 && s.returnsConst(st.Body.List[len(st.Body.List)-1], !truth)
		case *ast.ReturnStmt:
			if len(st.Results) != 1 {
				return false
			}
			return s.returnsConst(st, !truth) || truth && s.impliesNonNil(st.Results[0], p)
		case *ast.ExprStmt, *ast.DeclStmt, *ast.AssignStmt:
			continue
		default:
			return false
		}
	}
	return false
}

func (s *syntaxFacts) returnsConst(st ast.Stmt, truth bool) bool {
	r, ok := st.(*ast.ReturnStmt)
	if !ok || len(r.Results) != 1 {
		return false
	}
	tv := s.info.Types[r.Results[0]]
	return tv.Value != nil && tv.Value.String() == map[bool]string{true: "true", false: "false"}[truth]
}

// impliesNonNil reports whether e can be true only if p is not nil.
func (s *syntaxFacts) impliesNonNil(e ast.Expr, p *types.Var) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return s.impliesNonNil(e.X, p) || s.impliesNonNil(e.Y, p)
		case token.LOR:
			return s.impliesNonNil(e.X, p) && s.impliesNonNil(e.Y, p)
		}
		op, ok := s.nilTest(e, p)
		return ok && op == token.NEQ
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(s.info, e).(*types.Func)
		if !ok || len(e.Args) == 0 {
			return false
		}
		if httpmodel.NotNilIfTrue(fn) && s.isUse(e.Args[0], p) {
			return true
		}
		if arg, ok := s.nonNilWhen[fn.Origin()][true]; ok && arg < len(e.Args) {
			return s.isUse(e.Args[arg], p)
		}
	}
	return false
}

// closerFacts summarises the exported functions of a package that net/http
// can't be reached from: what they do with the closers they are given.
func (s *syntaxFacts) closerFacts(tr *tracker, fn *types.Func) []ParamFact {
	fd := s.decls[fn]
	sig := fn.Signature()
	off := 0
	if sig.Recv() != nil {
		off = 1
	}
	var facts []ParamFact
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if !tr.isBodyLike(p.Type()) || sig.Variadic() && i == sig.Params().Len()-1 {
			continue
		}
		closes, known := s.closerUse(tr, fd, p)
		if !known {
			continue
		}
		st := open
		if closes {
			st = closed
		}
		facts = append(facts, ParamFact{Arg: i + off, Kind: uint8(asBody), Outcomes: []OutcomeFact{{Status: uint8(st)}}})
	}
	return facts
}

// closerUse looks at every use of a parameter. It is known what becomes of it
// if each use closes it, reads it, compares it, or passes it to a function of
// which the same is known.
func (s *syntaxFacts) closerUse(tr *tracker, fd *ast.FuncDecl, p *types.Var) (closes, known bool) {
	if s.asking[p] {
		return false, true // recursion adds no use of its own
	}
	s.asking[p] = true
	defer delete(s.asking, p)
	known = true
	ast.PreorderStack(fd.Body, nil, func(n ast.Node, stack []ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || s.info.Uses[id] != p {
			return true
		}
		switch s.useOf(tr, append(stack, n)) {
		case useClose:
			closes = true
		case useLook:
		default:
			known = false
		}
		return true
	})
	return closes, known
}

type use int

const (
	useUnknown use = iota
	useLook
	useClose
)

// useOf classifies the use of the identifier on top of stack.
func (s *syntaxFacts) useOf(tr *tracker, stack []ast.Node) use {
	id := stack[len(stack)-1].(*ast.Ident)
	if len(stack) < 3 {
		return useUnknown
	}
	switch parent := stack[len(stack)-2].(type) {
	case *ast.SelectorExpr:
		call, ok := stack[len(stack)-3].(*ast.CallExpr)
		if !ok || call.Fun != parent {
			return useUnknown // a method value
		}
		if parent.Sel.Name == "Close" {
			return useClose
		}
		return useLook
	case *ast.BinaryExpr:
		return useLook
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(s.info, parent).(*types.Func)
		if !ok {
			return useUnknown
		}
		arg := -1
		for i, a := range parent.Args {
			if a == ast.Expr(id) {
				arg = i
			}
		}
		if arg < 0 {
			return useUnknown
		}
		fn = fn.Origin()
		switch httpmodel.Args(fn).Effect {
		case httpmodel.Borrow:
			return useLook
		case httpmodel.Close:
			return useClose
		case httpmodel.Wrap:
			return useLook
		}
		if t := paramType(fn.Signature(), arg); t != nil && isReaderLike(t) && !tr.canClose(t) {
			return useLook
		}
		if own, ok := s.decls[fn]; ok && arg < fn.Signature().Params().Len() {
			closes, known := s.closerUse(tr, own, fn.Signature().Params().At(arg))
			switch {
			case !known:
				return useUnknown
			case closes:
				return useClose
			}
			return useLook
		}
		return useUnknown
	}
	return useUnknown
}
