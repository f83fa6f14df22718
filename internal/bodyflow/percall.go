package bodyflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A PerCall is a transport that a function makes, uses for requests, and drops.
type PerCall struct {
	// Node is the expression that makes the transport.
	Node ast.Expr
	// Fn names the function that makes it for each of its calls, Loop is set if it
	// does so in each round of a loop.
	Fn   string
	Loop bool
	// Request is the first request that is made with it.
	Request *ast.CallExpr
	// Several is set if the requests are made in a loop, and can share a connection.
	Several bool
	// Timeout is set if idle connections are closed after a while.
	Timeout bool
}

// PerCalls finds the transports that are made for each call of a function, in
// source order.
func (r *Result) PerCalls() []PerCall {
	if r.pk == nil {
		return nil
	}
	r.whole()
	r.mu.Lock()
	defer r.mu.Unlock()
	pc := &percall{originator: r.finder.originator, made: make(map[*types.Func]*transport)}
	var out []PerCall
	for _, f := range pc.files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil && !pc.isTest(decl) {
				out = append(out, pc.decl(decl)...)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Node.Pos() < out[j].Node.Pos() })
	return out
}

// A percall finds transports that are made per call.
type percall struct {
	*originator
	made  map[*types.Func]*transport // by constructors; nil for other functions
	calls map[types.Object][]*ast.FuncDecl
}

// A transport is what is known of one that was just made.
type transport struct {
	timeout bool // IdleConnTimeout is set
	client  bool // it came in a client
}

// A fate is what becomes of a transport in the function that made it.
type fate struct {
	escapes  bool // who knows who has it
	closed   bool // CloseIdleConnections is called
	timeout  bool
	returned bool // it is a result
	client   bool // as a client
	requests []request
	seen     map[*types.Var]bool
}

type request struct {
	call *ast.CallExpr
	s    *scope
}

func (pc *percall) decl(decl *ast.FuncDecl) []PerCall {
	if !pc.mentionsTransport(decl) {
		return nil
	}
	s := pc.scope(decl)
	var out []PerCall
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		t := pc.makes(s, e, 0)
		if t == nil {
			return true
		}
		fn, ok := pc.perCall(s, e)
		if !ok {
			return true
		}
		ft := &fate{timeout: t.timeout, client: t.client, seen: make(map[*types.Var]bool)}
		pc.follow(s, e, ft, 0)
		if ft.escapes || ft.closed || ft.returned || len(ft.requests) == 0 || pc.endsConnections(decl, false) {
			return true
		}
		p := PerCall{Node: e, Fn: fn, Request: ft.requests[0].call, Timeout: ft.timeout}
		p.Loop = loopAround(s, e, nil) != nil
		for _, rq := range ft.requests {
			var outer ast.Node
			if rq.s == s {
				outer = loopAround(s, e, nil)
			}
			if l := loopAround(rq.s, rq.call, outer); l != nil {
				p.Several = true
			}
		}
		if p.Several && p.Timeout {
			return true // it does what it is for, and goes
		}
		out = append(out, p)
		return true
	})
	return out
}

// mentionsTransport keeps the search away from the functions that can't make one.
func (pc *percall) mentionsTransport(decl *ast.FuncDecl) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		switch obj := pc.info.Uses[id].(type) {
		case *types.TypeName:
			found = isTransport(obj.Type())
		case *types.Func:
			res := obj.Signature().Results()
			found = res.Len() > 0 && (isTransport(res.At(0).Type()) || obj.Pkg() == pc.pkg && isClientType(res.At(0).Type()))
		}
		return !found
	})
	return found
}

func isTransport(t types.Type) bool {
	if elem, ok := pointerTo(t); ok {
		t = elem
	}
	return namedIn(t, "net/http", "Transport")
}

// makes reports whether e makes a transport whose connections are kept alive.
func (pc *percall) makes(s *scope, e ast.Expr, depth int) *transport {
	switch e := e.(type) {
	case *ast.CompositeLit:
		if isTransport(pc.info.TypeOf(e)) {
			return pc.literalTransport(s, e)
		}
	case *ast.CallExpr:
		if pc.isBuiltin(e, "new") && isTransport(pc.info.TypeOf(e)) {
			return new(transport)
		}
		fn := callee(pc.info, e)
		if fn == nil {
			return nil
		}
		if fn.FullName() == "(*net/http.Transport).Clone" {
			sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
			if ok && pc.isDefaultTransport(s, sel.X, 3) {
				return &transport{timeout: true} // as DefaultTransport has it
			}
			return nil
		}
		if fn.Pkg() == pc.pkg && depth < 3 {
			return pc.constructed(fn, depth)
		}
	}
	return nil
}

func (pc *percall) literalTransport(s *scope, lit *ast.CompositeLit) *transport {
	t := new(transport)
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		id, ok := kv.Key.(*ast.Ident)
		if !ok || !pc.keeps(s, id.Name, kv.Value, &t.timeout) {
			return nil
		}
	}
	return t
}

// keeps reports whether a transport still keeps connections alive, and opens them
// itself, when a field of it is set.
func (pc *percall) keeps(s *scope, field string, val ast.Expr, timeout *bool) bool {
	c := pc.info.Types[val].Value
	switch field {
	case "DisableKeepAlives":
		return c != nil && c.Kind() == constant.Bool && !constant.BoolVal(c)
	case "MaxIdleConnsPerHost":
		return c == nil || constant.Sign(c) >= 0
	case "IdleConnTimeout":
		*timeout = c == nil || constant.Sign(c) != 0
	case "Dial", "DialContext", "DialTLS", "DialTLSContext":
		lit, ok := ast.Unparen(val).(*ast.FuncLit)
		return !ok || pc.dials(s, lit)
	}
	return true
}

// dials reports whether a dial function makes connections, and doesn't only hand out
// one that was there before: a captured one, or what a channel has.
func (pc *percall) dials(s *scope, lit *ast.FuncLit) bool {
	dials := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		ret, isRet := n.(*ast.ReturnStmt)
		if isRet {
			dials = dials || len(ret.Results) == 0 || pc.connects(s, lit, ret.Results[0])
		}
		return !dials
	})
	return dials
}

// connects reports whether e may be a connection that the literal makes.
func (pc *percall) connects(s *scope, lit *ast.FuncLit, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return true
	case *ast.UnaryExpr:
		return e.Op != token.ARROW
	case *ast.Ident:
		if pc.info.Types[e].IsNil() {
			return false
		}
	}
	root := rootVar(pc.info, e)
	if root == nil {
		return true
	}
	if root.Pos() < lit.Pos() || root.Pos() >= lit.End() {
		return false
	}
	for _, d := range s.defs[root] {
		if arrow, ok := d.rhs.(*ast.UnaryExpr); !ok || arrow.Op != token.ARROW {
			return true
		}
	}
	return len(s.defs[root]) == 0
}

// isDefaultTransport reports whether e is http.DefaultTransport, perhaps in a
// variable.
func (pc *percall) isDefaultTransport(s *scope, e ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.TypeAssertExpr:
		return pc.isDefaultTransport(s, e.X, depth)
	case *ast.SelectorExpr:
		v, ok := pc.info.Uses[e.Sel].(*types.Var)
		return ok && v.Name() == "DefaultTransport" && v.Pkg() != nil && v.Pkg().Path() == "net/http"
	case *ast.Ident:
		v := s.use(e)
		if v == nil || len(s.defs[v]) != 1 || s.defs[v][0].rhs == nil || s.defs[v][0].idx > 0 {
			return false
		}
		return pc.isDefaultTransport(s, s.defs[v][0].rhs, depth-1)
	}
	return false
}

// constructed reports whether a function of this package returns, whenever it
// returns anything, a transport of its own making, or a client with one.
func (pc *percall) constructed(fn *types.Func, depth int) *transport {
	if t, ok := pc.made[fn]; ok {
		return t
	}
	pc.made[fn] = nil
	decl := pc.decls[fn]
	res := fn.Signature().Results()
	if decl == nil || decl.Body == nil || res.Len() == 0 || !isTransport(res.At(0).Type()) && !isClientType(res.At(0).Type()) {
		return nil
	}
	s := pc.scope(decl)
	var t *transport
	var lits []ast.Expr
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if e, ok := n.(ast.Expr); ok {
			if got := pc.makes(s, e, depth+1); got != nil {
				lits = append(lits, e)
				if t == nil {
					t = &transport{timeout: got.timeout}
				}
				t.timeout = t.timeout || got.timeout
			}
		}
		return true
	})
	if len(lits) != 1 {
		return nil // which one, or none
	}
	ft := &fate{timeout: t.timeout, seen: make(map[*types.Var]bool)}
	pc.follow(s, lits[0], ft, 0)
	if ft.escapes || ft.closed || !ft.returned || len(ft.requests) > 0 {
		return nil
	}
	// Every return must hand out that one.
	all := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			all = all && len(n.Results) > 0 && pc.handsOut(s, n.Results[0], lits[0], ft)
		}
		return true
	})
	if !all {
		return nil
	}
	t.timeout, t.client = ft.timeout, isClientType(res.At(0).Type())
	pc.made[fn] = t
	return t
}

// handsOut reports whether a result is nil, what was made, a variable that holds that
// and nothing else, or a client with it.
func (pc *percall) handsOut(s *scope, e, lit ast.Expr, ft *fate) bool {
	if tv, ok := pc.info.Types[e]; ok && tv.IsNil() || within(lit, e) {
		return true
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	if lit, ok := e.(*ast.CompositeLit); ok && isClientType(pc.info.TypeOf(lit)) {
		for _, elt := range lit.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				return false
			}
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Transport" {
				e = kv.Value
			}
		}
	}
	v := s.use(e)
	return v != nil && ft.seen[v] && len(s.defs[v]) == 1
}

// follow looks at what becomes of the value of e, which is or holds the transport.
func (pc *percall) follow(s *scope, e ast.Expr, ft *fate, depth int) {
	if ft.escapes {
		return
	}
	switch p := s.parents[e].(type) {
	case *ast.ParenExpr:
		pc.follow(s, p, ft, depth)
	case *ast.UnaryExpr:
		if p.Op != token.AND {
			ft.escapes = true
			return
		}
		pc.follow(s, p, ft, depth)
	case *ast.TypeAssertExpr:
		pc.follow(s, p, ft, depth)
	case *ast.AssignStmt:
		pc.assigned(s, e, p, ft, depth)
	case *ast.ValueSpec:
		for i, val := range p.Values {
			if val != e || i >= len(p.Names) {
				continue
			}
			if v, ok := pc.info.Defs[p.Names[i]].(*types.Var); ok {
				pc.variable(s, v, ft, depth)
			}
		}
	case *ast.KeyValueExpr:
		lit, ok := s.parents[p].(*ast.CompositeLit)
		key, isID := p.Key.(*ast.Ident)
		if !ok || !isID || p.Value != e || key.Name != "Transport" || !isClientType(pc.info.TypeOf(lit)) {
			ft.escapes = true
			return
		}
		pc.follow(s, lit, ft, depth)
	case *ast.SelectorExpr:
		pc.selectedFrom(s, p, ft, depth)
	case *ast.CallExpr:
		pc.passed(s, e, p, ft, depth)
	case *ast.BinaryExpr, *ast.ExprStmt:
	case *ast.ReturnStmt:
		ft.returned = true
	default:
		ft.escapes = true
	}
}

// assigned handles "v = e" and "client.Transport = e".
func (pc *percall) assigned(s *scope, e ast.Expr, as *ast.AssignStmt, ft *fate, depth int) {
	for i, rhs := range as.Rhs {
		if rhs != e {
			continue
		}
		if len(as.Lhs) != len(as.Rhs) && i > 0 {
			ft.escapes = true
			return
		}
		switch lhs := ast.Unparen(as.Lhs[i]).(type) {
		case *ast.Ident:
			if lhs.Name == "_" {
				return
			}
			if v := s.variable(lhs); v != nil {
				pc.variable(s, v, ft, depth)
				return
			}
			ft.escapes = true
		case *ast.SelectorExpr:
			v := s.use(lhs.X)
			if v == nil || lhs.Sel.Name != "Transport" || !isClientType(v.Type()) || !pc.isFresh(s, v) {
				ft.escapes = true
				return
			}
			pc.variable(s, v, ft, depth)
		default:
			ft.escapes = true
		}
	}
}

// isFresh reports whether a variable has only clients that were made here: nobody
// else has them.
func (pc *percall) isFresh(s *scope, v *types.Var) bool {
	for _, d := range s.defs[v] {
		if d.zero && !d.param {
			continue
		}
		if d.rhs == nil || d.idx >= 0 {
			return false
		}
		e := ast.Unparen(d.rhs)
		if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
			e = u.X
		}
		switch e := e.(type) {
		case *ast.CompositeLit:
		case *ast.CallExpr:
			id, ok := ast.Unparen(e.Fun).(*ast.Ident)
			if !ok {
				return false
			}
			if _, ok := pc.info.Uses[id].(*types.Builtin); !ok {
				return false
			}
		default:
			return false
		}
	}
	return len(s.defs[v]) > 0
}

// variable follows the variable that has the transport, or a client with it.
func (pc *percall) variable(s *scope, v *types.Var, ft *fate, depth int) {
	if ft.seen[v] {
		return
	}
	ft.seen[v] = true
	if len(s.defs[v]) == 0 || v.Parent() == v.Pkg().Scope() {
		ft.escapes = true // the package has it
		return
	}
	for _, d := range s.defs[v] {
		if f, ok := d.at.(*ast.Field); ok && f != nil && d.zero {
			ft.returned = true // a named result
		}
	}
	for _, id := range s.uses[v] {
		if as, ok := s.parents[id].(*ast.AssignStmt); ok && isTarget(as, id) {
			continue
		}
		if !pc.runsWith(s, id, v) {
			ft.escapes = true
			return
		}
		pc.follow(s, id, ft, depth)
	}
}

// runsWith reports whether a use of v lies in the function that declares v, or in a
// literal that runs within it or ends on its own.
func (pc *percall) runsWith(s *scope, id *ast.Ident, v *types.Var) bool {
	for p := s.parents[id]; p != nil; p = s.parents[p] {
		lit, ok := p.(*ast.FuncLit)
		if !ok {
			continue
		}
		if lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return true
		}
		if !pc.inPlace(s, lit) {
			return false
		}
	}
	return true
}

// inPlace reports whether a literal runs once, where it stands.
func (pc *percall) inPlace(s *scope, lit *ast.FuncLit) bool {
	call, ok := s.parents[lit].(*ast.CallExpr)
	if !ok {
		return false
	}
	if call.Fun == ast.Expr(lit) {
		return true
	}
	fn := callee(pc.info, call)
	return fn != nil && httpmodel.RunsOnce(fn)
}

// selectedFrom handles a field or a method of the transport, or of a client.
func (pc *percall) selectedFrom(s *scope, sel *ast.SelectorExpr, ft *fate, depth int) {
	switch obj := pc.info.Uses[sel.Sel].(type) {
	case *types.Var:
		as, ok := s.parents[sel].(*ast.AssignStmt)
		if !ok || !isTarget(as, sel) {
			if obj.Name() == "Transport" {
				pc.follow(s, sel, ft, depth)
			}
			return
		}
		for i, lhs := range as.Lhs {
			if lhs != ast.Expr(sel) {
				continue
			}
			if len(as.Lhs) != len(as.Rhs) {
				ft.escapes = ft.escapes || obj.Name() == "DisableKeepAlives"
				continue
			}
			if isTransport(pc.info.TypeOf(sel.X)) && !pc.keeps(s, obj.Name(), as.Rhs[i], &ft.timeout) {
				ft.escapes = true
			}
		}
	case *types.Func:
		call, ok := s.parents[sel].(*ast.CallExpr)
		if !ok || call.Fun != ast.Expr(sel) {
			ft.escapes = true // a method value
			return
		}
		switch obj.Name() {
		case "CloseIdleConnections":
			ft.closed = true
		case "Do", "Get", "Head", "Post", "PostForm", "RoundTrip":
			ft.requests = append(ft.requests, request{call, s})
		}
	}
}

// passed handles an argument of a call.
func (pc *percall) passed(s *scope, e ast.Expr, call *ast.CallExpr, ft *fate, depth int) {
	if call.Fun == e {
		ft.escapes = true
		return
	}
	if tv, ok := pc.info.Types[call.Fun]; ok && tv.IsType() {
		pc.follow(s, call, ft, depth) // a conversion
		return
	}
	fn := callee(pc.info, call)
	if fn == nil || fn.Pkg() == nil {
		ft.escapes = true
		return
	}
	arg := -1
	for i, a := range call.Args {
		if a == e {
			arg = i
		}
	}
	switch {
	case httpmodel.Configures(fn):
		return
	case httpmodel.PassesOn(fn.Pkg().Path()) && fn.Signature().Results().Len() > 0:
		pc.follow(s, call, ft, depth)
		return
	case httpmodel.Args(fn).Effect == httpmodel.Borrow && httpmodel.Logs(fn):
		return
	}
	decl := pc.decls[fn]
	if fn.Pkg() != pc.pkg || decl == nil || decl.Body == nil || depth >= 3 || arg < 0 || fn.Signature().Variadic() {
		ft.escapes = true
		return
	}
	i := 0
	for _, f := range decl.Type.Params.List {
		if len(f.Names) == 0 {
			i++
		}
		for _, name := range f.Names {
			if v, ok := pc.info.Defs[name].(*types.Var); ok && i == arg {
				inner := &fate{timeout: ft.timeout, seen: make(map[*types.Var]bool)}
				pc.variable(pc.scope(decl), v, inner, depth+1)
				ft.escapes = ft.escapes || inner.escapes || inner.returned
				ft.closed = ft.closed || inner.closed
				ft.timeout = ft.timeout || inner.timeout
				for range inner.requests {
					// The call stands for the requests, unless they are made in a loop.
					ft.requests = append(ft.requests, request{call, s})
				}
				for _, rq := range inner.requests {
					if loopAround(rq.s, rq.call, nil) != nil {
						ft.requests = append(ft.requests, rq)
					}
				}
			}
			i++
		}
	}
}

// loopAround returns the innermost loop that n lies in, up to the function or to
// outer.
func loopAround(s *scope, n, outer ast.Node) ast.Node {
	for p := s.parents[n]; p != nil && p != outer; p = s.parents[p] {
		switch p.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return p
		}
	}
	return nil
}

// endsConnections reports whether a function asks for connections to be closed after
// one request: req.Close, the header, or (with transports) DisableKeepAlives.
func (og *originator) endsConnections(decl *ast.FuncDecl, transports bool) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := og.info.Uses[n].(*types.Var)
			if ok && v.IsField() && v.Pkg() != nil && v.Pkg().Path() == "net/http" {
				found = found || v.Name() == "Close" || transports && v.Name() == "DisableKeepAlives"
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				if c := og.info.Types[a].Value; c != nil && c.Kind() == constant.String && strings.EqualFold(constant.StringVal(c), "connection") {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// perCall returns the name of the function that makes a transport at e each time it
// is called, and whether it is sure to be called more than a few times: not in main,
// not at start-up, not once.
func (pc *percall) perCall(s *scope, e ast.Expr) (string, bool) {
	for p := s.parents[ast.Node(e)]; p != nil; p = s.parents[p] {
		lit, ok := p.(*ast.FuncLit)
		if !ok {
			continue
		}
		if sig, ok := pc.info.TypeOf(lit).(*types.Signature); ok && isHandler(sig) {
			return "the handler", true
		}
		if !pc.inPlace(s, lit) {
			return "", false
		}
		if call, ok := s.parents[lit].(*ast.CallExpr); ok && call.Fun != ast.Expr(lit) && httpmodel.RunsOnce(callee(pc.info, call)) && isOnce(callee(pc.info, call)) {
			return "", false
		}
	}
	fn, ok := pc.info.Defs[s.decl.Name].(*types.Func)
	if !ok {
		return "", false
	}
	if isHandler(fn.Signature()) {
		return fn.Name(), true
	}
	if pc.isProgram() || pc.startsUp(fn, 4) {
		return "", false
	}
	return fn.Name(), true
}

// isProgram reports whether the package is a command, or part of one, by the layout that
// programs have: much of it runs once, and then the program ends.
func (pc *percall) isProgram() bool {
	return pc.pkg.Name() == "main" || slices.Contains(strings.Split(pc.pkg.Path(), "/"), "cmd")
}

// isOnce reports whether fn runs its argument once and for all.
func isOnce(fn *types.Func) bool { return fn != nil && fn.FullName() == "(*sync.Once).Do" }

// isHandler reports whether a function serves HTTP.
func isHandler(sig *types.Signature) bool {
	p := sig.Params()
	return p.Len() == 2 && namedIn(p.At(0).Type(), "net/http", "ResponseWriter") && isRequest(p.At(1).Type())
}

// startsUp reports whether a function is called at start-up only, or not at all: from
// init, main or the value of a package variable.
func (pc *percall) startsUp(fn *types.Func, depth int) bool {
	name := fn.Name()
	if fn.Signature().Recv() == nil && (name == "init" || name == "main") {
		return true
	}
	if fn.Exported() || depth == 0 || fn.Signature().Recv() != nil {
		return false
	}
	if pc.calls == nil {
		pc.indexCalls()
	}
	for _, from := range pc.calls[fn] {
		if from == nil {
			continue
		}
		caller, ok := pc.info.Defs[from.Name].(*types.Func)
		if !ok || caller == fn {
			continue
		}
		if !pc.startsUp(caller, depth-1) {
			return false
		}
	}
	return true
}

// indexCalls notes from which declarations the functions of the package are used.
func (pc *percall) indexCalls() {
	pc.calls = make(map[types.Object][]*ast.FuncDecl)
	for _, f := range pc.files {
		for _, d := range f.Decls {
			decl, _ := d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if fn, ok := pc.info.Uses[id].(*types.Func); ok && fn.Pkg() == pc.pkg {
						pc.calls[fn.Origin()] = append(pc.calls[fn.Origin()], decl)
					}
				}
				return true
			})
		}
	}
}
