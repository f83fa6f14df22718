package unreadbody

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
)

const name = "unreadbody"

// Analyzer reports closes of bodies that were not read to their end.
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
	r := check.NewReporter(pass)
	old := func(f *ast.File) bool { return check.Below(pass, opts, f, "go1.27") && !r.InTest(f.Package) }
	var files []*ast.File
	for _, f := range pass.Files {
		if old(f) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil
	}
	for _, c := range flow.UnreadCloses() {
		for _, f := range files {
			if f.FileStart <= c.Node.Pos() && c.Node.Pos() < f.FileEnd {
				report(pass, r, c)
			}
		}
	}
	return nil
}

func report(pass *analysis.Pass, r *check.Reporter, c bodyflow.Close) {
	const help = "Go 1.27 drains it, and so does the drain package of bodyvet"
	var msg string
	switch {
	case c.Decoded:
		msg = "the body is closed where a decoder stopped, which may be before its end: then Go before 1.27 closes the connection, too"
	case c.Always:
		msg = "the body is closed and nothing has read it: Go before 1.27 closes the connection, too"
	default:
		msg = "the body is closed on some path on which nothing has read it"
		if c.Return != nil {
			msg += fmt.Sprintf(" (the return at line %d)", pass.Fset.Position(c.Return.Pos()).Line)
		}
		msg += ": Go before 1.27 closes the connection, too"
	}
	d := analysis.Diagnostic{Pos: c.Node.Pos(), End: c.Node.End(), Message: msg + "; " + help}
	if c.Return != nil {
		d.Related = []analysis.RelatedInformation{{Pos: c.Return.Pos(), End: c.Return.End(), Message: "the function returns here, with the body unread"}}
	}
	r.Report(d)
}
