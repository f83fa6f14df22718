package bodyflow

import (
	"go/ast"
	"go/types"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// dials returns what the function dial, a DialTLSContext, gives the transport.
func (ev clientEval) dials(dial ast.Expr) dials {
	if ev.tired() {
		return dialsUnknown
	}
	ev = ev.deeper()
	var body *ast.BlockStmt
	switch dial := ast.Unparen(dial).(type) {
	case *ast.FuncLit:
		body = dial.Body
	case *ast.Ident, *ast.SelectorExpr:
		fn := named(ev.og.info, dial)
		if fn == nil {
			return dialsUnknown // a variable
		}
		if httpmodel.DialsPlain(fn) {
			return dialsPlain
		}
		decl := ev.og.decls[fn]
		if decl == nil {
			return dialsUnknown
		}
		body = decl.Body
		ev.s = ev.og.scope(decl)
	}
	if body == nil || !ev.returnsPlain(body) {
		return dialsUnknown
	}
	return dialsPlain
}

// named returns the function or method that an expression names, or nil.
func named(info *types.Info, e ast.Expr) *types.Func {
	id, ok := e.(*ast.Ident)
	if sel, isSel := e.(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	fn, _ := info.Uses[id].(*types.Func)
	return fn
}

// returnsPlain reports whether the first result is a plain connection, or nil, at each
// return statement of a body.
func (ev clientEval) returnsPlain(body *ast.BlockStmt) bool {
	plain, returns := true, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			returns = true
			plain = plain && len(n.Results) > 0 && ev.plain(n.Results[0])
		}
		return plain
	})
	return returns && plain
}

// plain reports whether a connection, the first result where e has several, isn't one of
// TLS: its type doesn't have the method by which net/http knows those, or it was dialed
// as a plain one.
func (ev clientEval) plain(e ast.Expr) bool {
	e = ast.Unparen(e)
	tv := ev.og.info.Types[e]
	if tv.IsNil() {
		return true
	}
	t := tv.Type
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	if t != nil && !types.IsInterface(t) {
		m, _, _ := types.LookupFieldOrMethod(t, true, nil, "ConnectionState")
		return m == nil
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		switch fun := ast.Unparen(e.Fun).(type) {
		case *ast.Ident, *ast.SelectorExpr:
			return !ev.tired() && ev.dials(fun) == dialsPlain
		}
	case *ast.Ident:
		v, ok := ev.og.info.Uses[e].(*types.Var)
		if !ok || ev.tired() {
			return false
		}
		defs := ev.s.defs[v]
		for _, d := range defs {
			if !d.zero && (d.rhs == nil || d.idx > 0 || !ev.deeper().plain(d.rhs)) {
				return false
			}
		}
		return len(defs) > 0
	}
	return false
}
