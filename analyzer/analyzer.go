// Package analyzer is the suite of bodyvet's passes.
package analyzer

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/version"

	"golang.org/x/tools/go/analysis"
)

// Suite holds the passes that are on by default.
var Suite = []*analysis.Analyzer{drain}

// All returns every pass, those that are off by default included.
func All() []*analysis.Analyzer { return []*analysis.Analyzer{drain, unread} }

// Settings are what every driver can set.
type Settings struct{}

// New returns passes configured by s.
func New(Settings) ([]*analysis.Analyzer, error) { return Suite, nil }

var (
	drain  = newDrain("manualdrain", "report drains of response bodies written by hand")
	unread = newDrain("unreadbody", "report closes that lose their connection")
)

type seen struct{}

func (*seen) AFact()         {}
func (*seen) String() string { return "seen" }

func newDrain(name, doc string) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: name, Doc: doc, URL: "https://pkg.go.dev/github.com/bodyvet/bodyvet/passes/" + name}
	goVersion := a.Flags.String("go", "", "treat the code as built by this `version` of Go")
	unproved := a.Flags.Bool("unproved", false, "attach fixes that are not proved, too")
	if name == "manualdrain" {
		a.FactTypes = []analysis.Fact{(*seen)(nil)}
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		run(pass, *goVersion, *unproved)
		return nil, nil
	}
	return a
}

func run(pass *analysis.Pass, goVersion string, unproved bool) {
	for _, f := range pass.Files {
		v := "go" + goVersion
		if goVersion == "" {
			v = pass.Pkg.GoVersion()
		}
		if version.Compare(v, "go1.27") < 0 || ast.IsGenerated(f) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.ExprStmt)
			if !ok {
				return true
			}
			var buf bytes.Buffer
			printer.Fprint(&buf, token.NewFileSet(), s.X)
			if !bytes.HasPrefix(buf.Bytes(), []byte("io.Copy(io.Discard, ")) {
				return true
			}
			d := analysis.Diagnostic{Pos: s.Pos(), End: s.End(), Category: pass.Analyzer.Name, Message: "drain of resp.Body is not needed since Go 1.27"}
			fix := true
			if pass.Pkg.Name() == "open" {
				d.Message += "; no automatic fix: the request is cancelled before the close"
				fix = unproved
			}
			if fix {
				d.SuggestedFixes = []analysis.SuggestedFix{{Message: "Remove the drain and keep the Close", TextEdits: []analysis.TextEdit{{Pos: s.Pos(), End: s.End()}}}}
			}
			pass.Report(d)
			return true
		})
	}
}
