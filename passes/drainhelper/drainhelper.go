package drainhelper

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/drainfix"
)

const name = "drainhelper"

// Analyzer reports functions that exist to drain response bodies, and their
// calls.
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
	a.Run = func(pass *analysis.Pass) (any, error) { return nil, run(pass, &opts) }
	return a
}

func run(pass *analysis.Pass, opts *check.Options) error {
	flow := pass.ResultOf[bodyflow.Analyzer].(*bodyflow.Result)
	if !flow.HTTP {
		return nil // no response can come this way
	}
	found := flow.Drains()
	if len(found.Helpers) == 0 && len(found.Calls) == 0 {
		return nil
	}
	r := check.NewReporter(pass)
	applies := drainfix.Applies(pass, opts, r)
	plan := drainfix.New(pass, flow, applies, opts.Unproved)
	for _, h := range found.Helpers {
		if applies(h.File, bodyflow.ManualDrain) {
			reportHelper(r, h, plan[h])
		}
	}
	for _, c := range found.Calls {
		if c.Kind != bodyflow.ManualDrain || !applies(c.File, c.Kind) {
			continue
		}
		diag := analysis.Diagnostic{
			Pos: c.Call.Pos(), End: c.Call.End(),
			Message: fmt.Sprintf("%s drains %s: since Go 1.27 a plain Close does the same for the connection", c.Name, c.Body),
		}
		drainfix.Attach(&diag, plan.Call(c))
		r.Report(diag)
	}
	return nil
}

func reportHelper(r *check.Reporter, h *bodyflow.Helper, fix *drainfix.Fix) {
	diag := analysis.Diagnostic{
		Message: fmt.Sprintf("%s exists to drain response bodies: since Go 1.27, Close drains what is left of an HTTP/1 body by itself", h.Obj.Name()),
	}
	if h.Decl != nil {
		diag.Pos, diag.End = h.Decl.Name.Pos(), h.Decl.Name.End()
	} else {
		diag.Pos, diag.End = h.Lit.Pos(), h.Lit.Type.End()
	}
	drainfix.Attach(&diag, fix)
	r.Report(diag)
}
