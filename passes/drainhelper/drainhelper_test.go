package drainhelper_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/drainhelper"
)

// Each folder of testdata is one behaviour, read as for Go 1.27. They are one module,
// so that net/http is loaded once.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), drainhelper.New(check.Options{Go: "1.27"}), "./...")
}
