package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"honnef.co/go/tools/go/ir"
)

// relevantDecls returns the function declarations of the files that touch a
// tracked type, in their signature or their body.
func relevantDecls(files []*ast.File, info *types.Info, tr *tracker) map[*ast.FuncDecl]bool {
	relevant := make(map[*ast.FuncDecl]bool)
	for _, f := range files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if ok && fd.Body != nil && touches(fd, info, tr) {
				relevant[fd] = true
			}
		}
	}
	return relevant
}

// touches reports whether a declaration mentions a tracked value. Every value
// is reached through some identifier: a variable, a field, a function with
// its results.
func touches(fd *ast.FuncDecl, info *types.Info, tr *tracker) bool {
	if fn, ok := info.Defs[fd.Name].(*types.Func); ok && given(fn.Signature(), tr) {
		return true
	}
	found := false
	ast.Inspect(fd, func(n ast.Node) bool {
		if found {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := info.Uses[id]
		if obj == nil {
			obj = info.Defs[id]
		}
		switch obj := obj.(type) {
		case *types.Var:
			found = tr.isTracked(obj.Type()) || isReaderLike(obj.Type())
		case *types.Func:
			if pkg := obj.Pkg(); pkg != nil && (pkg.Path() == "io" || pkg.Path() == "io/ioutil") && obj.Name() == "ReadAll" {
				return true
			}
			for v := range obj.Signature().Results().Variables() {
				found = found || tr.isTracked(v.Type())
			}
		}
		return !found
	})
	return found
}

// given reports whether a function gets values that can hold a body without
// being named in it: an owner as receiver or parameter, whose methods are called
// and whose fields are promoted, or anything at all (Must[T any]).
func given(sig *types.Signature, tr *tracker) bool {
	if r := sig.Recv(); r != nil && tr.owns(r.Type()) {
		return true
	}
	generic := sig.TypeParams().Len() > 0
	for p := range sig.Params().Variables() {
		if _, isFunc := p.Type().Underlying().(*types.Signature); isFunc {
			return true // it may be what makes the response
		}
		if generic && isTypeParam(p.Type()) || tr.owns(p.Type()) {
			return true
		}
	}
	return false
}

// A program is the IR of one package: of its relevant functions alone, the
// others being there by name only.
type program struct {
	prog  *ir.Program
	pkg   *ir.Package
	decls map[*ir.Function]*ast.FuncDecl
	funcs []*ir.Function // relevant functions, each followed by its literals
}

// buildProgram builds the IR of a package. The builder leaves out a function
// that has no body, so it is given copies of the files in which the bodies of
// the other functions are missing.
func buildProgram(fset *token.FileSet, pkg *types.Package, files []*ast.File, info *types.Info, relevant map[*ast.FuncDecl]bool, noReturn func(*types.Func) bool) *program {
	thin := make([]*ast.File, len(files))
	for i, f := range files {
		g := *f
		g.Decls = make([]ast.Decl, len(f.Decls))
		for j, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && !relevant[fd] {
				hollow := *fd
				hollow.Body = nil
				d = &hollow
			}
			g.Decls[j] = d
		}
		thin[i] = &g
	}
	// GlobalDebug keeps the DebugRefs that lead from a value to its names.
	prog := ir.NewProgram(fset, ir.BuildSerially)
	prog.SetNoReturn(noReturn)
	for _, imp := range pkg.Imports() {
		if prog.ImportedPackage(imp.Path()) == nil {
			prog.CreatePackage(imp, nil, nil, true)
		}
	}
	p := &program{prog: prog, decls: make(map[*ir.Function]*ast.FuncDecl)}
	p.pkg = prog.CreatePackage(pkg, thin, info, false)
	p.pkg.Build()

	var add func(fn *ir.Function)
	add = func(fn *ir.Function) {
		if len(fn.Blocks) > 0 {
			p.funcs = append(p.funcs, fn)
		}
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for _, fn := range p.pkg.Functions {
		if fd, ok := fn.Source().(*ast.FuncDecl); ok {
			p.decls[fn] = fd
		}
		add(fn)
	}
	return p
}

// staticCallee returns the declared function that a call invokes, be it a
// function, a method, or a method of an interface; nil for calls of function
// values and builtins.
func staticCallee(call *ir.CallCommon) *types.Func {
	if call.IsInvoke() {
		return call.Method
	}
	fn := call.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// body returns the function whose blocks stand for fn: the generic one where
// fn is an instance, since an instance only calls it.
func body(fn *ir.Function) *ir.Function {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}
