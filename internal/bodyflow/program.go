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
	mentions := mentionsTracked(info, tr)
	for _, f := range files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			if fn, ok := info.Defs[fd.Name].(*types.Func); ok && given(fn.Signature(), tr) || mentions(fd) {
				relevant[fd] = true
			}
		}
	}
	return relevant
}

// mentionsTracked returns a function that reports whether something tracked is named in a
// node. Every value is reached through some identifier: a variable, a field, a function
// with its results. An owner is named by what is done with it: to read a field of one
// that holds no body is no matter.
func mentionsTracked(info *types.Info, tr *tracker) func(ast.Node) bool {
	found := false
	visit := func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := ast.Unparen(n.X).(*ast.Ident); ok {
				if v, ok := info.Uses[x].(*types.Var); ok && tr.owns(v.Type()) {
					found = tr.reaches(info.Uses[n.Sel])
					return false
				}
			}
		case *ast.Ident:
			if obj := info.Uses[n]; obj != nil {
				found = tr.matters(obj)
			} else if v, ok := info.Defs[n].(*types.Var); ok {
				found = tr.canTravelAs(v.Type())
			}
		}
		return !found
	}
	return func(n ast.Node) bool {
		found = false
		ast.Inspect(n, visit)
		return found
	}
}

// given reports whether a function gets values that can hold a body without
// being named in it: a reader, a function that may be what makes the response, that
// closes it or is run with it at hand, or anything at all (Must[T any]); or if it makes
// requests.
func given(sig *types.Signature, tr *tracker) bool {
	generic := sig.TypeParams().Len() > 0
	for p := range sig.Params().Variables() {
		t := p.Type()
		if f, isFunc := t.Underlying().(*types.Signature); isFunc && carries(f, tr) {
			return true
		}
		if generic && isTypeParam(t) || tr.isReader(t) {
			return true
		}
	}
	for r := range sig.Results().Variables() {
		if elem, ok := pointerTo(r.Type()); ok && namedIn(elem, "net/http", "Request") {
			return true // its method tells whether there is a body
		}
	}
	return false
}

// carries reports whether a function value of this type may have to do with a body:
// it returns one, or it is run for what it does: func(), func(ctx) error. What
// compares or maps things, or serves a request, has not.
func carries(f *types.Signature, tr *tracker) bool {
	for v := range f.Results().Variables() {
		if t := v.Type(); tr.canTravelAs(t) || tr.isReader(t) || tr.owns(t) || isTypeParam(t) {
			return true
		}
	}
	return f.Params().Len() <= 1 && (f.Results().Len() == 0 || f.Results().Len() == 1 && errResult(f) == 0)
}

// told returns the relevant declarations of which other packages may be told something:
// whose signatures have to do with bodies, the helpers, and all that these lead to. A
// package that is only imported needs IR of no others.
func told(files []*ast.File, info *types.Info, tr *tracker, relevant map[*ast.FuncDecl]bool, df *drainFinder) map[*ast.FuncDecl]bool {
	byFunc := make(map[*types.Func]*ast.FuncDecl)
	byName := make(map[string][]*ast.FuncDecl) // methods, which interfaces lead to
	for fd := range relevant {
		fn, ok := info.Defs[fd.Name].(*types.Func)
		if !ok {
			continue
		}
		byFunc[fn] = fd
		if fd.Recv != nil {
			byName[fn.Name()] = append(byName[fn.Name()], fd)
		}
	}
	out := make(map[*ast.FuncDecl]bool)
	var follow func(n ast.Node)
	add := func(fd *ast.FuncDecl) {
		if fd != nil && !out[fd] {
			out[fd] = true
			follow(fd)
		}
	}
	named := make(map[string]bool)
	follow = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			fn, ok := info.Uses[id].(*types.Func)
			if !ok {
				return true
			}
			add(byFunc[fn.Origin()])
			if r := fn.Signature().Recv(); r != nil && types.IsInterface(r.Type()) && !named[fn.Name()] {
				named[fn.Name()] = true
				for _, fd := range byName[fn.Name()] {
					add(fd)
				}
			}
			return true
		})
	}
	for fn, fd := range byFunc {
		owned := fd.Recv != nil && tr.owns(fn.Signature().Recv().Type())
		switch {
		case fn.Exported() && (owned || fd.Recv != nil && bodyMethods[fn.Name()] || deals(fn.Signature(), tr)), df.returnsTransport(fn):
			add(fd)
		case takesReader(info, fd):
			if drains, calls := df.mayDrain(fd); drains || calls {
				add(fd)
			}
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.VAR {
				follow(gd)
			}
		}
	}
	return out
}

// deals reports whether callers of a function can give it a body or get one from it.
func deals(sig *types.Signature, tr *tracker) bool {
	for _, vars := range [...]*types.Tuple{sig.Params(), sig.Results()} {
		for v := range vars.Variables() {
			if t := v.Type(); tr.canHold(t) || tr.owns(t) || tr.isReader(t) || isTypeParam(t) {
				return true
			}
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
// the other functions are missing, and so are the declarations that nothing names and
// those that no IR is made of.
func buildProgram(fset *token.FileSet, pkg *types.Package, files []*ast.File, info *types.Info, tr *tracker, relevant map[*ast.FuncDecl]bool, noReturn func(*types.Func) bool) *program {
	named := &names{pkg: pkg, info: info, seen: make(map[types.Object]bool), byPkg: make(map[*types.Package][]types.Object)}
	for fd := range relevant {
		named.add(fd)
	}
	own := *info
	own.InitOrder = nil
	mentions := mentionsTracked(info, tr)
	for _, init := range info.InitOrder {
		if mentions(init.Rhs) {
			own.InitOrder = append(own.InitOrder, init)
			named.add(init.Rhs)
		}
	}
	thin := make([]*ast.File, len(files))
	for i, f := range files {
		g := *f
		g.Decls = make([]ast.Decl, 0, len(f.Decls))
		for _, d := range f.Decls {
			switch fd := d.(type) {
			case *ast.GenDecl:
				if fd.Tok != token.VAR {
					continue
				}
			case *ast.FuncDecl:
				if relevant[fd] {
					break
				}
				// What is called through an interface has its name there.
				if !named.seen[info.Defs[fd.Name]] && (fd.Recv == nil || !bodyMethods[fd.Name.Name]) {
					continue
				}
				if fd.Body != nil {
					hollow := *fd
					hollow.Body = nil
					d = &hollow
				}
			}
			g.Decls = append(g.Decls, d)
		}
		thin[i] = &g
	}
	prog := ir.NewProgram(fset, ir.BuildSerially|ir.BareInits)
	prog.SetNoReturn(noReturn)
	named.create(prog)
	p := &program{prog: prog, decls: make(map[*ir.Function]*ast.FuncDecl)}
	p.pkg = prog.CreatePackage(pkg, thin, &own, false)
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

// A names gathers the functions and variables that code names. To create the packages
// with all that is in them would take longer than all the rest.
type names struct {
	pkg   *types.Package
	info  *types.Info
	seen  map[types.Object]bool
	byPkg map[*types.Package][]types.Object
}

func (f *names) add(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := f.info.Uses[id]
		switch o := obj.(type) {
		case *types.Func:
			if r := o.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				return true // it has no function
			}
			obj = o.Origin()
		case *types.Var:
			if o.IsField() || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
				return true
			}
		default:
			return true
		}
		if pkg := obj.Pkg(); pkg != nil && !f.seen[obj] {
			f.seen[obj] = true
			if pkg != f.pkg {
				f.byPkg[pkg] = append(f.byPkg[pkg], obj)
			}
		}
		return true
	})
}

// create creates the other packages, with what was named and nothing else: the builder asks
// for the members of packages by the declarations of their files, whatever these are.
func (f *names) create(prog *ir.Program) {
	for pkg, objs := range f.byPkg {
		defs := make(map[*ast.Ident]types.Object, len(objs))
		spec := new(ast.ValueSpec)
		for _, obj := range objs {
			id := ast.NewIdent(obj.Name())
			defs[id] = obj
			spec.Names = append(spec.Names, id)
		}
		// Members declared as constants get no syntax, as those from export data.
		file := &ast.File{Name: ast.NewIdent(pkg.Name()), Decls: []ast.Decl{&ast.GenDecl{Tok: token.CONST, Specs: []ast.Spec{spec}}}}
		prog.CreatePackage(pkg, []*ast.File{file}, &types.Info{Defs: defs, FileVersions: make(map[*ast.File]string)}, false)
	}
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
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}
