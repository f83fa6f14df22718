package clientpercall_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/passes/clientpercall"
)

// Each folder of testdata is one behaviour. They are one module, so that net/http is
// loaded once.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), clientpercall.Analyzer, "./...")
}
