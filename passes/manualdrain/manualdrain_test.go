package manualdrain_test

import (
	"go/version"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/manualdrain"
)

// Each folder of testdata/drains is one behaviour, read as for Go 1.27. They are one
// module, so that net/http is loaded once.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(analysistest.TestData(), "drains")
	analysistest.RunWithSuggestedFixes(t, dir, manualdrain.New(check.Options{Go: "1.27"}), "./...")
}

// A module below 1.27 is silent, but for files whose build constraint asks for more.
// A toolchain below 1.27 doesn't see those.
func TestOldModule(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(analysistest.TestData(), "old")
	analysistest.Run(t, dir, manualdrain.New(check.Options{}), "./...")
}

// A module at 1.27 is reported on without a flag.
func TestNewModule(t *testing.T) {
	t.Parallel()
	if version.Compare(version.Lang(runtime.Version()), "go1.27") < 0 {
		t.Skip("the module needs Go 1.27")
	}
	dir := filepath.Join(analysistest.TestData(), "new")
	analysistest.Run(t, dir, manualdrain.New(check.Options{}), "./...")
}

// The flag -unproved attaches the fixes whose proof is open.
func TestUnproved(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(analysistest.TestData(), "unproved")
	a := manualdrain.New(check.Options{Go: "1.27"})
	if err := a.Flags.Set("unproved", "true"); err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, a, "./...")
}
