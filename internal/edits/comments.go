package edits

import (
	"bytes"
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// drainStems are the beginnings of words by which a comment is taken to speak of
// draining: of reading what nobody wants, of throwing bytes away, of getting
// the connection back. drainWords must match as a whole, because other words
// begin like them (ready, readonly, connect).
var (
	drainStems = []string{"drain", "discard", "reus", "re-us", "keepalive", "socket", "connection", "slurp", "exhaust", "consum", "swallow"}
	drainWords = map[string]bool{
		"read": true, "reads": true, "reading": true, "reader": true, "unread": true, "readall": true,
		"byte": true, "bytes": true, "conn": true, "conns": true, "eof": true, "keep-alive": true, "keep-alives": true,
	}

	readStems = []string{"drain", "discard", "slurp", "exhaust", "consum", "swallow"}
	readWords = map[string]bool{"read": true, "reads": true, "reading": true, "readall": true, "eof": true}
)

// AboutDraining reports whether the text of a comment speaks of reading, draining,
// discarding, reuse, keep-alive, connections, sockets or bytes.
func AboutDraining(text string) bool { return hasWord(text, drainStems, drainWords) }

// tellsToRead reports whether the text of a comment says that a body is read or
// thrown away: a reason to close it (reuse, connections) stays true without the
// drain, this doesn't.
func tellsToRead(text string) bool { return hasWord(text, readStems, readWords) }

// hasWord reports whether a text has one of the words, or a word that begins with
// one of the stems.
func hasWord(text string, stems []string, words map[string]bool) bool {
	text = camel.ReplaceAllString(text, "$1 $2") // ReadAll is two words
	text = keepAlive.ReplaceAllString(strings.ToLower(text), "keep-alive")
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		w = strings.Trim(w, "-")
		if words[w] {
			return true
		}
		for _, part := range append(strings.Split(w, "-"), w) {
			if words[part] || slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(part, stem) }) {
				return true
			}
		}
	}
	return false
}

var (
	camel     = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)
	keepAlive = regexp.MustCompile(`\bkeep alive`)
	directive = regexp.MustCompile(`^//\s*(nolint\b|#?nosec\b|lint:ignore\b|revive:disable|gosec:disable|exhaustive:ignore)`)
	nolint    = regexp.MustCompile(`^//\s*nolint:\s*([\w-]+(?:\s*,\s*[\w-]+)*)`)
)

// A comment is one // or /* */ comment with what is around it.
type comment struct {
	start, end    int
	line, endLine int
	text          string
	own           bool // alone on its lines
	last          bool // nothing follows on its (last) line
}

func (c *comment) isDirective() bool { return directive.MatchString(c.text) }

// scanText finds the lines of the file, and its comments.
func (f *File) scanText() {
	f.lines = []int{0}
	for i, b := range f.src {
		if b == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	for _, group := range f.file.Comments {
		for _, c := range group.List {
			start := f.offset(c.Pos())
			end := start + len(c.Text)
			if strings.HasPrefix(c.Text, "/*") { // Text lacks carriage returns, so its length can't be relied on
				end = start + 2 + bytes.Index(f.src[start+2:], []byte("*/")) + 2
			}
			n := &comment{start: start, end: end, text: c.Text, line: f.line(start), endLine: f.line(end - 1)}
			n.last = isSpace(f.src[end:f.lineEnd(n.endLine)])
			n.own = n.last && isSpace(f.src[f.lines[n.line]:start])
			f.comments = append(f.comments, n)
		}
	}
}

// line is the index of the line that an offset is in; lines count from 0.
func (f *File) line(offset int) int {
	i, ok := slices.BinarySearch(f.lines, offset)
	if !ok {
		i--
	}
	return i
}

// lineStart is the offset of the beginning of the line that offset is in.
func (f *File) lineStart(offset int) int { return f.lines[f.line(offset)] }

// lineEnd is the offset of the line's end, before the newline.
func (f *File) lineEnd(line int) int {
	if line+1 >= len(f.lines) {
		return len(f.src)
	}
	end := f.lines[line+1] - 1
	if end > 0 && f.src[end-1] == '\r' {
		end--
	}
	return end
}

// nextLine is the offset of the beginning of the line after line.
func (f *File) nextLine(line int) int {
	if line+1 >= len(f.lines) {
		return len(f.src)
	}
	return f.lines[line+1]
}

// above returns the comments that stand on the lines directly before line, without
// a blank line in between and alone on their lines.
func (f *File) above(line int) []*comment {
	var list []*comment
	for i := len(f.comments) - 1; i >= 0; i-- {
		c := f.comments[i]
		if c.start >= f.lines[line] {
			continue
		}
		if !c.own || c.endLine != line-1 {
			break
		}
		list = append(list, c)
		line = c.line
	}
	slices.Reverse(list)
	return list
}

// paragraph returns the comments that c forms one text with: those on the lines
// directly before and after, if they all stand on lines of their own.
func (f *File) paragraph(c *comment) []*comment {
	if !c.own {
		return []*comment{c}
	}
	i := slices.Index(f.comments, c)
	from, to := i, i+1
	for from > 0 && f.comments[from-1].own && f.comments[from-1].endLine == f.comments[from].line-1 {
		from--
	}
	for to < len(f.comments) && f.comments[to].own && f.comments[to].line == f.comments[to-1].endLine+1 {
		to++
	}
	return f.comments[from:to]
}

// aboutDraining reports whether some of the comments speaks of draining.
func aboutDraining(list []*comment) bool {
	return slices.ContainsFunc(list, func(c *comment) bool { return !c.isDirective() && AboutDraining(c.text) })
}

// A unit is a stretch of source that goes, with all that its comments need to
// know.
type unit struct {
	node       ast.Node
	start, end int
	own        int  // comments that begin before this offset belong to the unit: its doc comment
	whole      bool // so do all comments inside: it is a package-level declaration
	part       bool // code before it on its first line stays: an else branch
}

// judge decides which comments go with the units and replacements. It returns
// those that go, those that change their text, and those that may stay only if
// code follows them directly.
func (s *state) judge(units []*unit, reps []*unit) (gone map[*comment]bool, changed []span, heads []heading) {
	f := s.f
	gone = make(map[*comment]bool)
	covered := func(offset int) bool {
		for _, u := range units {
			if u.start <= offset && offset < u.end {
				return true
			}
		}
		return false
	}
	// lineDead reports whether no code stays on a line.
	lineDead := func(line int) bool {
		for i := f.lines[line]; i < f.lineEnd(line); i++ {
			if b := f.src[i]; b != ' ' && b != '\t' && b != ';' && !covered(i) && !f.inComment(i) {
				return false
			}
		}
		return true
	}
	for _, u := range units {
		for _, c := range f.comments {
			switch {
			case c.end <= u.start || c.start >= u.end:
				continue
			case u.whole, c.start < u.own, c.last && !c.own, c.isDirective(), aboutDraining(f.paragraph(c)):
				gone[c] = true
			default:
				refuse(f.pos(c.start), "a comment would be lost")
			}
		}
		firstLine, lastLine := f.line(u.start), f.line(u.end-1)
		for _, c := range f.comments {
			switch {
			case c.start >= u.end && c.line == lastLine:
				if !f.onlyCommentsBetween(u.end, c.start, covered) {
					if c.last {
						changed = s.trimNolint(c, gone, changed)
					}
					continue
				}
				dead := lineDead(lastLine)
				switch {
				case dead && c.endLine > c.line:
					refuse(f.pos(c.start), "a comment would be lost")
				case dead && c.last, AboutDraining(c.text) && !c.isDirective():
					gone[c] = true
				case dead:
					refuse(f.pos(c.start), "a comment would be lost")
				default:
					changed = s.trimNolint(c, gone, changed)
				}
			case c.end <= u.start && c.endLine == firstLine && !u.part:
				if lineDead(firstLine) {
					if !c.isDirective() && !AboutDraining(c.text) || c.line < firstLine {
						refuse(f.pos(c.start), "a comment would be lost")
					}
					gone[c] = true
				}
			}
		}
		if u.part || !isSpace(f.src[f.lines[firstLine]:u.start]) {
			continue
		}
		list := f.above(firstLine)
		for len(list) > 0 && list[len(list)-1].isDirective() {
			gone[list[len(list)-1]] = true
			list = list[:len(list)-1]
		}
		if aboutDraining(list) {
			for _, c := range list {
				gone[c] = true
			}
		} else if len(list) > 0 {
			heads = append(heads, heading{list[len(list)-1], u})
		}
	}
	for _, u := range reps {
		lastLine := f.line(u.end - 1)
		r := s.reps[u.node]
		for _, c := range f.comments {
			switch {
			case r.keeps(f.pos(c.start)):
			case c.start >= u.start && c.end <= u.end:
				if r.collapse == nil && !c.isDirective() && !aboutDraining(f.paragraph(c)) {
					refuse(f.pos(c.start), "a comment would be lost")
				}
				gone[c] = true // moved by moveComments in a collapsed closure
			case c.start >= u.end && c.line == lastLine && c.last && !gone[c]:
				if !c.isDirective() && AboutDraining(c.text) {
					gone[c] = true
				} else {
					changed = s.trimNolint(c, gone, changed)
				}
			}
		}
		list := f.above(f.line(f.offset(s.f.simpleStmt(u.node).Pos())))
		for _, c := range list {
			if c.isDirective() {
				changed = s.trimNolint(c, gone, changed)
			}
		}
		// What says why the closure read on would say it of the Close alone.
		if r.collapse != nil && slices.ContainsFunc(list, func(c *comment) bool { return !c.isDirective() && tellsToRead(c.text) }) {
			for _, c := range list {
				if !c.isDirective() {
					gone[c] = true
				}
			}
		}
	}
	changed = slices.DeleteFunc(changed, func(sp span) bool {
		return slices.ContainsFunc(f.comments, func(c *comment) bool { return gone[c] && c.start <= sp.start && sp.end <= c.end })
	})
	return gone, changed, heads
}

// A heading is a comment above a unit that is not about draining.
type heading struct {
	c *comment
	u *unit
}

// simpleStmt is the statement that n is, or is a part of.
func (f *File) simpleStmt(n ast.Node) ast.Node {
	for ; f.parent[n] != nil; n = f.parent[n] {
		if isStmtList(f.parent[n]) {
			break
		}
	}
	return n
}

// inComment reports whether an offset is inside of a comment.
func (f *File) inComment(offset int) bool {
	for _, c := range f.comments {
		if c.start <= offset && offset < c.end {
			return true
		}
	}
	return false
}

// onlyCommentsBetween reports whether between two offsets there is no code that
// stays.
func (f *File) onlyCommentsBetween(from, to int, covered func(int) bool) bool {
	for i := from; i < to; i++ {
		if b := f.src[i]; b != ' ' && b != '\t' && b != ';' && !covered(i) && !f.inComment(i) {
			return false
		}
	}
	return true
}

// trimNolint takes bodyclose out of a nolint directive on a line that lost its
// drain, since the directive was there for that; other linters stay.
func (s *state) trimNolint(c *comment, gone map[*comment]bool, changed []span) []span {
	m := nolint.FindStringSubmatchIndex(c.text)
	if m == nil {
		return changed
	}
	names := strings.Split(c.text[m[2]:m[3]], ",")
	kept := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return strings.TrimSpace(n) == "bodyclose" })
	switch {
	case len(kept) == len(names):
	case len(kept) == 0:
		gone[c] = true
	default:
		sp := span{c.start + m[2], c.start + m[3], strings.TrimSpace(strings.Join(kept, ","))}
		if !slices.Contains(changed, sp) {
			changed = append(changed, sp)
		}
	}
	return changed
}
