// Package manual shows the manuals of the passes, which are written as Go doc comments:
// as pages, and on a terminal.
package manual

//go:generate go run ./gen

import (
	"fmt"
	"go/doc/comment"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"golang.org/x/tools/go/analysis"
)

// Title is what a pass does, in a line.
func Title(doc string) string {
	title, _, _ := strings.Cut(strings.TrimSpace(doc), "\n")
	return title
}

// Body is a manual without its title.
func Body(doc string) string {
	_, body, _ := strings.Cut(strings.TrimSpace(doc), "\n")
	return strings.TrimSpace(body)
}

func parse(doc string) []comment.Block {
	return new(comment.Parser).Parse(doc).Content
}

// A Block is code in a manual, and the heading that it stands under.
type Block struct {
	Heading, Code string
}

// Code returns the code of a manual.
func Code(doc string) []Block {
	var blocks []Block
	heading := ""
	for _, b := range parse(doc) {
		switch b := b.(type) {
		case *comment.Heading:
			heading = text(b.Text)
		case *comment.Code:
			blocks = append(blocks, Block{heading, b.Text})
		}
	}
	return blocks
}

// Wrong and Right are the headings of the examples.
const (
	Wrong = "Wrong"
	Right = "Right"
)

// Pages returns the pages of the passes in Markdown, by the names of their files, with
// one that lists them. Those that aren't in suite are off by default.
func Pages(all, suite []*analysis.Analyzer) map[string]string {
	pages := make(map[string]string)
	var list strings.Builder
	list.WriteString("<!-- Written by go generate ./internal/manual. -->\n\n# The rules\n\n| pass | what it does |\n| --- | --- |\n")
	for _, a := range all {
		off := !slices.Contains(suite, a)
		pages[a.Name+".md"] = page(a, off)
		fmt.Fprintf(&list, "| [%s](%s.md) | %s |\n", a.Name, a.Name, Title(a.Doc))
	}
	list.WriteString("\n`bodyvet explain PASS` prints a page in the terminal.\n")
	pages["README.md"] = list.String()
	return pages
}

func page(a *analysis.Analyzer, off bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- Written by go generate ./internal/manual, from passes/%s/doc.go. -->\n\n", a.Name)
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", a.Name, sentence(Title(a.Doc)))
	if off {
		fmt.Fprintf(&b, "`bodyvet -%s ./...` runs it, and it alone.\n\n", a.Name)
	}
	b.WriteString(Markdown(Body(a.Doc)))
	return b.String()
}

func sentence(s string) string {
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".")
}

// Markdown turns a doc comment into Markdown.
func Markdown(doc string) string {
	var b strings.Builder
	p := &comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	heading := ""
	for i, block := range parse(doc) {
		if i > 0 {
			b.WriteString("\n")
		}
		switch block := block.(type) {
		case *comment.Code:
			fmt.Fprintf(&b, "```%s\n%s```\n", language(heading, block.Text), block.Text)
			continue
		case *comment.Heading:
			heading = text(block.Text)
		}
		b.Write(p.Markdown(&comment.Doc{Content: []comment.Block{block}}))
	}
	return b.String()
}

// language is what a page says of a block of code, so that it's coloured.
func language(heading, code string) string {
	switch {
	case strings.HasPrefix(code, "go test "):
		return "sh"
	case heading == Wrong, heading == Right, strings.HasPrefix(code, "//lint:"), heading == "":
		return "go"
	}
	return "text"
}

func text(parts []comment.Text) string {
	var b strings.Builder
	for _, t := range parts {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(text(t.Text))
		case *comment.DocLink:
			b.WriteString(text(t.Text))
		}
	}
	return b.String()
}

// styles are those of a manual on a terminal; colours are the terminal's own sixteen.
type styles struct{ heading, code, message lipgloss.Style }

func newStyles(colour bool) styles {
	plain := lipgloss.NewStyle().TabWidth(lipgloss.NoTabConversion)
	if !colour {
		return styles{plain, plain, plain}
	}
	return styles{
		heading: plain.Bold(true),
		code:    plain.Foreground(lipgloss.Cyan),
		message: plain.Foreground(lipgloss.Yellow),
	}
}

// Terminal prints a doc comment in lines of width columns. Code is not wrapped.
func Terminal(doc string, width int, colour bool) string {
	var b strings.Builder
	style := newStyles(colour)
	for i, block := range parse(doc) {
		if i > 0 {
			b.WriteString("\n")
		}
		switch block := block.(type) {
		case *comment.Heading:
			b.WriteString(style.heading.Render(text(block.Text)) + "\n")
		case *comment.Code:
			inMessage := false
			for line := range strings.Lines(strings.ReplaceAll(block.Text, "\t", "    ")) {
				line = strings.TrimRight(line, "\n")
				trimmed := strings.TrimSpace(line)
				inMessage = strings.HasPrefix(trimmed, MessageStart) || inMessage && strings.HasPrefix(trimmed, MessageMore)
				s := style.code
				if inMessage {
					s = style.message
				}
				b.WriteString("    " + s.Render(line) + "\n")
			}
		case *comment.List:
			for _, item := range block.Items {
				wrap(&b, "  - ", paragraphs(item.Content), width)
			}
		case *comment.Paragraph:
			wrap(&b, "", text(block.Text), width)
		}
	}
	return b.String()
}

func paragraphs(blocks []comment.Block) string {
	var parts []string
	for _, b := range blocks {
		if p, ok := b.(*comment.Paragraph); ok {
			parts = append(parts, text(p.Text))
		}
	}
	return strings.Join(parts, " ")
}

// wrap prints a text behind a head, its further lines below the first.
func wrap(b *strings.Builder, head, s string, width int) {
	s = strings.Join(strings.Fields(s), " ")
	at := lipgloss.Width(head)
	for i, line := range strings.Split(lipgloss.Wrap(s, max(width-at, 20), ""), "\n") {
		if i > 0 {
			head = strings.Repeat(" ", at)
		}
		b.WriteString(head + strings.TrimRight(line, " ") + "\n")
	}
}

// In an example the message that a pass has for a line stands below it: behind
// MessageStart, and in further lines behind MessageMore.
const (
	MessageStart = "// ^ "
	MessageMore  = "//   "
)

// Messages returns the messages in an example, by the number of the line that each
// stands below.
func Messages(code string) map[int][]string {
	messages := make(map[int][]string)
	about := 0
	for i, line := range slices.Collect(strings.Lines(code)) {
		line = strings.TrimSpace(line)
		if first, ok := strings.CutPrefix(line, MessageStart); ok {
			messages[about] = append(messages[about], first)
			continue
		}
		if more, ok := strings.CutPrefix(line, MessageMore); ok && len(messages[about]) > 0 {
			last := len(messages[about]) - 1
			messages[about][last] += " " + strings.TrimSpace(more)
			continue
		}
		about = i + 1
	}
	return messages
}
