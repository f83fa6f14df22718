package draincaps

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
)

const name = "draincaps"

// Analyzer reports limits of the transport that were copied into code.
var Analyzer = New(check.Options{})

// New returns the pass with the given settings.
func New(opts check.Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     name,
		Doc:      doc,
		URL:      check.DocURL(name),
		Requires: []*analysis.Analyzer{bodyflow.Analyzer},
	}
	opts.AddFlags(a)
	a.Run = func(pass *analysis.Pass) (any, error) { return nil, run(pass) }
	return a
}

func run(pass *analysis.Pass) error {
	flow := pass.ResultOf[bodyflow.Analyzer].(*bodyflow.Result)
	if !flow.HTTP {
		return nil // no response can come this way
	}
	found := flow.Caps()
	if len(found) == 0 {
		return nil
	}
	r := check.NewReporter(pass)
	for _, c := range found {
		limit := "256 KiB"
		if c.Time {
			limit = "50 ms"
		}
		r.Report(analysis.Diagnostic{
			Pos: c.Expr.Pos(), End: c.Expr.End(),
			Message: fmt.Sprintf("%s repeats the transport's own limit (%s), which may change in any release of Go", types.ExprString(c.Expr), limit),
		})
	}
	return nil
}
