package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// An updateKind says what an update does.
type updateKind uint8

const (
	updateField     updateKind = iota // transport.DisableKeepAlives = true
	updateTransport                   // client.Transport = x
	updateSetter                      // protocols.SetHTTP2(true), transport.Protocols.SetHTTP2(true)
	updateNegotiate                   // http2.ConfigureTransport(transport)
	updateUnknown                     // somebody else's function got it
)

// An update is a place that changes a client, a transport or an http.Protocols
// after it was made.
type update struct {
	kind  updateKind
	field string // the field, or the setter
	rhs   ast.Expr
	stmt  ast.Stmt
	decl  *ast.FuncDecl
}

// An assignment gives a package variable a value.
type assignment struct {
	rhs  ast.Expr
	idx  int // component of rhs where that yields several values, else -1
	decl *ast.FuncDecl
}

// A clientIndex is what a package does to its clients and transports, by the
// variable or the field that they are named by. Of test files only what they do to
// their local variables counts: the rest says nothing of how the code is run in
// earnest.
type clientIndex struct {
	updates map[*types.Var][]*update
	// loose are updates of what can't be traced to where it was made: a parameter,
	// the result of an assertion.
	loose    []*update
	assigned map[*types.Var][]assignment
	// omitted has the fields that some literal, or some zero value, leaves out.
	omitted map[*types.Var]bool
	// closed has the fields of types that no other package can name.
	closed map[*types.Var]bool
	calls  map[*types.Func][]callSite
	values map[*types.Func]bool // used other than in a call
	exprs  map[ast.Expr]*scope
	inTest bool // while it is built: the file is a test's
}

func (og *originator) clientIndex() *clientIndex {
	if og.clients != nil {
		return og.clients
	}
	ix := &clientIndex{
		updates:  make(map[*types.Var][]*update),
		assigned: make(map[*types.Var][]assignment),
		omitted:  make(map[*types.Var]bool),
		closed:   make(map[*types.Var]bool),
		calls:    make(map[*types.Func][]callSite),
		values:   make(map[*types.Func]bool),
		exprs:    make(map[ast.Expr]*scope),
	}
	og.clients = ix
	for _, name := range og.pkg.Scope().Names() {
		tn, ok := og.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.Exported() {
			continue
		}
		if str, ok := tn.Type().Underlying().(*types.Struct); ok {
			for fld := range str.Fields() {
				ix.closed[fld] = true
			}
		}
	}
	for _, f := range og.files {
		ix.inTest = strings.HasSuffix(og.fset.File(f.FileStart).Name(), "_test.go")
		for _, d := range f.Decls {
			decl, _ := d.(*ast.FuncDecl)
			og.indexClients(ix, d, decl)
			for _, e := range initialValues(d) {
				og.indexClients(ix, e, og.exprScope(e).decl)
			}
		}
	}
	return ix
}

// initialValues returns the values that a declaration gives to package variables: they
// may call functions, or be calls of literals.
func initialValues(d ast.Decl) []ast.Expr {
	gd, ok := d.(*ast.GenDecl)
	if !ok || gd.Tok != token.VAR {
		return nil
	}
	var out []ast.Expr
	for _, spec := range gd.Specs {
		out = append(out, spec.(*ast.ValueSpec).Values...)
	}
	return out
}

// open reports whether code that can't be seen may set a field of this package.
func (ix *clientIndex) open(pkg *types.Package, fld *types.Var) bool {
	return fld.Exported() && pkg.Name() != "main" && !ix.closed[fld]
}

func (og *originator) indexClients(ix *clientIndex, root ast.Node, decl *ast.FuncDecl) {
	called := make(map[*ast.Ident]bool)
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if decl != nil {
				og.indexAssign(ix, n, decl)
			}
		case *ast.CallExpr:
			og.indexCall(ix, n, decl, called)
		case *ast.CompositeLit:
			ix.omit(og.info.TypeOf(n), og.elements(n))
		case *ast.ValueSpec:
			if n.Type != nil && len(n.Values) == 0 {
				ix.omit(og.info.TypeOf(n.Type), nil)
			}
		case *ast.Ident:
			if fn, ok := og.info.Uses[n].(*types.Func); ok && fn.Pkg() == og.pkg && !called[n] && !ix.inTest {
				ix.values[fn.Origin()] = true
			}
		}
		return true
	})
}

// omit notes which fields of a struct are left out.
func (ix *clientIndex) omit(t types.Type, given map[string]ast.Expr) {
	if t == nil {
		return
	}
	if _, isPtr := t.Underlying().(*types.Pointer); isPtr {
		return // a nil pointer has no fields
	}
	str, ok := t.Underlying().(*types.Struct)
	if !ok || ix.inTest {
		return
	}
	for fld := range str.Fields() {
		if given[fld.Name()] == nil {
			ix.omitted[fld.Origin()] = true
		}
	}
}

func (og *originator) indexAssign(ix *clientIndex, n *ast.AssignStmt, decl *ast.FuncDecl) {
	for i, lhs := range n.Lhs {
		lhs = ast.Unparen(lhs)
		var rhs ast.Expr
		idx := -1
		switch {
		case len(n.Rhs) == len(n.Lhs):
			rhs = n.Rhs[i]
		case len(n.Rhs) == 1:
			rhs, idx = n.Rhs[0], i
		}
		if id, ok := lhs.(*ast.Ident); ok {
			if v, ok := og.info.Uses[id].(*types.Var); ok && v.Pkg() == og.pkg && v.Parent() == og.pkg.Scope() && rhs != nil && !ix.inTest {
				ix.assigned[v] = append(ix.assigned[v], assignment{rhs, idx, decl})
			}
			continue
		}
		sel, ok := lhs.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if fld, ok := og.info.Uses[sel.Sel].(*types.Var); !ok || !fld.IsField() || fld.Pkg() == nil || fld.Pkg().Path() != "net/http" {
			continue
		}
		selection := og.info.Selections[sel]
		if selection == nil {
			continue
		}
		owner := fieldOwner(selection)
		u := &update{field: sel.Sel.Name, rhs: rhs, stmt: n, decl: decl}
		switch {
		case owner == nil:
			continue
		case namedIn(owner, "net/http", "Client"):
			if u.field != "Transport" {
				continue
			}
			u.kind = updateTransport
		case namedIn(owner, "net/http", "Transport"):
			u.kind = updateField
		default:
			continue
		}
		if rhs == nil || idx >= 0 {
			u.kind = updateUnknown
		}
		og.addUpdate(ix, og.holder(decl, sel.X, selection), u)
	}
}

func (og *originator) indexCall(ix *clientIndex, call *ast.CallExpr, decl *ast.FuncDecl, called map[*ast.Ident]bool) {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch f := fun.(type) {
	case *ast.Ident:
		called[f] = true
		if og.isBuiltin(call, "new") && len(call.Args) == 1 {
			if tv := og.info.Types[call.Args[0]]; tv.IsType() {
				ix.omit(tv.Type, nil)
			}
		}
	case *ast.SelectorExpr:
		called[f.Sel] = true
	}
	if decl == nil {
		return
	}
	fn := callee(og.info, call)
	if fn == nil {
		og.indexArgs(ix, call, decl, updateUnknown)
		return
	}
	if fn.Pkg() == og.pkg {
		if !ix.inTest {
			ix.calls[fn] = append(ix.calls[fn], callSite{call, decl})
		}
		return // what it does to its parameters is seen there
	}
	// Names are only spelled out where they can be one of these.
	isHTTP := fn.Pkg() != nil && fn.Pkg().Path() == "net/http"
	switch {
	case isHTTP && strings.HasPrefix(fn.FullName(), "(*net/http.Protocols).Set"):
		sel, ok := fun.(*ast.SelectorExpr)
		if !ok || len(call.Args) != 1 {
			return
		}
		base := ast.Unparen(sel.X)
		u := &update{kind: updateSetter, field: fn.Name(), rhs: call.Args[0], stmt: og.scope(decl).stmt(call), decl: decl}
		if in, ok := base.(*ast.SelectorExpr); ok && in.Sel.Name == "Protocols" {
			og.addUpdate(ix, og.holder(decl, in.X, og.info.Selections[in]), u)
			return
		}
		if v := og.scope(decl).use(base); v != nil {
			og.addUpdate(ix, v, u)
		}
	case isHTTP && fn.FullName() == "(*net/http.Transport).RegisterProtocol":
		if sel, ok := fun.(*ast.SelectorExpr); ok {
			u := &update{kind: updateUnknown, stmt: og.scope(decl).stmt(call), decl: decl}
			og.addUpdate(ix, og.holder(decl, sel.X, og.info.Selections[sel]), u)
		}
	case httpmodel.Negotiates(fn):
		og.indexArgs(ix, call, decl, updateNegotiate)
	case !httpmodel.LeavesAlone(fn):
		og.indexArgs(ix, call, decl, updateUnknown)
	}
}

// indexArgs notes that a call gets at the clients and transports among its
// arguments.
func (og *originator) indexArgs(ix *clientIndex, call *ast.CallExpr, decl *ast.FuncDecl, kind updateKind) {
	for _, a := range call.Args {
		t := og.info.TypeOf(a)
		if t == nil {
			continue
		}
		elem, ok := pointerTo(t)
		if !ok || !isHTTPStruct(types.Unalias(elem)) && !namedIn(elem, "net/http", "Protocols") {
			continue
		}
		a = ast.Unparen(a)
		if u, ok := a.(*ast.UnaryExpr); ok {
			a = ast.Unparen(u.X)
		}
		v := og.holder(decl, a, nil)
		if v == nil {
			continue // a value made on the spot, or one that nobody can trace
		}
		og.addUpdate(ix, v, &update{kind: kind, stmt: og.scope(decl).stmt(call), decl: decl})
	}
}

func (og *originator) addUpdate(ix *clientIndex, v *types.Var, u *update) {
	if ix.inTest && (v == nil || v.IsField() || v.Parent() == v.Pkg().Scope()) {
		return
	}
	if v == nil {
		ix.loose = append(ix.loose, u)
		return
	}
	ix.updates[v] = append(ix.updates[v], u)
}

// holder returns the variable or the field that holds what e is, if that is where
// it was made; else nil. selection is that of a member of e, which may lie in a
// field that is embedded in it.
func (og *originator) holder(decl *ast.FuncDecl, e ast.Expr, selection *types.Selection) *types.Var {
	if selection != nil && len(selection.Index()) > 1 {
		if fld := embedded(selection); fld != nil {
			return fld.Origin()
		}
		return nil
	}
	e = ast.Unparen(e)
	if star, ok := e.(*ast.StarExpr); ok {
		e = ast.Unparen(star.X)
	}
	switch e := e.(type) {
	case *ast.SelectorExpr:
		v, ok := og.info.Uses[e.Sel].(*types.Var)
		if !ok {
			return nil
		}
		return v.Origin()
	case *ast.Ident:
		v, ok := og.info.ObjectOf(e).(*types.Var)
		if !ok {
			return nil
		}
		if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return v
		}
		for _, d := range og.scope(decl).defs[v] {
			if d.param || d.rhs != nil && !og.makes(d.rhs) {
				return nil
			}
		}
		return v
	}
	return nil
}

// makes reports whether an expression makes something new, rather than naming what
// is there.
func (og *originator) makes(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return true
	case *ast.UnaryExpr:
		_, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok
	case *ast.StarExpr:
		return true // a copy
	case *ast.TypeAssertExpr:
		call, ok := ast.Unparen(e.X).(*ast.CallExpr)
		return ok && call != nil
	}
	return false
}

// updatesOf returns what is done to the variable v.
func (og *originator) updatesOf(v *types.Var) []*update { return og.clientIndex().updates[v] }

// callers returns the calls of a function that only this package can call, and
// whether these are all.
func (og *originator) callers(fn *types.Func) ([]callSite, bool) {
	ix := og.clientIndex()
	if fn.Exported() || ix.values[fn] || len(ix.calls[fn]) == 0 || fn.Signature().Recv() != nil && og.inInterface(fn.Name()) {
		return nil, false
	}
	return ix.calls[fn], true
}

// inInterface reports whether an interface of the package has a method of that
// name, through which it may be called.
func (og *originator) inInterface(name string) bool {
	for _, n := range og.pkg.Scope().Names() {
		tn, ok := og.pkg.Scope().Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		if it, ok := tn.Type().Underlying().(*types.Interface); ok {
			for m := range it.Methods() {
				if m.Name() == name {
					return true
				}
			}
		}
	}
	return false
}
