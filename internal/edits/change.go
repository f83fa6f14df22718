package edits

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
)

// A Change collects the roots of one fix in one file: what is deleted and
// replaced outright. [Change.Edits] adds what has to go with it.
type Change struct {
	// Imports asks for the removal of imports whose last use goes with this
	// change. Without it they are left to the driver (and UnusedImports says
	// which they are). Only one of several changes of a file may have it set
	// where their import edits would touch, that is, when they remove different
	// specs of one import declaration: see [File.Groups].
	Imports bool

	file      *File
	deletes   []ast.Node
	replaces  []*replacement
	inserts   []*insertion
	collapses []ast.Stmt
	group     *group
	state     *state
}

// A group is a set of changes in several files of a package that are one fix, so
// that a use that one of them deletes does not count for the others.
type group struct{ changes []*Change }

// A replacement puts text in the place of a node.
type replacement struct {
	node ast.Node
	text string
	// keep is a part of node that stays where it is, between text and after, and conv
	// the type that it is converted to; nil if text is all that there is.
	keep        ast.Expr
	conv, after string
	// collapse is the go, defer or expression statement whose closure is
	// replaced by its one remaining call, else nil.
	collapse ast.Stmt
	rest     ast.Stmt       // the statement of the closure that remains
	objs     []types.Object // what text refers to
}

// An insertion puts a line of text after a statement.
type insertion struct {
	after ast.Stmt
	text  string
	objs  []types.Object // what text refers to
}

// Delete deletes statements whole, wherever they stand: in a block, in a clause of
// a switch or select, as an else branch, as the head of an if. Deleting the body
// of a function, loop or if deletes the statements in it.
func (c *Change) Delete(stmts ...ast.Stmt) {
	for _, s := range stmts {
		c.deletes = append(c.deletes, s)
	}
}

// DeleteDecl deletes a declaration with its doc comment. The comments inside of a
// function go with it: they speak of nothing else. The change is refused if
// what is declared is still used by its name; whether a method is needed to
// satisfy an interface is for the caller to know.
func (c *Change) DeleteDecl(decl ast.Decl) { c.deletes = append(c.deletes, decl) }

// Replace replaces a node (an expression, a statement) by text, which may
// refer to everything in scope there. What only the node used goes, as with
// Delete.
func (c *Change) Replace(node ast.Node, text string) {
	c.replaces = append(c.replaces, &replacement{node: node, text: text})
}

// Unwrap puts inner, a part of outer, in the place of outer, with the comments in it,
// and with the parentheses that it needs there. If conv isn't "", inner is converted to
// the type of that name.
func (c *Change) Unwrap(outer, inner ast.Expr, conv string) {
	c.replaces = append(c.replaces, &replacement{node: outer, keep: inner, conv: conv})
}

// InsertAfter puts a line of text after a statement, which must stand in a block and
// stay. The text may refer to everything that is in scope there.
func (c *Change) InsertAfter(stmt ast.Stmt, text string) {
	c.inserts = append(c.inserts, &insertion{after: stmt, text: text})
}

// Link makes changes in several files of one package parts of one fix: a
// function can be deleted in one file when its calls go in others. Each change
// still returns the edits of its own file. Link may be given the changes in any
// order, and several times.
func Link(changes ...*Change) {
	g := new(group)
	for _, c := range changes {
		for _, d := range c.group.changes {
			if !slices.Contains(g.changes, d) {
				g.changes = append(g.changes, d)
			}
		}
	}
	for _, c := range g.changes {
		c.group = g
	}
}

// Merge returns a new change of the file that does everything that the given
// changes of the same file do. Links are not taken over.
func (f *File) Merge(changes ...*Change) *Change {
	m := f.NewChange()
	for _, c := range changes {
		m.deletes = append(m.deletes, c.deletes...)
		for _, r := range c.replaces {
			if r.keep != nil {
				m.Unwrap(r.node.(ast.Expr), r.keep, r.conv)
			} else {
				m.Replace(r.node, r.text)
			}
		}
		for _, in := range c.inserts {
			m.InsertAfter(in.after, in.text)
		}
		m.collapses = append(m.collapses, c.collapses...)
		m.Imports = m.Imports || c.Imports
	}
	return m
}

// state is what one computation found out about one change.
type state struct {
	c    *Change
	f    *File
	g    *group
	dead map[ast.Node]bool // statements, declarations, specs, expressions, identifiers that go
	reps map[ast.Node]*replacement

	order     []ast.Node // the dead and replaced nodes in the order they were found
	touched   map[types.Object]bool
	parents   []ast.Node                // nodes that lost a child and must be looked at again
	labels    map[*ast.LabeledStmt]bool // labels that go while their statement stays
	symbols   map[*ast.TypeSwitchStmt]bool
	elseOnly  []*ast.IfStmt                    // ifs whose then branch was emptied
	inverted  map[*ast.IfStmt]bool             // those of them that are turned round
	redefined map[types.Object]*ast.AssignStmt // assignments that take a declaration over
	owners    map[ast.Node]bool                // assignments, specs and ranges that lost names
	changed   bool
}

// solve computes the closure of all changes of the group.
func (c *Change) solve() (err error) {
	defer catch(&err)
	for _, d := range c.group.changes {
		if err := d.file.prepare(); err != nil {
			return err
		}
		d.state = &state{
			c: d, f: d.file, g: c.group,
			dead:      make(map[ast.Node]bool),
			reps:      make(map[ast.Node]*replacement),
			touched:   make(map[types.Object]bool),
			labels:    make(map[*ast.LabeledStmt]bool),
			symbols:   make(map[*ast.TypeSwitchStmt]bool),
			inverted:  make(map[*ast.IfStmt]bool),
			redefined: make(map[types.Object]*ast.AssignStmt),
			owners:    make(map[ast.Node]bool),
		}
	}
	for _, d := range c.group.changes {
		d.state.roots()
	}
	c.group.fixpoint()
	collapsed := false
	for _, d := range c.group.changes {
		for _, stmt := range d.collapses {
			if d.state.isDead(stmt) {
				continue // nothing was left of it at all
			}
			r, ok := d.state.collapsed(stmt)
			if !ok {
				refuse(stmt.Pos(), "more than a Close is left in the closure")
			}
			d.state.replace(r)
			collapsed = true
		}
	}
	if collapsed {
		c.group.fixpoint()
	}
	for _, d := range c.group.changes {
		d.state.invertIfs()
	}
	for _, d := range c.group.changes {
		d.state.validate()
	}
	return nil
}

// fixpoint applies the rules of liveness.go and blocks.go until nothing changes.
func (g *group) fixpoint() {
	for changed := true; changed; {
		changed = false
		for _, c := range g.changes {
			s := c.state
			s.changed = false
			for len(s.parents) > 0 {
				n := s.parents[0]
				s.parents = s.parents[1:]
				s.shrink(n)
			}
			for _, obj := range sortedObjects(s.touched) {
				if owner := g.owner(obj); owner != nil {
					owner.settle(obj)
				}
			}
			changed = changed || s.changed || len(s.parents) > 0
		}
		for _, c := range g.changes {
			changed = changed || c.state.changed || len(c.state.parents) > 0
		}
	}
}

// owner is the state of the change of the file in which obj is declared.
func (g *group) owner(obj types.Object) *state {
	for _, c := range g.changes {
		if c.file.contains(obj.Pos()) {
			return c.state
		}
	}
	return nil
}

func sortedObjects(set map[types.Object]bool) []types.Object {
	list := make([]types.Object, 0, len(set))
	for obj := range set {
		list = append(list, obj)
	}
	slices.SortFunc(list, func(a, b types.Object) int { return int(a.Pos()) - int(b.Pos()) })
	return list
}

// roots marks what the caller asked for.
func (s *state) roots() {
	for _, n := range s.c.deletes {
		s.root(n)
	}
	for _, r := range s.c.replaces {
		if n := r.node; n == s.f.file || s.f.parent[n] == nil {
			refuse(token.NoPos, "the code to replace is not part of the file")
		}
		switch {
		case r.keep == nil:
			r.objs = s.f.resolve(r.text, r.node.Pos())
		case r.conv != "":
			r.objs = s.f.resolve(r.conv, r.node.Pos())
			r.text, r.after = r.conv+"(", ")"
		case isOperand(s.f.parent[r.node], r.node) && !isPrimary(r.keep):
			r.text, r.after = "(", ")"
		}
		s.replace(r)
	}
	for _, in := range s.c.inserts {
		if !isStmtList(s.f.parent[in.after]) {
			refuse(token.NoPos, "there is no place for %q", oneLine(in.text))
		}
		in.objs = s.f.resolve(in.text, in.after.End())
	}
}

// isOperand reports whether only a primary expression can stand where n does.
func isOperand(parent, n ast.Node) bool {
	switch p := parent.(type) {
	case *ast.SelectorExpr, *ast.TypeAssertExpr, *ast.StarExpr, *ast.UnaryExpr, *ast.BinaryExpr, *ast.SliceExpr:
		return true
	case *ast.IndexExpr:
		return p.X == n
	case *ast.CallExpr:
		return p.Fun == n
	}
	return false
}

// isPrimary reports whether an expression needs no parentheses anywhere.
func isPrimary(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.ParenExpr, *ast.IndexExpr, *ast.TypeAssertExpr:
		return true
	}
	return false
}

func (s *state) root(n ast.Node) {
	parent := s.f.parent[n]
	if parent == nil {
		refuse(token.NoPos, "the code to delete is not part of the file")
	}
	if block, ok := n.(*ast.BlockStmt); ok && !isStmtList(parent) {
		if ifs, ok := parent.(*ast.IfStmt); !ok || ifs.Else != block {
			for _, stmt := range block.List {
				s.mark(stmt)
			}
			return
		}
	}
	switch p := parent.(type) {
	case *ast.File, *ast.BlockStmt, *ast.CaseClause:
		if _, ok := n.(ast.Stmt); !ok && parent != s.f.file {
			refuse(n.Pos(), "only statements and declarations can be deleted")
		}
	case *ast.CommClause:
		if p.Comm == n {
			refuse(n.Pos(), "the communication of a select clause can't be deleted alone")
		}
	case *ast.LabeledStmt:
		n = p
	case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		if sw, ok := p.(*ast.TypeSwitchStmt); ok && sw.Assign == n {
			refuse(n.Pos(), "the guard of a type switch can't be deleted alone")
		}
	case *ast.ForStmt:
		if p.Init != n {
			refuse(n.Pos(), "the step of a loop can't be deleted alone")
		}
	case *ast.DeclStmt:
		n = p
	default:
		refuse(n.Pos(), "the statement stands where it can't be deleted")
	}
	s.mark(n)
}

// isStmtList reports whether n holds statements in a list.
func isStmtList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// mark says that n goes.
func (s *state) mark(n ast.Node) {
	if s.dead[n] {
		return
	}
	s.dead[n] = true
	s.touch(n)
}

// replace says that the text of r stands in the place of its node from now on.
func (s *state) replace(r *replacement) {
	if s.reps[r.node] != nil {
		if s.reps[r.node].text != r.text || s.reps[r.node].keep != r.keep {
			refuse(r.node.Pos(), "the same code would be replaced twice")
		}
		return
	}
	s.reps[r.node] = r
	s.touch(r.node)
}

// touch notes everything that n mentions, and that its parent lost it.
func (s *state) touch(n ast.Node) {
	s.changed = true
	s.order = append(s.order, n)
	if p := s.f.parent[n]; p != nil && s.dead[n] {
		s.parents = append(s.parents, p)
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := s.f.info.Uses[id]; obj != nil {
				s.touched[origin(obj)] = true
			}
			if obj := s.f.info.Defs[id]; obj != nil {
				s.touched[obj] = true
			}
		}
		return true
	})
}

// isDead reports whether n goes, alone or as part of something else.
func (s *state) isDead(n ast.Node) bool {
	pos := n.Pos()
	for ; n != nil; n = s.f.parent[n] {
		if r := s.reps[n]; s.dead[n] || r != nil && !r.keeps(pos) {
			return true
		}
	}
	return false
}

// keeps reports whether what stands at pos stays as it is.
func (r *replacement) keeps(pos token.Pos) bool {
	return r.keep != nil && r.keep.Pos() <= pos && pos < r.keep.End()
}

// insideDead reports whether something around n goes.
func (s *state) insideDead(n ast.Node) bool {
	p := s.f.parent[n]
	return p != nil && s.isDead(p)
}

// isDead is [state.isDead] for an identifier of any file.
func (g *group) isDead(id *ast.Ident) bool {
	for _, c := range g.changes {
		if c.file.contains(id.Pos()) {
			return c.state.isDead(id)
		}
	}
	return false
}

// mentioned reports whether the text of a replacement refers to obj.
func (g *group) mentioned(obj types.Object) bool {
	for _, c := range g.changes {
		for _, r := range c.state.reps {
			if slices.Contains(r.objs, obj) && !c.state.insideDead(r.node) {
				return true
			}
		}
		for _, in := range c.inserts {
			if slices.Contains(in.objs, obj) {
				return true
			}
		}
	}
	return false
}

// resolve finds out what text that is put at pos refers to.
func (f *File) resolve(text string, pos token.Pos) (objs []types.Object) {
	var syntax ast.Node
	if e, err := parser.ParseExpr(text); err == nil {
		syntax = e
	} else {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {\n"+text+"\n}", parser.SkipObjectResolution)
		if err != nil {
			refuse(pos, "the replacement %q is not Go", oneLine(text))
		}
		syntax = file.Decls[0].(*ast.FuncDecl).Body
	}
	scope := f.pkg.Scope().Innermost(pos)
	if scope == nil {
		refuse(pos, "the scope of the replacement is not known")
	}
	selected := make(map[*ast.Ident]bool) // x of v.x
	maybe := make(map[string]bool)        // may be the name of a field, or declared by the text itself
	ast.Inspect(syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selected[n.Sel] = true
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				maybe[id.Name] = true
			}
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && n.Tok == token.DEFINE {
					maybe[id.Name] = true
				}
			}
		}
		return true
	})
	ast.Inspect(syntax, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name == "_" || selected[id] {
			return true
		}
		if _, obj := scope.LookupParent(id.Name, pos); obj != nil {
			objs = append(objs, origin(obj))
		} else if !maybe[id.Name] {
			refuse(pos, "the replacement needs %s, which is not in scope", id.Name)
		}
		return true
	})
	return objs
}
