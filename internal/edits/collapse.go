package edits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// CollapseDefer turns the call of a closure (a defer, go or expression statement)
// of which nothing but a Close is left into that Close:
//
//	defer func() {
//		io.Copy(io.Discard, resp.Body) // deleted
//		resp.Body.Close()
//	}()
//
// becomes defer resp.Body.Close(). It reports whether what the deletions so far
// leave over has this shape; if not, it does nothing. A parameter of the closure
// is replaced by its argument.
//
// It looks at the shape only. The receiver of the call is now evaluated when the
// defer statement is reached instead of when the function returns: that this
// makes no difference (it isn't nil, and isn't assigned to later) is for the
// caller to know.
func (c *Change) CollapseDefer(stmt ast.Stmt) bool {
	if slices.Contains(c.collapses, stmt) {
		return true
	}
	if c.solve() != nil || c.state.isDead(stmt) {
		return false
	}
	if _, ok := c.state.collapsed(stmt); !ok {
		return false
	}
	c.collapses = append(c.collapses, stmt)
	return true
}

// RemainingStmts returns the statements of a function literal that stay after the
// deletions so far and all that follows from them, or nil if the change is
// refused.
func (c *Change) RemainingStmts(lit *ast.FuncLit) []ast.Stmt {
	if c.solve() != nil {
		return nil
	}
	return c.state.remaining(lit.Body.List)
}

func (s *state) remaining(list []ast.Stmt) []ast.Stmt {
	var rest []ast.Stmt
	for _, stmt := range list {
		if _, empty := stmt.(*ast.EmptyStmt); !empty && !s.isDead(stmt) {
			rest = append(rest, stmt)
		}
	}
	return rest
}

// collapsed returns the replacement of a closure's call by the Close that is left
// in it.
func (s *state) collapsed(stmt ast.Stmt) (*replacement, bool) {
	var call *ast.CallExpr
	switch stmt := stmt.(type) {
	case *ast.DeferStmt:
		call = stmt.Call
	case *ast.GoStmt:
		call = stmt.Call
	case *ast.ExprStmt:
		call, _ = ast.Unparen(stmt.X).(*ast.CallExpr)
	}
	if call == nil || s.f.parent[stmt] == nil {
		return nil, false
	}
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if !ok || lit.Type.Results != nil && len(lit.Type.Results.List) > 0 {
		return nil, false
	}
	rest := s.remaining(lit.Body.List)
	if len(rest) != 1 {
		return nil, false
	}
	blank := "" // an expression statement keeps the blank that its Close had
	var closing *ast.CallExpr
	switch r := rest[0].(type) {
	case *ast.ExprStmt:
		closing, _ = r.X.(*ast.CallExpr)
	case *ast.AssignStmt:
		if len(r.Lhs) == 1 && len(r.Rhs) == 1 && isBlank(r.Lhs[0]) && r.Tok == token.ASSIGN {
			closing, _ = r.Rhs[0].(*ast.CallExpr)
			if _, ok := stmt.(*ast.ExprStmt); ok {
				blank = "_ = "
			}
		}
	}
	if closing == nil || len(closing.Args) > 0 {
		return nil, false
	}
	sel, ok := closing.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Close" || !isPath(sel.X) {
		return nil, false
	}
	args, ok := s.f.arguments(lit.Type, call)
	if !ok {
		return nil, false
	}
	// Write the call with the arguments in the place of the parameters.
	text, last, paths := "", closing.Pos(), true
	ast.Inspect(sel.X, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if arg, ok := args[s.f.info.Uses[id]]; ok {
			paths = paths && isPath(arg)
			text += s.f.between(last, id.Pos()) + s.f.text(arg)
			last = id.End()
		}
		return true
	})
	text += s.f.between(last, closing.End())
	r := &replacement{node: call, text: blank + text, collapse: stmt, rest: rest[0]}
	if blank != "" {
		r.node = stmt
	}
	if !paths || strings.Contains(r.text, "\n") {
		return nil, false
	}
	r.objs = s.f.resolve(r.text, r.node.Pos())
	return r, true
}

// between is the source between two positions.
func (f *File) between(from, to token.Pos) string {
	return string(f.src[f.offset(from):f.offset(to)])
}

// isPath reports whether e is a chain of names, which means the same wherever it
// is evaluated.
func isPath(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPath(e.X)
	}
	return false
}

// arguments maps the parameters of a function literal to the arguments of its
// call, if these are all names, chains of them, or constants.
func (f *File) arguments(typ *ast.FuncType, call *ast.CallExpr) (map[types.Object]ast.Expr, bool) {
	var params []types.Object
	for _, field := range typ.Params.List {
		if _, variadic := field.Type.(*ast.Ellipsis); variadic {
			return nil, false
		}
		if len(field.Names) == 0 {
			params = append(params, nil)
		}
		for _, name := range field.Names {
			params = append(params, f.info.Defs[name])
		}
	}
	if len(params) != len(call.Args) {
		return nil, false
	}
	args := make(map[types.Object]ast.Expr)
	for i, arg := range call.Args {
		if tv := f.info.Types[arg]; !isPath(arg) && tv.Value == nil {
			return nil, false
		}
		if params[i] != nil {
			args[params[i]] = arg
		}
	}
	return args, true
}

// moveComments saves the comments of a closure that is about to collapse: what
// stands above the Close that remains moves above the statement, what stands
// behind it moves to the end of the statement's line. It refuses where there is
// more to save than there are places for it.
func (s *state) moveComments(r *replacement) []span {
	f := s.f
	start, end := f.offset(r.node.Pos()), f.offset(r.node.End())
	restStart, restEnd := f.offset(r.rest.Pos()), f.offset(r.rest.End())
	restLine := f.line(restStart)
	multiline := f.line(f.offset(r.collapse.Pos())) != f.line(f.offset(r.collapse.End())-1)

	headed := func(list []*comment) bool { // does list stand above a statement that goes?
		line := list[len(list)-1].endLine + 1
		for _, n := range s.order {
			if s.dead[n] && f.contains(n.Pos()) && f.line(f.offset(n.Pos())) == line {
				return true
			}
		}
		return false
	}
	var above []*comment
	var behind string
	for _, c := range f.comments {
		if c.start < start || c.end > end {
			continue
		}
		para := f.paragraph(c)
		switch {
		case c.start >= restStart && c.end <= restEnd:
			refuse(f.pos(c.start), "a comment would be lost")
		case c.start >= restEnd && c.line == f.line(restEnd-1) && c.last && multiline:
			if !c.isDirective() && AboutDraining(c.text) {
				continue
			}
			text := f.commentText(c)
			if m := nolint.FindStringSubmatchIndex(c.text); m != nil {
				names := slices.DeleteFunc(strings.Split(c.text[m[2]:m[3]], ","), func(n string) bool { return strings.TrimSpace(n) == "bodyclose" })
				if len(names) == 0 {
					continue
				}
				text = c.text[:m[2]] + strings.Join(names, ",") + c.text[m[3]:]
			}
			behind = text
		case c.own && para[len(para)-1].endLine == restLine-1:
			above = append(above, c)
		case c.own && headed(para):
			prose := para
			for len(prose) > 0 && prose[len(prose)-1].isDirective() {
				prose = prose[:len(prose)-1]
			}
			if c.isDirective() || aboutDraining(prose) {
				continue
			}
			// About something else: it stays if the Close follows at once.
			for line := para[len(para)-1].endLine + 1; line < restLine; line++ {
				if isSpace(f.src[f.lines[line]:f.lineEnd(line)]) || f.inComment(f.lines[line]+len(f.indent(f.lines[line]))) {
					refuse(f.pos(c.start), "a comment would be left without the code it is about")
				}
			}
			above = append(above, c)
		case c.isDirective(), aboutDraining(para), c.last && !c.own && s.isDeadLine(c.line, start, end):
		default:
			refuse(f.pos(c.start), "a comment would be lost")
		}
	}
	var spans []span
	stmtStart := f.offset(r.collapse.Pos())
	if len(above) > 0 {
		line := f.line(stmtStart)
		if len(f.above(line)) > 0 || !isSpace(f.src[f.lines[line]:stmtStart]) {
			refuse(f.pos(above[0].start), "a comment would be lost")
		}
		var text strings.Builder
		for i, c := range above {
			if i > 0 && c.line != above[i-1].endLine+1 {
				refuse(f.pos(c.start), "a comment would be lost")
			}
			text.WriteString(f.commentText(c) + f.newline() + f.indent(stmtStart))
		}
		spans = append(spans, span{stmtStart, stmtStart, text.String()})
	}
	if behind != "" {
		stmtEnd := f.offset(r.collapse.End())
		if !isSpace(f.src[stmtEnd:f.lineEnd(f.line(stmtEnd-1))]) {
			refuse(r.rest.End(), "a comment would be lost")
		}
		spans = append(spans, span{stmtEnd, stmtEnd, " " + behind})
	}
	return spans
}

// commentText is the text of a comment as it stands in the source.
func (f *File) commentText(c *comment) string { return string(f.src[c.start:c.end]) }

// isDeadLine reports whether a comment at the end of a line trails a statement
// that goes, inside of the closure from start to end.
func (s *state) isDeadLine(line, start, end int) bool {
	f := s.f
	for _, n := range s.order {
		if !s.dead[n] {
			continue
		}
		from, to := f.offset(n.Pos()), f.offset(n.End())
		if start < from && to <= end && f.line(from) <= line && line <= f.line(to-1) {
			return true
		}
	}
	return false
}
