package draintransport

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// A wrap is a call of drain.NewTransport that has nothing to do.
type wrap struct {
	call   *ast.CallExpr
	base   ast.Expr // the transport; nil if the call stands for http.DefaultTransport
	what   string   // the transport, in a message
	fits   bool     // base can stand where the call does as it is
	unused bool     // the result is dropped
	// self is the assignment that gives a variable its own value, without the call.
	self *ast.AssignStmt
}

type finder struct {
	pass *analysis.Pass
	// assigned has the values that are given to variables of the package's functions,
	// and to http.DefaultTransport; nil stands for what isn't known.
	assigned map[*types.Var][]ast.Expr
}

// wraps returns the calls of a file that have nothing to do since Go 1.27.
func (f *finder) wraps(file *ast.File) []*wrap {
	var found []*wrap
	ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !f.isNewTransport(call) || !f.hasDefaults(call) {
			return true
		}
		arg := ast.Unparen(call.Args[0])
		if !f.isStd(arg, make(map[*types.Var]bool)) {
			return true
		}
		w := &wrap{call: call, base: arg, what: "an http.Transport"}
		if f.isNil(arg) {
			w.base, w.what = nil, "http.DefaultTransport"
		} else if _, ok := f.variable(arg); ok {
			w.what = types.ExprString(arg)
		}
		f.place(w, stack)
		found = append(found, w)
		return true
	})
	return found
}

// isNewTransport reports whether a call is one of drain.NewTransport with arguments of
// its own.
func (f *finder) isNewTransport(call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(f.pass.TypesInfo, call)
	return fn != nil && fn.FullName() == drainPath+".NewTransport" && len(call.Args) > 0 && !call.Ellipsis.IsValid() &&
		f.pass.TypesInfo.Types[call.Args[0]].Type != nil
}

// hasDefaults reports whether the options of a call set no limits but the default ones.
func (f *finder) hasDefaults(call *ast.CallExpr) bool {
	for _, arg := range call.Args[1:] {
		opt, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok || len(opt.Args) != 1 {
			return false
		}
		fn := typeutil.StaticCallee(f.pass.TypesInfo, opt)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != drainPath {
			return false
		}
		limit, ok := fn.Pkg().Scope().Lookup("Default" + fn.Name()).(*types.Const) // DefaultMaxBytes, DefaultMaxTime
		value := f.pass.TypesInfo.Types[opt.Args[0]].Value
		if !ok || value == nil || !constant.Compare(value, token.EQL, limit.Val()) {
			return false
		}
	}
	return true
}

// isStd reports whether an expression is net/http's own transport, or nil. A variable
// that was seen already says nothing against it.
func (f *finder) isStd(e ast.Expr, seen map[*types.Var]bool) bool {
	e = ast.Unparen(e)
	if f.isNil(e) || isTransport(f.pass.TypesInfo.TypeOf(e)) {
		return true
	}
	if call, ok := e.(*ast.CallExpr); ok {
		conv := f.pass.TypesInfo.Types[call.Fun].IsType() && types.IsInterface(f.pass.TypesInfo.TypeOf(call))
		return (conv || f.isNewTransport(call)) && f.isStd(call.Args[0], seen)
	}
	v, ok := f.variable(e)
	if !ok || seen[v] {
		return ok
	}
	seen[v] = true
	if f.assigned == nil {
		f.assigned = f.assignments()
	}
	values := f.assigned[v]
	if !isDefaultTransport(v) && len(values) == 0 {
		return false // a parameter, a result, a variable without a value
	}
	for _, value := range values {
		if value == nil || f.isNil(value) || !f.isStd(value, seen) {
			return false // without the call, a nil would no longer be http.DefaultTransport
		}
	}
	return true
}

// isNil reports whether e is nil, converted or not.
func (f *finder) isNil(e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && f.pass.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 {
		return types.IsInterface(f.pass.TypesInfo.TypeOf(call)) && f.isNil(call.Args[0])
	}
	return f.pass.TypesInfo.Types[e].IsNil()
}

// isTransport reports whether t is *http.Transport.
func isTransport(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && named.Obj().Name() == "Transport" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "net/http"
}

func isDefaultTransport(v *types.Var) bool {
	return v.Name() == "DefaultTransport" && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Parent() == v.Pkg().Scope()
}

// variable returns the variable that e names, if all its assignments can be seen: a
// local one, or http.DefaultTransport.
func (f *finder) variable(e ast.Expr) (*types.Var, bool) {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil, false
	}
	v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() {
		return nil, false
	}
	local := v.Pkg() == f.pass.Pkg && v.Parent() != nil && v.Parent() != v.Pkg().Scope()
	return v, local || isDefaultTransport(v)
}

// assignments collects the values of all variables of the package that [finder.variable]
// knows.
func (f *finder) assignments() map[*types.Var][]ast.Expr {
	values := make(map[*types.Var][]ast.Expr)
	set := func(lhs, value ast.Expr) {
		if v, ok := f.variable(lhs); ok {
			values[v] = append(values[v], value)
		}
	}
	for _, file := range f.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					if len(n.Rhs) == len(n.Lhs) {
						set(lhs, n.Rhs[i])
					} else {
						set(lhs, nil)
					}
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Values) == len(n.Names) {
						set(name, n.Values[i])
					} else {
						set(name, nil)
					}
				}
			case *ast.RangeStmt:
				for _, lhs := range []ast.Expr{n.Key, n.Value} {
					if lhs != nil {
						set(lhs, nil)
					}
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					set(n.X, nil) // whoever has the address may assign
				}
			case *ast.Field:
				for _, name := range n.Names {
					set(name, nil) // a parameter or a result
				}
			}
			return true
		})
	}
	return values
}

// place finds out what a call is used for, from the nodes around it.
func (f *finder) place(w *wrap, stack []ast.Node) {
	info := f.pass.TypesInfo
	var child ast.Node = w.call
	i := len(stack) - 1
	for ; i >= 0; i-- {
		if _, ok := stack[i].(*ast.ParenExpr); !ok {
			break
		}
		child = stack[i]
	}
	w.fits = w.base == nil || types.Identical(info.TypeOf(w.base), info.TypeOf(w.call))
	switch p := stack[i].(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		w.unused = true
	case *ast.AssignStmt:
		for j, rhs := range p.Rhs {
			if rhs == child && len(p.Lhs) == len(p.Rhs) {
				f.assign(w, p, p.Lhs[j])
			}
		}
	case *ast.ValueSpec:
		w.fits = w.fits || p.Type != nil
	case *ast.CompositeLit, *ast.KeyValueExpr, *ast.ReturnStmt, *ast.SendStmt, *ast.SelectorExpr:
		w.fits = true // the place has a type of its own
	case *ast.CallExpr:
		w.fits = w.fits || f.converts(p, child)
	}
}

// assign is place for an assignment.
func (f *finder) assign(w *wrap, stmt *ast.AssignStmt, lhs ast.Expr) {
	if id, ok := lhs.(*ast.Ident); !ok || f.pass.TypesInfo.Defs[id] == nil {
		w.fits = true // the variable has its type already
	}
	v, ok := f.variable(lhs)
	if !ok || stmt.Tok != token.ASSIGN || len(stmt.Lhs) != 1 {
		return
	}
	if w.base == nil {
		if isDefaultTransport(v) {
			w.self = stmt
		}
	} else if base, ok := f.variable(w.base); ok && base == v {
		w.self = stmt
	}
}

// converts reports whether a call gives its argument the type of its parameter, whatever
// the argument's own is.
func (f *finder) converts(call *ast.CallExpr, arg ast.Node) bool {
	info := f.pass.TypesInfo
	if call.Fun == arg {
		return false
	}
	if tv := info.Types[call.Fun]; tv.IsType() {
		return true
	} else if tv.IsBuiltin() {
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && id.Name == "append"
	}
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	return !ok || fn.Origin().Signature().TypeParams().Len() == 0 // else the argument may decide on the type
}
