package unclosedbody

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
)

const name = "unclosedbody"

// Analyzer reports response bodies that some path never closes.
var Analyzer = New(check.Options{})

// New returns the pass with the given settings.
func New(opts check.Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     name,
		Doc:      doc,
		URL:      check.DocURL(name),
		Requires: []*analysis.Analyzer{bodyflow.Analyzer},
	}
	opts.AddFlags(a)
	a.Run = func(pass *analysis.Pass) (any, error) { return nil, run(pass, &opts) }
	return a
}

func run(pass *analysis.Pass, opts *check.Options) error {
	flow := pass.ResultOf[bodyflow.Analyzer].(*bodyflow.Result)
	if !flow.HTTP {
		return nil // no response can come this way
	}
	leaks, gaps := flow.Leaks(), flow.Gaps()
	if len(leaks) == 0 && len(gaps) == 0 {
		return nil
	}
	r := check.NewReporter(pass)
	fixer := newFixer(pass, flow, opts)
	around := make(surroundings)
	for _, l := range leaks {
		if r.Silent(l.Call.Pos()) {
			continue
		}
		s := siteOf(pass, around, l)
		pos, end := callRange(pass.Fset, l.Call)
		d := analysis.Diagnostic{Pos: pos, End: end, Message: message(pass.Fset, l, s)}
		d.Related = path(l)
		if fix := fixer.fix(l, s); fix != nil {
			d.SuggestedFixes = []analysis.SuggestedFix{*fix}
		}
		r.Report(d)
	}
	for _, g := range gaps {
		if r.Silent(g.Pos()) {
			continue
		}
		d := analysis.Diagnostic{Pos: g.Pos(), Message: gapMessage(g), Related: steps(g.Path)}
		if g.Return != nil {
			d.End = g.Return.End()
		}
		d.Related = append(d.Related, analysis.RelatedInformation{
			Pos: g.Call.Pos(), End: g.Call.End(), Message: "the response of this call is left to " + g.Fn.Name.Name,
		})
		if fix := fixer.gap(g, around); fix != nil {
			d.SuggestedFixes = []analysis.SuggestedFix{*fix}
		}
		r.Report(d)
	}
	return nil
}

// gapMessage says where a function that closes a body on its other paths leaves it
// open.
func gapMessage(g *bodyflow.Gap) string {
	what := "response body of " + g.Param.Name
	if g.Kind == "body" {
		what = "response body " + g.Param.Name
	}
	where := "at this return"
	if g.Return == nil {
		where = "at the end of the function"
	}
	if n := len(g.Path); n > 0 {
		if c := when(g.Path[n-1].Cond, !g.Path[n-1].True); c != "" {
			where += " (" + c + ")"
		}
	}
	return what + " is not closed " + where + "; callers leave that to " + g.Fn.Name.Name + stays(g.Read)
}

// path tells the way from the call to the return that leaves the body open: the
// conditions that it takes, then the return. A body that no path closes needs none.
func path(l *bodyflow.Leak) []analysis.RelatedInformation {
	left := leftAt(l)
	if l.Never || !left.IsValid() {
		return nil
	}
	return append(steps(l.Path), analysis.RelatedInformation{
		Pos:     left,
		Message: "the function returns here, with the body open",
	})
}

// steps tells which way each condition of a path went.
func steps(path []bodyflow.Branch) (steps []analysis.RelatedInformation) {
	said := make(map[ast.Expr]bool)
	for _, b := range path {
		if said[b.Cond] {
			continue // a loop came by again
		}
		said[b.Cond] = true
		text := when(b.Cond, !b.True)
		switch {
		case text != "":
		case b.True:
			text = "when the condition holds"
		default:
			text = "when the condition doesn't hold"
		}
		steps = append(steps, analysis.RelatedInformation{Pos: b.Cond.Pos(), End: b.Cond.End(), Message: text})
	}
	return steps
}

// leftAt returns where the path leaves the function: at a return statement, or at
// the brace that ends it.
func leftAt(l *bodyflow.Leak) token.Pos {
	if l.Return != nil {
		return l.Return.Pos()
	}
	return l.End
}

// A site is a leak's call in its surroundings.
type site struct {
	file   *ast.File
	around surroundings
	path   []ast.Node // from the call outwards
	// assign is the statement that the call is all of the right side of, and
	// holder the variable that gets the response or the body.
	assign *ast.AssignStmt
	holder *ast.Ident
}

func siteOf(pass *analysis.Pass, around surroundings, l *bodyflow.Leak) *site {
	s := &site{around: around}
	for _, f := range pass.Files {
		if f.FileStart <= l.Call.Pos() && l.Call.Pos() < f.FileEnd {
			s.file = f
		}
	}
	s.path = around.of(s.file, l.Call)
	if len(s.path) < 2 {
		return s
	}
	if a, ok := s.path[1].(*ast.AssignStmt); ok && len(a.Rhs) == 1 {
		s.assign = a
		want := func(t types.Type) bool { return t != nil && types.TypeString(t, nil) == "*net/http.Response" }
		for _, lhs := range a.Lhs {
			id, ok := lhs.(*ast.Ident)
			if !ok || id.Name == "_" {
				continue
			}
			if t := pass.TypesInfo.TypeOf(id); want(t) || l.Kind == "body" && s.holder == nil && canClose(t) {
				s.holder = id
			}
		}
	}
	return s
}

// canClose reports whether t has a Close method without parameters.
func canClose(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0
}

// surroundings have the parent of each node, of the declarations that were asked about: one
// function may have many leaks.
type surroundings map[ast.Node]ast.Node

// of returns the nodes of f that lie around n, from n outwards.
func (s surroundings) of(f *ast.File, n ast.Node) []ast.Node {
	i := sort.Search(len(f.Decls), func(i int) bool { return f.Decls[i].End() >= n.End() })
	if i == len(f.Decls) {
		return nil
	}
	if decl := f.Decls[i]; s[decl] == nil {
		s[decl] = f
		ast.PreorderStack(decl, nil, func(x ast.Node, stack []ast.Node) bool {
			if len(stack) > 0 {
				s[x] = stack[len(stack)-1]
			}
			return true
		})
	}
	if s[n] == nil {
		return nil
	}
	var path []ast.Node
	for ; n != nil; n = s[n] {
		path = append(path, n)
	}
	return path
}

// callRange returns the range of a call, from the line of its parenthesis on:
// in a chain over several lines that is where the call itself stands.
func callRange(fset *token.FileSet, call *ast.CallExpr) (pos, end token.Pos) {
	pos, end = call.Pos(), call.End()
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fset.Position(pos).Line != fset.Position(call.Lparen).Line {
		pos = sel.Sel.Pos()
	}
	return pos, end
}

// message says what is open, on which path, and what stays behind.
func message(fset *token.FileSet, l *bodyflow.Leak, s *site) string {
	what := "response body"
	if s.holder != nil {
		what = "response body of " + s.holder.Name
		if l.Kind == "body" {
			what = "response body " + s.holder.Name
		}
	}
	switch {
	case l.Overwritten:
		what += " is not closed before the loop makes the next request"
	case l.Failed:
		what += " is not closed where the call returns it beside an error"
	case l.Never || !leftAt(l).IsValid():
		what += " is never closed"
	case l.Return == nil:
		what += fmt.Sprintf(" is not closed when the function ends at line %d", fset.Position(l.End).Line)
		if c := s.last(l.Path); c != "" {
			what += " (" + c + ")"
		}
	default:
		what += fmt.Sprintf(" is not closed when the function returns at line %d", fset.Position(l.Return.Pos()).Line)
		if c := condition(fset, s, l.Return); c != "" {
			what += " (" + c + ")"
		}
	}
	return what + stays(l.Read)
}

// stays says what stays behind.
func stays(read bodyflow.Reading) string {
	switch read {
	case bodyflow.ReadToEnd:
		return "; it was read to EOF, so its connection can be used again, but a Close is due all the same"
	case bodyflow.ReadInPart:
		return "; unless it was read to EOF, the connection and its goroutines stay"
	}
	return "; the connection and its goroutines stay"
}

// condition says under which condition the return is reached: that of the
// innermost if around it that stands behind the call.
func condition(fset *token.FileSet, s *site, ret ast.Node) string {
	path := s.around.of(s.file, ret)
	for i := 1; i < len(path); i++ {
		switch n := path[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return ""
		case *ast.IfStmt:
			if n.Pos() < s.path[0].Pos() {
				return ""
			}
			switch path[i-1] {
			case n.Body:
				return when(n.Cond, false)
			case n.Else:
				return when(n.Cond, true)
			}
		case *ast.CaseClause:
			if len(n.List) != 1 || n.Pos() < s.path[0].Pos() || i+2 >= len(path) {
				return ""
			}
			sw, ok := path[i+2].(*ast.SwitchStmt)
			switch {
			case !ok:
				return ""
			case sw.Tag == nil:
				return when(n.List[0], false)
			}
			return when(&ast.BinaryExpr{X: sw.Tag, Op: token.EQL, Y: n.List[0]}, false)
		}
	}
	return ""
}

// last says which way the path took at its last condition, if that isn't the
// check of the call's own error.
func (s *site) last(path []bodyflow.Branch) string {
	if len(path) == 0 {
		return ""
	}
	b := path[len(path)-1]
	if cmp, ok := ast.Unparen(b.Cond).(*ast.BinaryExpr); ok && s.assign != nil && (cmp.Op == token.EQL || cmp.Op == token.NEQ) {
		if err := s.assign.Lhs[len(s.assign.Lhs)-1]; types.ExprString(cmp.X) == types.ExprString(err) {
			return ""
		}
	}
	return when(b.Cond, !b.True)
}

// when renders a condition, or its negation.
func when(cond ast.Expr, not bool) string {
	if not {
		switch c := ast.Unparen(cond).(type) {
		case *ast.UnaryExpr:
			if c.Op == token.NOT {
				return when(c.X, false)
			}
		case *ast.BinaryExpr:
			if op, ok := opposite[c.Op]; ok {
				cond = &ast.BinaryExpr{X: c.X, Op: op, Y: c.Y}
				return when(cond, false)
			}
		}
		if _, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok {
			cond = &ast.ParenExpr{X: ast.Unparen(cond)}
		}
		cond = &ast.UnaryExpr{Op: token.NOT, X: cond}
	}
	const long = 60
	text := types.ExprString(cond)
	if len(text) > long {
		return ""
	}
	return "when " + text
}

var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.GEQ, token.GEQ: token.LSS,
	token.GTR: token.LEQ, token.LEQ: token.GTR,
}
