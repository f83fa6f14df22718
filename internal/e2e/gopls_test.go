package e2e

import (
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/linkin"
)

func isPass(name string) bool {
	return slices.ContainsFunc(analyzer.All(), func(a *analysis.Analyzer) bool { return a.Name == name })
}

// inEditor opens every file that has findings, and takes the proved fixes one after the
// other, as people do.
func (e *env) inEditor(found []where, fixed map[string]string) {
	t := e.t
	name := "gopls-" + e.gopls
	if e.preview {
		name += "-for-" + e.goVersion()
	}
	gopls := e.built(name, runtime.Version(), func(b *linkin.Builder, ctx context.Context, out string) error {
		return b.Gopls(ctx, e.gopls, e.goVersion(), out)
	})
	dir := e.module()
	ed := newEditor(t, dir, gopls, e.vars)

	byFile := make(map[string][]where)
	for _, f := range found {
		byFile[f.File] = append(byFile[f.File], f)
	}
	files := slices.Sorted(maps.Keys(byFile))
	for _, file := range files {
		ed.open(file)
	}
	unproved := 0
	for _, file := range files {
		unproved += ed.shows(file, byFile[file])
	}
	if unproved == 0 {
		t.Error("no unproved fix is offered")
	}
	for _, file := range files {
		ed.fix(file)
	}
	for uri, doc := range ed.docs {
		ed.tidy(uri)
		e.sameFiles(map[string]string{doc.file: plainImports(fixed[doc.file])}, map[string]string{doc.file: plainImports(doc.text)})
	}
}

var oneImport = regexp.MustCompile(`import \(\n\t("[^"]*")\n\)`)

// plainImports writes a single import without parentheses. The other drivers' clean-up
// does so where it takes the others away, and an editor's leaves them.
func plainImports(text string) string { return oneImport.ReplaceAllString(text, "import $1") }

// shows compares the diagnostics of a file with what is found in it, and returns how many
// of their fixes are marked as unproved.
func (e *editor) shows(file string, want []where) (unproved int) {
	t := e.t
	uri := e.open(file)
	diagnostics, ok := e.diagnostics(uri, func(d []diagnostic) bool { return len(d) >= len(want) })
	if !ok {
		t.Errorf("%s: %d of %d diagnostics have come", file, len(diagnostics), len(want))
	}
	var got []where
	for _, d := range diagnostics {
		got = append(got, e.where(uri, d))
		if d.Severity != warning || d.Code != d.Source || d.CodeDescription == nil || !strings.HasSuffix(d.CodeDescription.Href, "/passes/"+d.Source) {
			t.Errorf("%s: the diagnostic has severity %d, code %v, and %v for a link", file, d.Severity, d.Code, d.CodeDescription)
		}
	}
	open := make(map[string]string) // reasons why fixes aren't proved, by message
	want = slices.Clone(want)
	for i, w := range want {
		var reason string
		want[i].Message, reason, _ = strings.Cut(w.Message, noFix)
		open[want[i].Message] = reason
	}
	(&env{t: t}).same(want, got)

	for _, d := range diagnostics {
		message, _, _ := strings.Cut(d.Message, noFix)
		for _, a := range e.actions(uri, "quickfix", d.Range, d) {
			if !strings.Contains(a.Title, unprovedMark) {
				continue
			}
			unproved++
			if reason := open[message]; reason == "" || !strings.HasSuffix(a.Title, unprovedMark+reason+")") {
				t.Errorf("%s: the fix %q of what is not fixed since %q", file, a.Title, reason)
			}
		}
	}
	return unproved
}

// unprovedMark stands in a title before what there is to look at.
const unprovedMark = " (unproved: "

// where is a diagnostic as the other drivers have it.
func (e *editor) where(uri string, d diagnostic) where {
	text := e.docs[uri].text
	start := d.Range.Start
	message, _, _ := strings.Cut(d.Message, noFix)
	w := where{
		File:    e.docs[uri].file,
		Line:    start.Line + 1,
		Column:  offset(text, start) - offset(text, position{Line: start.Line}) + 1,
		Pass:    d.Source,
		Message: message,
	}
	for _, r := range d.Related {
		file := strings.TrimPrefix(r.Location.URI, uriOf(e.dir)+"/")
		w.Related = append(w.Related, related(filepath.ToSlash(file), r.Location.Range.Start.Line+1, r.Message))
	}
	return w
}

// fix takes the proved fixes of a file's diagnostics until there is none.
func (e *editor) fix(file string) {
	t := e.t
	uri := e.open(file)
	for range 20 {
		// It offers fixes only for what it has published.
		now := e.pull(uri)
		before, ok := e.diagnostics(uri, func(d []diagnostic) bool { return len(d) == len(now) })
		if !ok {
			t.Errorf("%s: %d diagnostics are there, and %d shown", file, len(now), len(before))
			return
		}
		action := e.proved(uri, before)
		if action == nil {
			return
		}
		e.apply(*action)
		if after := e.pull(uri); len(after) >= len(before) {
			t.Errorf("%s: the fix %q was taken, and as many diagnostics are there as before", file, action.Title)
			return
		}
	}
	t.Errorf("%s: fixes don't come to an end", file)
}

// pull asks for the passes' diagnostics of a file. Those that are published come in
// several steps, and nothing tells which one is the last.
func (e *editor) pull(uri string) []diagnostic {
	e.t.Helper()
	var answer struct {
		Items []diagnostic `json:"items"`
	}
	e.call("textDocument/diagnostic", object{"textDocument": object{"uri": uri}}, &answer)
	return slices.DeleteFunc(answer.Items, func(d diagnostic) bool { return !isPass(d.Source) })
}

// proved returns the first proved fix of the diagnostics, if there is one.
func (e *editor) proved(uri string, diagnostics []diagnostic) *codeAction {
	for _, d := range diagnostics {
		for _, a := range e.actions(uri, "quickfix", d.Range, d) {
			if !strings.Contains(a.Title, unprovedMark) {
				return &a
			}
		}
	}
	return nil
}
