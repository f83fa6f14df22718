package perf

import (
	"fmt"
	"go/types"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/growth"
	"github.com/bodyvet/bodyvet/internal/inmem"
)

// A Grown says what the passes take for programs of one shape, with 10 and with 1000 of
// what there is in it.
type Grown struct {
	Shape     growth.Shape
	Few, Many Size
}

// A Size says what a program of one size takes.
type Size struct {
	Cost  Cost          // of all passes
	Build time.Duration // of the construction of the IR, which is a part of the cost
	Check time.Duration // of the type checker, which isn't
}

// fastest keeps the least that was measured, the costs those of the fastest run.
func (s *Size) fastest(t Size) {
	if t.Cost.Time < s.Cost.Time {
		s.Cost = t.Cost
	}
	s.Build, s.Check = min(s.Build, t.Build), min(s.Check, t.Check)
}

// Growth measures programs of all shapes, and calls each with a row as soon as it is
// there; of several rounds the fastest counts. The costs are those of all passes, without
// parsing and type-checking.
//
// Both sizes are measured with the same amount of code: one program of 1000, and a hundred
// of 10, of which the cost of one is the hundredth part. A small program alone, run over
// and over again, finds its memory in the processor's cache and needs none from the
// system, and what that saves has nothing to do with how the work grows. For the same
// reason garbage is collected only between the rounds.
func Growth(rounds int, each func(Grown)) error {
	list, err := analyzer.New(analyzer.Settings{Go: "1.27"})
	if err != nil {
		return err
	}
	const few, many = 10, 1000
	for _, s := range growth.Shapes {
		row := Grown{Shape: s}
		// The sizes take turns, so that what else the machine does falls on both of them.
		for round := range rounds {
			small, err := grown(list, s.Make(few), many/few)
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			large, err := grown(list, s.Make(many), 1)
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			if round == 0 {
				row.Few, row.Many = small, large
			}
			row.Few.fastest(small)
			row.Many.fastest(large)
		}
		each(row)
	}
	return nil
}

// grown returns what one of times runs of a program takes.
func grown(list []*analysis.Analyzer, pkgs []growth.Package, times int) (Size, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	var s Size
	for range times {
		w := inmem.New("go1.26")
		for _, p := range pkgs {
			start := processorTime()
			checked, err := w.Check(p.Path, map[string]string{p.Path + ".go": p.Source})
			if err != nil {
				return Size{}, err
			}
			s.Check += processorTime() - start
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start = processorTime()
			if _, err := w.Run(checked, list); err != nil {
				return Size{}, err
			}
			s.Cost.Time += processorTime() - start
			runtime.ReadMemStats(&after)
			s.Cost.Bytes += after.TotalAlloc - before.TotalAlloc
			s.Cost.Allocs += after.Mallocs - before.Mallocs
			s.Build += buildIR(w, checked)
		}
	}
	n := time.Duration(times)
	return Size{Cost{s.Cost.Time / n, s.Cost.Bytes / uint64(n), s.Cost.Allocs / uint64(n)}, s.Build / n, s.Check / n}, nil
}

// buildIR builds the IR of a package and nothing else, and returns how long the functions
// took.
func buildIR(w *inmem.World, p *inmem.Package) time.Duration {
	prog := ir.NewProgram(w.Fset, ir.BuildSerially|ir.BareInits)
	created := make(map[*types.Package]bool)
	var create func([]*types.Package)
	create = func(imports []*types.Package) {
		for _, imp := range imports {
			if !created[imp] {
				created[imp] = true
				prog.CreatePackage(imp, nil, nil, true)
				create(imp.Imports())
			}
		}
	}
	create(p.Types.Imports())
	pkg := prog.CreatePackage(p.Types, p.Files, p.Info, false)
	start := processorTime()
	pkg.Build()
	return processorTime() - start
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
