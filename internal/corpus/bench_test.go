package corpus_test

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/analyzer"
)

// BenchmarkPasses runs the suite over the corpus and all that it depends on, the
// standard library included, and reports how long that takes per time that the type
// checker needs for the same packages.
func BenchmarkPasses(b *testing.B) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule,
		Dir:  filepath.Join("..", "..", "testdata", "corpus", "unclosed"),
	}, "./...")
	if err != nil {
		b.Fatal(err)
	}
	list, err := analyzer.New(analyzer.Settings{})
	if err != nil {
		b.Fatal(err)
	}
	var checking, analyzing time.Duration
	for b.Loop() {
		checking += typecheck(b, pkgs)
		start := time.Now()
		graph, err := checker.Analyze(list, pkgs, &checker.Options{Sequential: true})
		if err != nil {
			b.Fatal(err)
		}
		analyzing += time.Since(start)
		for act := range graph.All() {
			if act.Err != nil {
				b.Fatal(act.Err)
			}
		}
	}
	b.ReportMetric(analyzing.Seconds()/checking.Seconds(), "typechecks/op")
}

// typecheck checks the packages again, with all that they import, and returns how
// long that took.
func typecheck(b *testing.B, roots []*packages.Package) time.Duration {
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	var took time.Duration
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.PkgPath == "unsafe" {
			return
		}
		conf := types.Config{
			Importer: importer(func(path string) (*types.Package, error) { return checked[p.Imports[path].PkgPath], nil }),
			Sizes:    p.TypesSizes,
			Error:    func(error) {}, // cgo
		}
		info := &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
			Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
			Selections: make(map[*ast.SelectorExpr]*types.Selection), Instances: make(map[*ast.Ident]types.Instance),
			Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
		}
		start := time.Now()
		pkg, _ := conf.Check(p.PkgPath, p.Fset, p.Syntax, info)
		took += time.Since(start)
		checked[p.PkgPath] = pkg
	})
	return took
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
