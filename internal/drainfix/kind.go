package drainfix

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
)

// ReportKind reports the drains of one kind, and the calls of helpers that are of
// it, with their fixes. message makes a diagnostic of who drains ("io.Copy", the
// name of a helper), what is drained, and why that is of no use.
func ReportKind(pass *analysis.Pass, opts *check.Options, kind bodyflow.DrainKind, message func(who, body, why string) string) {
	flow := pass.ResultOf[bodyflow.Analyzer].(*bodyflow.Result)
	if !flow.HTTP {
		return // no response can come this way
	}
	found := flow.Drains()
	r := check.NewReporter(pass)
	applies := Applies(pass, opts, r)
	var plan Plan
	planned := func() Plan {
		if plan == nil {
			plan = New(pass, flow, applies, opts.Unproved)
		}
		return plan
	}
	for _, d := range found.Manual {
		if d.Kind != kind || !applies(d.File, kind) || r.Silent(d.Node.Pos()) {
			continue
		}
		diag := analysis.Diagnostic{Pos: d.Node.Pos(), End: d.Node.End(), Message: message(d.Shape, types.ExprString(d.Body), d.Why)}
		if loop, ok := d.Node.(*ast.ForStmt); ok {
			diag.End = loop.Body.Lbrace
		}
		Attach(&diag, planned()[d])
		r.Report(diag)
	}
	for _, c := range found.Calls {
		if c.Kind != kind || !applies(c.File, kind) || r.Silent(c.Call.Pos()) {
			continue
		}
		diag := analysis.Diagnostic{Pos: c.Call.Pos(), End: c.Call.End(), Message: message(c.Name, c.Body, c.Why)}
		Attach(&diag, planned().Call(c))
		r.Report(diag)
	}
}

// Message is the wording that the passes share.
func Message(who, body, why, rest string) string {
	return fmt.Sprintf("%s is drained (%s), but %s%s", body, who, why, rest)
}
