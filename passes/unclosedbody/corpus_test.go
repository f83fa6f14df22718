package unclosedbody_test

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/unclosedbody"
)

// TestCorpus holds the pass to the corpus: a report on each line that is marked
// LEAK, and on no other.
func TestCorpus(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("loads the standard library from source")
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax,
		Dir:  filepath.Join("..", "..", "testdata", "corpus", "unclosed"),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the corpus doesn't build")
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{unclosedbody.New(check.Options{})}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act.Package.PkgPath, act.Err)
			continue
		}
		fset := act.Package.Fset
		want := make(map[string]bool)
		for _, f := range act.Package.Syntax {
			marks(f, func(c *ast.Comment) {
				p := fset.Position(c.Pos())
				want[fmt.Sprintf("%s:%d", filepath.Base(filepath.Dir(p.Filename)), p.Line)] = true
			})
		}
		for _, d := range act.Diagnostics {
			p := fset.Position(d.Pos)
			key := fmt.Sprintf("%s:%d", filepath.Base(filepath.Dir(p.Filename)), p.Line)
			if !want[key] {
				t.Errorf("%s: wrong report: %s", key, d.Message)
			}
			delete(want, key)
		}
		for key := range want {
			t.Errorf("%s: leak not found", key)
		}
	}
}

// marks calls f for each comment that marks a leak.
func marks(file *ast.File, f func(*ast.Comment)) {
	for _, g := range file.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "// LEAK") {
				f(c)
			}
		}
	}
}
