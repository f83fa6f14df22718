package perf_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/internal/perf"
)

var (
	dir      = flag.String("dir", filepath.Join("..", ".."), "the `folder` of the module whose packages are analyzed")
	patterns = flag.String("packages", "./...", "the packages, with commas between them")
)

func TestMain(m *testing.M) {
	perf.Watch()
	os.Exit(m.Run())
}

// BenchmarkLoaded runs each subject over the same loaded packages.
func BenchmarkLoaded(b *testing.B) {
	roots, err := perf.Load(*dir, strings.Split(*patterns, ",")...)
	if err != nil {
		b.Fatal(err)
	}
	subjects, err := perf.Subjects()
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range subjects {
		b.Run(strings.ReplaceAll(s.Name, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Run(roots); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestCompare sees that everything that is measured runs, on one small package.
func TestCompare(t *testing.T) {
	roots, err := perf.Load(filepath.Join("..", "conncount"), ".")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(roots) > 0 {
		t.Fatal("the package has errors")
	}
	subjects, err := perf.Subjects()
	if err != nil {
		t.Fatal(err)
	}
	costs, err := perf.Compare(subjects, roots, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range costs {
		if c.Time <= 0 || c.Allocs == 0 {
			t.Errorf("%s: %+v", subjects[i].Name, c)
		}
	}
}

// TestVet sees that whole runs are measured.
func TestVet(t *testing.T) {
	if testing.Short() {
		t.Skip("it analyzes the standard library four times")
	}
	tool, err := perf.Build(".", t.TempDir(), "empty", "./emptyvet")
	if err != nil {
		t.Fatal(err)
	}
	v, err := tool.Vet(filepath.Join("..", "conncount"), ".")
	if err != nil {
		t.Fatal(err)
	}
	if v.Units < 50 || v.Peak < 1<<20 || v.Facts == 0 || v.Warm >= v.Cold {
		t.Errorf("%+v", v)
	}
}
