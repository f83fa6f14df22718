package report

import (
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bodyvet/bodyvet/internal/finding"
)

//go:embed page.html.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// The types below are what the page shows. A page is one file, and loads nothing.
type (
	htmlPage struct {
		Version, GoVersion string
		Packages           string // how many
		Summary            []string
		Fixes              string // what -fix would do, "" if nothing
		Upgrade            *htmlUpgrade
		Rules, Places      []htmlCount // by pass, by package
		Findings           []htmlFinding
		Errors             []finding.Error
	}
	htmlUpgrade struct {
		Version string
		Rows    []upgradeRow // the last one is the total
	}
	htmlCount struct {
		Name, Title, URL string
		N                int
	}
	htmlFinding struct {
		ID                   string
		Pass, URL, Package   string
		File, Place, Message string
		Code                 []htmlLine
		Way                  []htmlStep
		FixLabel, Fix        string
		Proved               bool
		Hunks                []htmlHunk
	}
	// An htmlLine is a line of code, part of which is what the finding is about.
	htmlLine struct {
		N                   int
		Before, Mark, After string
	}
	htmlStep struct {
		N          int
		What, Code string
	}
	htmlHunk struct {
		File  string
		Lines []htmlHunkLine
	}
	htmlHunkLine struct {
		Op   string // "+", "-" or " "
		N    int
		Text string
	}
)

// Kind is the class of a line in the page's style.
func (l htmlHunkLine) Kind() string {
	switch l.Op {
	case "+":
		return "added"
	case "-":
		return "removed"
	}
	return "kept"
}

// HTML prints the result as a page for people: what was found, each finding with its
// code, the way to it and what its fix changes.
func HTML(out io.Writer, r *Result) error {
	p := &htmlPage{
		Version: r.Version, GoVersion: r.GoVersion,
		Packages: count(r.Packages, "package"),
		Errors:   r.Errors,
	}
	if s := Summary(r); s != "" {
		p.Summary = strings.Split(s, "; ")
	}
	if fixes, files := r.fixes(); fixes > 0 {
		p.Fixes = fmt.Sprintf("bodyvet -fix applies %s to %s", plural(fixes, "fix", "fixes"), count(files, "file"))
	}
	if rows := r.upgradeRows(); len(rows) > 0 {
		p.Upgrade = &htmlUpgrade{r.Upgrade.Version, rows}
	}
	src := r.sources()
	for i := range r.Findings {
		f := r.htmlFinding(src, &r.Findings[i])
		f.ID = fmt.Sprintf("f%d", i+1)
		p.Findings = append(p.Findings, f)
	}
	for i := range r.Passes {
		pass := &r.Passes[i]
		c := htmlCount{Name: pass.Name, Title: pass.title(), URL: pass.URL}
		for j := range r.Findings {
			if r.Findings[j].Pass == pass.Name {
				c.N++
			}
		}
		if c.N > 0 {
			p.Rules = append(p.Rules, c)
		}
	}
	p.Places = byPackage(r.Findings)
	return pageTemplate.Execute(out, p)
}

func byPackage(findings []finding.Finding) []htmlCount {
	var counts []htmlCount
	for i := range findings {
		name := findings[i].Package
		at, found := slices.BinarySearchFunc(counts, name, func(c htmlCount, name string) int { return strings.Compare(c.Name, name) })
		if !found {
			counts = slices.Insert(counts, at, htmlCount{Name: name})
		}
		counts[at].N++
	}
	return counts
}

func (r *Result) htmlFinding(src *sources, f *finding.Finding) htmlFinding {
	h := htmlFinding{
		Pass: f.Pass, URL: r.url(f.Pass), Package: f.Package,
		File: shown(r.Rel(f.Pos.File)), Place: shown(r.position(f.Pos)), Message: shown(f.Message),
		Code: src.file(f.Pos.File).htmlCode(f),
	}
	steps := f.Related
	if _, ok := leakPath(f); ok {
		steps = append([]finding.Related{{Pos: f.Pos, Message: "opened here"}}, steps...)
	}
	for _, s := range steps {
		h.Way = append(h.Way, htmlStep{s.Pos.Line, shown(stepText(s.Message)), src.file(s.Pos.File).trimmed(s.Pos.Line)})
	}
	switch {
	case f.Proved():
		h.FixLabel, h.Fix, h.Proved = "Fix", f.Fix.Title, true
	case f.Fix != nil:
		h.FixLabel, h.Fix = "Fix, not proved", f.Fix.Title+"; "+f.Reason
	case f.Fixable():
		h.FixLabel, h.Fix, h.Proved = "Fix", f.Reason, true
	case f.Reason != "":
		h.FixLabel, h.Fix = "No automatic fix", f.Reason
	}
	h.Fix = shown(h.Fix)
	if f.Fix == nil {
		return h
	}
	for _, hunk := range r.hunks(f.Fix) {
		out := htmlHunk{File: shown(r.Rel(hunk.file))}
		for _, l := range hunk.lines {
			out.Lines = append(out.Lines, htmlHunkLine{string(l.op), l.number, expand(shown(l.text))})
		}
		h.Hunks = append(h.Hunks, out)
	}
	return h
}

// around is how many lines of code are shown before and after a finding's.
const around = 2

// htmlCode returns the lines that a finding is about, and a few around them.
func (s *source) htmlCode(f *finding.Finding) []htmlLine {
	if f.Pos.Line < 1 || f.Pos.Line > len(s.lines) || len(s.content) == 0 {
		return nil
	}
	last := min(max(f.Pos.Line, f.End.Line), len(s.lines), f.Pos.Line+maxCode-1)
	var lines []htmlLine
	for n := max(f.Pos.Line-around, 1); n <= min(last+around, len(s.lines)); n++ {
		text := string(s.line(n))
		l := htmlLine{N: n, Before: expand(shown(text))}
		if n >= f.Pos.Line && n <= last {
			from, to := 0, len(text)
			if n == f.Pos.Line {
				from = min(max(f.Pos.Column-1, 0), len(text))
			}
			switch {
			case n == f.End.Line && f.End.Column > 1:
				to = min(f.End.Column-1, len(text))
			case f.End.Line == 0 && from < len(text): // a place without an end
				_, size := utf8.DecodeRuneInString(text[from:])
				to = from + size
			}
			to = max(from, to)
			l = htmlLine{n, expand(shown(text[:from])), expand(shown(text[from:to])), expand(shown(text[to:]))}
		}
		lines = append(lines, l)
	}
	return lines
}

// trimmed is a line without its indent.
func (s *source) trimmed(n int) string { return shown(strings.TrimSpace(string(s.line(n)))) }
