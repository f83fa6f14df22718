package bodyflow

import (
	"go/ast"
	"go/types"

	"honnef.co/go/tools/go/ir"
)

// In "return resp, retry(func() error { resp, err = … })" the compiler reads the variable
// once the call has come back, and programs rely on it; the IR reads it before. So the
// variables among the results of a return statement that makes calls are read again where
// the results are used.

// operand returns the cell of the variable that is result i of a return statement in fn,
// if it is one, and is read before a call there.
func (m *machine) operand(fn *ir.Function, stmt *ast.ReturnStmt, i int) (cell, bool) {
	if i >= len(stmt.Results) || len(stmt.Results) == 1 {
		return cell{}, false
	}
	id, ok := ast.Unparen(stmt.Results[i]).(*ast.Ident)
	if !ok || !anyCall(stmt.Results[i+1:]) {
		return cell{}, false
	}
	v, ok := m.pk.syntax.info.Uses[id].(*types.Var)
	if !ok {
		return cell{}, false
	}
	a, ok := m.variables(fn)[v]
	return cell{base: symOf(a)}, ok // else it isn't captured: the call can't reach it
}

// variables returns the allocations that are made for variables of fn.
func (m *machine) variables(fn *ir.Function) map[*types.Var]*ir.Alloc {
	if vars, ok := m.pk.variables[fn]; ok {
		return vars
	}
	vars := make(map[*types.Var]*ir.Alloc)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ir.Alloc); ok {
				if v := m.variable(a); v != nil {
					vars[v] = a
				}
			}
		}
	}
	m.pk.variables[fn] = vars
	return vars
}

// variable returns the variable that an allocation is made for, or nil.
func (m *machine) variable(a *ir.Alloc) *types.Var {
	id, ok := a.Source().(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := m.pk.syntax.info.Defs[id].(*types.Var)
	return v
}

func anyCall(list []ast.Expr) bool {
	found := false
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			if _, ok := n.(*ast.CallExpr); ok {
				found = true
			}
			_, lit := n.(*ast.FuncLit)
			return !found && !lit
		})
	}
	return found
}

// result returns what result i of a return is, of which the IR says x.
func (m *machine) result(st *state, ret *ir.Return, i int, x ir.Value) sym {
	if stmt, ok := ret.Source().(*ast.ReturnStmt); ok {
		if c, ok := m.operand(ret.Parent(), stmt, i); ok {
			return m.read(st, c, x)
		}
	}
	return st.val(x)
}

// stored returns what a store puts into a named result, where that is another value than
// the IR has.
func (m *machine) stored(st *state, v *ir.Store) (sym, bool) {
	stmt, ok := v.Source().(*ast.ReturnStmt)
	if !ok {
		return sym{}, false
	}
	a, ok := v.Addr.(*ir.Alloc)
	if !ok {
		return sym{}, false
	}
	results := v.Parent().Signature.Results()
	for i := range results.Len() {
		if results.At(i) == m.variable(a) {
			c, ok := m.operand(v.Parent(), stmt, i)
			if !ok {
				return sym{}, false
			}
			return m.read(st, c, v.Val), true
		}
	}
	return sym{}, false
}
