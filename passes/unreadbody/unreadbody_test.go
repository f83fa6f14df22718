package unreadbody_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/unreadbody"
)

// Each folder of testdata is one behaviour. They are one module, so that net/http is
// loaded once.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), unreadbody.Analyzer, "./...")
}

// Nothing is said of code that is known to be built by Go 1.27.
func TestNew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	src, err := os.ReadFile(filepath.Join(analysistest.TestData(), "silent", "silent.go"))
	if err != nil {
		t.Fatal(err)
	}
	src = append(src, `
func status(c *http.Client, url string) int {
	resp, err := c.Get(url)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
`...)
	for name, data := range map[string][]byte{"go.mod": []byte("module x\n\ngo 1.26\n"), "x.go": src} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	analysistest.Run(t, dir, unreadbody.New(check.Options{Go: "1.27"}), "./...")
}
