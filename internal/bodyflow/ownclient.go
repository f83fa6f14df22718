package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// ownClient is a transport that makes its responses itself, as those of tests do.
// Their bodies hold no connection.
var ownClient = client{Alive: mayBoth, Other: true, Own: true}

// own reports whether the client is for certain one that makes its responses
// itself.
func (c client) own() bool {
	return c.Own && c.Std == (httpTransport{}) && c.HTTP == 0 && c.HTTPS == 0 && c.Params == 0
}

// madeByHand reports whether the response of a call that lies in decl comes from a
// transport that makes its responses itself. In a test it is enough that it may: a
// field is given one by one test, and the real transport by another.
func (og *originator) madeByHand(decl *ast.FuncDecl, call *ast.CallExpr) bool {
	test := og.inTest(decl.Pos())
	og.withTests = test
	defer func() { og.withTests = false }()
	ev := og.clientEval(og.scope(decl))
	c := ev.answering(call)
	return c.own() || test && (c.Own || ev.givenOwn(call))
}

func (og *originator) inTest(pos token.Pos) bool {
	return strings.HasSuffix(og.fset.File(pos).Name(), "_test.go")
}

// answering returns the client, or what stands for one, that a call gets its
// response from.
func (ev clientEval) answering(call *ast.CallExpr) client {
	fn := callee(ev.og.info, call)
	switch {
	case fn == nil:
		return ev.client(call.Fun)
	case fn.Signature().Recv() != nil && respAndErr(fn.Signature()) && fn.Name() == "RoundTrip":
		return ev.receiver(call)
	}
	return ev.exchangeAt(call).Client
}

// givenOwn reports whether what a method is called on was made with a transport
// that makes its responses itself: api.New(api.WithTransport(fake)).
func (ev clientEval) givenOwn(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v := rootVar(ev.og.info, sel.X)
	if v == nil {
		return false
	}
	found := false
	for _, d := range ev.s.defs[v] {
		if d.rhs == nil {
			continue
		}
		ast.Inspect(d.rhs, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && !found {
				if tv, ok := ev.og.info.Types[e]; ok && tv.IsValue() && !tv.IsNil() && ev.og.answers(tv.Type) {
					found = ev.client(e).Own
				}
			}
			return !found
		})
	}
	return found
}

// answers reports whether a value of type t can answer a request: a transport, a
// client, or a function of that form.
func (og *originator) answers(t types.Type) bool {
	if sig, ok := t.Underlying().(*types.Signature); ok {
		return respAndErr(sig)
	}
	return og.isTransport(t)
}

// function returns what a function that answers requests is as a transport.
func (ev clientEval) function(e ast.Expr, t types.Type) client {
	info := ev.og.info
	switch e := e.(type) {
	case *ast.FuncLit:
		return ev.answeredBy(e.Body)
	case *ast.CallExpr:
		if tv, ok := info.Types[e.Fun]; ok && tv.IsType() && len(e.Args) == 1 {
			return ev.client(e.Args[0])
		}
	case *ast.Ident, *ast.SelectorExpr:
		id, ok := e.(*ast.Ident)
		if sel, isSel := e.(*ast.SelectorExpr); isSel {
			id, ok = sel.Sel, true
		}
		if fn, isFunc := info.Uses[id].(*types.Func); ok && isFunc {
			decl := ev.og.decls[fn.Origin()]
			if decl == nil || decl.Body == nil {
				return otherClient
			}
			return clientEval{og: ev.og, s: ev.og.scope(decl), depth: ev.depth}.answeredBy(decl.Body)
		}
	}
	return ev.structure(e, t)
}

// answeredBy returns what a function with this body is as a transport.
func (ev clientEval) answeredBy(body *ast.BlockStmt) client {
	if ev.asksNobody(body) {
		return ownClient
	}
	return otherClient
}

// asksNobody reports whether a function that answers requests does so without
// making one: nothing that it calls yields a response of a client's.
func (ev clientEval) asksNobody(body *ast.BlockStmt) bool {
	if ev.tired() {
		return false
	}
	ev = ev.deeper()
	alone := true
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && alone {
			alone = !ev.asks(call)
		}
		return alone
	})
	return alone
}

// asks reports whether a call may yield a response of a client's.
func (ev clientEval) asks(call *ast.CallExpr) bool {
	sig, ok := ev.og.info.TypeOf(call.Fun).(*types.Signature)
	if !ok || ev.og.info.Types[call.Fun].IsType() {
		return false
	}
	idx := -1
	for i := range sig.Results().Len() {
		if isResponse(sig.Results().At(i).Type()) {
			idx = i
		}
	}
	if idx < 0 {
		return false
	}
	fn := callee(ev.og.info, call)
	if fn == nil {
		return !ev.client(call.Fun).own()
	}
	switch httpmodel.Yields(fn) {
	case httpmodel.YieldOpen:
		return true
	case httpmodel.YieldNothing, httpmodel.YieldOwn:
		return false
	}
	if errResult(sig) < 0 {
		return false // what can't fail makes no request
	}
	if fn.Pkg() == ev.og.pkg {
		decl := ev.og.decls[fn.Origin()]
		if decl == nil || decl.Body == nil {
			return true
		}
		return !clientEval{og: ev.og, s: ev.og.scope(decl), depth: ev.depth}.asksNobody(decl.Body)
	}
	if ev.og.pk != nil {
		if f := ev.og.pk.imp(fn); f != nil {
			for _, r := range f.Results {
				if r.Index == idx && r.Own {
					return false
				}
			}
		}
	}
	return true
}

type aloneKey struct {
	decl      *ast.FuncDecl
	withTests bool
}

// answersAlone reports whether t is a type of this package whose RoundTrip makes
// the responses itself.
func (og *originator) answersAlone(t types.Type) bool {
	m := og.roundTrip(t)
	if m == nil || !respAndErr(m.Signature()) {
		return false
	}
	decl := og.decls[m.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	key := aloneKey{decl, og.withTests}
	alone, known := og.alone[key]
	if !known {
		og.alone[key] = false // recursion
		alone = clientEval{og: og, s: og.scope(decl)}.asksNobody(decl.Body)
		og.alone[key] = alone
	}
	return alone
}
