package unclosedbody

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/drainfix"
)

// A fixer works out the fixes of one package.
type fixer struct {
	pass   *analysis.Pass
	drains []ast.Node // drains whose own fix puts the missing Close in
	src    map[*ast.File][]byte
	taken  map[token.Pos]bool // where a fix of this run puts something in already
}

func newFixer(pass *analysis.Pass, flow *bodyflow.Result, opts *check.Options) *fixer {
	return &fixer{pass: pass, drains: closingDrains(pass, flow, opts), src: make(map[*ast.File][]byte), taken: make(map[token.Pos]bool)}
}

// closingDrains returns the drains, and the calls of drain helpers, that their
// own fix turns into the Close. Where the drain stays, be it for an older Go or
// for a gap in its proof, the missing Close is for the leak's fix to put in.
func closingDrains(pass *analysis.Pass, flow *bodyflow.Result, opts *check.Options) []ast.Node {
	found := flow.Drains()
	unclosed := func(c *bodyflow.HelperCall) bool { return c.Unclosed }
	if !slices.ContainsFunc(found.Manual, func(d *bodyflow.Drain) bool { return d.Unclosed }) && !slices.ContainsFunc(found.Calls, unclosed) {
		return nil
	}
	r := check.NewReporterFor(pass, "manualdrain") // one of the four names that stand for each other
	applies := drainfix.Applies(pass, opts, r)
	plan := drainfix.New(pass, flow, applies, opts.Unproved)
	given := func(key any, at token.Pos) bool {
		return plan[key] != nil && len(plan[key].Edits) > 0 && !r.Silent(at)
	}
	var nodes []ast.Node
	for _, d := range found.Manual {
		if d.Unclosed && given(d, d.Node.Pos()) {
			nodes = append(nodes, d.Node)
		}
	}
	for _, c := range found.Calls {
		if c.Unclosed && (given(c, c.Call.Pos()) || c.Helper() != nil && given(c.Helper(), c.Helper().Obj.Pos())) {
			nodes = append(nodes, c.Call)
		}
	}
	return nodes
}

// fix returns the fix of a leak, or nil where none is proved right. What all
// fixes ask for: the call is the whole right side of an assignment to a plain
// variable, directly behind it stands the error check, which leaves, and from
// there on the response is there and holds the body that the engine followed.
func (f *fixer) fix(l *bodyflow.Leak, s *site) *analysis.SuggestedFix {
	if s.holder == nil || !l.Direct || l.Overwritten || l.Failed || l.Lent || len(s.path) < 3 {
		return nil
	}
	list := statements(s.path[2])
	at := indexOf(list, s.assign)
	if at < 0 || at+1 >= len(list) {
		return nil
	}
	check, ok := list[at+1].(*ast.IfStmt)
	if !ok || !f.checksError(check, s.assign) {
		return nil
	}
	fn := s.path[len(s.path)-1]
	for _, n := range s.path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			fn = n
		default:
			continue
		}
		break
	}
	for _, d := range f.drains {
		if fn.Pos() <= d.Pos() && d.End() <= fn.End() {
			return nil
		}
	}
	src := f.source(s.file)
	if src == nil {
		return nil
	}
	closing := s.holder.Name + ".Body.Close()"
	if l.Kind == "body" {
		closing = s.holder.Name + ".Close()"
	}
	e := &editor{f: f, file: s.file, src: src, tok: f.pass.Fset.File(s.file.FileStart)}
	var title string
	switch {
	case l.Never && !inLoop(s.path):
		title = "Close the body when the function returns"
		e.insertAfter(check, "defer "+closing)
	case l.Never:
		return nil // a defer in a loop would pile up, and which line is the last to need the body isn't known
	default:
		rest := list[at+2:]
		if low := deferOf(rest, closing); low != nil && f.between(rest, low, l, s) {
			title = "Move the Close up to the error check"
			e.delete(low)
			e.insertAfter(check, "defer "+closing)
			break
		}
		for _, ret := range l.Open {
			if ret.Pos() < check.End() || !f.closeBefore(ret, s, fn) {
				return nil
			}
			e.insertBefore(ret, closing)
		}
		if len(l.Open) == 0 {
			return nil
		}
		title = "Close the body before returning"
	}
	if e.failed {
		return nil
	}
	for _, ed := range e.edits {
		f.taken[ed.Pos] = true
	}
	return &analysis.SuggestedFix{Message: title, TextEdits: e.edits}
}

// gap returns the fix of a gap: a Close before the return, where the body is open
// on every path, the parameter is still what the function was given, and the
// result doesn't need it.
func (f *fixer) gap(g *bodyflow.Gap, around surroundings) *analysis.SuggestedFix {
	s := &site{holder: g.Param, around: around}
	for _, file := range f.pass.Files {
		if file.FileStart <= g.Fn.Pos() && g.Fn.Pos() < file.FileEnd {
			s.file = file
		}
	}
	src := f.source(s.file)
	if g.Return == nil || !g.Sure || src == nil || !f.closeBefore(g.Return, s, g.Fn) {
		return nil
	}
	closing := g.Param.Name + ".Body.Close()"
	if g.Kind == "body" {
		closing = g.Param.Name + ".Close()"
	}
	e := &editor{f: f, file: s.file, src: src, tok: f.pass.Fset.File(s.file.FileStart)}
	e.insertBefore(g.Return, closing)
	if e.failed {
		return nil
	}
	for _, ed := range e.edits {
		f.taken[ed.Pos] = true
	}
	return &analysis.SuggestedFix{Message: "Close the body before returning", TextEdits: e.edits}
}

func (f *fixer) source(file *ast.File) []byte {
	src, ok := f.src[file]
	if !ok {
		src, _ = check.ReadFile(f.pass, f.pass.Fset.File(file.FileStart).Name())
		f.src[file] = src
	}
	return src
}

// statements returns the list of statements that n consists of.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

func indexOf(list []ast.Stmt, s ast.Stmt) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// checksError reports whether an if does nothing but leave when the error that
// the assignment sets is not nil.
func (f *fixer) checksError(check *ast.IfStmt, assign *ast.AssignStmt) bool {
	if check.Init != nil || check.Else != nil || len(check.Body.List) == 0 {
		return false
	}
	cond, ok := ast.Unparen(check.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !f.pass.TypesInfo.Types[cond.Y].IsNil() {
		return false
	}
	err, ok := cond.X.(*ast.Ident)
	if !ok {
		return false
	}
	last, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok || len(assign.Lhs) < 2 || f.pass.TypesInfo.ObjectOf(last) != f.pass.TypesInfo.ObjectOf(err) {
		return false
	}
	return f.leaves(check.Body.List[len(check.Body.List)-1])
}

// leaves reports whether a statement leaves the list it stands in.
func (f *fixer) leaves(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			b, ok := f.pass.TypesInfo.Uses[fun].(*types.Builtin)
			return ok && b.Name() == "panic"
		case *ast.SelectorExpr:
			// log.Fatal and t.Fatal; what else never returns the engine knows, but
			// a fix needs it beyond doubt.
			obj, ok := f.pass.TypesInfo.Uses[fun.Sel].(*types.Func)
			if !ok || obj.Pkg() == nil {
				return false
			}
			path := obj.Pkg().Path()
			return (path == "log" || path == "testing") && strings.HasPrefix(obj.Name(), "Fatal") || obj.FullName() == "os.Exit"
		}
	}
	return false
}

// inLoop reports whether a loop of the same function lies around the call.
func inLoop(path []ast.Node) bool {
	for _, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
			return true
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
	}
	return false
}

// deferOf finds the statement "defer closing" in a list.
func deferOf(list []ast.Stmt, closing string) *ast.DeferStmt {
	for _, s := range list {
		if d, ok := s.(*ast.DeferStmt); ok && types.ExprString(d.Call) == closing {
			return d
		}
	}
	return nil
}

// between reports whether the deferred Close can stand at the beginning of the
// list just as well: nothing before it gives the variable or its Body another
// value, closes it, defers something that should run later, or leaves other
// than with the body open.
func (f *fixer) between(list []ast.Stmt, low *ast.DeferStmt, l *bodyflow.Leak, s *site) bool {
	obj := f.pass.TypesInfo.ObjectOf(s.holder)
	open := make(map[*ast.ReturnStmt]bool)
	for _, r := range l.Open {
		open[r] = true
		if r.Pos() > low.Pos() {
			return false // another leak, behind the defer
		}
	}
	good := len(open) > 0
	for _, stmt := range list {
		if stmt == ast.Stmt(low) {
			break
		}
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.DeferStmt, *ast.FuncLit, *ast.GoStmt, *ast.BranchStmt, *ast.LabeledStmt:
				good = false
			case *ast.ReturnStmt:
				good = good && open[n]
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					good = good && !f.mentions(lhs, obj)
				}
			case *ast.UnaryExpr:
				good = good && (n.Op != token.AND || !f.mentions(n.X, obj))
			case *ast.SelectorExpr:
				good = good && (n.Sel.Name != "Close" || !f.mentions(n.X, obj))
			}
			return good
		})
	}
	return good && !inLoop(s.path)
}

// closeBefore reports whether a Close can stand directly before ret: the
// variable there is the one that got the response, and has been it all the time,
// and what is returned doesn't need the body.
func (f *fixer) closeBefore(ret *ast.ReturnStmt, s *site, fn ast.Node) bool {
	obj := f.pass.TypesInfo.ObjectOf(s.holder)
	if scope := f.pass.Pkg.Scope().Innermost(ret.Pos()); scope == nil {
		return false
	} else if _, found := scope.LookupParent(s.holder.Name, ret.Pos()); found != obj {
		return false
	}
	path := s.around.of(s.file, ret)
	for _, n := range path[1:] {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			if n != fn {
				return false
			}
		default:
			continue
		}
		break
	}
	if statements(path[1]) == nil {
		return false
	}
	for _, r := range ret.Results {
		if f.uses(r, obj) {
			return false
		}
	}
	once := true
	ast.Inspect(fn, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && a != s.assign {
			for _, lhs := range a.Lhs {
				once = once && !f.mentions(lhs, obj)
			}
		}
		return once
	})
	return once
}

// uses reports whether e does something with the response other than looking at
// its status or header.
func (f *fixer) uses(e ast.Expr, obj types.Object) bool {
	bad := false
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			switch sel.Sel.Name {
			case "Status", "StatusCode", "Header", "Proto", "ContentLength", "Request":
				if id, ok := sel.X.(*ast.Ident); ok && f.pass.TypesInfo.ObjectOf(id) == obj {
					return false
				}
			}
		}
		if id, ok := n.(*ast.Ident); ok && f.pass.TypesInfo.ObjectOf(id) == obj {
			bad = true
		}
		return !bad
	})
	return bad
}

// mentions reports whether obj is named in e.
func (f *fixer) mentions(e ast.Expr, obj types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.pass.TypesInfo.ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}

// An editor makes the edits of one fix, line by line, so that a gofmt-clean file
// stays one and no comment changes its place.
type editor struct {
	f      *fixer
	file   *ast.File
	tok    *token.File
	src    []byte
	edits  []analysis.TextEdit
	failed bool
}

func (e *editor) add(from, to int, text string) {
	pos := e.tok.Pos(from)
	if e.f.taken[pos] {
		e.failed = true
		return
	}
	e.edits = append(e.edits, analysis.TextEdit{Pos: pos, End: e.tok.Pos(to), NewText: []byte(text)})
}

// line returns the offsets at which the line of pos begins and ends, the line
// break not counted.
func (e *editor) line(pos token.Pos) (from, to int) {
	off := e.tok.Offset(pos)
	from = bytes.LastIndexByte(e.src[:off], '\n') + 1
	to = len(e.src)
	if i := bytes.IndexByte(e.src[off:], '\n'); i >= 0 {
		to = off + i
	}
	return from, to
}

// indent returns the blanks that the line of pos begins with, if pos is the
// first thing on it.
func (e *editor) indent(pos token.Pos) (string, bool) {
	from, _ := e.line(pos)
	text := string(e.src[from:e.tok.Offset(pos)])
	return text, strings.TrimLeft(text, "\t ") == ""
}

// insertAfter puts a line behind the last line of a statement.
func (e *editor) insertAfter(s ast.Stmt, text string) {
	indent, ok := e.indent(s.Pos())
	_, end := e.line(s.End() - 1)
	rest := strings.TrimSpace(string(e.src[e.tok.Offset(s.End()):end]))
	if !ok || rest != "" && !strings.HasPrefix(rest, "//") {
		e.failed = true
		return
	}
	e.add(end, end, "\n"+indent+text)
}

// insertBefore puts a line before a statement, below the comments above it.
func (e *editor) insertBefore(s ast.Stmt, text string) {
	indent, ok := e.indent(s.Pos())
	if !ok {
		e.failed = true
		return
	}
	off := e.tok.Offset(s.Pos())
	e.add(off, off, text+"\n"+indent)
}

// delete takes a statement out that has its line for itself, and one of two
// blank lines that would meet.
func (e *editor) delete(s ast.Stmt) {
	from, _ := e.line(s.Pos())
	_, to := e.line(s.End() - 1)
	own := strings.TrimSpace(string(e.src[from:to])) == strings.TrimSpace(string(e.src[e.tok.Offset(s.Pos()):e.tok.Offset(s.End())]))
	above := ""
	if from > 0 {
		prev, end := e.line(e.tok.Pos(from - 1))
		above = strings.TrimSpace(string(e.src[prev:end]))
	}
	if !own || strings.HasPrefix(above, "//") || strings.HasSuffix(above, "*/") || to >= len(e.src) {
		e.failed = true
		return
	}
	to++
	_, end := e.line(e.tok.Pos(to))
	below := strings.TrimSpace(string(e.src[to:end]))
	if above == "" && (below == "" || below[0] == '}') {
		from, _ = e.line(e.tok.Pos(from - 1))
	} else if below == "" && strings.HasSuffix(above, "{") {
		to = end + 1
	}
	e.add(from, to, "")
}
