package edits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// shrink looks at a node that lost a child and deletes it if it was there for
// what it lost.
func (s *state) shrink(n ast.Node) {
	if s.isDead(n) {
		return
	}
	switch n := n.(type) {
	case *ast.LabeledStmt:
		if s.dead[n.Stmt] {
			s.mark(n)
		}
	case *ast.IfStmt:
		s.shrinkIf(n)
	case *ast.BlockStmt:
		if s.isEmptied(n.List) {
			s.shrinkBlock(n)
		}
	case *ast.CaseClause:
		if s.isEmptied(n.Body) {
			s.shrinkSwitch(s.f.parent[s.f.parent[n]])
		}
	case *ast.GenDecl:
		for _, spec := range n.Specs {
			if !s.dead[spec] {
				return
			}
		}
		if stmt, ok := s.f.parent[n].(*ast.DeclStmt); ok {
			s.mark(s.f.enclosingStmt(stmt))
		} else {
			s.mark(n)
		}
	}
}

// isEmptied reports whether nothing is left of a list of statements, and at least
// one of them has been deleted.
func (s *state) isEmptied(list []ast.Stmt) bool {
	lost := false
	for _, stmt := range list {
		if s.dead[stmt] {
			lost = true
		} else if _, ok := stmt.(*ast.EmptyStmt); !ok {
			return false
		}
	}
	return lost
}

// isEmpty reports whether a list holds no statement that stays.
func (s *state) isEmpty(list []ast.Stmt) bool { return s.isEmptied(list) || len(list) == 0 }

// shrinkBlock deletes what stands around a block that was emptied.
func (s *state) shrinkBlock(b *ast.BlockStmt) {
	switch p := s.f.parent[b].(type) {
	case *ast.IfStmt:
		s.shrinkIf(p)
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.LabeledStmt:
		s.mark(s.f.enclosingStmt(b))
	case *ast.ForStmt:
		refuse(p.Pos(), "a loop would be left empty")
	case *ast.RangeStmt:
		if !s.pureRange(p) {
			refuse(p.Pos(), "a loop would be left empty")
		}
		s.mark(s.f.enclosingStmt(p))
	case *ast.FuncLit:
		s.shrinkCall(p)
	case *ast.SwitchStmt, *ast.TypeSwitchStmt:
		s.shrinkSwitch(p)
	case *ast.SelectStmt:
		refuse(p.Pos(), "an empty select would be left, which blocks for ever")
	}
}

// pureRange reports whether a loop without a body does nothing.
func (s *state) pureRange(r *ast.RangeStmt) bool {
	if r.Tok == token.ASSIGN || !s.f.pure(r.X) {
		return false
	}
	switch t := s.f.info.TypeOf(r.X).Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map, *types.Basic:
		return true
	case *types.Pointer:
		_, ok := t.Elem().Underlying().(*types.Array)
		return ok
	}
	return false // a channel or an iterator
}

// shrinkCall deletes the call of a function literal without a body.
func (s *state) shrinkCall(lit *ast.FuncLit) {
	var fun ast.Node = lit
	for {
		paren, ok := s.f.parent[fun].(*ast.ParenExpr)
		if !ok {
			break
		}
		fun = paren
	}
	call, ok := s.f.parent[fun].(*ast.CallExpr)
	if !ok || call.Fun != fun {
		return // an empty function is a value like any other
	}
	switch stmt := s.f.parent[call].(type) {
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		if !s.f.allPure(call.Args) {
			refuse(call.Pos(), "the arguments of an emptied closure have side effects")
		}
		s.mark(s.f.enclosingStmt(stmt.(ast.Stmt)))
	}
}

// shrinkIf deletes an if that does nothing any more, or its else branch.
func (s *state) shrinkIf(n *ast.IfStmt) {
	if s.isDead(n) {
		return
	}
	if b, ok := n.Else.(*ast.BlockStmt); ok && s.isEmptied(b.List) {
		s.mark(b)
	}
	if !s.isEmpty(n.Body.List) {
		return
	}
	if n.Else != nil && !s.dead[n.Else] {
		if s.isEmptied(n.Body.List) {
			s.elseOnly = append(s.elseOnly, n)
		}
		return
	}
	if !s.f.pureStmt(n.Init) || !s.f.pure(n.Cond) {
		refuse(n.Cond.Pos(), "the condition of an emptied if has side effects")
	}
	s.mark(s.f.enclosingStmt(n))
}

// invertIfs decides what happens to the ifs of which only the else branch is left.
func (s *state) invertIfs() {
	for _, n := range s.elseOnly {
		if s.isDead(n) || s.dead[n.Else] {
			continue
		}
		if _, ok := n.Else.(*ast.BlockStmt); !ok || !invertible(n.Cond) {
			refuse(n.Pos(), "an if would be left with nothing but its else")
		}
		s.inverted[n] = true
	}
}

// invertible reports whether a condition can be turned round by changing one
// token.
func invertible(cond ast.Expr) bool {
	switch cond := cond.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr:
		return true
	case *ast.UnaryExpr:
		return cond.Op == token.NOT
	case *ast.BinaryExpr:
		return cond.Op == token.EQL || cond.Op == token.NEQ
	}
	return false
}

// shrinkSwitch deletes a switch none of whose clauses does anything any more. As
// long as one does, the empty clauses are needed.
func (s *state) shrinkSwitch(n ast.Node) {
	var (
		body *ast.BlockStmt
		pure bool
	)
	switch n := n.(type) {
	case *ast.SwitchStmt:
		body = n.Body
		pure = s.f.pureStmt(n.Init) && s.f.pure(n.Tag)
	case *ast.TypeSwitchStmt:
		body = n.Body
		pure = s.f.pureStmt(n.Init) && s.f.pure(typeSwitchOperand(n))
	default:
		return
	}
	if s.isDead(n) {
		return
	}
	for _, clause := range body.List {
		clause := clause.(*ast.CaseClause)
		if s.dead[clause] {
			continue
		}
		for _, stmt := range clause.Body {
			if b, ok := stmt.(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				continue
			}
			if !s.dead[stmt] {
				return
			}
		}
		pure = pure && s.f.allPure(clause.List)
	}
	if pure {
		s.mark(s.f.enclosingStmt(n.(ast.Stmt)))
	} else if s.isEmptied(body.List) {
		refuse(n.Pos(), "a switch would be left empty")
	}
}

// typeSwitchOperand is x of switch v := x.(type).
func typeSwitchOperand(n *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := n.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
	}
	return e.(*ast.TypeAssertExpr).X
}

// checkFallthrough refuses to delete a clause that another one falls through to.
func (s *state) checkFallthrough(n ast.Node) {
	clause, ok := n.(*ast.CaseClause)
	if !ok {
		return
	}
	list := s.f.parent[clause].(*ast.BlockStmt).List
	i := slices.Index(list, ast.Stmt(clause))
	for i--; i >= 0 && s.dead[list[i]]; i-- {
	}
	if i < 0 {
		return
	}
	rest := s.remaining(list[i].(*ast.CaseClause).Body)
	if len(rest) == 0 {
		return
	}
	if b, ok := rest[len(rest)-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
		refuse(b.Pos(), "a clause of a switch falls through to the deleted one")
	}
}

// checkReturn refuses to take a function with results the statement that it ends
// with.
func (s *state) checkReturn(n ast.Node) {
	for p := s.f.parent[n]; p != nil; p = s.f.parent[p] {
		var (
			typ  *ast.FuncType
			body *ast.BlockStmt
		)
		switch p := p.(type) {
		case *ast.FuncLit:
			typ, body = p.Type, p.Body
		case *ast.FuncDecl:
			typ, body = p.Type, p.Body
		default:
			continue
		}
		if typ.Results != nil && len(typ.Results.List) > 0 && body != nil && !s.isDead(p) && !s.endsList(body.List) {
			refuse(n.Pos(), "the function would be left without a return")
		}
		return
	}
}

// ends reports whether a statement is terminating in the sense of the language
// specification, once what goes is gone.
func (s *state) ends(stmt ast.Stmt, label string) bool {
	if r := s.reps[stmt]; r != nil {
		return strings.HasPrefix(r.text, "return") || strings.HasPrefix(r.text, "panic(")
	}
	switch n := stmt.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return n.Tok == token.GOTO || n.Tok == token.FALLTHROUGH
	case *ast.ExprStmt:
		call, ok := ast.Unparen(n.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && s.f.info.Uses[id] == types.Universe.Lookup("panic")
	case *ast.LabeledStmt:
		if s.labels[n] {
			return s.ends(n.Stmt, "")
		}
		return s.ends(n.Stmt, n.Label.Name)
	case *ast.BlockStmt:
		return s.endsList(n.List)
	case *ast.IfStmt:
		if s.inverted[n] {
			return false
		}
		return n.Else != nil && !s.dead[n.Else] && s.endsList(n.Body.List) && s.ends(n.Else, "")
	case *ast.SwitchStmt:
		return s.endsSwitch(n.Body, label)
	case *ast.TypeSwitchStmt:
		return s.endsSwitch(n.Body, label)
	case *ast.SelectStmt:
		for _, c := range n.Body.List {
			c := c.(*ast.CommClause)
			if s.dead[c] {
				continue
			}
			if !s.endsList(c.Body) || s.breaks(c.Body, label, true) {
				return false
			}
		}
		return true
	case *ast.ForStmt:
		return n.Cond == nil && !s.breaks([]ast.Stmt{n.Body}, label, true)
	}
	return false
}

func (s *state) endsList(list []ast.Stmt) bool {
	for i := len(list) - 1; i >= 0; i-- {
		if _, empty := list[i].(*ast.EmptyStmt); !empty && !s.dead[list[i]] {
			return s.ends(list[i], "")
		}
	}
	return false
}

func (s *state) endsSwitch(body *ast.BlockStmt, label string) bool {
	hasDefault := false
	for _, c := range body.List {
		c := c.(*ast.CaseClause)
		if s.dead[c] {
			continue
		}
		if c.List == nil {
			hasDefault = true
		}
		if !s.endsList(c.Body) || s.breaks(c.Body, label, true) {
			return false
		}
	}
	return hasDefault
}

// breaks reports whether one of the statements that stay breaks out of the
// enclosing statement, by its label or (if implicit) without one.
func (s *state) breaks(list []ast.Stmt, label string, implicit bool) bool {
	for _, stmt := range list {
		if s.breaksOut(stmt, label, implicit) {
			return true
		}
	}
	return false
}

func (s *state) breaksOut(stmt ast.Stmt, label string, implicit bool) bool {
	if stmt == nil || s.dead[stmt] {
		return false
	}
	switch n := stmt.(type) {
	case *ast.BranchStmt:
		if n.Tok != token.BREAK {
			return false
		}
		if n.Label == nil {
			return implicit
		}
		return n.Label.Name == label
	case *ast.LabeledStmt:
		return s.breaksOut(n.Stmt, label, implicit)
	case *ast.BlockStmt:
		return s.breaks(n.List, label, implicit)
	case *ast.IfStmt:
		return s.breaks(n.Body.List, label, implicit) || n.Else != nil && s.breaksOut(n.Else, label, implicit)
	case *ast.CaseClause:
		return s.breaks(n.Body, label, implicit)
	case *ast.CommClause:
		return s.breaks(n.Body, label, implicit)
	case *ast.SwitchStmt:
		return label != "" && s.breaks(n.Body.List, label, false)
	case *ast.TypeSwitchStmt:
		return label != "" && s.breaks(n.Body.List, label, false)
	case *ast.SelectStmt:
		return label != "" && s.breaks(n.Body.List, label, false)
	case *ast.ForStmt:
		return label != "" && s.breaks(n.Body.List, label, false)
	case *ast.RangeStmt:
		return label != "" && s.breaks(n.Body.List, label, false)
	}
	return false
}
