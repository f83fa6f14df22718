package corpus_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/inmem"
)

// TestOrder runs the passes in other orders. Drivers run those of a package at the same
// time, and what the engine has found out for one must not change what it says to another.
func TestOrder(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "corpus", "*", "*", "case.go"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, ok := found(t, string(src), func([]*analysis.Analyzer) {})
		if !ok {
			continue // it imports stubs, or packages of its own
		}
		compared++
		for seed := range uint64(4) {
			shuffled := func(list []*analysis.Analyzer) {
				rand.New(rand.NewPCG(seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			}
			if got, _ := found(t, string(src), shuffled); !slices.Equal(got, want) {
				t.Errorf("%s: order %d: got\n%q\nwant\n%q", file, seed, got, want)
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d cases were compared, of %d", compared, len(files))
	}
}

// found returns what the passes report of a file, sorted, once order has put them in
// order. It reports false for a file that doesn't type-check by itself.
func found(t *testing.T, src string, order func([]*analysis.Analyzer)) ([]string, bool) {
	t.Helper()
	w := inmem.New("go1.26")
	p, err := w.Check("p", map[string]string{"case.go": src})
	if err != nil {
		return nil, false
	}
	list, err := analyzer.New(analyzer.Settings{Go: "1.27"})
	if err != nil {
		t.Fatal(err)
	}
	order(list)
	diags, err := w.Run(p, list)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range diags {
		s := fmt.Sprintf("%v: %s", w.Fset.Position(d.Pos), d.Message)
		for _, f := range d.SuggestedFixes {
			s += "; " + f.Message
			for _, e := range f.TextEdits {
				s += fmt.Sprintf(" [%v %q]", w.Fset.Position(e.Pos), e.NewText)
			}
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out, true
}
