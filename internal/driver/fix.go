package driver

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// maxRounds bounds how often fixes are applied to the result of fixes. Fixes that
// overlap need one round each; more than a few of these in one place are an error in
// some pass.
const maxRounds = 10

// fix applies, in memory, the fixes of what was found, analyzes the result, and so on
// until nothing is left to apply. It returns the findings that are left.
//
// A fix after which a package that could be analyzed no more can is taken back: no
// pass makes such a fix knowingly, but what is written to the disk has to build.
func (s *session) fix(ctx context.Context, a *outcome) ([]finding.Finding, error) {
	broken := failing(a)
	refused := make(map[string]bool)
	left := a.findings
	for range maxRounds {
		fixes := applicable(left, refused)
		before := s.tree.Changed()
		applied, bad, err := s.tree.Apply(fixes)
		if err != nil {
			return nil, err
		}
		refuse(left, refused, func(fix *finding.Fix) bool { return slices.Contains(bad, fix) })
		if maps.EqualFunc(before, s.tree.Changed(), slices.Equal) {
			break
		}
		next, err := s.reanalyze(ctx, s.tree.Changed())
		if err != nil {
			return nil, err
		}
		if pkgs := newlyFailing(next, broken); len(pkgs) > 0 {
			s.refuse(left, applied, pkgs, refused)
			s.tree.Restore(before)
			continue
		}
		left = next.findings
	}
	for i := range left {
		if f := &left[i]; f.Fix != nil && refused[signature(f)] {
			f.Fix, f.Reason = nil, "the code does not compile after it"
		}
	}
	return left, nil
}

// applicable returns the fixes of findings, but for those that were refused.
func applicable(findings []finding.Finding, refused map[string]bool) []*finding.Fix {
	var fixes []*finding.Fix
	for i := range findings {
		if f := &findings[i]; f.Fix != nil && !refused[signature(f)] {
			fixes = append(fixes, f.Fix)
		}
	}
	return fixes
}

// signature stands for a finding and its fix in whatever line it is. Two that look
// the same in one file have the same.
func signature(f *finding.Finding) string {
	parts := []string{f.Pass, f.Pos.File, f.Message, f.Fix.Title}
	for _, e := range f.Fix.Edits {
		parts = append(parts, e.File, e.New)
	}
	return strings.Join(parts, "\x00")
}

// failing is the set of packages that can't be analyzed.
func failing(a *outcome) map[string]bool {
	pkgs := make(map[string]bool)
	for _, e := range a.errors {
		pkgs[e.Package] = true
	}
	return pkgs
}

// newlyFailing returns the packages that can't be analyzed any more.
func newlyFailing(a *outcome, before map[string]bool) map[string]bool {
	pkgs := failing(a)
	maps.DeleteFunc(pkgs, func(pkg string, _ bool) bool { return before[pkg] })
	return pkgs
}

// refuse marks the applied fixes that touch one of the failing packages, or else all
// that were applied: what one package lost, another may miss.
func (s *session) refuse(findings []finding.Finding, applied []*finding.Fix, failing, refused map[string]bool) {
	dirs := make(map[string]bool)
	for _, p := range s.packages {
		if failing[p.ImportPath] || failing[p.ImportPath+"_test"] {
			dirs[p.Dir] = true
		}
	}
	n := refuse(findings, refused, func(fix *finding.Fix) bool {
		return slices.Contains(applied, fix) &&
			slices.ContainsFunc(fix.Edits, func(e finding.Edit) bool { return dirs[filepath.Dir(e.File)] })
	})
	if n == 0 {
		refuse(findings, refused, func(fix *finding.Fix) bool { return slices.Contains(applied, fix) })
	}
}

// refuse marks the fixes for which which is true, and returns how many there are.
func refuse(findings []finding.Finding, refused map[string]bool, which func(*finding.Fix) bool) int {
	n := 0
	for i := range findings {
		if f := &findings[i]; f.Fix != nil && which(f.Fix) {
			refused[signature(f)] = true
			n++
		}
	}
	return n
}
