package unit

import (
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/check"
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
			a.Run = check.Guarded(a.Name, a.Run)
			visit(a.Requires)
		}
	}
	visit(analyzers)
}
