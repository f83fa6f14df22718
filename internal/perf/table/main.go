// The table command prints what the passes cost, as a table for docs/performance.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bodyvet/bodyvet/internal/perf"
)

func main() {
	perf.Watch()
	dir := flag.String("dir", "../..", "the `folder` of the module to measure")
	rounds := flag.Int("rounds", 3, "how often each subject runs; the median counts")
	loaded := flag.Bool("loaded", true, "the passes on loaded packages")
	vet := flag.Bool("vet", false, "whole runs of go vet")
	growth := flag.Bool("growth", false, "programs of growing size")
	shares := flag.Int("shares", 0, "`how many` packages to list of those that cost most beside type-checking them")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	fmt.Printf("`go run ./table %s`, %s %s/%s, %s\n", strings.Join(os.Args[1:], " "), runtime.Version(), runtime.GOOS, runtime.GOARCH, perf.Versions())
	err := func() error {
		if *loaded {
			if err := loadedTable(*dir, patterns, *rounds); err != nil {
				return err
			}
		}
		if *vet {
			if err := vetTable(*dir, patterns, *rounds); err != nil {
				return err
			}
		}
		if *shares > 0 {
			if err := sharesTable(*dir, patterns, *rounds, *shares); err != nil {
				return err
			}
		}
		if *growth {
			return growthTable(*rounds)
		}
		return nil
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func loadedTable(dir string, patterns []string, rounds int) error {
	start := time.Now()
	roots, err := perf.Load(dir, patterns...)
	if err != nil {
		return err
	}
	loading := time.Since(start)
	subjects, err := perf.Subjects()
	if err != nil {
		return err
	}
	costs, err := perf.Compare(subjects, roots, rounds)
	if err != nil {
		return err
	}
	base := costs[len(costs)-1] // the type checker
	fmt.Printf("\n%d packages, %d with all that they import; loading took %.1f s on the clock, type-checking %.2f s of the processor, with %d MB in %d thousand allocations\n\n",
		len(roots), perf.Count(roots), loading.Seconds(), base.Time.Seconds(), base.Bytes>>20, base.Allocs/1000)
	fmt.Println("| per type-checking of the same packages | time | bytes | allocations |\n| --- | ---: | ---: | ---: |")
	for i, c := range costs[:len(costs)-1] {
		fmt.Printf("| %s | %.3f | %.3f | %.3f |\n", subjects[i].Name, ratio(c.Time, base.Time), ratio(c.Bytes, base.Bytes), ratio(c.Allocs, base.Allocs))
	}
	fmt.Printf("\nbodyvet per bodyclose: time %.2f, bytes %.2f, allocations %.2f\n",
		ratio(costs[0].Time, costs[1].Time), ratio(costs[0].Bytes, costs[1].Bytes), ratio(costs[0].Allocs, costs[1].Allocs))
	facts, err := subjects[0].Facts(roots)
	if err != nil {
		return err
	}
	fmt.Printf("\nfacts of bodyvet: %v\n", facts)
	return nil
}

func ratio[T time.Duration | uint64 | int64](a, b T) float64 { return float64(a) / float64(b) }

func sharesTable(dir string, patterns []string, rounds, many int) error {
	roots, err := perf.Load(dir, patterns...)
	if err != nil {
		return err
	}
	subjects, err := perf.Subjects()
	if err != nil {
		return err
	}
	shares, err := subjects[0].Shares(roots, rounds)
	if err != nil {
		return err
	}
	fmt.Printf("\n%d packages; those that cost most beside the type checker\n\n", len(shares))
	fmt.Println("| package | passes, ms | type-checking, ms | ratio |\n| --- | ---: | ---: | ---: |")
	for _, s := range shares[:min(many, len(shares))] {
		fmt.Printf("| %s | %.2f | %.2f | %.2f |\n", s.Package, s.Passes.Seconds()*1000, s.Check.Seconds()*1000, s.Ratio())
	}
	return nil
}

func vetTable(dir string, patterns []string, rounds int) error {
	scratch, err := os.MkdirTemp("", "perf")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	var tools []perf.Tool
	// Each is built in its own module: the command needs more than this one requires.
	for _, of := range []struct{ name, module, pkg string }{
		{"bodyvet", filepath.Join("..", ".."), "./cmd/bodyvet"},
		{"empty", ".", "./emptyvet"},
	} {
		t, err := perf.Build(of.module, scratch, of.name, of.pkg)
		if err != nil {
			return err
		}
		tools = append(tools, t)
	}
	runs := make([][]perf.Vetting, len(tools))
	for round := range rounds + 1 {
		for i, t := range tools {
			v, err := t.Vet(dir, patterns...)
			if err != nil {
				return err
			}
			if round > 0 { // the first one compiles
				runs[i] = append(runs[i], v)
			}
		}
	}
	fmt.Println("\n| go vet -vettool | cold, s | warm, s | largest process, MB | facts, KB | processes |\n| --- | ---: | ---: | ---: | ---: | ---: |")
	var best []perf.Vetting
	for i, t := range tools {
		v := median(runs[i])
		best = append(best, v)
		fmt.Printf("| %s | %.2f | %.2f | %d | %d | %d |\n", t.Name, v.Cold.Seconds(), v.Warm.Seconds(), v.Peak>>20, v.Facts>>10, v.Units)
	}
	b, e := best[0], best[1]
	fmt.Printf("| ratio | %.2f | %.2f | %.2f | %.2f | |\n", ratio(b.Cold, e.Cold), ratio(b.Warm, e.Warm), ratio(b.Peak, e.Peak), ratio(b.Facts, e.Facts))
	return nil
}

// median returns the median of each figure.
func median(runs []perf.Vetting) perf.Vetting {
	var v perf.Vetting
	v.Cold = middle(runs, func(v perf.Vetting) time.Duration { return v.Cold })
	v.Warm = middle(runs, func(v perf.Vetting) time.Duration { return v.Warm })
	v.Peak = middle(runs, func(v perf.Vetting) int64 { return v.Peak })
	v.Facts = middle(runs, func(v perf.Vetting) int64 { return v.Facts })
	v.Units = runs[0].Units
	return v
}

func middle[T time.Duration | int64](runs []perf.Vetting, of func(perf.Vetting) T) T {
	var all []T
	for _, v := range runs {
		all = append(all, of(v))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func growthTable(rounds int) error {
	fmt.Println("\n| 100 times what | time | of it the IR | the rest | allocations | type checker |\n| --- | ---: | ---: | ---: | ---: | ---: |")
	return perf.Growth(rounds, func(r perf.Grown) {
		few, many := r.Few, r.Many
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %.0f | %.0f |\n", r.Shape.Doc, ratio(many.Cost.Time, few.Cost.Time), ratio(many.Build, few.Build),
			ratio(many.Cost.Time-many.Build, few.Cost.Time-few.Build), ratio(many.Cost.Allocs, few.Cost.Allocs), ratio(many.Check, few.Check))
	})
}
