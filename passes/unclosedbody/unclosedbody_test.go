package unclosedbody_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/unclosedbody"
)

// Each folder of testdata is one behaviour; they are one module, so that
// net/http is loaded once.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), unclosedbody.New(check.Options{}), "./...")
}
