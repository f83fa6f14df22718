package corpus_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/bodyflow"
)

// TestDependencies analyzes the corpus as the module at hand, and once more as modules
// that it imports. Of those only what can matter for facts is looked at, until findings
// are asked for: both have to come out the same.
func TestDependencies(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("loads the standard library from source")
	}
	pkgs := newWorkspace(t, filepath.Join("..", "..", "testdata", "corpus")).load(t)
	passes, err := analyzer.New(analyzer.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what      string
		analyzers []*analysis.Analyzer
		atLeast   int
	}{
		{"facts", []*analysis.Analyzer{bodyflow.Analyzer}, 300},
		{"findings", passes, 300},
	} {
		own := saidOf(t, pkgs, "", tt.analyzers)
		imported := saidOf(t, pkgs, "v1.0.0", tt.analyzers)
		if len(own) < tt.atLeast {
			t.Errorf("%d %s are too few to compare", len(own), tt.what)
		}
		for _, about := range slices.Sorted(maps.Keys(own)) {
			if got, want := imported[about], own[about]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %s: in a dependency %v, want %v", tt.what, about, got, want)
			}
		}
		for _, about := range slices.Sorted(maps.Keys(imported)) {
			if own[about] == nil {
				t.Errorf("%s: in a dependency only: %s", tt.what, about)
			}
		}
	}
}

// saidOf returns the facts and the findings of packages whose module has a version, or is
// the main one, by what they are about.
func saidOf(t *testing.T, pkgs []*packages.Package, version string, analyzers []*analysis.Analyzer) map[string]any {
	t.Helper()
	for _, p := range pkgs {
		p.Module.Version = version
	}
	graph, err := checker.Analyze(analyzers, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	said := make(map[string]any)
	for act := range graph.All() {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
		for _, f := range act.AllObjectFacts() {
			if f.Object.Pkg() == act.Package.Types {
				said[fmt.Sprintf("%T %s", f.Fact, f.Object)] = f.Fact
			}
		}
		for _, d := range act.Diagnostics {
			said[fmt.Sprintf("%s: %s", act.Package.Fset.Position(d.Pos), d.Message)] = d.SuggestedFixes
		}
	}
	return said
}
