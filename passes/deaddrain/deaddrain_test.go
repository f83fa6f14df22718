package deaddrain_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/deaddrain"
)

// The module is one of Go 1.26: what can never help is reported there, too.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), deaddrain.New(check.Options{}), "./...")
}
