// Package finding holds what the passes found, as data: read from the go command's
// output, cleaned of repetitions, and in an order. How it is shown is up to package
// report.
package finding

import (
	"cmp"
	"slices"
	"strings"
)

// A Position is a place in a file. Line and Column count from 1, columns in bytes.
type Position struct {
	File         string // absolute
	Line, Column int
}

// A Finding is one diagnostic.
type Finding struct {
	Pass     string // the name of the pass
	Kind     string // the diagnostic's category
	Package  string // import path, without mention of a test variant
	Pos, End Position
	Message  string
	// Reason says why there is no fix that can be applied without a person's
	// look; "" if there is one, or if none is to be expected.
	Reason  string
	Fix     *Fix
	Related []Related
}

// A Related is another place that matters to a finding.
type Related struct {
	Pos     Position
	Message string
}

// A Fix is a change that does away with a finding. It is applied as a whole or not
// at all.
type Fix struct {
	Title string
	Edits []Edit
}

// An Edit replaces the bytes from Start to End of a file.
type Edit struct {
	File       string // absolute
	Start, End int
	New        string
}

// Proved reports whether f has a fix that may be applied without a look at it.
func (f *Finding) Proved() bool { return f.Fix != nil && f.Reason == "" }

// Fixable reports whether applying all fixes does away with f: it has one, or goes
// with another's.
func (f *Finding) Fixable() bool { return f.Fix != nil || strings.HasPrefix(f.Reason, goesWith) }

// InTest reports whether f lies in a test file.
func (f *Finding) InTest() bool { return strings.HasSuffix(f.Pos.File, "_test.go") }

// An Error is a package that couldn't be analyzed, or not by some pass.
type Error struct {
	Package string // import path; "" where the go command doesn't say
	Message string // one line or several
}

// key is what makes two findings the same: a file that belongs to several variants
// of a package is analyzed in each of them.
func (f *Finding) compare(g *Finding) int {
	return cmp.Or(
		cmp.Compare(f.Pos.File, g.Pos.File),
		cmp.Compare(f.Pos.Line, g.Pos.Line),
		cmp.Compare(f.Pos.Column, g.Pos.Column),
		cmp.Compare(f.Pass, g.Pass),
		cmp.Compare(f.Message, g.Message),
	)
}

// Sort puts findings in the order of their files and lines and drops repetitions.
// Of several equal ones it keeps one with a fix.
func Sort(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(f, g Finding) int {
		return cmp.Or(f.compare(&g), compareBool(g.Fix != nil, f.Fix != nil))
	})
	return slices.CompactFunc(findings, func(f, g Finding) bool { return f.compare(&g) == 0 })
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
