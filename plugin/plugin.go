// Package plugin is bodyvet as a module plugin of golangci-lint. Importing it
// registers the linter "bodyvet"; docs/golangci-lint.md tells how to build and
// configure a golangci-lint with it.
package plugin

import (
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
)

// Name is the name of the linter in golangci-lint's configuration.
const Name = "bodyvet"

const url = "https://github.com/bodyvet/bodyvet/blob/main/docs/golangci-lint.md"

func init() { register.Plugin(Name, New) }

// New makes the linter with the settings of golangci-lint's configuration, whose
// fields are those of [analyzer.Settings]. A setting that there isn't is an error.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[analyzer.Settings](settings)
	if err != nil {
		return nil, err
	}
	passes, err := analyzer.New(s)
	if err != nil {
		return nil, err
	}
	return &linter{passes}, nil
}

type linter struct{ passes []*analysis.Analyzer }

// GetLoadMode says that the passes need types.
func (*linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns one analyzer that runs all passes, each of which says its name
// in its messages. One, since golangci-lint drops all fixes of a linter in a file
// where two of them overlap: only who knows all fixes can keep that from happening.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	a := &analysis.Analyzer{
		Name: Name,
		Doc:  "find what goes wrong with HTTP response bodies, and drains that Go 1.27 made needless",
		URL:  url,
	}
	for _, p := range l.passes {
		for _, r := range p.Requires {
			if !slices.Contains(a.Requires, r) {
				a.Requires = append(a.Requires, r)
			}
		}
	}
	a.Run = func(pass *analysis.Pass) (any, error) { return nil, l.run(pass) }
	return []*analysis.Analyzer{a}, nil
}

func (l *linter) run(pass *analysis.Pass) error {
	var found []analysis.Diagnostic
	for _, p := range l.passes {
		one := *pass
		one.Analyzer = p
		one.Report = func(d analysis.Diagnostic) {
			d.Message = p.Name + ": " + d.Message
			found = append(found, d)
		}
		if _, err := p.Run(&one); err != nil {
			return err
		}
	}
	slices.SortStableFunc(found, func(d, e analysis.Diagnostic) int { return int(d.Pos - e.Pos) })
	fixes := &fixes{pass: pass}
	for _, d := range found {
		// golangci-lint makes an issue of its own of every related place.
		d.Related = nil
		d.SuggestedFixes = fixes.usable(d)
		pass.Report(d)
	}
	return nil
}

// fixes keeps the fixes that golangci-lint can apply: it applies every fix of a
// diagnostic, and of each the edits in the diagnostic's file alone.
type fixes struct {
	pass  *analysis.Pass
	edits []analysis.TextEdit // of those kept
}

// usable returns the fix of a diagnostic that can be applied together with those
// kept before, if it has one. What is left out comes with the next run.
func (f *fixes) usable(d analysis.Diagnostic) []analysis.SuggestedFix {
	if len(d.SuggestedFixes) == 0 {
		return nil
	}
	fix := d.SuggestedFixes[0]
	file := f.pass.Fset.File(d.Pos)
	for _, e := range fix.TextEdits {
		if f.pass.Fset.File(e.Pos) != file || slices.ContainsFunc(f.edits, func(kept analysis.TextEdit) bool { return overlap(e, kept) }) {
			return nil
		}
	}
	f.edits = append(f.edits, fix.TextEdits...)
	return []analysis.SuggestedFix{fix}
}

// overlap reports whether two edits can't both be made. The same edit twice is made
// once.
func overlap(e, kept analysis.TextEdit) bool {
	// An insertion may have no end.
	e.End, kept.End = max(e.Pos, e.End), max(kept.Pos, kept.End)
	if e.Pos == kept.Pos && e.End == kept.End && string(e.NewText) == string(kept.NewText) {
		return false
	}
	return e.Pos < kept.End && kept.Pos < e.End
}
