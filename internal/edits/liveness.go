package edits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// settle looks at an object that deleted code mentioned and deletes its
// declaration if nobody needs it any more.
func (s *state) settle(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Label:
		s.settleLabel(obj)
	case *types.Var:
		if sw := s.f.symbols[obj]; sw != nil {
			s.settleSymbol(sw)
		} else if id := s.f.defs[obj]; id != nil && !s.isDead(id) {
			s.settleVar(obj, id)
		}
	case *types.Const, *types.TypeName:
		if id := s.f.defs[obj]; id != nil && !s.isDead(id) && len(s.liveUses(obj)) == 0 {
			s.dropName(obj, id)
		}
	}
}

// liveUses returns the identifiers that still refer to obj.
func (s *state) liveUses(obj types.Object) []*ast.Ident {
	var live []*ast.Ident
	for _, id := range s.f.usesOf(obj) {
		if !s.g.isDead(id) {
			live = append(live, id)
		}
	}
	return live
}

// isUsed reports whether obj is needed: read, called or named by code that stays.
// As for the compiler, assigning to a variable is no use of it.
func (s *state) isUsed(obj types.Object) bool {
	for _, id := range s.f.usesOf(obj) {
		if !s.g.isDead(id) && !(s.f.contains(id.Pos()) && s.f.isWrite(id)) {
			return true
		}
	}
	return s.g.mentioned(obj)
}

// isWrite reports whether id is a variable that is assigned to as a whole.
func (f *File) isWrite(id *ast.Ident) bool {
	var n ast.Node = id
	p := f.parent[n]
	for {
		paren, ok := p.(*ast.ParenExpr)
		if !ok {
			break
		}
		n, p = paren, f.parent[paren]
	}
	switch p := p.(type) {
	case *ast.AssignStmt:
		if p.Tok == token.ASSIGN || p.Tok == token.DEFINE {
			return slices.Contains(p.Lhs, n.(ast.Expr))
		}
	case *ast.RangeStmt:
		return p.Key == n || p.Value == n
	}
	return false
}

// settleVar deletes a variable that is only assigned to, with its assignments.
func (s *state) settleVar(v *types.Var, id *ast.Ident) {
	if v.IsField() || s.isUsed(v) {
		return
	}
	if !isLocal(v) {
		if len(s.liveUses(v)) == 0 {
			s.dropName(v, id)
		}
		return
	}
	switch s.f.parent[id].(type) {
	case *ast.AssignStmt, *ast.ValueSpec, *ast.RangeStmt:
	default:
		return // a parameter or result, which may be unused
	}
	for _, w := range append(s.liveUses(v), id) {
		s.blank(w)
	}
}

// blank says that an assignment to id goes, and with it whatever of its statement
// was there for id alone.
func (s *state) blank(id *ast.Ident) {
	if s.isDead(id) {
		return
	}
	var name ast.Expr = id
	for {
		paren, ok := s.f.parent[name].(*ast.ParenExpr)
		if !ok {
			break
		}
		name = paren
	}
	owner := s.f.parent[name]
	s.mark(name)
	s.owners[owner] = true
	switch owner := owner.(type) {
	case *ast.AssignStmt:
		if s.emptied(owner.Lhs, owner.Rhs) && s.canDrop(owner) {
			s.mark(s.f.enclosingStmt(owner))
		}
	case *ast.ValueSpec:
		if s.emptied(identExprs(owner.Names), owner.Values) {
			s.markSpec(owner)
		}
	case *ast.RangeStmt:
		// The head shrinks; the loop stays.
	default:
		refuse(id.Pos(), "%s would be left without a use", id.Name)
	}
}

// emptied marks the values of an n:n assignment that belong to names that went, if
// they have no effects, and reports whether nothing of the assignment is
// needed.
func (s *state) emptied(lhs, rhs []ast.Expr) bool {
	empty := true
	for i, l := range lhs {
		gone := s.dead[l]
		if gone && len(lhs) == len(rhs) && len(lhs) > 1 && s.f.pure(rhs[i]) && !s.dead[rhs[i]] {
			s.mark(rhs[i])
		}
		if !gone && !isBlank(l) {
			empty = false
		}
	}
	return empty && s.f.allPure(rhs)
}

// canDrop reports whether an assignment can go as a statement; as the
// communication of a select clause it can only lose its names.
func (s *state) canDrop(a *ast.AssignStmt) bool {
	switch p := s.f.parent[a].(type) {
	case *ast.CommClause:
		return p.Comm != a
	case *ast.TypeSwitchStmt:
		return p.Assign != a
	case *ast.ForStmt:
		return p.Post != a
	}
	return true
}

// enclosingStmt is the statement to delete for n: the labelled one if it has a
// label.
func (f *File) enclosingStmt(n ast.Stmt) ast.Stmt {
	for {
		l, ok := f.parent[n].(*ast.LabeledStmt)
		if !ok {
			return n
		}
		n = l
	}
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

func identExprs(ids []*ast.Ident) []ast.Expr {
	list := make([]ast.Expr, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	return list
}

// markSpec deletes one spec of a declaration, or the declaration if it was its
// last.
func (s *state) markSpec(spec ast.Spec) {
	decl := s.f.parent[spec].(*ast.GenDecl)
	if s.dead[spec] {
		return
	}
	s.mark(spec)
	for _, sp := range decl.Specs {
		if !s.dead[sp] {
			return
		}
	}
	if stmt, ok := s.f.parent[decl].(*ast.DeclStmt); ok {
		s.mark(s.f.enclosingStmt(stmt))
	} else {
		s.mark(decl)
	}
}

// dropName deletes the declaration of a constant, a type or a package-level
// variable that nothing refers to any more. Unlike unused variables these don't
// keep a program from compiling, so where there is any doubt they stay.
func (s *state) dropName(obj types.Object, id *ast.Ident) {
	if s.g.mentioned(obj) {
		return
	}
	if !isLocal(obj) {
		if obj.Parent() != s.f.pkg.Scope() || obj.Exported() || s.f.isForeign(obj.Name()) || s.f.hasDirective(id) {
			return
		}
	}
	switch spec := s.f.parent[id].(type) {
	case *ast.TypeSpec:
		if named, ok := types.Unalias(obj.Type()).(*types.Named); ok && !spec.Assign.IsValid() && named.NumMethods() > 0 {
			return // its methods would need it
		}
		s.markSpec(spec)
	case *ast.ValueSpec:
		decl := s.f.parent[spec].(*ast.GenDecl)
		if decl.Tok == token.CONST && len(decl.Specs) > 1 && s.f.countsPosition(decl) {
			return // other constants would change their values
		}
		if !s.f.allPure(spec.Values) || len(spec.Values) > 0 && len(spec.Values) != len(spec.Names) {
			return
		}
		s.mark(id)
		s.owners[spec] = true
		if s.emptied(identExprs(spec.Names), spec.Values) {
			s.markSpec(spec)
		}
	}
}

// isForeign reports whether a name must be taken to be used out of sight.
func (f *File) isForeign(name string) bool { return f.Foreign != nil && f.Foreign(name) }

// hasDirective reports whether the declaration of id bears a comment that means
// something to the toolchain (go:embed, go:linkname).
func (f *File) hasDirective(id *ast.Ident) bool {
	var docs []*ast.CommentGroup
	for n := f.parent[id]; n != nil; n = f.parent[n] {
		switch n := n.(type) {
		case *ast.ValueSpec:
			docs = append(docs, n.Doc, n.Comment)
		case *ast.TypeSpec:
			docs = append(docs, n.Doc, n.Comment)
		case *ast.GenDecl:
			docs = append(docs, n.Doc)
		}
	}
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		for _, c := range doc.List {
			if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export ") {
				return true
			}
		}
	}
	return f.isLinknamed(id.Name)
}

// isLinknamed reports whether the file has a go:linkname directive for a name.
func (f *File) isLinknamed(name string) bool {
	for _, c := range f.comments {
		if rest, ok := strings.CutPrefix(c.text, "//go:linkname "); ok {
			if fields := strings.Fields(rest); len(fields) > 0 && fields[0] == name {
				return true
			}
		}
	}
	return false
}

// countsPosition reports whether the value of a constant in decl depends on where
// it stands.
func (f *File) countsPosition(decl *ast.GenDecl) bool {
	counts := false
	for _, spec := range decl.Specs {
		if len(spec.(*ast.ValueSpec).Values) == 0 {
			return true
		}
		ast.Inspect(spec, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && f.info.Uses[id] == universeIota {
				counts = true
			}
			return !counts
		})
	}
	return counts
}

var universeIota = types.Universe.Lookup("iota")

// settleSymbol drops v of switch v := x.(type) if no clause uses it any more.
func (s *state) settleSymbol(sw *ast.TypeSwitchStmt) {
	if s.symbols[sw] || s.isDead(sw) {
		return
	}
	var writes []*ast.Ident
	for obj, of := range s.f.symbols {
		if of == sw {
			if s.isUsed(obj) {
				return
			}
			writes = append(writes, s.liveUses(obj)...)
		}
	}
	if len(writes) > 0 {
		refuse(writes[0].Pos(), "%s would be assigned to but not used", writes[0].Name)
	}
	s.symbols[sw] = true
	s.changed = true
}

// settleLabel drops a label that nothing jumps to any more.
func (s *state) settleLabel(label *types.Label) {
	id := s.f.defs[label]
	if id == nil || s.isDead(id) || len(s.liveUses(label)) > 0 {
		return
	}
	if l := s.f.parent[id].(*ast.LabeledStmt); !s.labels[l] {
		s.labels[l] = true
		s.changed = true
	}
}

// validate checks that what stays does not miss what goes.
func (s *state) validate() {
	for _, n := range s.order {
		if s.insideDead(n) {
			continue
		}
		r := s.reps[n]
		ast.Inspect(n, func(n ast.Node) bool {
			if r != nil && n != nil && n == r.keep {
				return false
			}
			if id, ok := n.(*ast.Ident); ok {
				if obj := s.f.info.Defs[id]; obj != nil && !(s.dead[id] && s.f.defs[obj] == id && s.owners[s.f.parent[id]]) {
					s.checkGone(obj, r)
				}
			}
			return true
		})
		if fn, ok := n.(*ast.FuncDecl); ok {
			s.checkDecl(fn)
		}
		s.checkFallthrough(n)
		s.checkReturn(n)
	}
	for n := range s.owners {
		s.checkOwner(n)
	}
}

// checkDecl refuses to delete a function that something out of sight may need.
func (s *state) checkDecl(fn *ast.FuncDecl) {
	if s.f.isForeign(fn.Name.Name) {
		refuse(fn.Pos(), "%s is also named in a file that is not part of this build", fn.Name.Name)
	}
	if s.f.isLinknamed(fn.Name.Name) {
		refuse(fn.Pos(), "%s is linked to by name", fn.Name.Name)
	}
}

// checkGone makes sure that an object whose declaration goes is not needed. If an
// assignment later in the same block can declare it instead, it does.
func (s *state) checkGone(obj types.Object, by *replacement) {
	live := s.liveUses(obj)
	if by != nil && slices.ContainsFunc(strings.FieldsFunc(by.text, notIdent), func(w string) bool { return w == obj.Name() }) {
		return // declared again by the text
	}
	if s.g.mentioned(obj) {
		refuse(obj.Pos(), "%s is declared in the deleted code and still used", obj.Name())
	}
	if len(live) == 0 {
		return
	}
	if !s.redeclare(obj, live) {
		refuse(live[0].Pos(), "%s is declared in the deleted code and still used", obj.Name())
	}
}

func notIdent(r rune) bool {
	return r != '_' && !('a' <= r && r <= 'z') && !('A' <= r && r <= 'Z') && !('0' <= r && r <= '9') && r < 0x80
}

// redeclare finds the first statement that still mentions obj and lets it declare
// obj, if it is an assignment to it in the same block and of the same type:
//
//	_, err := io.Copy(io.Discard, resp.Body) // deleted
//	data, err := json.Marshal(v)             // declares err now
func (s *state) redeclare(obj types.Object, live []*ast.Ident) bool {
	v, ok := obj.(*types.Var)
	if !ok || !isLocal(v) {
		return false
	}
	first := slices.MinFunc(live, func(a, b *ast.Ident) int { return int(a.Pos()) - int(b.Pos()) })
	assign, ok := s.f.parent[first].(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE && assign.Tok != token.ASSIGN {
		return false
	}
	def, ok := s.f.parent[s.f.defs[v]].(*ast.AssignStmt)
	if !ok || s.f.parent[def] != s.f.parent[assign] || !isStmtList(s.f.parent[def]) || def.Pos() > assign.Pos() {
		return false
	}
	i := slices.Index(assign.Lhs, ast.Expr(first))
	if i < 0 || !types.Identical(s.f.valueType(assign, i), v.Type()) {
		return false
	}
	for _, id := range live {
		if id != first && id.Pos() < assign.End() {
			return false // also read by the assignment
		}
	}
	if assign.Tok == token.ASSIGN {
		for j, lhs := range assign.Lhs {
			if j != i && !isBlank(lhs) && !s.dead[lhs] {
				return false // := would declare that one too
			}
		}
	}
	s.redefined[v] = assign
	s.owners[assign] = true
	return true
}

// valueType is the type of the i-th value of an assignment, as := would give it to
// a variable.
func (f *File) valueType(a *ast.AssignStmt, i int) types.Type {
	if len(a.Lhs) == len(a.Rhs) {
		return types.Default(f.info.TypeOf(a.Rhs[i]))
	}
	if len(a.Rhs) != 1 {
		return types.Typ[types.Invalid]
	}
	if tuple, ok := f.info.TypeOf(a.Rhs[0]).(*types.Tuple); ok && i < tuple.Len() {
		return tuple.At(i).Type()
	}
	return types.Typ[types.Invalid]
}

// declares reports whether an assignment still introduces a variable.
func (s *state) declares(a *ast.AssignStmt) bool {
	for _, lhs := range a.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok || s.dead[id] || id.Name == "_" {
			continue
		}
		if s.f.info.Defs[id] != nil {
			return true
		}
		if obj := s.f.info.Uses[id]; obj != nil && s.redefined[obj] == a {
			return true
		}
	}
	return false
}

// checkOwner refuses what can't be written down: an assignment where all that is
// left is a value that may not be assigned to blank.
func (s *state) checkOwner(n ast.Node) {
	a, ok := n.(*ast.AssignStmt)
	if !ok || s.isDead(a) {
		return
	}
	for i, lhs := range a.Lhs {
		if s.dead[lhs] && len(a.Lhs) == len(a.Rhs) && !s.dead[a.Rhs[i]] {
			if tv := s.f.info.Types[a.Rhs[i]]; tv.IsNil() {
				refuse(a.Pos(), "%s would be left without a use", s.f.text(lhs))
			}
		}
	}
}

// UnusedFuncs returns the unexported functions of the file (not the methods) that
// the change leaves without a use. They keep nothing from compiling and are not
// deleted; a caller who wants that calls DeleteDecl for them.
func (c *Change) UnusedFuncs() []*ast.FuncDecl {
	if c.solve() != nil {
		return nil
	}
	s := c.state
	var unused []*ast.FuncDecl
	for _, obj := range sortedObjects(s.touched) {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Exported() || fn.Signature().Recv() != nil || s.f.defs[fn] == nil {
			continue
		}
		decl, ok := s.f.parent[s.f.defs[fn]].(*ast.FuncDecl)
		if !ok || s.isDead(decl) || s.g.mentioned(fn) || s.f.isForeign(fn.Name()) || s.f.isLinknamed(fn.Name()) {
			continue
		}
		live := s.liveUses(fn)
		live = slices.DeleteFunc(live, func(id *ast.Ident) bool { return decl.Pos() <= id.Pos() && id.Pos() < decl.End() }) // recursion
		if len(live) == 0 {
			unused = append(unused, decl)
		}
	}
	return unused
}
