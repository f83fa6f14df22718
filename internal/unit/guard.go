package unit

import (
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// guard makes a panic in a pass, or in one that it requires, that pass's error: the
// other passes go on, and the user reads one line instead of a dump of goroutines.
func guard(analyzers []*analysis.Analyzer) {
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(analyzers []*analysis.Analyzer) {
		for _, a := range analyzers {
			if seen[a] {
				continue
			}
			seen[a] = true
			a.Run = guarded(a.Name, a.Run)
			visit(a.Requires)
		}
	}
	visit(analyzers)
}

func guarded(name string, run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if r := recover(); r != nil {
				result, err = nil, fmt.Errorf("internal error in %s: %v at %s (please report it)", name, r, origin())
			}
		}()
		return run(pass)
	}
}

// origin is the place of the panic that is being recovered from.
func origin() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
