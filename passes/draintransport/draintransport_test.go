package draintransport_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/draintransport"
)

// Each folder of testdata is one behaviour, read as for Go 1.27. They are one module, so
// that net/http is loaded once.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), draintransport.New(check.Options{Go: "1.27"}), "./...")
}

// The module itself is one of Go 1.26, where drain.NewTransport does its work.
func TestOldModule(t *testing.T) {
	t.Parallel()
	results := analysistest.Run(quiet{}, analysistest.TestData(), draintransport.New(check.Options{}), "./...")
	for _, r := range results {
		for _, d := range r.Diagnostics {
			t.Errorf("%s: %s", r.Pass.Fset.Position(d.Pos), d.Message)
		}
	}
}

// quiet is told of the want comments that nothing fits.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}
