package bodyflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// An originKind says where a body comes from, as far as the syntax shows.
type originKind uint8

const (
	fromUnknown originKind = iota // nothing is known
	fromClient                    // a client's response
	fromParam                     // a parameter of the function, which decides nothing yet
	fromNowhere                   // nil
	fromElse                      // a request, a file, a recorder, a response of one's own making
	fromOther                     // a client whose transport is not net/http's
	fromPurpose                   // a reader that does something with the bytes: a tee, a hash
)

// An origin is where the reader that a drain empties comes from.
type origin struct {
	kind originKind
	// body is the expression whose Close closes the body: resp.Body, rc.
	body ast.Expr
	// resp is the response the body belongs to, where the code names one.
	resp ast.Expr
	// root is the variable at the bottom of body or resp.
	root *types.Var
	// calls yield the response: one for each definition of its variable.
	calls []*ast.CallExpr
	// param is the index of the parameter of fn (receiver not counted; -1 for
	// the receiver).
	param int
	fn    ast.Node
	// limited is set if the reader ends before the body does.
	limited bool
	// nop is set if a wrapper round the body forgets Close.
	nop bool
	// field is set if the body lies in a field of a struct.
	field bool
	// wraps has the variables between the body and the reader: lr of
	// lr := io.LimitReader(resp.Body, n).
	wraps []*types.Var
	// unseen is set if it may come from another place than calls.
	unseen bool
}

// merge combines what two definitions of one variable say.
func (o origin) merge(p origin) origin {
	o.limited, o.nop = o.limited || p.limited, o.nop || p.nop
	switch {
	case o.kind == fromNowhere:
		p.limited, p.nop = o.limited, o.nop
		return p
	case p.kind == fromNowhere:
		return o
	case o.kind == p.kind:
		o.unseen = o.unseen || p.unseen || len(o.calls) == 0 || len(p.calls) == 0
		o.calls = append(o.calls[:len(o.calls):len(o.calls)], p.calls...)
		o.field = o.field || p.field
		return o
	case o.kind == fromPurpose || p.kind == fromPurpose:
		return origin{kind: fromPurpose}
	case o.kind == fromOther && p.kind == fromClient:
		return o
	case o.kind == fromClient && p.kind == fromOther:
		return p
	}
	return origin{kind: fromUnknown}
}

// An originator finds origins within one package.
type originator struct {
	fset   *token.FileSet
	info   *types.Info
	files  []*ast.File
	pkg    *types.Package
	pk     *pack // nil where there is no IR
	decls  map[*types.Func]*ast.FuncDecl
	scopes map[*ast.FuncDecl]*scope
	fields map[*types.Var][]fieldDef
	// testFields is the same for the assignments in _test.go files, which count
	// only while withTests is set: fakes say nothing about what a field holds in
	// earnest.
	testFields map[*types.Var][]fieldDef
	withTests  bool
	global     map[*types.Var][]def
	// callsOf has the calls of the package's functions, made when first needed.
	callsOf map[*types.Func][]callSite
	// alone has, for methods RoundTrip, whether they make their responses
	// themselves.
	alone map[aloneKey]bool
	// steps is how many calls were looked into for one question about a client; telling
	// is set where that question is for a fact.
	steps   int
	telling bool
	// returns has what is known of the results of functions; see returned.
	returns map[returnKey]originKind
	depth   int
	// naming has the variables whose origin is being looked for: one that is
	// wrapped in itself (r = io.LimitReader(r, n)) is what its other definitions are.
	naming map[*types.Var]bool

	clients    *clientIndex
	clientFact func(types.Object) *ClientFact
}

// A fieldDef is one place where a field of a struct gets a value.
type fieldDef struct {
	rhs  ast.Expr
	decl *ast.FuncDecl
}

func (og *originator) scope(decl *ast.FuncDecl) *scope {
	s, ok := og.scopes[decl]
	if !ok {
		s = newScope(og.info, decl)
		og.scopes[decl] = s
	}
	return s
}

// reader returns the origin of a reader expression.
func (og *originator) reader(s *scope, e ast.Expr) origin {
	og.depth++
	defer func() { og.depth-- }()
	if og.depth > 12 {
		return origin{}
	}
	e = ast.Unparen(e)
	if tv, ok := og.info.Types[e]; ok && tv.IsNil() {
		return origin{kind: fromNowhere}
	}
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return og.selected(s, e)
	case *ast.Ident:
		return og.named(s, e)
	case *ast.CallExpr:
		return og.called(s, e)
	case *ast.UnaryExpr:
		if lit, ok := e.X.(*ast.CompositeLit); ok && e.Op == token.AND {
			return og.literal(s, lit)
		}
		return og.reader(s, e.X)
	case *ast.CompositeLit:
		return og.literal(s, e)
	case *ast.TypeAssertExpr:
		return og.reader(s, e.X)
	case *ast.StarExpr:
		return og.reader(s, e.X)
	}
	return origin{}
}

// selected handles x.Body and other fields.
func (og *originator) selected(s *scope, e *ast.SelectorExpr) origin {
	fld, ok := og.info.Uses[e.Sel].(*types.Var)
	if !ok || !fld.IsField() {
		return origin{}
	}
	if fld.Name() == "Body" && fld.Pkg() != nil && fld.Pkg().Path() == "net/http" {
		sel := og.info.Selections[e]
		if sel == nil {
			return origin{}
		}
		if owner := fieldOwner(sel); owner != nil && isResponseStruct(owner) {
			o := og.response(s, e.X)
			o.body, o.resp = e, e.X
			if !isResponse(og.info.TypeOf(e.X)) {
				o.field = true
			}
			if o.root == nil {
				o.root = rootVar(og.info, e.X)
			}
			return o
		}
		return origin{kind: fromElse} // a request's
	}
	if isReaderLike(fld.Type()) {
		o := og.field(fld)
		if o.kind == fromClient || o.kind == fromParam {
			return origin{kind: fromClient, body: e, root: rootVar(og.info, e), field: true, limited: o.limited, nop: o.nop}
		}
		return o
	}
	return origin{}
}

// fieldOwner returns the struct type in which a selection's field is declared.
func fieldOwner(sel *types.Selection) types.Type {
	t := sel.Recv()
	for i, idx := range sel.Index() {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		str, ok := t.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		if i == len(sel.Index())-1 {
			return t
		}
		t = str.Field(idx).Type()
	}
	return nil
}

// rootVar returns the variable at the bottom of x, x.f, x.f.g.
func rootVar(info *types.Info, e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			v, _ := info.Uses[x].(*types.Var)
			return v
		default:
			return nil
		}
	}
}

// named handles a variable that holds a reader.
func (og *originator) named(s *scope, e *ast.Ident) origin {
	v, ok := og.info.Uses[e].(*types.Var)
	if !ok {
		return origin{}
	}
	defs := s.defs[v]
	if len(defs) == 0 {
		return origin{} // a package variable
	}
	if og.naming[v] {
		return origin{kind: fromNowhere}
	}
	if og.naming == nil {
		og.naming = make(map[*types.Var]bool)
	}
	og.naming[v] = true
	o := origin{kind: fromNowhere}
	for _, d := range defs {
		o = o.merge(og.definition(s, v, d, og.reader))
	}
	delete(og.naming, v)
	switch o.kind {
	case fromClient, fromParam:
		direct := og.closesBody(v.Type()) && !o.limited && !o.nop
		if direct || o.body == nil {
			o.body = e
			if o.root == nil || direct {
				o.root = v
			}
		}
		o.wraps = append(o.wraps, v)
	}
	return o
}

func (og *originator) closesBody(t types.Type) bool {
	return types.IsInterface(t) && newTracker().canClose(t)
}

// definition returns the origin of what one definition gives a variable.
func (og *originator) definition(s *scope, v *types.Var, d def, of func(*scope, ast.Expr) origin) origin {
	switch {
	case d.param:
		if lit, ok := d.fn.(*ast.FuncLit); ok {
			// func(b io.ReadCloser) { … }(resp.Body)
			if call, ok := s.parents[lit].(*ast.CallExpr); ok && call.Fun == ast.Expr(lit) {
				if i := paramIndex(og.info, lit.Type, v); i >= 0 && i < len(call.Args) {
					return of(s, call.Args[i])
				}
			}
			return origin{kind: fromParam, param: paramIndex(og.info, lit.Type, v), fn: lit, root: v}
		}
		decl := d.fn.(*ast.FuncDecl)
		return origin{kind: fromParam, param: paramIndex(og.info, decl.Type, v), fn: decl, root: v}
	case d.zero:
		return origin{kind: fromNowhere}
	case d.rhs == nil:
		return origin{}
	case d.idx > 0:
		return origin{}
	}
	return of(s, d.rhs)
}

// paramIndex returns the index of a parameter in a function type, or -1.
func paramIndex(info *types.Info, ft *ast.FuncType, v *types.Var) int {
	i := 0
	for _, f := range ft.Params.List {
		for _, name := range f.Names {
			if info.Defs[name] == v {
				return i
			}
			i++
		}
		if len(f.Names) == 0 {
			i++
		}
	}
	return -1
}

// called handles readers that come out of calls: wrappers, and functions that
// return a body.
func (og *originator) called(s *scope, e *ast.CallExpr) origin {
	if tv, ok := og.info.Types[e.Fun]; ok && tv.IsType() && len(e.Args) == 1 {
		return og.reader(s, e.Args[0]) // a conversion
	}
	fn := callee(og.info, e)
	if fn == nil {
		return origin{}
	}
	if fn.Pkg() != nil {
		switch {
		case isPkgFunc(fn, "io", "LimitReader"):
			o := og.reader(s, e.Args[0])
			o.limited = true
			return o
		case isPkgFunc(fn, "bufio", "NewReader", "NewReaderSize"):
			return og.reader(s, e.Args[0])
		case isPkgFunc(fn, "net/http", "MaxBytesReader"):
			o := og.reader(s, e.Args[1])
			o.limited = true
			return o
		case isPkgFunc(fn, "io", "NopCloser"), isPkgFunc(fn, "io/ioutil", "NopCloser"):
			o := og.reader(s, e.Args[0])
			o.nop = true
			return o
		case isPkgFunc(fn, "io", "TeeReader"), isPkgFunc(fn, "io", "MultiReader"):
			return origin{kind: fromPurpose}
		}
	}
	sig := fn.Signature()
	if sig.Results().Len() == 0 || !isReaderLike(sig.Results().At(0).Type()) {
		return origin{}
	}
	if k, ok := og.resultKind(fn, 0); ok && k == asBody {
		return origin{kind: fromClient, calls: []*ast.CallExpr{e}}
	}
	if decl := og.decls[fn]; decl != nil && fn.Pkg() == og.pkg {
		// A function of this package may hand out a wrapper that forgets Close.
		if o := og.returnedReader(decl); o.kind == fromClient && o.nop {
			return origin{kind: fromClient, calls: []*ast.CallExpr{e}, nop: true}
		}
	}
	return origin{}
}

// returnedReader merges the origins of what a function returns first.
func (og *originator) returnedReader(decl *ast.FuncDecl) origin {
	s := og.scope(decl)
	o := origin{kind: fromNowhere}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				o = o.merge(og.reader(s, n.Results[0]))
			}
		}
		return true
	})
	return o
}

// resultKind returns in which form result i of fn holds an open body that a
// client made.
func (og *originator) resultKind(fn *types.Func, i int) (kind, bool) {
	if og.pk == nil {
		return notHeld, false
	}
	if fn.Pkg() == og.pkg {
		if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			return og.implementedKind(fn, i)
		}
		f := og.pk.prog.prog.FuncValue(fn)
		if f == nil || len(f.Blocks) == 0 {
			return notHeld, false
		}
		for _, r := range og.pk.resultsOf(f) {
			if r.res == i && r.path == "" {
				return r.kind, true
			}
		}
		return notHeld, false
	}
	if f := og.pk.imp(fn); f != nil {
		for _, r := range f.Results {
			if r.Index == i && r.Path == "" && !r.Own {
				return kind(r.Kind), true
			}
		}
	}
	return notHeld, false
}

// implementedKind is resultKind for a method of an interface that only this package
// can implement, since its name is not exported: that of the implementations which
// return a client's body, where all others return one that is made by hand.
func (og *originator) implementedKind(fn *types.Func, i int) (kind, bool) {
	iface, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok || fn.Exported() || i != 0 {
		return notHeld, false
	}
	found := notHeld
	for _, name := range og.pkg.Scope().Names() {
		tn, ok := og.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || og.inTest(tn.Pos()) {
			continue
		}
		if named, ok := tn.Type().(*types.Named); !ok || named.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(tn.Type())
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, og.pkg, fn.Name())
		m, ok := obj.(*types.Func)
		if !ok {
			return notHeld, false
		}
		decl := og.decls[m]
		if decl == nil || decl.Body == nil {
			return notHeld, false // an embedded interface's
		}
		k, open := og.resultKind(m, i)
		switch {
		case open && (found == notHeld || found == k):
			found = k
		case open || !og.madeOfMemory(decl):
			return notHeld, false
		}
	}
	return found, found != notHeld
}

// madeOfMemory reports whether what a function returns first never is more than a
// reader that has nothing to close.
func (og *originator) madeOfMemory(decl *ast.FuncDecl) bool {
	s := og.scope(decl)
	ok := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			ok = ok && len(n.Results) > 0 && og.ofMemory(s, n.Results[0])
		}
		return ok
	})
	return ok
}

func (og *originator) ofMemory(s *scope, e ast.Expr) bool {
	e = ast.Unparen(e)
	if og.info.Types[e].IsNil() {
		return true
	}
	switch e := e.(type) {
	case *ast.SelectorExpr:
		v, ok := og.info.Uses[e.Sel].(*types.Var)
		return ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "NoBody"
	case *ast.CallExpr:
		fn := callee(og.info, e)
		if fn == nil || !isPkgFunc(fn, "io", "NopCloser") && !isPkgFunc(fn, "io/ioutil", "NopCloser") {
			return false
		}
		t := og.info.TypeOf(e.Args[0])
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		return namedIn(t, "strings", "Reader") || namedIn(t, "bytes", "Reader") || namedIn(t, "bytes", "Buffer")
	case *ast.Ident:
		v, ok := og.info.Uses[e].(*types.Var)
		if !ok || len(s.defs[v]) == 0 {
			return false
		}
		for _, d := range s.defs[v] {
			// A call's other results, too, are none of this. Only calls and nil are
			// followed, which don't lead back here.
			if _, again := d.rhs.(*ast.Ident); d.param || !d.zero && (d.rhs == nil || d.idx > 0 || again && !og.info.Types[d.rhs].IsNil()) {
				return false
			}
			if !d.zero && !og.ofMemory(s, d.rhs) {
				return false
			}
		}
		return true
	}
	return false
}

// literal handles &io.LimitedReader{R: r, N: n}.
func (og *originator) literal(s *scope, e *ast.CompositeLit) origin {
	if !namedIn(og.info.TypeOf(e), "io", "LimitedReader") {
		return origin{}
	}
	for i, elt := range e.Elts {
		val := elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); !ok || id.Name != "R" {
				continue
			}
			val = kv.Value
		} else if i != 0 {
			continue
		}
		o := og.reader(s, val)
		o.limited = true
		return o
	}
	return origin{}
}

// response returns the origin of an expression that is, points to, or embeds a
// response.
func (og *originator) response(s *scope, e ast.Expr) origin {
	og.depth++
	defer func() { og.depth-- }()
	if og.depth > 12 {
		return origin{}
	}
	e = ast.Unparen(e)
	if tv, ok := og.info.Types[e]; ok && tv.IsNil() {
		return origin{kind: fromNowhere}
	}
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := og.info.ObjectOf(e).(*types.Var) // a named result's declaration, too
		if !ok {
			return origin{}
		}
		defs := s.defs[v]
		if len(defs) == 0 {
			return origin{kind: fromClient, root: v}
		}
		o := origin{kind: fromNowhere}
		for _, d := range defs {
			switch {
			case d.loop:
				o = o.merge(origin{kind: fromClient, root: v})
			case !d.param && !d.zero && d.idx >= 0:
				o = o.merge(og.respResult(s, d.rhs, d.idx))
			default:
				o = o.merge(og.definition(s, v, d, og.response))
			}
		}
		o.root = v
		return o
	case *ast.CallExpr:
		if og.isBuiltin(e, "new") {
			return origin{kind: fromElse}
		}
		if tv, ok := og.info.Types[e.Fun]; ok && tv.IsType() && len(e.Args) == 1 {
			return og.response(s, e.Args[0])
		}
		return og.respResult(s, e, 0)
	case *ast.SelectorExpr:
		fld, ok := og.info.Uses[e.Sel].(*types.Var)
		if !ok {
			return origin{}
		}
		if !fld.IsField() {
			return origin{kind: fromClient, root: fld}
		}
		o := og.field(fld)
		if o.kind == fromElse {
			return o
		}
		if o.kind != fromOther {
			o = origin{kind: fromClient}
		}
		o.root, o.field = rootVar(og.info, e), true
		return o
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			if lit, ok := e.X.(*ast.CompositeLit); ok {
				return og.respLiteral(s, lit)
			}
			return og.response(s, e.X)
		}
		if e.Op == token.ARROW {
			return origin{kind: fromClient}
		}
	case *ast.CompositeLit:
		return og.respLiteral(s, e)
	case *ast.StarExpr:
		return og.response(s, e.X)
	case *ast.TypeAssertExpr, *ast.IndexExpr:
		return origin{kind: fromClient, root: rootVar(og.info, e)}
	case *ast.FuncLit:
		return origin{}
	}
	return origin{}
}

// respLiteral handles &Reply{Response: resp} and hand-made responses.
func (og *originator) respLiteral(s *scope, lit *ast.CompositeLit) origin {
	t := og.info.TypeOf(lit)
	if isResponseStruct(t) {
		return origin{kind: fromElse}
	}
	for _, elt := range lit.Elts {
		val := elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			val = kv.Value
		}
		if vt := og.info.TypeOf(val); vt != nil && (isResponse(vt) || isResponseStruct(vt)) {
			o := og.response(s, val)
			o.field = true
			return o
		}
	}
	return origin{}
}

// respResult returns the origin of result idx of a call, which holds a response.
func (og *originator) respResult(s *scope, rhs ast.Expr, idx int) origin {
	og.depth++
	defer func() { og.depth-- }()
	if og.depth > 12 {
		return origin{}
	}
	rhs = ast.Unparen(rhs)
	call, ok := rhs.(*ast.CallExpr)
	if !ok {
		// v, ok := m[k]; r, ok := <-ch; r, ok := x.(*http.Response)
		if idx == 0 {
			return origin{kind: fromClient}
		}
		return origin{}
	}
	o := origin{kind: fromClient, calls: []*ast.CallExpr{call}}
	fn := callee(og.info, call)
	if fn == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
		// A function value, or a method of an interface: one that can't fail
		// makes no request.
		if sig, ok := og.info.TypeOf(call.Fun).(*types.Signature); ok && errResult(sig) < 0 {
			return origin{}
		}
	}
	if fn == nil {
		if lit, ls := og.literalOf(s, call.Fun); lit != nil {
			return og.returned(o, ls, lit.Type, lit.Body, idx)
		}
		return o
	}
	switch httpmodel.Yields(fn) {
	case httpmodel.YieldNothing, httpmodel.YieldOwn:
		return origin{kind: fromElse}
	case httpmodel.YieldOpen:
		o.kind = og.transport(s, call)
		return o
	}
	if fn.Pkg() == og.pkg {
		if decl := og.decls[fn]; decl != nil {
			return og.returned(o, og.scope(decl), decl.Type, decl.Body, idx)
		}
		return o
	}
	if og.pk != nil {
		if f := og.pk.imp(fn); f != nil {
			for _, r := range f.Results {
				if r.Index == idx && r.Own {
					return origin{kind: fromElse}
				}
			}
		}
	}
	return o
}

// literalOf returns the function literal that is called as e, with the scope that
// it lies in: a literal in place, a variable that holds one and is never given
// another, or a parameter for which every call in the package hands in the same.
func (og *originator) literalOf(s *scope, e ast.Expr) (*ast.FuncLit, *scope) {
	for range 4 {
		e = ast.Unparen(e)
		if lit, ok := e.(*ast.FuncLit); ok {
			return lit, s
		}
		v := s.use(e)
		if v == nil || len(s.defs[v]) != 1 {
			return nil, nil
		}
		switch d := s.defs[v][0]; {
		case d.param:
			arg, at := og.argument(s, v)
			if arg == nil {
				return nil, nil
			}
			e, s = arg, at
		case d.rhs != nil && d.idx < 0:
			e = d.rhs
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// argument returns what the one call of a declared function hands in for its
// parameter v, and the scope of the call; nil where there is no such call, or
// more of them.
func (og *originator) argument(s *scope, v *types.Var) (ast.Expr, *scope) {
	fn, _ := og.info.Defs[s.decl.Name].(*types.Func)
	i := paramIndex(og.info, s.decl.Type, v)
	if fn == nil || i < 0 || fn.Exported() {
		return nil, nil
	}
	if og.callsOf == nil {
		og.indexCalls()
	}
	calls := og.callsOf[fn]
	if len(calls) != 1 || calls[0].decl == nil || i >= len(calls[0].call.Args) {
		return nil, nil
	}
	return calls[0].call.Args[i], og.scope(calls[0].decl)
}

// A callSite is a call and the declaration that it lies in, nil for one in the
// initializer of a package variable.
type callSite struct {
	call *ast.CallExpr
	decl *ast.FuncDecl
}

func (og *originator) indexCalls() {
	og.callsOf = make(map[*types.Func][]callSite)
	for _, f := range og.files {
		for _, d := range f.Decls {
			decl, _ := d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if fn := callee(og.info, call); fn != nil && fn.Pkg() == og.pkg {
						og.callsOf[fn] = append(og.callsOf[fn], callSite{call, decl})
					}
				}
				return true
			})
		}
	}
}

// returned looks at what a function of this package returns as result idx. A
// response of its own making is no client's.
func (og *originator) returned(o origin, s *scope, typ *ast.FuncType, body *ast.BlockStmt, idx int) origin {
	key := returnKey{body, idx}
	k, ok := og.returns[key]
	if !ok {
		og.returns[key] = fromNowhere // a function that calls itself adds nothing by that
		got := origin{kind: fromNowhere}
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				switch {
				case len(n.Results) == 1 && typ.Results.NumFields() > 1:
					got = got.merge(og.respResult(s, n.Results[0], idx))
				case idx < len(n.Results):
					got = got.merge(og.response(s, n.Results[idx]))
				}
			}
			return true
		})
		k = got.kind
		og.returns[key] = k
	}
	if k == fromElse || k == fromOther {
		o.kind = k
	}
	return o
}

// A returnKey is one result of one function or literal.
type returnKey struct {
	body *ast.BlockStmt
	idx  int
}

// field returns what the assignments to a field, anywhere in the package, say
// of its value.
func (og *originator) field(fld *types.Var) origin {
	fld = fld.Origin()
	if og.fields == nil {
		og.indexFields()
	}
	defs := og.fields[fld]
	if len(defs) == 0 {
		return origin{}
	}
	o := origin{kind: fromNowhere}
	for _, d := range defs {
		if d.decl == nil {
			return origin{}
		}
		s := og.scope(d.decl)
		if isResponse(fld.Type()) {
			o = o.merge(og.response(s, d.rhs))
		} else {
			o = o.merge(og.reader(s, d.rhs))
		}
	}
	if o.kind == fromParam {
		// newStream(resp.Body): what the constructor is given isn't known here,
		// unless the parameter is a response.
		if isResponse(fld.Type()) || o.body != nil && o.resp != nil {
			o.kind = fromClient
		} else {
			o.kind = fromUnknown
		}
	}
	return o
}

func (og *originator) indexFields() {
	og.fields = make(map[*types.Var][]fieldDef)
	og.testFields = make(map[*types.Var][]fieldDef)
	for _, f := range og.files {
		index := og.fields
		if og.inTest(f.Pos()) {
			index = og.testFields
		}
		for _, d := range f.Decls {
			decl, _ := d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					og.indexLiteral(index, n, decl)
				case *ast.AssignStmt:
					for i, lhs := range n.Lhs {
						sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
						if !ok || len(n.Lhs) != len(n.Rhs) && i > 0 {
							continue
						}
						if fld, ok := og.info.Uses[sel.Sel].(*types.Var); ok && fld.IsField() && i < len(n.Rhs) {
							index[fld.Origin()] = append(index[fld.Origin()], fieldDef{n.Rhs[i], decl})
						}
					}
				}
				return true
			})
		}
	}
}

func (og *originator) indexLiteral(index map[*types.Var][]fieldDef, lit *ast.CompositeLit, decl *ast.FuncDecl) {
	t := og.info.TypeOf(lit)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	str, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, elt := range lit.Elts {
		var fld *types.Var
		val := elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				fld, _ = og.info.Uses[id].(*types.Var)
			}
			val = kv.Value
		} else if i < str.NumFields() {
			fld = str.Field(i)
		}
		if fld != nil {
			index[fld.Origin()] = append(index[fld.Origin()], fieldDef{val, decl})
		}
	}
}

// transport says whether the client that a call is made on uses net/http's
// transport, as far as the package shows. A client nobody can see does.
func (og *originator) transport(s *scope, call *ast.CallExpr) originKind {
	if og.clientEval(s).exchangeAt(call).Client.Other {
		return fromOther
	}
	return fromClient
}

// globals returns the definitions of a package variable.
func (og *originator) globals(v *types.Var) []def {
	if v.Pkg() != og.pkg {
		return nil
	}
	if og.global == nil {
		og.global = make(map[*types.Var][]def)
		for _, f := range og.files {
			for _, d := range f.Decls {
				gd, ok := d.(*ast.GenDecl)
				if !ok || gd.Tok != token.VAR {
					continue
				}
				for _, spec := range gd.Specs {
					vs := spec.(*ast.ValueSpec)
					for i, name := range vs.Names {
						if obj, ok := og.info.Defs[name].(*types.Var); ok && len(vs.Values) == len(vs.Names) {
							og.global[obj] = append(og.global[obj], def{at: vs, rhs: vs.Values[i], idx: -1})
						}
					}
				}
			}
		}
	}
	return og.global[v]
}

func isClientType(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return namedIn(t, "net/http", "Client")
}

// foreignTransport reports whether a concrete type is a transport that may do
// something of its own when a body reaches its end. A type whose RoundTrip hands
// the response through doesn't; nor do those of well-known libraries that add
// headers or traces.
func (og *originator) foreignTransport(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	if path == "net/http" {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, og.pkg, "RoundTrip")
	m, ok := obj.(*types.Func)
	if !ok {
		return false // an http.Client in other clothes
	}
	if httpmodel.PassesOn(path) {
		return false
	}
	if m.Pkg() != nil && m.Pkg().Path() == "net/http" {
		return false // it is that of an embedded transport
	}
	decl := og.decls[m.Origin()]
	if decl == nil {
		f := og.clientFact(m)
		return f == nil || !f.PassesOn
	}
	return !og.passesResponseOn(decl)
}

// passesResponseOn reports whether a RoundTrip method hands on the response that it got
// from another transport as it is: neither it nor a function of the package that it
// gives the response to makes a response, or puts something in the place of a Body.
// One that reads a body, of a failed attempt say, hands on nothing else for that.
func (og *originator) passesResponseOn(decl *ast.FuncDecl) bool {
	inner := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !inner {
			fn := callee(og.info, call)
			inner = fn != nil && (fn.Name() == "RoundTrip" || fn.Name() == "Do")
		}
		return !inner
	})
	return inner && og.leavesBodies(decl, make(map[*ast.FuncDecl]bool))
}

// leavesBodies reports whether a function makes no response and replaces no Body.
func (og *originator) leavesBodies(decl *ast.FuncDecl, seen map[*ast.FuncDecl]bool) bool {
	if seen[decl] {
		return true
	}
	seen[decl] = true
	isBody := func(e ast.Expr) bool {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		return ok && og.responseField(sel, "Body")
	}
	ok := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			ok = ok && !slices.ContainsFunc(n.Lhs, isBody)
		case *ast.UnaryExpr:
			ok = ok && (n.Op != token.AND || !isBody(n.X))
		case *ast.CompositeLit:
			t := og.info.TypeOf(n)
			ok = ok && (t == nil || !isResponseStruct(t))
		case *ast.CallExpr:
			takes := slices.ContainsFunc(n.Args, func(e ast.Expr) bool {
				t := og.info.TypeOf(e)
				return t != nil && isResponse(t)
			})
			if fn := callee(og.info, n); takes && fn != nil {
				if d := og.decls[fn.Origin()]; d != nil && d.Body != nil {
					ok = ok && og.leavesBodies(d, seen)
				}
			}
		}
		return ok
	})
	return ok
}

// responseField reports whether sel is the named field of some response.
func (og *originator) responseField(sel *ast.SelectorExpr, field string) bool {
	selection := og.info.Selections[sel]
	if sel.Sel.Name != field || selection == nil || selection.Kind() != types.FieldVal {
		return false
	}
	owner := fieldOwner(selection)
	return owner != nil && isResponseStruct(owner)
}

// isBuiltin reports whether a call is one of the predeclared function with one of
// the names.
func (og *originator) isBuiltin(call *ast.CallExpr, names ...string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := og.info.Uses[id].(*types.Builtin)
	return ok && slices.Contains(names, b.Name())
}

// isTarget reports whether an assignment assigns to e.
func isTarget(as *ast.AssignStmt, e ast.Expr) bool {
	return slices.ContainsFunc(as.Lhs, func(lhs ast.Expr) bool { return ast.Unparen(lhs) == e })
}

// intConst returns the value of a constant integer expression.
func intConst(info *types.Info, e ast.Expr) (int64, bool) {
	tv := info.Types[e]
	if tv.Value == nil {
		return 0, false
	}
	v := constant.ToInt(tv.Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// isMiddleware reports whether n lies in a RoundTrip method, or in a function
// that makes one transport out of another: what the inner transport does with a
// closed body isn't known there.
func isMiddleware(s *scope, n ast.Node) bool {
	for ; n != nil; n = s.parents[n] {
		switch fn := n.(type) {
		case *ast.FuncLit:
			if sig, ok := s.info.TypeOf(fn).(*types.Signature); ok && wrapsTransport(sig) {
				return true
			}
		case *ast.FuncDecl:
			obj, ok := s.info.Defs[fn.Name].(*types.Func)
			if !ok {
				return false
			}
			sig := obj.Signature()
			return wrapsTransport(sig) || sig.Recv() != nil && strings.HasSuffix(obj.Name(), "RoundTrip") && respAndErr(sig)
		}
	}
	return false
}

func wrapsTransport(sig *types.Signature) bool {
	takes, gives := false, false
	for v := range sig.Params().Variables() {
		takes = takes || namedIn(v.Type(), "net/http", "RoundTripper")
	}
	for v := range sig.Results().Variables() {
		gives = gives || namedIn(v.Type(), "net/http", "RoundTripper")
	}
	return takes && gives
}
