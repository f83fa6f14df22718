// Package perf measures what the passes cost, next to what others do with the same
// packages. It is a module of its own, so that those others stay out of go.mod.
//
//	cd internal/perf && go run ./table                     # this module and all that it imports
//	cd internal/perf && go run ./table -dir ~/src/x -vet   # another one, and whole runs of go vet
//	cd internal/perf && go test -bench . .                 # the same as benchmarks
//
// All figures of one table come out of one run, and the subjects take turns, so that
// what else the machine does falls on all of them. Times are those of the processor,
// over all threads, garbage collection included.
package perf

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/timakin/bodyclose/passes/bodyclose"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/passes/httpresponse"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/analyzer"
)

// Load loads packages of the module in dir with the syntax of all that they import.
func Load(dir string, patterns ...string) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, patterns...)
}

// Count returns how many packages roots and their imports are.
func Count(roots []*packages.Package) int {
	n := 0
	packages.Visit(roots, nil, func(*packages.Package) { n++ })
	return n
}

// A Subject is something to measure.
type Subject struct {
	Name      string
	Analyzers []*analysis.Analyzer // none for the type checker
}

// Subjects returns what is compared, the passes of bodyvet first.
func Subjects() ([]Subject, error) {
	all, err := analyzer.New(analyzer.Settings{})
	if err != nil {
		return nil, err
	}
	return []Subject{
		{"bodyvet, all passes", all},
		{"bodyclose", []*analysis.Analyzer{bodyclose.Analyzer}},
		{"buildssa alone", []*analysis.Analyzer{buildssa.Analyzer}},
		{"httpresponse of go vet", []*analysis.Analyzer{httpresponse.Analyzer}},
		{"an empty analyzer with facts", []*analysis.Analyzer{Empty}},
		{"type-checking", nil},
	}, nil
}

// Empty looks at nothing and says that it has been there: what any analyzer with facts
// costs.
var Empty = &analysis.Analyzer{
	Name:      "empty",
	Doc:       "export a fact about each package",
	FactTypes: []analysis.Fact{new(visited)},
	Run: func(pass *analysis.Pass) (any, error) {
		pass.ExportPackageFact(&visited{true})
		return nil, nil
	},
}

type visited struct{ Yes bool }

func (*visited) AFact() {}

// A Cost is what one run of a subject took.
type Cost struct {
	Time   time.Duration // of the processor
	Bytes  uint64        // allocated
	Allocs uint64
}

// Run runs a subject over packages once.
func (s Subject) Run(roots []*packages.Package) (Cost, error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processorTime()
	if err := s.run(roots); err != nil {
		return Cost{}, err
	}
	took := processorTime() - start
	runtime.ReadMemStats(&after)
	return Cost{took, after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs}, nil
}

func (s Subject) run(roots []*packages.Package) error {
	if s.Analyzers == nil {
		typecheck(roots, func(*packages.Package, time.Duration) {})
		return nil
	}
	graph, err := checker.Analyze(s.Analyzers, roots, &checker.Options{Sequential: true})
	if err != nil {
		return err
	}
	for act := range graph.All() {
		if act.Err != nil && len(act.Package.Errors) == 0 {
			return fmt.Errorf("%s: %w", act, act.Err)
		}
	}
	return nil
}

// Compare runs all subjects in turn, rounds times, and returns the median cost of
// each.
func Compare(subjects []Subject, roots []*packages.Package, rounds int) ([]Cost, error) {
	all := make([][]Cost, len(subjects))
	for range rounds {
		for i, s := range subjects {
			c, err := s.Run(roots)
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], c)
		}
	}
	costs := make([]Cost, len(subjects))
	for i, runs := range all {
		slices.SortFunc(runs, func(a, b Cost) int { return int(a.Time - b.Time) })
		costs[i] = runs[len(runs)/2]
	}
	return costs, nil
}

// typecheck checks the packages again, with all that they import, and tells how long each
// took on the clock.
func typecheck(roots []*packages.Package, each func(*packages.Package, time.Duration)) {
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.PkgPath == "unsafe" {
			return
		}
		conf := types.Config{
			Importer: importer(func(path string) (*types.Package, error) {
				if imp := p.Imports[path]; imp != nil && checked[imp.ID] != nil {
					return checked[imp.ID], nil
				}
				return checked[path], nil
			}),
			Sizes: p.TypesSizes,
			Error: func(error) {}, // cgo
		}
		info := &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
			Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
			Selections: make(map[*ast.SelectorExpr]*types.Selection), Instances: make(map[*ast.Ident]types.Instance),
			Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
		}
		start := time.Now()
		checked[p.ID], _ = conf.Check(p.PkgPath, p.Fset, p.Syntax, info)
		each(p, time.Since(start))
	})
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// A Share is what the passes cost of one package, beside the type checker.
type Share struct {
	Package       string
	Passes, Check time.Duration // on the clock; the least of all rounds
}

// Shares returns the shares of all packages, those with the greatest ratio first. The
// garbage of all the syntax that is loaded is nobody's share: it's collected only where
// memory gets scarce.
func (s Subject) Shares(roots []*packages.Package, rounds int) ([]Share, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(12 << 30))
	shares := make(map[*packages.Package]*Share)
	packages.Visit(roots, nil, func(p *packages.Package) { shares[p] = &Share{p.ID, 1 << 62, 1 << 62} })
	for range rounds {
		runtime.GC()
		typecheck(roots, func(p *packages.Package, d time.Duration) { shares[p].Check = min(shares[p].Check, d) })
		graph, err := checker.Analyze(s.Analyzers, roots, &checker.Options{Sequential: true})
		if err != nil {
			return nil, err
		}
		took := make(map[*packages.Package]time.Duration)
		for act := range graph.All() {
			took[act.Package] += act.Duration
		}
		for p, d := range took {
			shares[p].Passes = min(shares[p].Passes, d)
		}
	}
	var out []Share
	for p, share := range shares {
		if p.PkgPath != "unsafe" && share.Passes < 1<<62 {
			out = append(out, *share)
		}
	}
	slices.SortFunc(out, func(a, b Share) int { return cmp.Compare(b.Ratio(), a.Ratio()) })
	return out, nil
}

// Ratio returns how often the package could have been type-checked meanwhile.
func (s Share) Ratio() float64 { return float64(s.Passes) / float64(s.Check) }

// Facts counts the facts that a subject's analyzers export about packages, by type.
func (s Subject) Facts(roots []*packages.Package) (map[string]int, error) {
	graph, err := checker.Analyze(s.Analyzers, roots, &checker.Options{Sequential: true})
	if err != nil {
		return nil, err
	}
	n := make(map[string]int)
	for act := range graph.All() {
		for _, f := range act.AllObjectFacts() {
			if act.Package.Types == f.Object.Pkg() {
				n[reflect.TypeOf(f.Fact).Elem().Name()]++
			}
		}
		for _, f := range act.AllPackageFacts() {
			if act.Package.Types == f.Package {
				n[reflect.TypeOf(f.Fact).Elem().Name()]++
			}
		}
	}
	return n, nil
}
