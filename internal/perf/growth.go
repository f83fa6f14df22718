package perf

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/growth"
	"github.com/bodyvet/bodyvet/internal/inmem"
)

// A Grown is how long the passes take for programs of one shape, at 10, 100 and 1000
// times what there is in it.
type Grown struct {
	Shape growth.Shape
	Times []time.Duration
}

// Growth measures programs of all shapes, and calls each with a row as soon as it is
// there; of several rounds the fastest counts. The time is that of all passes, without
// parsing and type-checking.
func Growth(rounds int, each func(Grown)) error {
	for _, s := range growth.Shapes {
		row := Grown{Shape: s}
		for _, n := range []int{10, 100, 1000} {
			// Small programs take less than the clock can tell apart well.
			d, err := grown(s.Make(n), max(rounds, 30*rounds/n))
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			row.Times = append(row.Times, d)
		}
		each(row)
	}
	return nil
}

func grown(pkgs []growth.Package, rounds int) (time.Duration, error) {
	best := time.Duration(1 << 62)
	for range rounds {
		w := inmem.New("go1.26")
		list, err := analyzer.New(analyzer.Settings{Go: "1.27"})
		if err != nil {
			return 0, err
		}
		var took time.Duration
		for _, p := range pkgs {
			checked, err := w.Check(p.Path, map[string]string{p.Path + ".go": p.Source})
			if err != nil {
				return 0, err
			}
			start := processorTime()
			if _, err := w.Run(checked, list); err != nil {
				return 0, err
			}
			took += processorTime() - start
		}
		best = min(best, took)
	}
	runtime.GC()
	return best, nil
}

// Versions names the versions of what bodyvet is compared with.
func Versions() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var parts []string
	for _, d := range info.Deps {
		switch d.Path {
		case "github.com/timakin/bodyclose", "golang.org/x/tools", "honnef.co/go/tools":
			parts = append(parts, d.Path+" "+d.Version)
		}
	}
	return strings.Join(parts, ", ")
}
