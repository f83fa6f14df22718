package unclosedbody_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/unclosedbody"
)

// Each folder of testdata/behaviours is one behaviour; they are one module, so
// that net/http is loaded once.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(analysistest.TestData(), "behaviours")
	analysistest.RunWithSuggestedFixes(t, dir, unclosedbody.New(check.Options{}), "./...")
}

// Where the fix of a drain becomes the missing Close, that of the leak would be a
// second one. On an older Go the drain has no fix.
func TestDrained(t *testing.T) {
	t.Parallel()
	for version, dir := range map[string]string{"1.27": "drained", "1.26": "undrained"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			analysistest.RunWithSuggestedFixes(t, filepath.Join(analysistest.TestData(), dir), unclosedbody.New(check.Options{Go: version}), "./...")
		})
	}
}
