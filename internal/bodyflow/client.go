package bodyflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A client is what a client, or the transport inside it, may be: everything that
// some definition of it says. Its zero value is nothing at all; what can't be seen
// may be anything.
type client struct {
	// Std is set where it may be an http.Transport.
	Std httpTransport
	// HTTP and HTTPS are what it speaks where it is something else, Alive whether
	// that keeps connections alive.
	HTTP, HTTPS httpmodel.Protocols
	Alive       may
	// Other is set if it is seen to be a transport that may do something of its
	// own when a body reaches its end.
	Other bool
	// Own is set if it is seen to be one that makes its responses itself; Other is
	// set then, too.
	Own bool
	// Drains is set if it may drain what is closed unread, under any version of Go.
	Drains bool
	// Open is set if code that can't be seen may have put another in its place: it is
	// what the package that declares an exported field gives it.
	Open bool
	// Params has a bit for each parameter of the function that it may be, the
	// receiver not counted.
	Params uint32
}

var (
	anyClient   = client{HTTP: httpmodel.AnyHTTP, HTTPS: httpmodel.AnyHTTP, Alive: mayBoth}
	otherClient = client{HTTP: httpmodel.AnyHTTP, HTTPS: httpmodel.AnyHTTP, Alive: mayBoth, Other: true}
)

func (c client) or(d client) client {
	return client{
		Std:  c.Std.or(d.Std),
		HTTP: c.HTTP | d.HTTP, HTTPS: c.HTTPS | d.HTTPS,
		Alive: c.Alive | d.Alive, Other: c.Other || d.Other, Own: c.Own || d.Own,
		Drains: c.Drains || d.Drains, Open: c.Open || d.Open, Params: c.Params | d.Params,
	}
}

// bare returns the client as seen from outside the function whose parameters it
// speaks of.
func (c client) bare() client {
	if c.Params == 0 {
		return c
	}
	c.Params = 0
	return c.or(anyClient)
}

// speaks returns what the client may speak on a scheme.
func (c client) speaks(https bool) httpmodel.Protocols {
	p := c.HTTP
	if https {
		p = c.HTTPS
	}
	if c.Params != 0 || c.Own {
		p = httpmodel.AnyHTTP
	}
	return p | c.Std.speaks(https)
}

// keepsAlive returns whether the client may use a connection again.
func (c client) keepsAlive() may {
	if c.Params != 0 {
		return mayBoth
	}
	return c.Alive | c.Std.Alive
}

// A clientEval finds out what expressions of one function are that make up a client.
type clientEval struct {
	og    *originator
	s     *scope
	bound *binding
	depth int
}

// A binding says which call a function is looked at for, so that its parameters are
// that call's arguments.
type binding struct {
	call *ast.CallExpr
	from clientEval
}

func (og *originator) clientEval(s *scope) clientEval {
	if og.depth == 0 { // else it's a part of an evaluation that goes on
		og.steps = 0
	}
	return clientEval{og: og, s: s}
}

// into returns an evaluator for a function of this package that call runs.
func (ev clientEval) into(decl *ast.FuncDecl, call *ast.CallExpr) clientEval {
	ev.og.steps++
	return clientEval{og: ev.og, s: ev.og.scope(decl), bound: &binding{call, ev}, depth: ev.depth + 1}
}

func (ev clientEval) deeper() clientEval {
	ev.depth++
	return ev
}

// maxClientDepth bounds how many variables, fields and calls are followed, which may
// lead round in circles.
const maxClientDepth = 12

// maxClientSteps bounds how many calls are looked into for one question: there may be
// more ways through functions that call each other than anyone can go.
const maxClientSteps = 2000

// maxFactSteps is the same for what is told to other packages, of each function that
// there is: most tell nothing special.
const maxFactSteps = 50

// tired reports whether enough was followed.
func (ev clientEval) tired() bool {
	most := maxClientSteps
	if ev.og.telling {
		most = maxFactSteps
	}
	return ev.depth > maxClientDepth || ev.og.steps > most
}

// client returns what e may be: a client, a transport, or what wraps one.
func (ev clientEval) client(e ast.Expr) client {
	if ev.tired() {
		return anyClient
	}
	e = ast.Unparen(e)
	tv, ok := ev.og.info.Types[e]
	if id, isIdent := e.(*ast.Ident); !ok && isIdent { // a definition
		if obj := ev.og.info.ObjectOf(id); obj != nil {
			tv.Type, ok = obj.Type(), true
		}
	}
	if !ok || tv.Type == nil {
		return anyClient
	}
	if tv.IsNil() {
		return client{Std: defaultTransport} // Client.Transport's default
	}
	t := types.Unalias(tv.Type)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if sig, ok := t.Underlying().(*types.Signature); ok && respAndErr(sig) {
		return ev.function(e, t)
	}
	if named, ok := t.(*types.Named); ok && !types.IsInterface(t) {
		if row, ok := httpmodel.TransportOf(named.Obj()); ok {
			return client{HTTP: row.HTTP, HTTPS: row.HTTPS, Alive: mayBoth}
		}
		switch {
		case isHTTPStruct(t):
			got := ev.structure(e, t)
			if namedIn(t, "net/http", "Transport") && got == anyClient {
				return client{Std: anyTransport}
			}
			return got
		case ev.og.answersAlone(t):
			return ownClient
		case ev.og.foreignTransport(t):
			return otherClient
		}
	}
	return ev.structure(e, t)
}

// isHTTPStruct reports whether t is one of net/http's types that are looked into.
func isHTTPStruct(t types.Type) bool {
	return namedIn(t, "net/http", "Client") || namedIn(t, "net/http", "Transport")
}

// structure looks at how e is built. t is its type without the pointer.
func (ev clientEval) structure(e ast.Expr, t types.Type) client {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return ev.client(e.X)
		}
	case *ast.StarExpr:
		return ev.client(e.X)
	case *ast.TypeAssertExpr:
		return ev.client(e.X)
	case *ast.CompositeLit:
		return ev.literal(e, t)
	case *ast.Ident:
		return ev.deeper().ident(e)
	case *ast.SelectorExpr:
		return ev.deeper().selector(e)
	case *ast.CallExpr:
		return ev.deeper().called(e, t)
	}
	return anyClient
}

// literal evaluates &http.Client{…}, &http.Transport{…}, and literals of types that
// wrap a transport.
func (ev clientEval) literal(lit *ast.CompositeLit, t types.Type) client {
	switch {
	case namedIn(t, "net/http", "Client"):
		c := client{Std: defaultTransport}
		for name, val := range ev.og.elements(lit) {
			if name == "Transport" {
				c = ev.client(val)
			}
		}
		return ev.og.loosenedClient(c)
	case namedIn(t, "net/http", "Transport"):
		std := newTransport
		// In a fixed order: some fields speak of the same thing, and the last one
		// counts (MaxIdleConnsPerHost after DisableKeepAlives).
		given := ev.og.elements(lit)
		for _, name := range slices.Sorted(maps.Keys(given)) {
			std = ev.assign(std, name, given[name])
		}
		return ev.og.loosened(client{Std: std})
	}
	if ev.og.roundTrip(t) == nil {
		return anyClient
	}
	// A type that hands responses on is what it hands them on from.
	var c client
	for _, val := range ev.og.elements(lit) {
		if vt := ev.og.info.TypeOf(val); vt != nil && ev.og.isTransport(vt) {
			c = c.or(ev.client(val))
		}
	}
	if c == (client{}) {
		return anyClient
	}
	return c
}

// elements returns the values of a literal of a struct by the name of the field.
func (og *originator) elements(lit *ast.CompositeLit) map[string]ast.Expr {
	out := make(map[string]ast.Expr)
	str, _ := structOf(og.info.TypeOf(lit))
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				out[id.Name] = kv.Value
			}
		} else if str != nil && i < str.NumFields() {
			out[str.Field(i).Name()] = elt
		}
	}
	return out
}

func structOf(t types.Type) (*types.Struct, bool) {
	if t == nil {
		return nil, false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	str, ok := t.Underlying().(*types.Struct)
	return str, ok
}

// embedded returns the field, embedded in what a selection selects from, that the
// selected member belongs to, if there is one.
func embedded(selection *types.Selection) *types.Var {
	t := selection.Recv()
	var fld *types.Var
	for _, i := range selection.Index()[:len(selection.Index())-1] {
		str, ok := structOf(t)
		if !ok {
			return nil
		}
		fld = str.Field(i)
		t = fld.Type()
	}
	return fld
}

// roundTrip returns the method RoundTrip of a type, or nil.
func (og *originator) roundTrip(t types.Type) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, og.pkg, "RoundTrip")
	m, _ := obj.(*types.Func)
	return m
}

// isTransport reports whether a value of type t makes requests: a RoundTripper of
// any kind, or a client.
func (og *originator) isTransport(t types.Type) bool {
	if isClientType(types.Unalias(t)) {
		return true
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, og.pkg, "RoundTrip")
	m, ok := obj.(*types.Func)
	return ok && respAndErr(m.Signature())
}

// assign returns a transport once a field was given a value.
func (ev clientEval) assign(t httpTransport, field string, val ast.Expr) httpTransport {
	set := mayOn
	if tv := ev.og.info.Types[val]; tv.IsNil() {
		set = mayOff
	}
	switch field {
	case "DisableKeepAlives":
		switch ev.truth(val) {
		case mayOn:
			t.Alive = mayOff
		case mayOff:
			t.Alive = mayOn
		default:
			t.Alive = mayBoth
		}
	case "MaxIdleConnsPerHost", "MaxIdleConns":
		// Below zero nothing is kept; zero stands for the default.
		if n, ok := intConst(ev.og.info, ast.Unparen(val)); ok && n < 0 {
			t.Alive = mayOff
		}
	case "Protocols":
		t.Sets = ev.protocols(val)
	case "ForceAttemptHTTP2":
		t.Force = ev.truth(val)
	case "TLSNextProto":
		t.Next, t.H2 = set, set
		if lit, ok := ast.Unparen(val).(*ast.CompositeLit); ok && len(lit.Elts) == 0 {
			t.H2 = mayOff
		} else if call, ok := ast.Unparen(val).(*ast.CallExpr); ok && ev.og.isBuiltin(call, "make") {
			t.H2 = mayOff
		}
	case "TLSClientConfig", "Dial", "DialContext":
		t.Custom |= set
		if set == mayOn {
			t.Custom = mayOn
		}
	case "DialTLS", "DialTLSContext":
		t.DialTLS = dialsNone
		if set == mayOn {
			t.DialTLS = ev.dials(val)
			t.Custom = mayOn
		}
	}
	return t
}

// truth returns the value of a boolean expression: a constant, or a parameter that
// is given one.
func (ev clientEval) truth(e ast.Expr) may {
	if ev.tired() {
		return mayBoth
	}
	ev = ev.deeper()
	e = ast.Unparen(e)
	if tv := ev.og.info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.Bool {
		return mayBe(constant.BoolVal(tv.Value))
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			switch ev.truth(e.X) {
			case mayOn:
				return mayOff
			case mayOff:
				return mayOn
			}
		}
	case *ast.Ident:
		if arg, from, ok := ev.argument(e); ok {
			return from.truth(arg)
		}
	}
	return mayBoth
}

// argument returns what a parameter stands for where the function is looked at for
// one call of it.
func (ev clientEval) argument(id *ast.Ident) (ast.Expr, clientEval, bool) {
	v, ok := ev.og.info.Uses[id].(*types.Var)
	if !ok || ev.bound == nil || len(ev.s.defs[v]) != 1 || !ev.s.defs[v][0].param || ev.s.defs[v][0].fn != ast.Node(ev.s.decl) {
		return nil, ev, false
	}
	from := ev.bound.from
	from.depth = ev.depth
	if i := paramIndex(ev.og.info, ev.s.decl.Type, v); i >= 0 && i < len(ev.bound.call.Args) && !ev.bound.call.Ellipsis.IsValid() {
		if ps := ev.s.decl.Type.Params.List; len(ps) > 0 {
			if _, variadic := ps[len(ps)-1].Type.(*ast.Ellipsis); variadic && i >= ev.s.decl.Type.Params.NumFields()-1 {
				return nil, ev, false
			}
		}
		return ev.bound.call.Args[i], from, true
	}
	return nil, ev, false
}

// ident evaluates a variable.
func (ev clientEval) ident(e *ast.Ident) client {
	v, ok := ev.og.info.ObjectOf(e).(*types.Var)
	if !ok {
		return anyClient
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return ev.og.packageVar(v, ev.depth)
	}
	return ev.local(v)
}

// local evaluates a variable of a function.
func (ev clientEval) local(v *types.Var) client {
	defs := ev.s.defs[v]
	if len(defs) == 0 {
		return anyClient
	}
	var c client
	for _, d := range defs {
		c = c.or(ev.definition(v, d))
	}
	for _, u := range ev.og.updatesOf(v) {
		c = ev.update(c, u, len(defs) == 1 && ev.s.always(defs[0].at, u.stmt))
	}
	return c
}

// definition evaluates what one definition gives a variable.
func (ev clientEval) definition(v *types.Var, d def) client {
	switch {
	case d.param:
		id := ev.paramIdent(d, v)
		if id == nil {
			return anyClient
		}
		if arg, from, ok := ev.argument(id); ok {
			return from.client(arg)
		}
		return ev.param(v, d)
	case d.zero:
		return ev.og.zero(v.Type())
	case d.rhs == nil:
		return anyClient
	case d.idx > 0:
		return ev.result(d.rhs, d.idx)
	}
	return ev.client(d.rhs)
}

// paramIdent returns some use of a parameter, by which argument finds it.
func (ev clientEval) paramIdent(d def, v *types.Var) *ast.Ident {
	if ids := ev.s.uses[v]; len(ids) > 0 && d.fn == ast.Node(ev.s.decl) {
		return ids[0]
	}
	return nil
}

// param evaluates a parameter: what the calls of the function give it, where all of
// them can be seen, else the parameter as such.
func (ev clientEval) param(v *types.Var, d def) client {
	if ev.bound != nil || d.fn != ast.Node(ev.s.decl) {
		return anyClient
	}
	i := paramIndex(ev.og.info, ev.s.decl.Type, v)
	fn, ok := ev.og.info.Defs[ev.s.decl.Name].(*types.Func)
	if !ok || i < 0 || i > 31 {
		return anyClient
	}
	calls, ok := ev.og.callers(fn)
	if !ok {
		return client{Params: 1 << i}
	}
	var c client
	for _, site := range calls {
		if i >= len(site.call.Args) || site.call.Ellipsis.IsValid() {
			return anyClient
		}
		from := clientEval{og: ev.og, s: ev.og.scope(site.decl), depth: ev.depth}
		c = c.or(from.client(site.call.Args[i]).bare())
	}
	return c
}

// zero returns what a variable of type t is that nobody has given a value.
func (og *originator) zero(t types.Type) client {
	switch {
	case namedIn(types.Unalias(t), "net/http", "Transport"):
		return og.loosened(client{Std: newTransport})
	case namedIn(types.Unalias(t), "net/http", "Client"):
		return client{Std: defaultTransport}
	case types.IsInterface(t):
		return client{Std: defaultTransport} // as a Transport it stands for that
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return client{} // a nil function panics
	}
	if p, ok := t.Underlying().(*types.Pointer); ok && isHTTPStruct(types.Unalias(p.Elem())) {
		return client{} // a nil client or transport panics
	}
	return anyClient
}

// selector evaluates a field, or a variable of another package.
func (ev clientEval) selector(e *ast.SelectorExpr) client {
	v, ok := ev.og.info.Uses[e.Sel].(*types.Var)
	if !ok {
		return anyClient
	}
	if !v.IsField() {
		return ev.og.packageVar(v, ev.depth)
	}
	if v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "Transport" {
		return ev.client(e.X) // a client is what its transport is
	}
	return ev.og.clientField(v, ev.depth)
}

// called evaluates what a call returns first.
func (ev clientEval) called(call *ast.CallExpr, t types.Type) client {
	info := ev.og.info
	if tv, ok := info.Types[call.Fun]; ok && tv.IsType() && len(call.Args) == 1 {
		return ev.client(call.Args[0])
	}
	if ev.og.isBuiltin(call, "new") {
		if tv := info.Types[call.Args[0]]; tv.IsType() {
			return ev.og.zero(t)
		}
		return ev.client(call.Args[0])
	}
	return ev.result(call, 0)
}

// result evaluates result idx of a call.
func (ev clientEval) result(e ast.Expr, idx int) client {
	if ev.tired() {
		return anyClient
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return anyClient
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return ev.returned(lit.Body, lit.Type, idx)
	}
	fn := callee(ev.og.info, call)
	if fn == nil {
		return anyClient
	}
	switch fn.FullName() {
	case "(*net/http.Transport).Clone":
		return ev.og.loosened(ev.receiver(call))
	case "(*net/http.Transport).NewClientConn":
		return ev.receiver(call)
	case "(*net/http/httptest.Server).Client":
		return client{Std: anyTransport}
	}
	if i, ok := httpmodel.WrapsTransport(fn); ok && idx == 0 && i >= 0 && i < len(call.Args) {
		c := ev.client(call.Args[i])
		c.Drains = c.Drains || httpmodel.DrainsUnread(fn)
		return c
	}
	if fn.Pkg() == ev.og.pkg {
		decl := ev.og.decls[fn]
		if decl == nil || decl.Body == nil {
			return anyClient
		}
		return ev.into(decl, call).returned(decl.Body, decl.Type, idx)
	}
	if f := ev.og.clientFact(fn); f != nil {
		for _, r := range f.Results {
			if r.Index == idx {
				return ev.substituted(r.Client, call)
			}
		}
	}
	return anyClient
}

// substituted puts the arguments of a call in place of the parameters that a result
// may be.
func (ev clientEval) substituted(c client, call *ast.CallExpr) client {
	params := c.Params
	c.Params = 0
	for i := range 32 {
		if params&(1<<i) == 0 {
			continue
		}
		if i >= len(call.Args) {
			return anyClient
		}
		c = c.or(ev.client(call.Args[i]))
	}
	return c
}

// receiver evaluates what a method is called on, which may be an embedded field.
func (ev clientEval) receiver(call *ast.CallExpr) client {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return anyClient
	}
	if selection := ev.og.info.Selections[sel]; selection != nil && len(selection.Index()) > 1 {
		if fld := embedded(selection); fld != nil {
			return ev.og.clientField(fld, ev.depth)
		}
		return anyClient
	}
	return ev.client(sel.X)
}

// returned merges what the return statements of a function give as result idx.
func (ev clientEval) returned(body *ast.BlockStmt, ft *ast.FuncType, idx int) client {
	if ev.tired() {
		return anyClient
	}
	var c client
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case len(n.Results) == 0:
				c = c.or(ev.named(ft, idx))
			case len(n.Results) == 1 && ft.Results.NumFields() > 1:
				c = c.or(ev.result(n.Results[0], idx))
			case idx < len(n.Results):
				if tv := ev.og.info.Types[n.Results[idx]]; tv.IsNil() && ft.Results.NumFields() > 1 {
					break // with an error: there is no client
				}
				c = c.or(ev.client(n.Results[idx]))
			}
		}
		return true
	})
	if c == (client{}) {
		return anyClient
	}
	return c
}

// named evaluates a named result.
func (ev clientEval) named(ft *ast.FuncType, idx int) client {
	if name := resultName(ft, idx); name != nil {
		if v, ok := ev.og.info.Defs[name].(*types.Var); ok {
			return ev.local(v)
		}
	}
	return anyClient
}

// protocols evaluates an expression of type *http.Protocols.
func (ev clientEval) protocols(e ast.Expr) protoSets {
	if ev.tired() {
		return anySet
	}
	e = ast.Unparen(e)
	if tv := ev.og.info.Types[e]; tv.IsNil() {
		return nilSet
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return ev.protocols(e.X)
		}
	case *ast.CompositeLit:
		return zeroSet
	case *ast.Ident:
		v, ok := ev.og.info.ObjectOf(e).(*types.Var)
		if !ok {
			return anySet
		}
		return ev.deeper().protocolsVar(v)
	case *ast.CallExpr:
		return ev.deeper().protocolsCall(e)
	}
	return anySet
}

func (ev clientEval) protocolsVar(v *types.Var) protoSets {
	defs := ev.s.defs[v]
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		if v.Pkg() != ev.og.pkg {
			return anySet
		}
		defs = ev.og.globals(v)
	}
	var sets protoSets
	for _, d := range defs {
		switch {
		case d.zero && namedIn(v.Type(), "net/http", "Protocols"):
			sets |= zeroSet
		case d.zero:
			sets |= nilSet
		case d.rhs != nil && d.idx <= 0:
			sets |= ev.protocols(d.rhs)
		case d.param:
			if id := ev.paramIdent(d, v); id != nil {
				if arg, from, ok := ev.argument(id); ok {
					sets |= from.protocols(arg)
					continue
				}
			}
			sets |= anySet
		default:
			sets |= anySet
		}
	}
	if len(defs) == 0 {
		return anySet
	}
	for _, u := range ev.og.updatesOf(v) {
		to := sets
		switch u.kind {
		case updateSetter:
			to = ev.setter(sets, u)
		case updateUnknown:
			to = anySet
		}
		if len(defs) == 1 && ev.s.always(defs[0].at, u.stmt) {
			sets = to
		} else {
			sets |= to
		}
	}
	return sets
}

// setter returns the sets after a call of SetHTTP1 and its like.
func (ev clientEval) setter(sets protoSets, u *update) protoSets {
	to := ev.truth(u.rhs)
	switch u.field {
	case "SetHTTP1":
		return sets.with(setHTTP1, to)
	case "SetHTTP2":
		return sets.with(setHTTP2, to)
	case "SetUnencryptedHTTP2":
		return sets.with(setUnencrypted, to)
	}
	return anySet
}

func (ev clientEval) protocolsCall(call *ast.CallExpr) protoSets {
	info := ev.og.info
	if ev.og.isBuiltin(call, "new") {
		if tv := info.Types[call.Args[0]]; tv.IsType() {
			return zeroSet
		}
		return ev.protocols(call.Args[0])
	}
	var body *ast.BlockStmt
	in := ev
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		body = lit.Body
	} else if fn := callee(info, call); fn != nil && fn.Pkg() == ev.og.pkg && ev.og.decls[fn] != nil {
		body = ev.og.decls[fn].Body
		in = ev.into(ev.og.decls[fn], call)
	}
	if body == nil {
		return anySet
	}
	var sets protoSets
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 1 {
				sets |= in.protocols(n.Results[0])
			} else {
				sets = anySet
			}
		}
		return true
	})
	if sets == 0 {
		return anySet
	}
	return sets
}

// update returns what a client or transport is after something was done to it, for
// certain or perhaps.
func (ev clientEval) update(c client, u *update, certain bool) client {
	if u.decl != nil && u.decl != ev.s.decl {
		ev = clientEval{og: ev.og, s: ev.og.scope(u.decl), depth: ev.depth}
	}
	to := c
	switch u.kind {
	case updateTransport: // client.Transport = x
		to = ev.client(u.rhs)
	case updateField:
		if c.Std != (httpTransport{}) {
			to.Std = ev.assign(c.Std, u.field, u.rhs)
		}
		if c.Params != 0 {
			to.Std = to.Std.or(ev.assign(anyTransport, u.field, u.rhs))
			to.Params = 0
		}
	case updateSetter: // t.Protocols.SetHTTP2(true)
		to.Std.Sets = ev.setter(c.Std.Sets, u)
	case updateNegotiate:
		if c.Std != (httpTransport{}) {
			to.Std.H2 = mayOn
		}
	case updateUnknown:
		to = anyClient
	}
	if certain {
		return to
	}
	return c.or(to)
}

// packageVar evaluates a variable of a package: its initial value, and all that the
// package assigns to it.
func (og *originator) packageVar(v *types.Var, depth int) client {
	if v.Pkg() != nil && v.Pkg().Path() == "net/http" {
		return client{Std: defaultTransport} // DefaultClient, DefaultTransport
	}
	if v.Pkg() != og.pkg {
		if f := og.clientFact(v); f != nil && len(f.Results) == 1 {
			return f.Results[0].Client
		}
		return anyClient
	}
	if depth > maxClientDepth {
		return anyClient
	}
	ix := og.clientIndex()
	var c client
	defs := og.globals(v)
	if len(defs) == 0 {
		c = og.zero(v.Type())
	}
	for _, d := range defs {
		c = c.or(clientEval{og: og, s: og.exprScope(d.rhs), depth: depth}.client(d.rhs))
	}
	for _, a := range ix.assigned[v] {
		ev := clientEval{og: og, s: og.scope(a.decl), depth: depth}
		if a.idx >= 0 {
			c = c.or(ev.result(a.rhs, a.idx))
		} else {
			c = c.or(ev.client(a.rhs))
		}
	}
	for _, u := range ix.updates[v] {
		c = clientEval{og: og, s: og.scope(u.decl), depth: depth}.update(c, u, false)
	}
	if c == (client{}) {
		return anyClient
	}
	return c.bare()
}

// clientField evaluates a field of a struct: all that this package puts into it, next to
// what the package that declares it does.
func (og *originator) clientField(fld *types.Var, depth int) client {
	fld = fld.Origin()
	if depth > maxClientDepth {
		return anyClient
	}
	var c client
	if fld.Pkg() != og.pkg {
		f := og.clientFact(fld)
		if f == nil || len(f.Results) != 1 {
			return anyClient
		}
		c = f.Results[0].Client
	}
	if og.fields == nil {
		og.indexFields()
	}
	ix := og.clientIndex()
	defs := og.fields[fld]
	if og.withTests {
		defs = slices.Concat(defs, og.testFields[fld])
	}
	for _, d := range defs {
		s := og.exprScope(d.rhs)
		if d.decl != nil {
			s = og.scope(d.decl)
		}
		ev := clientEval{og: og, s: s, depth: depth}
		var set client
		if tuple, ok := og.info.TypeOf(d.rhs).(*types.Tuple); ok && tuple.Len() > 0 {
			set = ev.result(d.rhs, 0) // x.client, err = newClient()
		} else {
			set = ev.client(d.rhs)
		}
		if fld.Pkg() != og.pkg && set.bare() == anyClient {
			continue // no more than that it's open: who gives it what, nobody can see
		}
		c = c.or(set)
	}
	for _, u := range ix.updates[fld] {
		c = clientEval{og: og, s: og.scope(u.decl), depth: depth}.update(c, u, false)
	}
	if ix.omitted[fld] {
		c = c.or(og.zero(fld.Type()))
	}
	if c == (client{}) {
		return anyClient
	}
	c = c.bare()
	c.Open = c.Open || ix.open(og.pkg, fld)
	return c
}

// exprScope returns the scope of an expression outside all functions.
func (og *originator) exprScope(e ast.Expr) *scope {
	if s, ok := og.clientIndex().exprs[e]; ok {
		return s
	}
	s := newScope(og.info, &ast.FuncDecl{
		Name: ast.NewIdent("_"),
		Type: &ast.FuncType{Params: new(ast.FieldList)},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: e}}},
	})
	og.clientIndex().exprs[e] = s
	og.scopes[s.decl] = s
	return s
}

// loosened lets everything that is done in the package to transports of unknown
// origin happen to this one, too: a function that configures what it is given.
func (og *originator) loosened(c client) client {
	for _, u := range og.clientIndex().loose {
		if u.kind != updateTransport {
			c = clientEval{og: og, s: og.scope(u.decl)}.update(c, u, false)
		}
	}
	return c
}

// loosenedClient is loosened for an http.Client: some function may give it another
// transport.
func (og *originator) loosenedClient(c client) client {
	for _, u := range og.clientIndex().loose {
		if u.kind == updateTransport {
			return c.or(anyClient)
		}
	}
	return c
}

// always reports whether to, once from has run, runs for certain before anything
// that stands behind both: they stand in one list of statements, in this order.
func (s *scope) always(from ast.Node, to ast.Stmt) bool {
	st := s.stmt(from)
	if to == nil || st == nil {
		return false
	}
	list, i := s.list(st)
	other, j := s.list(to)
	return i >= 0 && j > i && len(list) == len(other) && list[0] == other[0]
}
