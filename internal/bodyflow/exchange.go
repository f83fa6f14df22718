package bodyflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// schemes is a set of URL schemes.
type schemes uint8

const (
	schemeHTTP schemes = 1 << iota
	schemeHTTPS
	anyScheme = schemeHTTP | schemeHTTPS
)

// A sentRequest is what is known of a request when it is sent.
type sentRequest struct {
	Schemes schemes
	// Close is set if Request.Close is; Header if it has the header
	// "Connection: close"; Head if its method is HEAD.
	Close, Header, Head bool
}

func (r sentRequest) or(q sentRequest) sentRequest {
	return sentRequest{r.Schemes | q.Schemes, r.Close && q.Close, r.Header && q.Header, r.Head && q.Head}
}

// An exchange is what is known of the request that a response answers, and of the
// client that made it.
type exchange struct {
	Client  client
	Request sentRequest
	known   bool // false where some response comes from elsewhere
}

func (x exchange) or(y exchange) exchange {
	return exchange{x.Client.or(y.Client), x.Request.or(y.Request), x.known && y.known}
}

var unknownExchange = exchange{Client: anyClient, Request: sentRequest{Schemes: anyScheme}}

// speaks returns what the exchange may have been spoken in.
func (x exchange) speaks() httpmodel.Protocols {
	var p httpmodel.Protocols
	if x.Request.Schemes&schemeHTTP != 0 {
		p |= x.Client.speaks(false)
	}
	if x.Request.Schemes&schemeHTTPS != 0 {
		p |= x.Client.speaks(true)
	}
	return p
}

// exchange returns what is known of where a body comes from.
func (og *originator) exchange(s *scope, o origin) exchange {
	return og.clientEval(s).exchangeOf(o)
}

func (ev clientEval) exchangeOf(o origin) exchange {
	if len(o.calls) == 0 || o.unseen {
		return unknownExchange
	}
	x := ev.exchangeAt(o.calls[0])
	for _, call := range o.calls[1:] {
		x = x.or(ev.exchangeAt(call))
	}
	return x
}

// exchangeAt looks at one call that yields a response.
func (ev clientEval) exchangeAt(call *ast.CallExpr) exchange {
	if ev.tired() {
		return unknownExchange
	}
	ev = ev.deeper()
	fn := callee(ev.og.info, call)
	if fn == nil || fn.Pkg() == nil {
		return unknownExchange
	}
	x := exchange{Client: anyClient, Request: sentRequest{Schemes: anyScheme}, known: true}
	arg := func(i int) ast.Expr {
		if i < len(call.Args) {
			return call.Args[i]
		}
		return nil
	}
	first := 0
	switch {
	case fn.Pkg().Path() == "golang.org/x/net/context/ctxhttp":
		x.Client = ev.client(arg(1))
		first = 2
	case isPkgFunc(fn, "net/http", "Get", "Head", "Post", "PostForm"):
		x.Client = client{Std: defaultTransport}
	case fn.Signature().Recv() != nil && makesRequest(fn):
		x.Client = ev.receiver(call)
	default:
		return ev.through(call, fn)
	}
	if arg(first) == nil {
		return x
	}
	switch fn.Name() {
	case "Do", "RoundTrip":
		x.Request = ev.request(arg(first), call)
	case "Head":
		x.Request.Head = true
		fallthrough
	case "Get", "Post", "PostForm":
		x.Request.Schemes = ev.scheme(arg(first))
	}
	return x
}

// makesRequest reports whether a method is one of those that clients and transports
// have: net/http's own, or one of its form.
func makesRequest(fn *types.Func) bool {
	sig := fn.Signature()
	if fn.Pkg().Path() == "net/http" {
		return respAndErr(sig)
	}
	return respAndErr(sig) && (fn.Name() == "Do" || fn.Name() == "RoundTrip") && sig.Params().Len() == 1 && isRequest(sig.Params().At(0).Type()) &&
		(types.IsInterface(sig.Recv().Type()) || isTransportRow(sig.Recv().Type()))
}

func isTransportRow(t types.Type) bool {
	if elem, ok := pointerTo(t); ok {
		t = elem
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	_, ok = httpmodel.TransportOf(named.Obj())
	return ok
}

// through looks into a function that makes the request: of another package its fact
// tells.
func (ev clientEval) through(call *ast.CallExpr, fn *types.Func) exchange {
	if fn.Pkg() != ev.og.pkg {
		f := ev.og.clientFact(fn)
		if f == nil || f.Response == nil {
			return unknownExchange
		}
		x := *f.Response
		x.known = true
		x.Client = ev.substituted(x.Client, call)
		return x
	}
	decl := ev.og.decls[fn]
	if decl == nil || decl.Body == nil {
		return unknownExchange
	}
	for i := range fn.Signature().Results().Len() {
		if isResponse(fn.Signature().Results().At(i).Type()) {
			return ev.into(decl, call).returnedExchange(decl, i)
		}
	}
	return unknownExchange
}

// returnedExchange merges what is known of the responses that the return statements of a
// function give as result idx.
func (ev clientEval) returnedExchange(decl *ast.FuncDecl, idx int) exchange {
	var x exchange
	found, all := false, true
	add := func(y exchange) {
		if !found {
			x, found = y, true
			return
		}
		x = x.or(y)
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case len(n.Results) == 1 && decl.Type.Results.NumFields() > 1:
				if inner, ok := ast.Unparen(n.Results[0]).(*ast.CallExpr); ok {
					add(ev.exchangeAt(inner))
				} else {
					all = false
				}
			case idx < len(n.Results):
				if tv := ev.og.info.Types[n.Results[idx]]; tv.IsNil() {
					break
				}
				add(ev.exchangeOf(ev.og.response(ev.s, n.Results[idx])))
			case len(n.Results) == 0:
				if name := resultName(decl.Type, idx); name != nil {
					add(ev.exchangeOf(ev.og.response(ev.s, name)))
				} else {
					all = false
				}
			default:
				all = false
			}
		}
		return true
	})
	if !found || !all {
		return unknownExchange
	}
	return x
}

// resultName returns the name of result idx of a function, or nil.
func resultName(ft *ast.FuncType, idx int) *ast.Ident {
	for _, f := range ft.Results.List {
		if len(f.Names) == 0 {
			return nil
		}
		if idx < len(f.Names) {
			return f.Names[idx]
		}
		idx -= len(f.Names)
	}
	return nil
}

// request evaluates an expression of type *http.Request, as it is sent by at.
func (ev clientEval) request(e ast.Expr, at ast.Node) sentRequest {
	none := sentRequest{Schemes: anyScheme}
	if ev.tired() {
		return none
	}
	ev = ev.deeper()
	info := ev.og.info
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := info.Uses[e].(*types.Var); ok {
			return ev.requestVar(v, e, at)
		}
	case *ast.UnaryExpr:
		if lit, ok := e.X.(*ast.CompositeLit); ok {
			return ev.requestLiteral(lit)
		}
	case *ast.CallExpr:
		fn := callee(info, e)
		switch {
		case isPkgFunc(fn, "net/http", "NewRequest") && len(e.Args) == 3:
			return sentRequest{Schemes: ev.scheme(e.Args[1]), Head: ev.isHead(e.Args[0])}
		case isPkgFunc(fn, "net/http", "NewRequestWithContext") && len(e.Args) == 4:
			return sentRequest{Schemes: ev.scheme(e.Args[2]), Head: ev.isHead(e.Args[1])}
		case fn == nil:
		case fn.FullName() == "(*net/http.Request).WithContext" || fn.FullName() == "(*net/http.Request).Clone":
			if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
				return ev.request(sel.X, at)
			}
		case fn.Pkg() == ev.og.pkg && ev.og.decls[fn] != nil:
			return ev.into(ev.og.decls[fn], e).returnedRequest(ev.og.decls[fn])
		}
	}
	return none
}

// returnedRequest merges what a function returns first as a request.
func (ev clientEval) returnedRequest(decl *ast.FuncDecl) sentRequest {
	none := sentRequest{Schemes: anyScheme}
	if decl.Body == nil || decl.Type.Results == nil {
		return none
	}
	var r sentRequest
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			q := none
			if len(n.Results) > 0 {
				if tv := ev.og.info.Types[n.Results[0]]; tv.IsNil() {
					break
				}
				q = ev.request(n.Results[0], n)
			}
			if found {
				q = r.or(q)
			}
			r, found = q, true
		}
		return true
	})
	if !found {
		return none
	}
	return r
}

func (ev clientEval) requestLiteral(lit *ast.CompositeLit) sentRequest {
	r := sentRequest{Schemes: anyScheme}
	for name, val := range ev.og.elements(lit) {
		switch name {
		case "Close":
			r.Close = ev.truth(val) == mayOn
		case "Method":
			r.Head = ev.isHead(val)
		}
	}
	return r
}

// isHead reports whether a method is certain to be HEAD.
func (ev clientEval) isHead(e ast.Expr) bool {
	text, whole := ev.constant(e)
	return whole && text == "HEAD"
}

// requestVar evaluates a variable with a request: what it was made as, and what was
// done to it before it is sent.
func (ev clientEval) requestVar(v *types.Var, use *ast.Ident, at ast.Node) sentRequest {
	none := sentRequest{Schemes: anyScheme}
	var r sentRequest
	found := false
	var made token.Pos
	for _, d := range ev.s.defs[v] {
		q := none
		switch {
		case d.param:
			if arg, from, ok := ev.argument(use); ok {
				q = from.request(arg, ev.bound.call)
			}
		case d.zero:
			continue // a nil request panics
		case d.rhs != nil && d.idx <= 0:
			if ev.mentions(d.rhs, v) {
				continue // req = req.WithContext(ctx)
			}
			made = max(made, d.at.Pos())
			q = ev.request(d.rhs, at)
		}
		if found {
			q = r.or(q)
		}
		r, found = q, true
	}
	if !found {
		return none
	}
	for _, id := range ev.s.uses[v] {
		r = ev.touched(r, id, at, made)
	}
	return r
}

// touched returns what a request is after one use of its variable.
func (ev clientEval) touched(r sentRequest, id *ast.Ident, at ast.Node, made token.Pos) sentRequest {
	s := ev.s
	sel, ok := s.parents[id].(*ast.SelectorExpr)
	if !ok {
		return r
	}
	switch sel.Sel.Name {
	case "Close", "Method", "URL", "Header":
	default:
		return r
	}
	st := s.stmt(sel)
	first := st != nil && st.Pos() > made && s.before(st, at)
	switch p := s.parents[sel].(type) {
	case *ast.AssignStmt:
		for i, lhs := range p.Lhs {
			if ast.Unparen(lhs) != ast.Expr(sel) {
				continue
			}
			switch sel.Sel.Name {
			case "Close":
				r.Close = first && len(p.Lhs) == len(p.Rhs) && ev.truth(p.Rhs[i]) == mayOn
			case "Method":
				r.Head = first && len(p.Lhs) == len(p.Rhs) && ev.isHead(p.Rhs[i])
			case "URL":
				r.Schemes = anyScheme
			case "Header":
				r.Header = false
			}
		}
	case *ast.SelectorExpr:
		switch sel.Sel.Name {
		case "URL":
			if as, ok := s.parents[p].(*ast.AssignStmt); ok && p.Sel.Name == "Scheme" && isTarget(as, p) {
				r.Schemes = anyScheme
			}
		case "Header":
			if call, ok := s.parents[p].(*ast.CallExpr); ok && call.Fun == ast.Expr(p) {
				r.Header = ev.setsHeader(r.Header, p.Sel.Name, call, first)
			}
		}
	}
	return r
}

// setsHeader returns whether the header "Connection: close" is there after a call
// of a method of http.Header.
func (ev clientEval) setsHeader(was bool, method string, call *ast.CallExpr, first bool) bool {
	if len(call.Args) == 0 {
		return was
	}
	key, _ := ev.constant(call.Args[0])
	if !strings.EqualFold(key, "Connection") {
		return was
	}
	switch method {
	case "Set", "Add":
		if len(call.Args) != 2 {
			return was
		}
		val, whole := ev.constant(call.Args[1])
		return first && whole && strings.EqualFold(val, "close")
	case "Del":
		return false
	}
	return was
}

func (ev clientEval) mentions(e ast.Expr, v *types.Var) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && ev.og.info.Uses[id] == types.Object(v) {
			found = true
		}
		return !found
	})
	return found
}

// scheme returns what schemes a URL can have.
func (ev clientEval) scheme(e ast.Expr) schemes {
	text, _ := ev.constant(e)
	text = strings.ToLower(text)
	switch {
	case strings.HasPrefix(text, "https://"):
		return schemeHTTPS
	case strings.HasPrefix(text, "http://"):
		return schemeHTTP
	}
	return anyScheme
}

// constant returns the text that a string is known to begin with, and whether that
// is all of it.
func (ev clientEval) constant(e ast.Expr) (text string, whole bool) {
	if ev.tired() {
		return "", false
	}
	ev = ev.deeper()
	info := ev.og.info
	e = ast.Unparen(e)
	if tv := info.Types[e]; tv.Value != nil {
		if tv.Value.Kind() == constant.String {
			return constant.StringVal(tv.Value), true
		}
		return "", false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			left, whole := ev.constant(e.X)
			if !whole {
				return left, false
			}
			right, whole := ev.constant(e.Y)
			return left + right, whole
		}
	case *ast.CallExpr:
		if fn := callee(info, e); isPkgFunc(fn, "fmt", "Sprintf") && len(e.Args) > 0 {
			format, _ := ev.constant(e.Args[0])
			text, _, verbs := strings.Cut(format, "%")
			return text, !verbs
		}
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if !ok {
			return "", false
		}
		if arg, from, ok := ev.argument(e); ok {
			return from.constant(arg)
		}
		if defs := ev.s.defs[v]; len(defs) == 1 && defs[0].rhs != nil && defs[0].idx < 0 {
			return ev.constant(defs[0].rhs)
		}
	}
	return "", false
}

// before reports whether the statement st runs for certain before n does: it stands
// in a list that n stands in, too, further down or deeper.
func (s *scope) before(st ast.Stmt, n ast.Node) bool {
	list, i := s.list(st)
	if i < 0 {
		return false
	}
	for _, later := range list[i+1:] {
		if within(n, later) {
			return true
		}
	}
	return false
}
