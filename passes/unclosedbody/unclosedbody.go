package unclosedbody

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
)

const name = "unclosedbody"

// Analyzer reports response bodies that some path never closes.
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

func run(pass *analysis.Pass, _ *check.Options) error {
	flow := pass.ResultOf[bodyflow.Analyzer].(*bodyflow.Result)
	if !flow.HTTP {
		return nil
	}
	r := check.NewReporter(pass)
	for _, l := range flow.Leaks() {
		pos, end := callRange(pass.Fset, l.Call)
		r.Report(analysis.Diagnostic{
			Pos:     pos,
			End:     end,
			Message: message(pass.Fset, l),
		})
	}
	return nil
}

// callRange returns the range of a call, from the line of its parenthesis on:
// in a chain over several lines that is where the call itself stands.
func callRange(fset *token.FileSet, call *ast.CallExpr) (pos, end token.Pos) {
	pos, end = call.Pos(), call.End()
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fset.Position(pos).Line != fset.Position(call.Lparen).Line {
		pos = sel.Sel.Pos()
	}
	return pos, end
}

func message(fset *token.FileSet, l *bodyflow.Leak) string {
	if l.Overwritten {
		return "response body is not closed before the loop makes the next request (the connection and its goroutines stay)"
	}
	if l.Return == nil {
		return "response body is never closed (the connection and its goroutines stay)"
	}
	return fmt.Sprintf("response body is not closed when the function returns at line %d (the connection and its goroutines stay)", fset.Position(l.Return.Pos()).Line)
}
