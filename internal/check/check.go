// Package check is what the passes share in how they report: which files they
// leave alone, how a comment silences them, which Go version a file is built
// by, and the two settings that each of them has.
package check

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// DocURL returns the page of a pass's manual.
func DocURL(pass string) string {
	return "https://pkg.go.dev/github.com/bodyvet/bodyvet/passes/" + pass
}

// Options are the settings of a pass. They are flags of each pass, since nogo
// and the go command know no others.
type Options struct {
	// Go is the version of Go ("1.27") that builds the code, where the pass
	// must not ask the module.
	Go string
	// Unproved asks for fixes whose proof is not complete, too.
	Unproved bool
}

// AddFlags gives an analyzer the flags for opts, with the present values as
// defaults.
func (o *Options) AddFlags(a *analysis.Analyzer) {
	a.Flags.StringVar(&o.Go, "go", o.Go, "take the code as built by this `version` of Go (such as 1.27), whatever go.mod says")
	a.Flags.BoolVar(&o.Unproved, "unproved", o.Unproved, "attach fixes whose proof is incomplete, too")
}

// A Reporter reports the diagnostics of one pass over one package.
type Reporter struct {
	pass      *analysis.Pass
	generated map[*token.File]bool
	ignored   map[lineKey]bool
}

type lineKey struct {
	file *token.File
	line int
}

// NewReporter returns the reporter for a pass.
func NewReporter(pass *analysis.Pass) *Reporter {
	r := &Reporter{pass: pass, generated: make(map[*token.File]bool), ignored: make(map[lineKey]bool)}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if ast.IsGenerated(f) {
			r.generated[tf] = true
			continue
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				if ignores(c.Text, pass.Analyzer.Name) {
					line := tf.Line(c.Pos())
					r.ignored[lineKey{tf, line}] = true
					r.ignored[lineKey{tf, line + 1}] = true
				}
			}
		}
	}
	return r
}

// drainRules are the passes one of which reports a given drain: the name of
// any of them silences it, since which one it is can change with the client.
var drainRules = []string{"manualdrain", "drainhelper", "http2drain", "deaddrain"}

// ignores reports whether a comment is "//lint:ignore NAME[,NAME] reason" for
// a pass.
func ignores(text, pass string) bool {
	rest, ok := strings.CutPrefix(text, "//lint:ignore ")
	if !ok {
		return false
	}
	names, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if strings.TrimSpace(reason) == "" {
		return false // a directive must say why
	}
	for name := range strings.SplitSeq(names, ",") {
		if name == pass || slices.Contains(drainRules, name) && slices.Contains(drainRules, pass) {
			return true
		}
	}
	return false
}

// Silent reports whether nothing is said at pos: the file is generated, or a
// comment silences the line.
func (r *Reporter) Silent(pos token.Pos) bool {
	tf := r.pass.Fset.File(pos)
	if tf == nil || r.generated[tf] {
		return true
	}
	return r.ignored[lineKey{tf, tf.Line(pos)}]
}

// Report reports d, with the pass's name as its category and its manual as its
// link.
func (r *Reporter) Report(d analysis.Diagnostic) {
	if r.Silent(d.Pos) {
		return
	}
	if d.Category == "" {
		d.Category = r.pass.Analyzer.Name
	}
	d.URL = r.pass.Analyzer.URL
	r.pass.Report(d)
}

// InTest reports whether pos lies in a _test.go file.
func (r *Reporter) InTest(pos token.Pos) bool {
	return strings.HasSuffix(r.pass.Fset.File(pos).Name(), "_test.go")
}

// AtLeast reports whether every build of the file f is certain to have a
// toolchain of at least want ("go1.27"): the go line of its module says so, or
// its own build constraint does. opts.Go, if set, decides alone. Where nobody
// knows a version the answer is no.
func AtLeast(pass *analysis.Pass, opts *Options, f *ast.File, want string) bool {
	if opts.Go != "" {
		return version.Compare(toolchain(opts.Go), want) >= 0
	}
	if v := moduleVersion(pass); v != "" && version.Compare(v, want) >= 0 {
		return true
	}
	// A //go:build line may ask for more than the module does. One that asks
	// for less changes the language, not the toolchain.
	return constrained(f, want)
}

// toolchain turns what people write as a version into what go/version wants.
func toolchain(v string) string {
	if !strings.HasPrefix(v, "go") {
		v = "go" + v
	}
	return v
}

// moduleVersion returns the go line of the package's module, or "".
func moduleVersion(pass *analysis.Pass) string {
	if pass.Module != nil && pass.Module.GoVersion != "" {
		return toolchain(pass.Module.GoVersion)
	}
	return pass.Pkg.GoVersion()
}

// constrained reports whether f's build constraint can be met only by a
// toolchain of at least want.
func constrained(f *ast.File, want string) bool {
	for _, g := range f.Comments {
		if g.Pos() > f.Package {
			break
		}
		for _, c := range g.List {
			if !constraint.IsGoBuild(c.Text) {
				continue
			}
			expr, err := constraint.Parse(c.Text)
			if err != nil {
				continue
			}
			if v := constraint.GoVersion(expr); v != "" && version.Compare(v, want) >= 0 {
				return true
			}
		}
	}
	return false
}

// Imports reports whether pkg imports path directly.
func Imports(pkg *types.Package, path string) bool {
	for _, imp := range pkg.Imports() {
		if imp.Path() == path {
			return true
		}
	}
	return false
}
