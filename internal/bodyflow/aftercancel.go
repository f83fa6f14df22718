package bodyflow

import (
	"go/ast"
	"go/types"
)

// closedAfterCancel finds the bodies that nothing but an AfterFunc of the context of
// their request closes, and that nobody reads: when it runs, the request is cancelled.
func (og *originator) closedAfterCancel() []Cutoff {
	var out []Cutoff
	for _, f := range og.files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil || og.isTest(decl) {
				continue
			}
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 2 || !isPkgFunc(callee(og.info, call), "context", "AfterFunc") {
					return true
				}
				if cut, ok := og.closesAfter(og.scope(decl), call); ok {
					out = append(out, cut)
				}
				return true
			})
		}
	}
	return out
}

// closesAfter looks at context.AfterFunc(ctx, func() { resp.Body.Close() }).
func (og *originator) closesAfter(s *scope, call *ast.CallExpr) (Cutoff, bool) {
	lit, ok := ast.Unparen(call.Args[1]).(*ast.FuncLit)
	ctx := s.use(call.Args[0])
	if !ok || ctx == nil || len(s.defs[ctx]) != 1 {
		return Cutoff{}, false
	}
	var closing *ast.CallExpr
	var resp *types.Var
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
			if body, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok && og.responseField(body, "Body") {
				closing, resp = c, s.use(body.X)
			}
		}
		return true
	})
	// The function that has the response must be the one that hands it to AfterFunc.
	if resp == nil || len(s.defs[resp]) != 1 || s.defs[resp][0].rhs == nil || resp.Pos() > lit.Pos() {
		return Cutoff{}, false
	}
	made, ok := ast.Unparen(s.defs[resp][0].rhs).(*ast.CallExpr)
	if !ok || !og.sentWith(s, made, ctx) || og.losesNothing(s.decl, made) {
		return Cutoff{}, false
	}
	for _, id := range s.uses[resp] {
		if within(id, closing) {
			continue
		}
		// A field that says something of the response, or a check for nil, is all that
		// may be looked at. Whoever gets the response, or its body, may read or close it.
		switch p := s.parents[id].(type) {
		case *ast.SelectorExpr:
			if p.X != ast.Expr(id) || p.Sel.Name != "StatusCode" && p.Sel.Name != "Status" && p.Sel.Name != "Header" {
				return Cutoff{}, false
			}
		case *ast.BinaryExpr:
		default:
			return Cutoff{}, false
		}
	}
	return Cutoff{Call: made, Cancel: call, Close: closing, After: true}, true
}

// sentWith reports whether a call of a client sends a request that was made with ctx.
func (og *originator) sentWith(s *scope, call *ast.CallExpr, ctx *types.Var) bool {
	fn := callee(og.info, call)
	if fn == nil || fn.Pkg() == nil || !makesRequest(fn) || len(call.Args) == 0 {
		return false
	}
	return og.carries(s, call.Args[0], ctx, 3)
}

// carries reports whether a request was made with a context, in all that it may be.
func (og *originator) carries(s *scope, e ast.Expr, ctx *types.Var, depth int) bool {
	if depth == 0 {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := s.use(e)
		if v == nil || len(s.defs[v]) == 0 {
			return false
		}
		for _, d := range s.defs[v] {
			if d.rhs == nil || d.idx > 0 || !og.carries(s, d.rhs, ctx, depth-1) {
				return false
			}
		}
		return true
	case *ast.CallExpr:
		fn := callee(og.info, e)
		if isPkgFunc(fn, "net/http", "NewRequestWithContext") {
			return s.use(e.Args[0]) == ctx
		}
		if fn != nil && fn.FullName() == "(*net/http.Request).WithContext" {
			return s.use(e.Args[0]) == ctx
		}
	}
	return false
}
