package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// A group is a set of passes whose findings are counted together.
type group struct {
	passes      []string
	one, many   string // what was found, once and several times; many has a %d
	mostlyFixed bool   // so that it is worth a word if none is
	needless    bool   // nothing is wrong with the program, it only says too much
}

// groups are in the order in which the summary names them. Passes that are in none
// are counted at the end.
var groups = []group{
	{[]string{"manualdrain", "drainhelper", "http2drain", "deaddrain"},
		"1 drain can go", "%d drains can go", true, true},
	{[]string{"unclosedbody"},
		"1 body is never closed on some path", "%d bodies are never closed on some path", false, false},
	{[]string{"canceledbody"},
		"1 request is cancelled before its body is closed", "%d requests are cancelled before their bodies are closed", false, false},
	{[]string{"clientpercall"},
		"1 client is made for a single request", "%d clients are made for a single request", false, false},
	{[]string{"draincaps"},
		"1 limit of the transport is copied into code", "%d limits of the transport are copied into code", false, true},
	{[]string{"draintransport"},
		"1 drain.NewTransport has nothing left to do", "%d drain.NewTransport have nothing left to do", true, true},
	{[]string{"unreadbody"},
		"1 close loses its connection", "%d closes lose their connection", false, false},
}

var others = group{one: "1 other finding", many: "%d other findings"}

// Summary says in one line what was found and what became of it, such as
// "12 drains can go: 9 fixed by -fix, 3 need a look". It is "" if there was nothing.
func Summary(r *Result) string {
	if r.Before != nil {
		return r.fixedSummary()
	}
	var parts []string
	rest := r.Findings
	for _, g := range groups {
		var in []finding.Finding
		in, rest = split(rest, g.has)
		parts = append(parts, g.describe(in)...)
	}
	parts = append(parts, others.describe(rest)...)
	return strings.Join(parts, "; ")
}

func (r *Result) fixedSummary() string {
	if len(r.Before) == 0 {
		return ""
	}
	left := len(r.Findings)
	// A fix can bring to light what stood in another's way, so there may be more
	// findings than before.
	done := max(0, len(r.Before)-left)
	s := fmt.Sprintf("fixed %d of %s in %s", done, count(len(r.Before), "finding"), count(len(r.Changed), "file"))
	if left > 0 {
		s += fmt.Sprintf("; %d %s a look", left, verb(left, "needs", "need"))
	}
	return s
}

func (g group) has(f finding.Finding) bool { return slices.Contains(g.passes, f.Pass) }

// describe returns nothing where nothing was found.
func (g group) describe(found []finding.Finding) []string {
	if len(found) == 0 {
		return nil
	}
	s := g.one
	if len(found) > 1 {
		s = fmt.Sprintf(g.many, len(found))
	}
	fixable, look := split(found, func(f finding.Finding) bool { return f.Fixable() })
	needLook := fmt.Sprintf("%d %s a look", len(look), verb(len(look), "needs", "need"))
	switch {
	case len(look) == 0:
		s += fmt.Sprintf(": %d fixed by -fix", len(fixable))
	case len(fixable) == 0 && g.mostlyFixed:
		s += ": " + needLook
	case len(fixable) > 0:
		s += fmt.Sprintf(": %d fixed by -fix, %s", len(fixable), needLook)
	}
	return []string{s}
}

// split parts findings into those that are in a set and the others.
func split(findings []finding.Finding, in func(finding.Finding) bool) (yes, no []finding.Finding) {
	for _, f := range findings {
		if in(f) {
			yes = append(yes, f)
		} else {
			no = append(no, f)
		}
	}
	return yes, no
}

func count(n int, noun string) string { return plural(n, noun, noun+"s") }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// needless reports whether a pass finds what a program could do without, rather than
// what goes wrong in it.
func needless(pass string) bool {
	return slices.ContainsFunc(groups, func(g group) bool { return g.needless && slices.Contains(g.passes, pass) })
}
