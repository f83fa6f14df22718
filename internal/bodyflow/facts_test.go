package bodyflow_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
)

// TestFacts states what the engine knows of small functions: the want comments
// are the facts that other packages get to see.
func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, filepath.Join(analysistest.TestData(), "facts"), bodyflow.Analyzer, "./...")
}
