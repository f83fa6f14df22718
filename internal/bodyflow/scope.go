package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// A scope is one function declaration with what a look at its syntax needs:
// the parent of each node, and where each variable gets its values.
type scope struct {
	info    *types.Info
	decl    *ast.FuncDecl
	parents map[ast.Node]ast.Node
	defs    map[*types.Var][]def
	uses    map[*types.Var][]*ast.Ident
}

// A def is one place where a variable gets a value.
type def struct {
	at  ast.Node // the statement or the parameter's field
	rhs ast.Expr // nil for parameters, range variables and zero values
	idx int      // component of rhs where that yields several values, else -1
	// param is set for a parameter, of fn.
	param bool
	fn    ast.Node
	// loop is set for a range variable.
	loop bool
	zero bool
}

func newScope(info *types.Info, decl *ast.FuncDecl) *scope {
	s := &scope{
		info: info, decl: decl,
		parents: make(map[ast.Node]ast.Node),
		defs:    make(map[*types.Var][]def),
		uses:    make(map[*types.Var][]*ast.Ident),
	}
	ast.PreorderStack(decl, nil, func(n ast.Node, stack []ast.Node) bool {
		if len(stack) > 0 {
			s.parents[n] = stack[len(stack)-1]
		}
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok {
				s.uses[v] = append(s.uses[v], n)
			}
		case *ast.FuncDecl:
			if n.Recv != nil {
				s.params(n, n.Recv)
			}
			s.params(n, n.Type.Params)
			if n.Type.Results != nil {
				s.results(n.Type.Results)
			}
		case *ast.FuncLit:
			s.params(n, n.Type.Params)
			if n.Type.Results != nil {
				s.results(n.Type.Results)
			}
		case *ast.AssignStmt:
			s.assign(n)
		case *ast.ValueSpec:
			s.valueSpec(n)
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if v := s.variable(e); v != nil {
					s.defs[v] = append(s.defs[v], def{at: n, loop: true, idx: -1})
				}
			}
		}
		return true
	})
	return s
}

func (s *scope) params(fn ast.Node, fields *ast.FieldList) {
	for _, f := range fields.List {
		for _, name := range f.Names {
			if v, ok := s.info.Defs[name].(*types.Var); ok {
				s.defs[v] = append(s.defs[v], def{at: f, param: true, fn: fn, idx: -1})
			}
		}
	}
}

func (s *scope) results(fields *ast.FieldList) {
	for _, f := range fields.List {
		for _, name := range f.Names {
			if v, ok := s.info.Defs[name].(*types.Var); ok {
				s.defs[v] = append(s.defs[v], def{at: f, zero: true, idx: -1})
			}
		}
	}
}

// variable returns the variable that an expression on the left of an
// assignment names, or nil.
func (s *scope) variable(e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	if v, ok := s.info.Defs[id].(*types.Var); ok {
		return v
	}
	v, _ := s.info.Uses[id].(*types.Var)
	return v
}

func (s *scope) assign(n *ast.AssignStmt) {
	for i, lhs := range n.Lhs {
		v := s.variable(ast.Unparen(lhs))
		if v == nil {
			continue
		}
		d := def{at: n, idx: -1}
		if len(n.Lhs) == len(n.Rhs) {
			d.rhs = n.Rhs[i]
		} else if len(n.Rhs) == 1 {
			d.rhs, d.idx = n.Rhs[0], i
		}
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			d.rhs = nil // x += 1
		}
		s.defs[v] = append(s.defs[v], d)
	}
}

func (s *scope) valueSpec(n *ast.ValueSpec) {
	for i, name := range n.Names {
		v, ok := s.info.Defs[name].(*types.Var)
		if !ok {
			continue
		}
		d := def{at: n, idx: -1, zero: len(n.Values) == 0}
		if len(n.Values) == len(n.Names) {
			d.rhs = n.Values[i]
		} else if len(n.Values) == 1 {
			d.rhs, d.idx = n.Values[0], i
		}
		s.defs[v] = append(s.defs[v], d)
	}
}

// use returns the variable that an expression is, or nil.
func (s *scope) use(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := s.info.Uses[id].(*types.Var)
	return v
}

// fn returns the innermost function round n: a *ast.FuncDecl or *ast.FuncLit.
func (s *scope) fn(n ast.Node) ast.Node {
	for p := s.parents[n]; p != nil; p = s.parents[p] {
		switch p.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return p
		}
	}
	return s.decl
}

// stmt returns the innermost statement round n that stands in a list of
// statements (or is the init of one that does).
func (s *scope) stmt(n ast.Node) ast.Stmt {
	for p := n; p != nil; p = s.parents[p] {
		if st, ok := p.(ast.Stmt); ok {
			return st
		}
	}
	return nil
}

// list returns the statement list that st stands in, and its index there.
func (s *scope) list(st ast.Stmt) ([]ast.Stmt, int) {
	var l []ast.Stmt
	switch p := s.parents[st].(type) {
	case *ast.BlockStmt:
		l = p.List
	case *ast.CaseClause:
		l = p.Body
	case *ast.CommClause:
		l = p.Body
	case *ast.LabeledStmt:
		return s.list(p)
	}
	for i, x := range l {
		if x == st {
			return l, i
		}
	}
	return nil, -1
}

// callee returns the function that a call names, or nil.
func callee(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// isPkgFunc reports whether fn is the function pkg.name.
func isPkgFunc(fn *types.Func, pkg string, names ...string) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != pkg || fn.Signature().Recv() != nil {
		return false
	}
	for _, n := range names {
		if fn.Name() == n {
			return true
		}
	}
	return false
}
