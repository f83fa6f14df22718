package plugin_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/plugin"
)

func TestRegistered(t *testing.T) {
	t.Parallel()
	if _, err := register.GetPlugin("bodyvet"); err != nil {
		t.Fatal(err)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, settings := range []any{nil, map[string]any{}, map[string]any{"go": "1.27", "unproved": true, "disable": []any{"unclosedbody"}}} {
		l, err := plugin.New(settings)
		if err != nil {
			t.Errorf("%v: %v", settings, err)
			continue
		}
		list, err := l.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		if err := analysis.Validate(list); err != nil {
			t.Error(err)
		}
		if len(list) != 1 || list[0].Name != plugin.Name {
			t.Errorf("%v: got %v", settings, list)
		}
		if l.GetLoadMode() != register.LoadModeTypesInfo {
			t.Errorf("load mode %s", l.GetLoadMode())
		}
	}
	for names, settings := range map[string]any{
		`unknown field "nope"`:  map[string]any{"nope": 1},
		"setting go":            map[string]any{"go": "soon"},
		`there is no pass "x"`:  map[string]any{"enable": []any{"x"}},
		"cannot unmarshal":      map[string]any{"unproved": "perhaps"},
		"cannot unmarshal bool": true,
	} {
		if _, err := plugin.New(settings); err == nil || !strings.Contains(err.Error(), names) {
			t.Errorf("%v: got error %v, want one that says %s", settings, err, names)
		}
	}
}

// What golangci-lint can't do right isn't handed to it.
func TestFixes(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	parse := func(name string) *ast.File {
		t.Helper()
		f, err := parser.ParseFile(fset, name, "package p\n\nvar a, b, c, d, e = 1, 2, 3, 4, 5\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	file, other := parse("a.go"), parse("b.go")
	at := func(n int) token.Pos { return file.FileStart + token.Pos(n) }
	fix := func(edits ...analysis.TextEdit) []analysis.SuggestedFix {
		return []analysis.SuggestedFix{{Message: "fix", TextEdits: edits}}
	}
	two := append(fix(analysis.TextEdit{Pos: at(30), End: at(31)}), fix(analysis.TextEdit{Pos: at(32), End: at(33)})...)
	diags := []struct {
		d    analysis.Diagnostic
		want int // how many fixes it keeps
	}{
		{analysis.Diagnostic{Pos: at(1), SuggestedFixes: fix(analysis.TextEdit{Pos: at(1), End: at(9)})}, 1},
		{analysis.Diagnostic{Pos: at(2), SuggestedFixes: fix(analysis.TextEdit{Pos: at(8), End: at(12)})}, 0}, // overlaps
		{analysis.Diagnostic{Pos: at(3), SuggestedFixes: fix(analysis.TextEdit{Pos: at(1), End: at(9)})}, 1},  // the same edit
		{analysis.Diagnostic{Pos: at(4), SuggestedFixes: fix(analysis.TextEdit{Pos: at(9)})}, 1},              // touches
		{analysis.Diagnostic{Pos: at(5), SuggestedFixes: fix(analysis.TextEdit{Pos: at(5)})}, 0},              // inside
		{analysis.Diagnostic{Pos: at(6), SuggestedFixes: fix(analysis.TextEdit{Pos: at(20), End: at(21)}, analysis.TextEdit{Pos: other.FileStart})}, 0},
		{analysis.Diagnostic{Pos: at(7), SuggestedFixes: two}, 1},
		{analysis.Diagnostic{Pos: at(8), Related: []analysis.RelatedInformation{{Pos: at(1), Message: "here"}}}, 0},
	}
	var reported []analysis.Diagnostic
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file, other}, Pkg: types.NewPackage("p", "p"),
		Report: func(d analysis.Diagnostic) { reported = append(reported, d) },
	}
	reporting := &analysis.Analyzer{Name: "one", Run: func(p *analysis.Pass) (any, error) {
		if p.Analyzer.Name != "one" {
			t.Errorf("the pass is told that it is %s", p.Analyzer.Name)
		}
		for _, d := range diags {
			d.d.Message = "message"
			p.Report(d.d)
		}
		return nil, nil
	}}
	if err := plugin.Run([]*analysis.Analyzer{reporting}, pass); err != nil {
		t.Fatal(err)
	}
	if len(reported) != len(diags) {
		t.Fatalf("%d of %d diagnostics are left", len(reported), len(diags))
	}
	for i, d := range reported {
		if got := len(d.SuggestedFixes); got != diags[i].want {
			t.Errorf("diagnostic %d keeps %d fixes, want %d", i, got, diags[i].want)
		}
		if d.Related != nil {
			t.Errorf("diagnostic %d keeps its related places", i)
		}
		if d.Message != "one: message" {
			t.Errorf("diagnostic %d: message %q", i, d.Message)
		}
	}
}

// Every pass can be run as a part of the linter.
func TestPasses(t *testing.T) {
	t.Parallel()
	for _, a := range analyzer.All() {
		if len(a.FactTypes) > 0 || a.ResultType != nil {
			t.Errorf("%s has facts or a result, which the linter has no place for", a.Name)
		}
	}
}
