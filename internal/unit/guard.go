package unit

import (
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/check"
)

// idle makes passes that export no facts do nothing. Where only facts are wanted,
// unitchecker runs those passes, too, that require one which has facts, and throws what
// they report away.
func idle(passes []*analysis.Analyzer) {
	for _, a := range passes {
		if len(a.FactTypes) == 0 && a.ResultType == nil {
			a.Run = func(*analysis.Pass) (any, error) { return nil, nil }
		}
	}
}

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
