package bodyflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// A CopyFact says that a function copies what one of its parameters gives to
// another one, as io.Copy does, and does nothing else that would be missed.
type CopyFact struct {
	Dst, Src int // parameters, the receiver not counted
	// Limited: it may stop before the end.
	Limited bool
}

// A DiscardFact marks a type whose Write throws the bytes away, or a variable
// that holds such a writer for good.
type DiscardFact struct{}

// AFact marks DiscardFact as a fact.
func (*DiscardFact) AFact() {}

func (*DiscardFact) String() string { return "discards what is written" }

// discardImporter returns a function that asks for the DiscardFact of another
// package's object.
func discardImporter(pass *analysis.Pass) func(types.Object) bool {
	return func(obj types.Object) bool {
		if obj.Pkg() == nil || obj.Pkg() == pass.Pkg {
			return false
		}
		var f DiscardFact
		return pass.ImportObjectFact(obj, &f)
	}
}

// exportDiscards exports what other packages may know of the package's writers.
func (df *drainFinder) exportDiscards(pass *analysis.Pass) {
	for _, name := range pass.Pkg.Scope().Names() {
		obj := pass.Pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.TypeName:
			if df.isNullWriter(obj.Type()) {
				pass.ExportObjectFact(obj, new(DiscardFact))
			}
		case *types.Var:
			if canWrite(obj.Type()) && df.holdsDiscard(obj) {
				pass.ExportObjectFact(obj, new(DiscardFact))
			}
		}
	}
}

func canWrite(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Write")
	_, ok := obj.(*types.Func)
	return ok
}

// isNullWriter reports whether t is a type whose Write does nothing but to say
// that it wrote everything. One with a ReadFrom is left out: io.Copy calls that
// instead.
func (df *drainFinder) isNullWriter(t types.Type) bool {
	if elem, ok := pointerTo(t); ok {
		t = elem
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(n) {
		return false
	}
	if n.Obj().Pkg() != df.pkg {
		return df.discards(n.Obj())
	}
	if obj, _, _ := types.LookupFieldOrMethod(n, true, nil, "ReadFrom"); obj != nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(n, true, df.pkg, "Write")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	decl := df.decls[fn.Origin()]
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 || fn.Signature().Params().Len() != 1 {
		return false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 {
		return false
	}
	length, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	tv := df.info.Types[ret.Results[1]]
	if !ok || !tv.IsNil() || !df.isBuiltin(length, "len") || len(length.Args) != 1 {
		return false
	}
	id, ok := ast.Unparen(length.Args[0]).(*ast.Ident)
	return ok && df.info.Uses[id] == types.Object(fn.Signature().Params().At(0))
}

// holdsDiscard reports whether a package variable was made a writer that throws
// everything away, and stays one.
func (df *drainFinder) holdsDiscard(v *types.Var) bool {
	if v.Pkg() != df.pkg {
		return df.discards(v)
	}
	defs := df.globals(v)
	return len(defs) == 1 && df.neverAssigned(v) && df.isDiscard(nil, defs[0].rhs, 0)
}

// A copyShape is what is known of a function as a copy wrapper; its fact is nil
// if it is none.
type copyShape struct{ fact *CopyFact }

// copyFact returns how fn copies, or nil if it isn't known to copy and no more.
func (df *drainFinder) copyFact(fn *types.Func) *CopyFact {
	fn = fn.Origin()
	switch {
	case isPkgFunc(fn, "io", "Copy", "CopyBuffer"):
		return &CopyFact{Dst: 0, Src: 1}
	case isPkgFunc(fn, "io", "CopyN"):
		return &CopyFact{Dst: 0, Src: 1, Limited: true}
	case fn.Pkg() == nil || !copies(fn.Signature()):
		return nil
	case fn.Pkg() != df.pkg:
		if f := df.imp(fn); f != nil {
			return f.Copy
		}
		return nil
	}
	got, ok := df.copyShapes[fn]
	if !ok {
		df.copyShapes[fn] = copyShape{} // what calls itself is no wrapper
		got = copyShape{df.findCopy(df.decls[fn])}
		df.copyShapes[fn] = got
	}
	return got.fact
}

// copies reports whether a function's parameters allow it to copy: a writer and
// a reader among them.
func copies(sig *types.Signature) bool {
	r, w := false, false
	for p := range sig.Params().Variables() {
		t := p.Type()
		if !types.IsInterface(t) || isTypeParam(t) {
			continue
		}
		r, w = r || canRead(t), w || canWrite(t)
	}
	return r && w
}

// findCopy decides whether a function is io.Copy with something round it that
// nobody would miss: a buffer that it gets and gives back.
func (df *drainFinder) findCopy(decl *ast.FuncDecl) *CopyFact {
	if decl == nil || decl.Body == nil {
		return nil
	}
	s := df.scope(decl)
	var copying *ast.CallExpr
	var inner *CopyFact
	once := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return once
		}
		fn := callee(df.info, call)
		if fn == nil {
			return once
		}
		if f := df.copyFact(fn); f != nil && f.Dst < len(call.Args) && f.Src < len(call.Args) {
			once = copying == nil
			copying, inner = call, f
		}
		return once
	})
	if copying == nil || !once {
		return nil
	}
	dst := s.use(df.unwrapped(copying.Args[inner.Dst]))
	src := s.use(df.unwrapped(copying.Args[inner.Src]))
	if dst == nil || src == nil || len(s.defs[dst]) != 1 || len(s.defs[src]) != 1 {
		return nil
	}
	f := &CopyFact{Dst: paramIndex(df.info, decl.Type, dst), Src: paramIndex(df.info, decl.Type, src), Limited: inner.Limited}
	if f.Dst < 0 || f.Src < 0 || !df.copyAlone(s, copying, inner) {
		return nil
	}
	return f
}

// unwrapped returns what a struct hides the other methods of:
// struct{ io.Writer }{dst}.
func (df *drainFinder) unwrapped(e ast.Expr) ast.Expr {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(lit.Elts) != 1 {
		return e
	}
	str, ok := df.info.TypeOf(lit).Underlying().(*types.Struct)
	if !ok || str.NumFields() != 1 || !str.Field(0).Embedded() {
		return e
	}
	if n, ok := types.Unalias(df.info.TypeOf(lit)).(*types.Named); ok && n.NumMethods() > 0 {
		return e
	}
	if kv, ok := lit.Elts[0].(*ast.KeyValueExpr); ok {
		return kv.Value
	}
	return lit.Elts[0]
}

// copyAlone reports whether a function does nothing that would be missed beside
// the call that copies: it makes or borrows the buffer, gives that back, and
// returns.
func (df *drainFinder) copyAlone(s *scope, copying *ast.CallExpr, f *CopyFact) bool {
	// The variables that the buffer comes from.
	buffer := make(map[*types.Var]bool)
	var gather func(e ast.Expr)
	gather = func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := df.info.Uses[id].(*types.Var)
			if !ok || buffer[v] || v.Parent() == df.pkg.Scope() {
				return true
			}
			for _, d := range s.defs[v] {
				if d.param {
					return true
				}
			}
			buffer[v] = true
			for _, d := range s.defs[v] {
				if d.rhs != nil {
					gather(d.rhs)
				}
			}
			return true
		})
	}
	for i, a := range copying.Args {
		if i != f.Dst && i != f.Src {
			gather(a)
		}
	}
	alone := true
	ast.Inspect(s.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit, *ast.SendStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.IncDecStmt:
			alone = false
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				v := s.variable(ast.Unparen(l))
				id, ok := l.(*ast.Ident)
				if !ok || id.Name != "_" && (v == nil || v.Parent() == df.pkg.Scope()) {
					alone = false
				}
			}
		case *ast.CallExpr:
			if n != copying && (within(copying, n) || !df.mentions(n, buffer) && !df.definesOneOf(s, n, buffer) && !df.harmlessValue(n)) {
				alone = false
			}
		}
		return alone
	})
	return alone
}

// definesOneOf reports whether a call's result is what one of vars is set to.
func (df *drainFinder) definesOneOf(s *scope, call *ast.CallExpr, vars map[*types.Var]bool) bool {
	for v := range vars {
		for _, d := range s.defs[v] {
			if d.rhs != nil && within(call, d.rhs) {
				return true
			}
		}
	}
	return false
}
