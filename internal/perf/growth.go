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

// A Grown says what the passes take for programs of one shape, at 10, 100 and 1000 times
// what there is in it.
type Grown struct {
	Shape  growth.Shape
	Costs  []Cost
	Checks []time.Duration // of the type checker
}

// Growth measures programs of all shapes, and calls each with a row as soon as it is
// there; of several rounds the fastest counts. The costs are those of all passes, without
// parsing and type-checking, and without garbage collection, of which a small program
// sees nothing.
func Growth(rounds int, each func(Grown)) error {
	for _, s := range growth.Shapes {
		row := Grown{Shape: s}
		for _, n := range []int{10, 100, 1000} {
			// Small programs take less than the clock can tell apart well.
			c, check, err := grown(s.Make(n), max(rounds, 30*rounds/n))
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			row.Costs = append(row.Costs, c)
			row.Checks = append(row.Checks, check)
		}
		each(row)
	}
	return nil
}

func grown(pkgs []growth.Package, rounds int) (best Cost, check time.Duration, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	best, check = Cost{Time: 1 << 62}, 1<<62
	for range rounds {
		runtime.GC()
		w := inmem.New("go1.26")
		list, err := analyzer.New(analyzer.Settings{Go: "1.27"})
		if err != nil {
			return best, check, err
		}
		var c Cost
		var checking time.Duration
		for _, p := range pkgs {
			start := processorTime()
			checked, err := w.Check(p.Path, map[string]string{p.Path + ".go": p.Source})
			if err != nil {
				return best, check, err
			}
			checking += processorTime() - start
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start = processorTime()
			if _, err := w.Run(checked, list); err != nil {
				return best, check, err
			}
			c.Time += processorTime() - start
			runtime.ReadMemStats(&after)
			c.Bytes += after.TotalAlloc - before.TotalAlloc
			c.Allocs += after.Mallocs - before.Mallocs
		}
		if c.Time < best.Time {
			best = c
		}
		check = min(check, checking)
	}
	return best, check, nil
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
