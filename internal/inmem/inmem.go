// Package inmem analyzes packages that are given as text, within one process and
// without a go command for each of them: for fuzzers, which make thousands of small
// programs, and for benchmarks, which must time the passes alone.
//
// What the packages import from the standard library comes from its compiled export
// data and is not analyzed itself; the passes know of it what their model says.
package inmem

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// A World has the packages that were checked so far, and the facts about them. Its
// methods may be called one at a time.
type World struct {
	// GoVersion is the version of the language ("go1.26") that the packages are
	// written in; their module says the same.
	GoVersion string
	// Fset has the positions of all files.
	Fset *token.FileSet

	std  types.Importer
	own  map[string]*Package
	objs map[objKey]analysis.Fact
	pkgs map[pkgKey]analysis.Fact
}

type objKey struct {
	obj types.Object
	typ reflect.Type
}

type pkgKey struct {
	pkg *types.Package
	typ reflect.Type
}

// A Package is one that was parsed and type-checked.
type Package struct {
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	// Errors are those of the type checker, in a package that was checked by
	// [World.CheckBroken].
	Errors []types.Error

	source map[string][]byte
}

// std gives every World the same packages of the standard library: reading them is
// what would take the time. An importer isn't safe for concurrent use.
var std = sync.OnceValue(func() types.Importer {
	return &locked{imp: importer.ForCompiler(token.NewFileSet(), "gc", nil)}
})

type locked struct {
	mu  sync.Mutex
	imp types.Importer
}

func (l *locked) Import(path string) (*types.Package, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.imp.Import(path)
}

// New returns a World without packages.
func New(goVersion string) *World {
	return &World{
		GoVersion: goVersion,
		Fset:      token.NewFileSet(),
		std:       std(),
		own:       make(map[string]*Package),
		objs:      make(map[objKey]analysis.Fact),
		pkgs:      make(map[pkgKey]analysis.Fact),
	}
}

// Import implements [types.Importer].
func (w *World) Import(path string) (*types.Package, error) {
	if p, ok := w.own[path]; ok {
		return p.Types, nil
	}
	return w.std.Import(path)
}

// Check parses and type-checks a package of the given files; later ones can import it.
func (w *World) Check(path string, files map[string]string) (*Package, error) {
	p, err := w.CheckBroken(path, files)
	if err != nil {
		return nil, err
	}
	if len(p.Errors) > 0 {
		return nil, p.Errors[0]
	}
	return p, nil
}

// CheckBroken is Check for files that may have errors of every kind. Like a driver
// that analyzes despite errors it returns what there is, with an error only where not
// even a package clause can be read.
func (w *World) CheckBroken(path string, files map[string]string) (*Package, error) {
	p := &Package{source: make(map[string][]byte)}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		p.source[name] = []byte(files[name])
		f, err := parser.ParseFile(w.Fset, name, files[name], parser.ParseComments|parser.SkipObjectResolution)
		if f == nil || f.Name == nil || f.Name.Name == "" || f.Name.Name == "_" {
			return nil, errors.Join(fmt.Errorf("%s: no package clause", name), err)
		}
		if err != nil {
			p.Errors = append(p.Errors, types.Error{Fset: w.Fset, Pos: f.Pos(), Msg: err.Error()})
		}
		p.Files = append(p.Files, f)
	}
	p.Info = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{
		Importer:  w,
		GoVersion: w.GoVersion,
		Sizes:     types.SizesFor("gc", "amd64"),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				p.Errors = append(p.Errors, e)
			}
		},
	}
	p.Types, _ = conf.Check(path, w.Fset, p.Files, p.Info)
	w.own[path] = p
	return p, nil
}

// Run analyzes a package, whose imports must have been analyzed, and returns the
// diagnostics in the order of the analyzers.
func (w *World) Run(p *Package, analyzers []*analysis.Analyzer) ([]analysis.Diagnostic, error) {
	r := &runner{w: w, p: p, done: make(map[*analysis.Analyzer]any)}
	for _, a := range analyzers {
		if _, err := r.run(a); err != nil {
			return nil, err
		}
	}
	return r.found, nil
}

// A runner runs analyzers, and what they require, over one package.
type runner struct {
	w     *World
	p     *Package
	done  map[*analysis.Analyzer]any
	found []analysis.Diagnostic
}

func (r *runner) run(a *analysis.Analyzer) (any, error) {
	if result, ok := r.done[a]; ok {
		return result, nil
	}
	results := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		result, err := r.run(req)
		if err != nil {
			return nil, err
		}
		results[req] = result
	}
	w, p := r.w, r.p
	pass := &analysis.Pass{
		Analyzer:   a,
		Fset:       w.Fset,
		Files:      p.Files,
		Pkg:        p.Types,
		TypesInfo:  p.Info,
		TypesSizes: types.SizesFor("gc", "amd64"),
		TypeErrors: p.Errors,
		Module:     &analysis.Module{Path: p.Types.Path(), GoVersion: w.GoVersion[len("go"):]},
		ResultOf:   results,
		Report:     func(d analysis.Diagnostic) { r.found = append(r.found, d) },
		ReadFile: func(name string) ([]byte, error) {
			if src, ok := p.source[name]; ok {
				return src, nil
			}
			return nil, fmt.Errorf("no file %s", name)
		},
		ImportObjectFact: func(obj types.Object, f analysis.Fact) bool {
			got, ok := w.objs[objKey{obj, reflect.TypeOf(f)}]
			return ok && set(f, got)
		},
		ImportPackageFact: func(pkg *types.Package, f analysis.Fact) bool {
			got, ok := w.pkgs[pkgKey{pkg, reflect.TypeOf(f)}]
			return ok && set(f, got)
		},
		ExportObjectFact:  func(obj types.Object, f analysis.Fact) { w.objs[objKey{obj, reflect.TypeOf(f)}] = f },
		ExportPackageFact: func(f analysis.Fact) { w.pkgs[pkgKey{p.Types, reflect.TypeOf(f)}] = f },
		AllObjectFacts: func() (all []analysis.ObjectFact) {
			for k, f := range w.objs {
				all = append(all, analysis.ObjectFact{Object: k.obj, Fact: f})
			}
			return all
		},
		AllPackageFacts: func() (all []analysis.PackageFact) {
			for k, f := range w.pkgs {
				all = append(all, analysis.PackageFact{Package: k.pkg, Fact: f})
			}
			return all
		},
	}
	result, err := a.Run(pass)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	r.done[a] = result
	return result, nil
}

// set copies what from points to into to.
func set(to, from analysis.Fact) bool {
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}
