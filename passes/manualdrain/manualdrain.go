package manualdrain

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/drainfix"
)

const name = "manualdrain"

// Analyzer reports drains that are written in place.
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
	found := flow.Drains().Manual
	if len(found) == 0 {
		return nil
	}
	r := check.NewReporter(pass)
	applies := drainfix.Applies(pass, opts, r)
	var plan drainfix.Plan
	for _, d := range found {
		if d.Kind != bodyflow.ManualDrain || !applies(d.File, d.Kind) || r.Silent(d.Node.Pos()) {
			continue
		}
		if plan == nil {
			plan = drainfix.New(pass, flow, applies, opts.Unproved)
		}
		diag := analysis.Diagnostic{Pos: d.Node.Pos(), End: d.Node.End(), Message: message(d)}
		if loop, ok := d.Node.(*ast.ForStmt); ok {
			diag.End = loop.Body.Lbrace
		}
		drainfix.Attach(&diag, plan[d])
		r.Report(diag)
	}
	return nil
}

func message(d *bodyflow.Drain) string {
	body := types.ExprString(d.Body)
	if d.Unclosed {
		return fmt.Sprintf("%s is drained by hand (%s) and never closed: since Go 1.27 a Close is enough to reuse the connection", body, d.Shape)
	}
	return fmt.Sprintf("%s is drained by hand (%s): since Go 1.27, Close drains what is left of an HTTP/1 body by itself", body, d.Shape)
}
