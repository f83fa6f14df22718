package draintransport

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/edits"
)

const (
	name      = "draintransport"
	drainPath = "github.com/bodyvet/bodyvet/drain"
)

// Analyzer reports drain.NewTransport round net/http's own transport.
var Analyzer = New(check.Options{})

// New returns the pass with the given settings.
func New(opts check.Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name: name,
		Doc:  doc,
		URL:  check.DocURL(name),
	}
	opts.AddFlags(a)
	a.Run = func(pass *analysis.Pass) (any, error) { return nil, run(pass, &opts) }
	return a
}

func run(pass *analysis.Pass, opts *check.Options) error {
	if !check.Imports(pass.Pkg, drainPath) {
		return nil
	}
	r := check.NewReporter(pass)
	f := &finder{pass: pass}
	for _, file := range pass.Files {
		if r.Silent(file.Package) || !check.AtLeast(pass, opts, file, "go1.27") {
			continue
		}
		found := f.wraps(file)
		fix := fixes(pass, file, found, r)
		for i, w := range found {
			d := analysis.Diagnostic{
				Pos: w.call.Pos(), End: w.call.End(),
				Message: "drain.NewTransport is needless round " + w.what + ": since Go 1.27 net/http's transport drains by itself",
			}
			if fix[i].Reason == "" {
				d.SuggestedFixes = []analysis.SuggestedFix{{Message: "Use the transport as it is", TextEdits: fix[i].Edits}}
			} else {
				d.Message += "; no automatic fix: " + fix[i].Reason
			}
			r.Report(d)
		}
	}
	return nil
}

// A fix is the edits of one report, or the reason why there are none.
type fix struct {
	Edits  []analysis.TextEdit
	Reason string
}

// fixes returns the fix of each call of one file.
func fixes(pass *analysis.Pass, file *ast.File, found []*wrap, r *check.Reporter) []fix {
	list := make([]fix, len(found))
	refuse := func(reason string) []fix {
		for i := range list {
			list[i].Reason = reason
		}
		return list
	}
	if len(found) == 0 {
		return nil
	}
	if r.InTest(file.Package) {
		return refuse("the file is a test")
	}
	src, err := check.ReadFile(pass, pass.Fset.File(file.FileStart).Name())
	if err != nil {
		return refuse("the file can't be read")
	}
	ef := edits.NewFile(pass.Fset, file, src, pass.TypesInfo, pass.Pkg)
	changes := make([]*edits.Change, len(found))
	var importers []*edits.Change // those that take the last use of an import away
	for i, w := range found {
		changes[i] = ef.NewChange()
		list[i].Reason = change(changes[i], w, importedName(pass, file, "net/http", w.call.Pos()))
		if list[i].Reason == "" && len(changes[i].UnusedImports()) > 0 {
			importers = append(importers, changes[i])
		}
	}
	if len(importers) == 1 {
		importers[0].Imports = true // several would touch each other
	}
	for i := range found {
		if list[i].Reason != "" {
			continue
		}
		out, err := changes[i].Edits()
		if err != nil {
			list[i].Reason = err.Error()
			continue
		}
		for _, e := range out {
			list[i].Edits = append(list[i].Edits, analysis.TextEdit{Pos: e.Pos, End: e.End, NewText: []byte(e.New)})
		}
	}
	return list
}

// change notes in c what is done about a call, in a place where net/http has the given
// name. It returns the reason if nothing can be done.
func change(c *edits.Change, w *wrap, http string) (reason string) {
	needsName := w.self == nil && (w.base == nil || !w.fits)
	switch {
	case w.unused:
		return "the result isn't used"
	case needsName && http == "":
		return "the file has no name for net/http there"
	case w.self != nil:
		c.Delete(w.self)
	case w.base == nil:
		c.Replace(w.call, http+".DefaultTransport")
	case w.fits:
		c.Unwrap(w.call, w.base, "")
	default:
		c.Unwrap(w.call, w.base, http+".RoundTripper")
	}
	return ""
}

// importedName returns the name that a package has at a place in a file, or "".
func importedName(pass *analysis.Pass, file *ast.File, path string, pos token.Pos) string {
	scope := pass.Pkg.Scope().Innermost(pos)
	for _, spec := range file.Imports {
		pkg := pass.TypesInfo.PkgNameOf(spec)
		if pkg == nil || pkg.Imported().Path() != path || scope == nil {
			continue
		}
		if _, obj := scope.LookupParent(pkg.Name(), pos); obj == pkg {
			return pkg.Name()
		}
	}
	return ""
}
