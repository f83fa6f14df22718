package clientpercall

import (
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
)

const name = "clientpercall"

// Analyzer reports transports that are made for each call of a function.
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
		return nil // no request can be made
	}
	found := flow.PerCalls()
	if len(found) == 0 {
		return nil
	}
	r := check.NewReporter(pass)
	for _, p := range found {
		r.Report(analysis.Diagnostic{
			Pos: p.Node.Pos(), End: p.Node.End(),
			Message: message(p),
			Related: []analysis.RelatedInformation{{
				Pos: p.Request.Pos(), End: p.Request.End(),
				Message: "a request is made with it here",
			}},
		})
	}
	return nil
}

func message(p bodyflow.PerCall) string {
	each := "for each call of " + p.Fn
	if p.Loop {
		each = "in each round of the loop"
	}
	m := "a Transport is made " + each + " and dropped: "
	if p.Several {
		return m + "the connections that fall idle stay open, with their goroutines, until the server closes them"
	}
	m += "no connection is used again, and those that fall idle stay open, with their goroutines, until "
	if p.Timeout {
		return m + "IdleConnTimeout"
	}
	return m + "the server closes them"
}
