package canceledbody

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
)

const name = "canceledbody"

// Analyzer reports requests that are cancelled before their body is closed.
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
	a.Run = func(pass *analysis.Pass) (any, error) { return nil, run(pass) }
	return a
}

func run(pass *analysis.Pass) error {
	flow := pass.ResultOf[bodyflow.Analyzer].(*bodyflow.Result)
	if !flow.HTTP {
		return nil // no response can come this way
	}
	found := flow.Cutoffs()
	if len(found) == 0 {
		return nil
	}
	r := check.NewReporter(pass)
	for _, c := range found {
		if r.Silent(c.Cancel.Pos()) {
			continue
		}
		d := analysis.Diagnostic{Pos: c.Cancel.Pos(), End: c.Cancel.End(), Message: message(pass.Fset, c)}
		other := ast.Node(c.Return)
		text := "the body is returned here"
		if c.Return == nil {
			other, text = c.Close, "the body is closed here"
		}
		d.Related = []analysis.RelatedInformation{{Pos: other.Pos(), End: other.End(), Message: text}}
		if fix := swap(pass, c); fix != nil {
			d.SuggestedFixes = []analysis.SuggestedFix{*fix}
		}
		r.Report(d)
	}
	return nil
}

func message(fset *token.FileSet, c bodyflow.Cutoff) string {
	_, deferred := c.Cancel.(*ast.DeferStmt)
	line := func(n ast.Node) int { return fset.Position(n.Pos()).Line }
	if c.Return != nil {
		when := "this cancel"
		if deferred {
			when = "the deferred cancel"
		}
		return fmt.Sprintf("%s ends the request whose body is returned at line %d: reading it ends in \"context canceled\"", when, line(c.Return))
	}
	if c.After {
		return "the body is closed only when the context of its request ends: with nothing read from it, the connection is lost"
	}
	what := fmt.Sprintf("the request is cancelled before its body is closed at line %d", line(c.Close))
	if deferred {
		what = fmt.Sprintf("the deferred cancel runs before the body is closed at line %d", line(c.Close))
		if _, ok := c.Close.(*ast.DeferStmt); ok {
			what += " (the last defer runs first)"
		}
	}
	if c.Decoded {
		return what + "; unless the decoder has met the end of the body, the connection is lost"
	}
	return what + ", with nothing read from it: the connection is lost"
}

// swap returns the fix where the cancel and the Close are neighbours, and their
// order is all that is wrong.
func swap(pass *analysis.Pass, c bodyflow.Cutoff) *analysis.SuggestedFix {
	if c.Return != nil || c.After {
		return nil
	}
	file := fileOf(pass, c.Cancel)
	list, i := listOf(file, c.Cancel)
	if i < 0 {
		return nil
	}
	// A deferred cancel comes behind the deferred Close in the text.
	j := i + 1
	if _, ok := list[i].(*ast.DeferStmt); ok {
		j = i - 1
	}
	if j < 0 || j >= len(list) || !isClose(list[j], c.Close) {
		return nil
	}
	first, second := list[min(i, j)], list[max(i, j)]
	if commented(pass.Fset, file, first, second) {
		return nil
	}
	src, err := check.ReadFile(pass, pass.Fset.Position(file.FileStart).Filename)
	if err != nil {
		return nil
	}
	text := func(s ast.Stmt) []byte {
		tf := pass.Fset.File(s.Pos())
		return src[tf.Offset(s.Pos()):tf.Offset(s.End())]
	}
	return &analysis.SuggestedFix{
		Message: "Close the body before the request is cancelled",
		TextEdits: []analysis.TextEdit{
			{Pos: first.Pos(), End: first.End(), NewText: text(second)},
			{Pos: second.Pos(), End: second.End(), NewText: text(first)},
		},
	}
}

func fileOf(pass *analysis.Pass, n ast.Node) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= n.Pos() && n.Pos() < f.FileEnd {
			return f
		}
	}
	return nil
}

// listOf returns the list of statements in which a call, or a defer statement,
// stands as a statement of its own, and its index there.
func listOf(file *ast.File, n ast.Node) (list []ast.Stmt, at int) {
	at = -1
	ast.Inspect(file, func(x ast.Node) bool {
		if at >= 0 || x == nil || x.Pos() > n.Pos() || x.End() < n.End() {
			return false
		}
		var l []ast.Stmt
		switch x := x.(type) {
		case *ast.BlockStmt:
			l = x.List
		case *ast.CaseClause:
			l = x.Body
		case *ast.CommClause:
			l = x.Body
		}
		for i, st := range l {
			e, ok := st.(*ast.ExprStmt)
			if st == n || ok && e.X == n {
				list, at = l, i
			}
		}
		return true
	})
	return list, at
}

// isClose reports whether a statement does nothing but run the Close, and can't be
// left before its end.
func isClose(st ast.Stmt, cl ast.Node) bool {
	if cl.Pos() < st.Pos() || cl.End() > st.End() {
		return false
	}
	switch st := st.(type) {
	case *ast.DeferStmt:
		return true
	case *ast.ExprStmt:
		return st.X == cl
	case *ast.AssignStmt:
		id, ok := st.Lhs[0].(*ast.Ident)
		return ok && id.Name == "_" && len(st.Lhs) == 1 && st.Rhs[0] == cl
	}
	return false
}

// commented reports whether a comment stands between two statements, or trails one
// of them: it would lose what it speaks of.
func commented(fset *token.FileSet, file *ast.File, first, second ast.Stmt) bool {
	last := fset.Position(second.End()).Line
	for _, g := range file.Comments {
		inside := first.Pos() <= g.Pos() && g.End() <= first.End() || second.Pos() <= g.Pos() && g.End() <= second.End()
		if g.Pos() > first.Pos() && fset.Position(g.Pos()).Line <= last && !inside {
			return true
		}
	}
	return false
}
