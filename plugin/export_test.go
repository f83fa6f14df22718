package plugin

import "golang.org/x/tools/go/analysis"

// Run runs passes the way the linter does.
func Run(passes []*analysis.Analyzer, pass *analysis.Pass) error {
	return (&linter{passes}).run(pass)
}
