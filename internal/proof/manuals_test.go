package proof_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bodyvet/bodyvet/analyzer"
)

// TestManuals holds the manuals of the passes to proofs that there are.
func TestManuals(t *testing.T) {
	t.Parallel()
	command := regexp.MustCompile(`go test \./(\S+) -run (\w+)(?:/(\w+))?`)
	named := 0
	for _, a := range analyzer.All() {
		for _, m := range command.FindAllStringSubmatch(a.Doc, -1) {
			named++
			dir := filepath.Join("..", "..", filepath.FromSlash(m[1]))
			if !hasTest(t, dir, m[2]) {
				t.Errorf("%s: %s has no test %s", a.Name, m[1], m[2])
			}
			switch {
			case m[3] == "":
				continue
			case m[2] == "TestFigures":
				if m[3] != a.Name {
					t.Errorf("%s: its figures are those of %s", a.Name, m[3])
				}
				continue
			}
			if got, err := filepath.Glob(filepath.Join(dir, "testdata", m[3]+"*.txtar")); err != nil || len(got) == 0 {
				t.Errorf("%s: no situation begins with %s", a.Name, m[3])
			}
		}
	}
	if named == 0 {
		t.Error("no manual names its proof")
	}
}

// hasTest reports whether a test function called name is in dir.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(src), "\nfunc "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}
