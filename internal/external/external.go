// Package external has what the end-to-end tests need of other people's tools: a
// place to keep them in, and one way to say that one is not to be had. The tests
// build or fetch a tool once; later runs find it in the cache.
package external

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Dir returns the folder of the user's cache that tools are kept in.
func Dir(t testing.TB) string {
	t.Helper()
	base := os.Getenv("XDG_CACHE_HOME")
	if base == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			t.Fatal(err)
		}
		base = filepath.Join(home, ".cache")
	}
	dir := filepath.Join(base, "bodyvet")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Missing ends a test whose tool can't be had here: it is skipped, and on CI, which
// can reach everything that it needs, it fails.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("BODYVET_CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf("SKIPPED, nothing is tested: "+format, args...)
}

// Proxy ends a test, as [Missing] does, where the module proxy can't be reached.
func Proxy(t testing.TB) {
	t.Helper()
	// Which versions there are is asked of the proxy each time.
	cmd := exec.CommandContext(t.Context(), "go", "list", "-m", "-versions", "golang.org/x/tools/gopls")
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		Missing(t, "the module proxy can't be reached: %v\n%s", err, out)
	}
}
