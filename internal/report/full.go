package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// DefaultWidth is how many columns lines have where no terminal says so.
const DefaultWidth = 100

// Full prints the findings for a person who sits in front of them: by file, each with
// its code, the way to it and what its fix changes.
func Full(out io.Writer, r *Result) error { return FullWidth(out, r, DefaultWidth, false) }

// FullWidth is [Full] in lines of width columns, with colours if colour is set.
func FullWidth(out io.Writer, r *Result, width int, colour bool) error {
	p := &fullPrinter{writer: &writer{w: out}, r: r, src: r.sources(), width: max(width, 40), style: newPalette(colour)}
	for i := range r.Findings {
		f := &r.Findings[i]
		if i == 0 || f.Pos.File != r.Findings[i-1].Pos.File {
			p.print(p.style.file.Render(shown(r.Rel(f.Pos.File))), "\n\n")
		}
		p.finding(f)
		p.print("\n")
	}
	p.end()
	return p.err
}

// A palette has the styles of a report. Colours are the terminal's own sixteen, which
// its user has chosen to be readable.
type palette struct {
	file, pass, place, gutter, mark, dim, good, bad, removed, added lipgloss.Style
}

func newPalette(colour bool) *palette {
	plain := lipgloss.NewStyle().TabWidth(lipgloss.NoTabConversion)
	if !colour {
		return &palette{plain, plain, plain, plain, plain, plain, plain, plain, plain, plain}
	}
	return &palette{
		file:    plain.Bold(true),
		pass:    plain.Foreground(lipgloss.Magenta),
		place:   plain.Bold(true),
		gutter:  plain.Faint(true),
		mark:    plain.Bold(true).Foreground(lipgloss.Red),
		dim:     plain.Faint(true),
		good:    plain.Bold(true).Foreground(lipgloss.Green),
		bad:     plain.Bold(true).Foreground(lipgloss.Yellow),
		removed: plain.Foreground(lipgloss.Red),
		added:   plain.Foreground(lipgloss.Green),
	}
}

type fullPrinter struct {
	*writer
	r     *Result
	src   *sources
	width int
	style *palette
}

// Columns of a finding: its place and its code stand behind the indent, the rest
// behind the gutter of the code.
const (
	indent  = "  "
	maxCode = 6 // lines of code that are shown of one finding
	maxDiff = 8 // lines that are shown of a fix
	maxPath = 2 // conditions that are shown on the way to a return
)

func (p *fullPrinter) finding(f *finding.Finding) {
	place := strconv.Itoa(f.Pos.Line)
	if f.Pos.Column > 0 {
		place += ":" + strconv.Itoa(f.Pos.Column)
	}
	p.wrap(indent+p.style.place.Render(place)+"  ", shown(f.Message)+"  "+p.style.pass.Render(f.Pass))
	p.code(f)
	p.path(f)
	p.fix(f)
}

// wrap prints a text behind a head, with its further lines below the first.
func (p *fullPrinter) wrap(head, text string) {
	at := lipgloss.Width(head)
	lines := strings.Split(lipgloss.Wrap(text, max(p.width-at, 20), ""), "\n")
	for i, line := range lines {
		if i > 0 {
			head = strings.Repeat(" ", at)
		}
		p.print(head, strings.TrimRight(line, " "), "\n")
	}
}

// gutterWidth is what a line of code has before it.
func gutterWidth(line int) int { return len(indent) + max(len(strconv.Itoa(line)), 4) + len(" | ") }

func (p *fullPrinter) gutter(line int, mark string) string {
	number := ""
	if line > 0 {
		number = strconv.Itoa(line)
	}
	return p.style.gutter.Render(fmt.Sprintf("%s%4s ", indent, number)) + mark + p.style.gutter.Render(" ")
}

// code prints the lines that a finding is about, with a mark under its place, or
// beside its lines where it has several.
func (p *fullPrinter) code(f *finding.Finding) {
	src := p.src.file(f.Pos.File)
	if f.Pos.Line < 1 || f.Pos.Line > len(src.lines) || len(src.content) == 0 {
		return
	}
	bar := p.style.gutter.Render("|")
	last := min(max(f.Pos.Line, f.End.Line), len(src.lines))
	lines := src.text(f.Pos.Line, min(last, f.Pos.Line+maxCode-1))
	room := p.width - gutterWidth(last)
	if last > f.Pos.Line {
		for i, line := range lines {
			p.print(p.gutter(f.Pos.Line+i, p.style.mark.Render(">")), ansi.Truncate(line, room, "…"), "\n")
		}
		if rest := last - f.Pos.Line + 1 - len(lines); rest > 0 {
			p.print(p.gutter(0, p.style.mark.Render(">")), p.style.dim.Render(fmt.Sprintf("… and %s", count(rest, "line"))), "\n")
		}
		return
	}
	line := lines[0]
	from, to := src.columns(f.Pos, f.End)
	if from+10 > room { // the place would be cut off, so the left side is
		cut := from - room/2
		line = "…" + ansi.TruncateLeft(line, cut+1, "")
		from, to = from-cut, to-cut
	}
	to = min(to, room)
	p.print(p.gutter(f.Pos.Line, bar), ansi.Truncate(line, room, "…"), "\n")
	p.print(p.gutter(0, bar), strings.Repeat(" ", from), p.style.mark.Render(strings.Repeat("^", max(to-from, 1))), "\n")
}

// path prints the way from where a body is opened to the return that leaves it open.
// The passes that tell one end it with the return.
func (p *fullPrinter) path(f *finding.Finding) {
	if len(f.Related) == 0 {
		return
	}
	steps := f.Related
	if way, ok := leakPath(f); ok {
		p.step(f.Pos, "opened here")
		if skipped := len(way) - 1 - maxPath; skipped > 0 {
			p.print(p.gutter(0, p.style.gutter.Render(".")), p.style.dim.Render(fmt.Sprintf("after %s", count(skipped, "condition"))), "\n")
			way = way[skipped:]
		}
		steps = way
	}
	for _, s := range steps {
		p.step(s.Pos, s.Message)
	}
}

// leakPath returns a finding's places if they are the way to a return.
func leakPath(f *finding.Finding) ([]finding.Related, bool) {
	n := len(f.Related)
	return f.Related, n > 0 && strings.HasPrefix(f.Related[n-1].Message, returnsHere)
}

// returnsHere begins what unclosedbody says of the return that ends its path.
const returnsHere = "the function returns here"

func (p *fullPrinter) step(pos finding.Position, what string) {
	if strings.HasPrefix(what, "when the condition") { // it is too long to be said
		what += ": " + strings.TrimSpace(string(p.src.file(pos.File).line(pos.Line)))
	}
	what = stepText(what)
	p.wrap(p.gutter(pos.Line, p.style.mark.Render("→")), shown(what))
}

// stepText is what is said of a place on the way to a finding.
func stepText(message string) string {
	if strings.HasPrefix(message, "when ") {
		return "left open " + message
	}
	return strings.TrimPrefix(message, "the function ")
}

func (p *fullPrinter) fix(f *finding.Finding) {
	head := func(style lipgloss.Style, s string) string { return indent + "     " + style.Render(s) + " " }
	switch {
	case f.Proved():
		p.wrap(head(p.style.good, "fix:"), shown(f.Fix.Title))
		p.diff(f)
	case f.Fix != nil:
		p.wrap(head(p.style.bad, "fix, not proved:"), shown(f.Fix.Title+"; "+f.Reason))
		p.diff(f)
	case f.Fixable():
		p.wrap(head(p.style.good, "fix:"), shown(f.Reason))
	case f.Reason != "":
		p.wrap(head(p.style.bad, "no automatic fix:"), shown(f.Reason))
	}
}

// diff prints the lines that a fix removes and adds.
func (p *fullPrinter) diff(f *finding.Finding) {
	hunks := p.r.hunks(f.Fix)
	n := 0
	for _, h := range hunks {
		for _, l := range h.lines {
			if l.op == ' ' {
				continue
			}
			if n++; n > maxDiff {
				continue
			}
			style := p.style.removed
			if l.op == '+' {
				style = p.style.added
			}
			line := ansi.Truncate(expand(shown(l.text)), p.width-gutterWidth(l.number), "…")
			p.print(strings.TrimRight(p.gutter(l.number, style.Render(string(l.op)))+style.Render(line), " "), "\n")
		}
	}
	if n > maxDiff {
		p.print(p.gutter(0, " "), p.style.dim.Render(fmt.Sprintf("… and %s; -diff shows all", count(n-maxDiff, "line"))), "\n")
	}
}

// end prints the summary, and what to do next.
func (p *fullPrinter) end() {
	s := Summary(p.r)
	if s == "" {
		return
	}
	for part := range strings.SplitSeq(s, "; ") {
		p.wrap("", p.style.place.Render(part))
	}
	fixes, files := p.r.fixes()
	if fixes > 0 && p.r.Before == nil {
		p.wrap("", fmt.Sprintf("bodyvet -fix applies %s to %s; bodyvet -diff shows what that changes.", plural(fixes, "fix", "fixes"), count(files, "file")))
	}
	if names := p.r.passesFound(); len(names) > 0 {
		p.wrap("", p.style.dim.Render("More about these: bodyvet explain "+strings.Join(names, " | ")))
	}
}

// fixes counts the fixes that -fix applies, and the files that they change.
func (r *Result) fixes() (fixes, files int) {
	seen := make(map[string]bool)
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Fix == nil {
			continue
		}
		fixes++
		for _, e := range f.Fix.Edits {
			seen[e.File] = true
		}
	}
	return fixes, len(seen)
}

// passesFound returns the names of the passes that found something, in the order of
// the documentation.
func (r *Result) passesFound() []string {
	var names []string
	for _, pass := range r.Passes {
		if slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Pass == pass.Name }) {
			names = append(names, pass.Name)
		}
	}
	return names
}

// shown is a text without what would control the terminal: names of files, and code,
// are other people's.
func shown(s string) string {
	return strings.Map(func(c rune) rune {
		if c != '\t' && c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c)) {
			return unicode.ReplacementChar
		}
		return c
	}, s)
}

// tab is what a tab in code is shown as.
const tab = "    "

func expand(s string) string { return strings.ReplaceAll(s, "\t", tab) }

// text returns lines as they are shown.
func (s *source) text(from, to int) []string {
	var lines []string
	for n := from; n <= to; n++ {
		lines = append(lines, expand(shown(string(s.line(n)))))
	}
	return lines
}

// columns are where a range of one line is shown, in columns of the screen.
func (s *source) columns(pos, end finding.Position) (from, to int) {
	line := s.line(pos.Line)
	at := func(column int) int {
		return lipgloss.Width(expand(shown(string(line[:min(max(column-1, 0), len(line))]))))
	}
	from = at(pos.Column)
	if end.Line == pos.Line && end.Column > pos.Column {
		return from, at(end.Column)
	}
	return from, from + 1
}
