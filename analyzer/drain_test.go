package analyzer_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/analyzer"
)

// TestDrainPackage has bodies closed by drain.Close and by way of drain.NewTransport: as
// they should be, whichever Go builds the code.
func TestDrainPackage(t *testing.T) {
	t.Parallel()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: filepath.Join("testdata", "drainclose")}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 || len(pkgs) != 2 {
		t.Fatalf("%d packages, want 2", len(pkgs))
	}
	for _, version := range []string{"1.26", "1.27"} {
		passes, err := analyzer.New(analyzer.Settings{Go: version, Enable: []string{"unreadbody"}, Disable: []string{"draintransport"}})
		if err != nil {
			t.Fatal(err)
		}
		graph, err := checker.Analyze(passes, pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, root := range graph.Roots {
			if root.Err != nil {
				t.Fatal(root.Err)
			}
			for _, d := range root.Diagnostics {
				t.Errorf("Go %s: %s: %s (%s)", version, root.Package.Fset.Position(d.Pos), d.Message, root.Analyzer.Name)
			}
		}
	}
}
