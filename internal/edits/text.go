package edits

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Edits returns the edits of the change: sorted, without overlap, and such that
// the file compiles and is as well formatted afterwards as it was before. Where
// that is impossible the error is a *[Refusal].
func (c *Change) Edits() (edits []Edit, err error) {
	if err := c.solve(); err != nil {
		return nil, err
	}
	defer catch(&err)
	spans := c.state.spans()
	spans = c.file.polish(spans)
	for _, sp := range spans {
		edits = append(edits, Edit{Pos: c.file.pos(sp.start), End: c.file.pos(sp.end), New: sp.text})
	}
	return edits, nil
}

// spans turns what goes into stretches of text.
func (s *state) spans() []span {
	f := s.f
	var (
		units, reps []*unit
		subs        []span
	)
	for _, n := range s.order {
		if s.insideDead(n) {
			continue
		}
		s.checkCR(n)
		if r := s.reps[n]; r != nil {
			reps = append(reps, s.unit(n))
			if r.keep == nil {
				subs = append(subs, span{f.offset(n.Pos()), f.offset(n.End()), r.text})
			} else {
				subs = append(subs, span{f.offset(n.Pos()), f.offset(r.keep.Pos()), r.text}, span{f.offset(r.keep.End()), f.offset(n.End()), r.after})
			}
			if r.collapse != nil {
				subs = append(subs, s.moveComments(r)...)
			}
			continue
		}
		switch n.(type) {
		case ast.Stmt, ast.Decl, ast.Spec:
		default:
			continue // a name or a value: its statement is among the owners
		}
		if head := s.headSpans(n); head != nil {
			subs = append(subs, head...)
			continue
		}
		units = append(units, s.unit(n))
	}
	for l := range s.labels {
		if !s.isDead(l) {
			units = append(units, &unit{node: l.Label, start: f.offset(l.Label.Pos()), end: f.offset(l.Colon) + 1, part: true})
		}
	}
	for n := range s.owners {
		if !s.isDead(n) {
			subs = append(subs, s.names(n)...)
		}
	}
	for sw := range s.symbols {
		if a := sw.Assign.(*ast.AssignStmt); !s.isDead(sw) {
			subs = append(subs, span{f.offset(a.Pos()), f.offset(a.Rhs[0].Pos()), ""})
		}
	}
	for n := range s.inverted {
		if !s.isDead(n) {
			// The then branch goes with its braces and the else.
			u := &unit{node: n.Body, start: f.offset(n.Body.Lbrace), end: f.offset(n.Else.Pos()), part: true}
			units = slices.DeleteFunc(units, func(v *unit) bool { return u.start <= v.start && v.end <= u.end })
			units = append(units, u)
			subs = append(subs, s.invert(n))
		}
	}
	for _, in := range s.c.inserts {
		subs = append(subs, s.insert(in))
	}
	importUnits, importSubs := s.imports()
	units = append(units, importUnits...)
	slices.SortFunc(units, func(a, b *unit) int { return a.start - b.start })

	gone, changed, heads := s.judge(units, reps)
	s.checkSubs(subs, gone)
	subs = append(subs, changed...)
	subs = append(subs, importSubs...)

	k := &killer{f: f}
	for _, u := range units {
		k.add(u.start, u.end)
	}
	for c := range gone {
		if !slices.ContainsFunc(subs, func(sp span) bool { return sp.start <= c.start && c.end <= sp.end }) {
			k.add(c.start, c.end)
		}
	}
	k.scan()
	for _, h := range heads {
		if !gone[h.c] && !k.followed(h.u) {
			refuse(f.pos(h.c.start), "a comment would be left without the code it is about")
		}
	}
	kills := k.spans()
	subs = slices.DeleteFunc(subs, func(sub span) bool {
		return slices.ContainsFunc(kills, func(sp span) bool { return sp.start <= sub.start && sub.end <= sp.end })
	})
	all := slices.Concat(kills, subs)
	sortSpans(all)
	return all
}

// insert is the edit that puts a statement after another.
func (s *state) insert(in *insertion) span {
	f := s.f
	end := f.offset(in.after.End())
	if s.dead[in.after] || s.insideDead(in.after) {
		refuse(in.after.Pos(), "the statement before %q is deleted", oneLine(in.text))
	}
	eol := f.lineEnd(f.line(end - 1))
	for i := end; i < eol; i++ {
		if !isSpace(f.src[i:i+1]) && !f.inComment(i) {
			return span{end, end, "; " + in.text} // more follows on the line
		}
	}
	return span{eol, eol, f.newline() + f.indent(f.offset(in.after.Pos())) + in.text}
}

// checkCR refuses nodes whose length is not what the syntax tree says: raw strings
// with carriage returns in them, which the scanner takes out.
func (s *state) checkCR(n ast.Node) {
	if !s.f.crlf {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && strings.HasPrefix(lit.Value, "`") && strings.Contains(lit.Value, "\n") {
			refuse(lit.Pos(), "a raw string with carriage returns stands in the way")
		}
		return true
	})
}

// unit describes the source of a node that goes.
func (s *state) unit(n ast.Node) *unit {
	f := s.f
	u := &unit{node: n, start: f.offset(n.Pos()), end: f.offset(n.End())}
	var doc *ast.CommentGroup
	switch n := n.(type) {
	case *ast.FuncDecl:
		doc = n.Doc
		u.whole = true
	case *ast.GenDecl: // a local one is a DeclStmt
		doc = n.Doc
		u.whole = true
	case ast.Spec:
		if f.parent[f.parent[n]] == f.file {
			switch n := n.(type) {
			case *ast.ValueSpec:
				doc = n.Doc
			case *ast.TypeSpec:
				doc = n.Doc
			case *ast.ImportSpec:
				doc = n.Doc
			}
		}
	case ast.Stmt:
		if p, ok := f.parent[n].(*ast.IfStmt); ok && p.Else == n {
			u.start = f.offset(p.Body.Rbrace) + 1
			u.part = true
		}
		if c, ok := n.(*ast.CaseClause); ok && len(c.Body) == 0 {
			u.end = f.offset(c.Colon) + 1
		}
	}
	if doc != nil {
		for _, c := range doc.List {
			if strings.HasPrefix(c.Text, "//go:generate") || strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//export ") {
				refuse(c.Pos(), "the declaration has a directive for the toolchain")
			}
		}
		u.own = u.start
		u.start = f.offset(doc.Pos())
	}
	return u
}

// headSpans returns the edits that delete a statement in the head of another one,
// or nil if n is no such statement.
func (s *state) headSpans(n ast.Node) []span {
	// to deletes up to where the next part begins.
	to := func(next token.Pos) []span { return []span{{s.f.offset(n.Pos()), s.f.offset(next), ""}} }
	switch p := s.f.parent[n].(type) {
	case *ast.IfStmt:
		if p.Init == n {
			return to(p.Cond.Pos())
		}
	case *ast.SwitchStmt:
		switch {
		case p.Init != n:
		case p.Tag != nil:
			return to(p.Tag.Pos())
		default:
			return to(p.Body.Lbrace)
		}
	case *ast.TypeSwitchStmt:
		if p.Init == n {
			return to(p.Assign.Pos())
		}
	case *ast.ForStmt:
		switch {
		case p.Init != n:
		case p.Post != nil:
			return to(n.End())
		case p.Cond != nil: // for init; cond; { becomes for cond {
			return append(to(p.Cond.Pos()), span{s.f.offset(p.Cond.End()), s.f.offset(p.Body.Lbrace), " "})
		default:
			return to(p.Body.Lbrace)
		}
	}
	return nil
}

// names writes an assignment, a declaration or the head of a range loop without
// the names that went.
func (s *state) names(n ast.Node) []span {
	f := s.f
	switch n := n.(type) {
	case *ast.AssignStmt:
		var spans []span
		if p, ok := f.parent[n].(*ast.CommClause); ok && p.Comm == n && s.noNames(n.Lhs) {
			return []span{{f.offset(n.Pos()), f.offset(n.Rhs[0].Pos()), ""}}
		}
		spans = append(spans, s.list(n.Lhs, n.Rhs)...)
		switch declares := s.declares(n); {
		case n.Tok == token.DEFINE && !declares:
			spans = append(spans, span{f.offset(n.TokPos), f.offset(n.TokPos) + 2, "="})
		case n.Tok == token.ASSIGN && declares:
			spans = append(spans, span{f.offset(n.TokPos), f.offset(n.TokPos) + 1, ":="})
		}
		return spans
	case *ast.ValueSpec:
		return s.list(identExprs(n.Names), n.Values)
	case *ast.RangeStmt:
		keep := func(e ast.Expr) bool { return e != nil && !s.dead[e] && !isBlank(e) }
		switch {
		case !keep(n.Key) && !keep(n.Value):
			return []span{{f.offset(n.Key.Pos()), f.offset(n.Range), ""}}
		case !keep(n.Value):
			return []span{{f.offset(n.Key.End()), f.offset(n.Value.End()), ""}}
		default:
			return []span{{f.offset(n.Key.Pos()), f.offset(n.Key.End()), "_"}}
		}
	}
	return nil
}

// noNames reports whether all of a list went or is blank.
func (s *state) noNames(list []ast.Expr) bool {
	for _, e := range list {
		if !s.dead[e] && !isBlank(e) {
			return false
		}
	}
	return true
}

// list writes the two sides of an assignment: a name that goes does so together
// with its value if that goes too or there is none, else it becomes blank.
func (s *state) list(lhs, rhs []ast.Expr) []span {
	f := s.f
	var spans []span
	drop := make([]bool, len(lhs))
	for i, e := range lhs {
		switch {
		case !s.dead[e]:
		case len(rhs) == 0, len(lhs) == len(rhs) && s.dead[rhs[i]]:
			drop[i] = true
		default:
			spans = append(spans, span{f.offset(e.Pos()), f.offset(e.End()), "_"})
		}
	}
	cut := func(list []ast.Expr) {
		for i, e := range list {
			switch {
			case !drop[i]:
			case slices.Contains(drop[i:], false):
				spans = append(spans, span{f.offset(e.Pos()), f.offset(list[i+1].Pos()), ""})
			default:
				spans = append(spans, span{f.offset(list[i-1].End()), f.offset(e.End()), ""})
			}
		}
	}
	cut(lhs)
	if len(rhs) > 0 && len(lhs) == len(rhs) {
		cut(rhs)
	}
	return spans
}

// invert turns the condition of an if round whose then branch goes:
//
//	if err == nil { drain } else { a } becomes if err != nil { a }
func (s *state) invert(n *ast.IfStmt) span {
	f := s.f
	switch cond := n.Cond.(type) {
	case *ast.UnaryExpr:
		return span{f.offset(cond.Pos()), f.offset(cond.X.Pos()), ""}
	case *ast.BinaryExpr:
		op := "!="
		if cond.Op == token.NEQ {
			op = "=="
		}
		return span{f.offset(cond.OpPos), f.offset(cond.OpPos) + 2, op}
	default:
		return span{f.offset(cond.Pos()), f.offset(cond.Pos()), "!"}
	}
}

// checkSubs refuses edits inside a line that would take a comment with them.
func (s *state) checkSubs(subs []span, gone map[*comment]bool) {
	for _, sp := range subs {
		for _, c := range s.f.comments {
			if c.start < sp.end && sp.start < c.end && !gone[c] && !c.isDirective() && !aboutDraining(s.f.paragraph(c)) {
				refuse(s.f.pos(c.start), "a comment would be lost")
			}
		}
	}
}

// A killer deletes stretches of text so that no trace of them is left: no empty
// line, no semicolon, no white space at the end of a line.
type killer struct {
	f      *File
	ranges []span
	whole  []bool // lines of which nothing is left
	hit    []bool // lines that lose something
}

func (k *killer) add(start, end int) { k.ranges = append(k.ranges, span{start: start, end: end}) }

// scan merges the ranges and finds the lines that go whole.
func (k *killer) scan() {
	f := k.f
	sortSpans(k.ranges)
	var merged []span
	for _, r := range k.ranges {
		if n := len(merged); n > 0 && (r.start <= merged[n-1].end || isGap(f.src[merged[n-1].end:r.start])) {
			merged[n-1].end = max(merged[n-1].end, r.end)
			continue
		}
		merged = append(merged, r)
	}
	k.ranges = merged
	k.whole = make([]bool, len(f.lines))
	k.hit = make([]bool, len(f.lines))
	for _, r := range k.ranges {
		for line := f.line(r.start); line <= f.line(max(r.start, r.end-1)); line++ {
			k.hit[line] = true
		}
	}
	for line := range k.hit {
		if k.hit[line] {
			k.whole[line] = strings.Trim(string(k.left(line, false)), " \t;") == ""
		}
	}
}

// isGap reports whether only blanks and semicolons of one line lie between two
// ranges.
func isGap(s []byte) bool { return len(bytes.Trim(s, " \t;")) == 0 }

// left is what stays of a line, with or without its comments.
func (k *killer) left(line int, noComments bool) []byte {
	f := k.f
	var out []byte
	for i := f.lines[line]; i < f.lineEnd(line); i++ {
		if !k.killed(i) && !(noComments && f.inComment(i)) {
			out = append(out, f.src[i])
		}
	}
	return out
}

func (k *killer) killed(offset int) bool {
	for _, r := range k.ranges {
		if r.start <= offset && offset < r.end {
			return true
		}
	}
	return false
}

// isBlank reports whether a line is empty in the source.
func (k *killer) isBlank(line int) bool {
	return isSpace(k.f.src[k.f.lines[line]:k.f.nextLine(line)])
}

// followed reports whether on the line after a unit, and after what else goes
// there, code follows that a comment above the unit can be about.
func (k *killer) followed(u *unit) bool {
	line := k.f.line(u.end-1) + 1
	for line < len(k.whole) && k.whole[line] {
		line++
	}
	if line >= len(k.whole) || k.isBlank(line) {
		return false
	}
	code := bytes.TrimSpace(k.left(line, true))
	return len(code) > 0 && !isCloser(code) && !isCase(code)
}

func isCloser(code []byte) bool { return code[0] == '}' || code[0] == ')' }

func isCase(code []byte) bool {
	return bytes.HasPrefix(code, []byte("case ")) || bytes.HasPrefix(code, []byte("default:"))
}

// spans returns the edits: whole lines where possible.
func (k *killer) spans() []span {
	f := k.f
	var out []span
	cut := func(start, end int) {
		if n := len(out); n > 0 && out[n-1].end == start {
			out[n-1].end = end
		} else if start < end {
			out = append(out, span{start: start, end: end})
		}
	}
	n := len(f.lines)
	if n > 0 && f.lines[n-1] == len(f.src) {
		n-- // not a line, but the end of the file
	}
	for line := 0; line < n; line++ {
		if !k.whole[line] {
			continue
		}
		// A run of lines that go and of blank lines around them.
		from, to := line, line
		for from > 0 && k.isBlank(from-1) {
			from--
		}
		for to < n && (k.whole[to] || k.isBlank(to)) {
			to++
		}
		keep := k.blankToKeep(from, line, to, n)
		for l := from; l < to; l++ {
			if l != keep {
				cut(f.lines[l], f.nextLine(l))
			}
		}
		line = to
	}
	for _, r := range k.ranges {
		first, last := f.line(r.start), f.line(r.end-1)
		switch {
		case first == last && !k.whole[first]:
			out = append(out, k.tidy(r.start, r.end))
		case first == last:
		case k.whole[first] && !k.whole[last]:
			start := f.lines[last] + len(f.indent(f.lines[last]))
			out = append(out, k.tidy(start, r.end))
		case !k.whole[first] && k.whole[last]:
			out = append(out, k.tidy(r.start, f.lineEnd(first)))
		case !k.whole[first] && !k.whole[last]:
			out = slices.DeleteFunc(out, func(sp span) bool { return r.start <= sp.start && sp.end <= r.end })
			out = append(out, k.tidy(r.start, r.end))
		}
	}
	sortSpans(out)
	return out
}

// blankToKeep chooses which blank line of a run stays to separate what comes
// before from what comes after, or -1. The run begins at from, its first line
// that goes is line, it ends before to.
func (k *killer) blankToKeep(from, line, to, n int) int {
	if to == n {
		return -1
	}
	if from > 0 {
		before := bytes.TrimSpace(k.left(from-1, true))
		if len(before) > 0 && strings.ContainsRune("{(:", rune(before[len(before)-1])) {
			return -1
		}
	}
	after := bytes.TrimSpace(k.left(to, false))
	if len(after) > 0 && isCloser(after) {
		return -1
	}
	if from < line && !(len(after) > 0 && isCase(after)) {
		return from
	}
	last := -1
	for l := line; l < to; l++ {
		if !k.whole[l] {
			if last < 0 || !(len(after) > 0 && isCase(after)) {
				return l
			}
		}
	}
	return last
}

// tidy is the edit for a range on a line of which something stays.
func (k *killer) tidy(start, end int) span {
	src := k.f.src
	blank := func(i int) bool { return src[i] == ' ' || src[i] == '\t' }
	left, right := start, end
	for left > 0 && blank(left-1) {
		left--
	}
	for right < len(src) && blank(right) {
		right++
	}
	lineStart := left == 0 || src[left-1] == '\n'
	switch {
	case right < len(src) && src[right] == ';':
		right++
		for right < len(src) && blank(right) {
			right++
		}
		end = right
	case left > 0 && src[left-1] == ';':
		left--
		for left > 0 && blank(left-1) {
			left--
		}
		start = left
	}
	atEnd := right == len(src) || src[right] == '\n' || src[right] == '\r'
	switch {
	case atEnd:
		start, end = left, right
	case !lineStart && src[left-1] == '{' && src[right] == '}':
		start, end = left, right
	case lineStart:
		end = right
	}
	return span{start: start, end: end}
}

// polish makes the edits minimal, checks that the result is Go, and lets gofmt
// have the last word on its white space: where comments are aligned in
// columns, deleting one line moves the others.
func (f *File) polish(spans []span) []span {
	spans = f.minimal(spans)
	result, err := applySpans(f.src, spans)
	if err != nil {
		refuse(token.NoPos, "the parts of the change overlap")
	}
	if len(spans) == 0 {
		return nil
	}
	if !f.isClean() {
		if _, err := parser.ParseFile(token.NewFileSet(), "", result, parser.SkipObjectResolution); err != nil {
			refuse(token.NoPos, "the result would not be Go")
		}
		return spans
	}
	unix := bytes.ReplaceAll(result, []byte("\r\n"), []byte("\n"))
	formatted, err := format.Source(unix)
	if err != nil {
		refuse(token.NoPos, "the result would not be Go")
	}
	if bytes.Equal(formatted, unix) {
		return spans
	}
	spans, ok := f.respace(spans, formatted)
	if !ok {
		refuse(token.NoPos, "the result would have to be formatted anew")
	}
	return f.minimal(spans)
}

// respace returns the edits of src whose result is formatted, if that differs from
// the result of spans in nothing but white space.
func (f *File) respace(spans []span, formatted []byte) ([]span, bool) {
	// The text after spans, byte by byte: where each byte comes from, or -1.
	var (
		text   []byte
		origin []int
		last   int
	)
	copied := func(end int) {
		for ; last < end; last++ {
			text, origin = append(text, f.src[last]), append(origin, last)
		}
	}
	for _, sp := range spans {
		copied(sp.start)
		for i := range len(sp.text) {
			text, origin = append(text, sp.text[i]), append(origin, -1)
		}
		last = sp.end
	}
	copied(len(f.src))

	// All bytes of formatted that are not white space have their like in text.
	var (
		out     []span
		pending []byte // what stands in formatted after the last byte that comes from src
		from    int    // where that byte ends
		i       int
	)
	flush := func(to int) {
		if string(pending) != string(f.src[from:to]) {
			out = append(out, span{from, to, string(pending)})
		}
		pending = pending[:0]
	}
	for _, b := range formatted {
		if isWhite(b) {
			if b == '\n' {
				pending = append(pending, f.newline()...)
			} else {
				pending = append(pending, b)
			}
			continue
		}
		for i < len(text) && isWhite(text[i]) {
			i++
		}
		if i == len(text) || text[i] != b {
			return nil, false
		}
		if at := origin[i]; at >= 0 {
			flush(at)
			from = at + 1
		} else {
			pending = append(pending, b)
		}
		i++
	}
	for i < len(text) && isWhite(text[i]) {
		i++
	}
	flush(len(f.src))
	return out, i == len(text)
}

func isWhite(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// minimal takes from the edits what they don't change.
func (f *File) minimal(spans []span) []span {
	var out []span
	for _, sp := range spans {
		old := string(f.src[sp.start:sp.end])
		if old == sp.text {
			continue
		}
		if sp.text != "" {
			n := 0
			for n < len(old) && n < len(sp.text) && old[n] == sp.text[n] {
				n++
			}
			sp.start, old, sp.text = sp.start+n, old[n:], sp.text[n:]
			n = 0
			for n < len(old) && n < len(sp.text) && old[len(old)-1-n] == sp.text[len(sp.text)-1-n] {
				n++
			}
			sp.end, sp.text = sp.end-n, sp.text[:len(sp.text)-n]
		}
		if sp.text == "" {
			sp = f.slide(sp)
		}
		if n := len(out); n > 0 && out[n-1].end == sp.start {
			out[n-1].end, out[n-1].text = sp.end, out[n-1].text+sp.text
			continue
		}
		out = append(out, sp)
	}
	return out
}

// slide moves a deletion to the beginning of its line where that is the same
// deletion, so that edits are whole lines as far as possible.
func (f *File) slide(sp span) span {
	moved := sp
	for moved.start > 0 && f.src[moved.start-1] != '\n' {
		if f.src[moved.start-1] != f.src[moved.end-1] {
			return sp
		}
		moved.start--
		moved.end--
	}
	return moved
}
