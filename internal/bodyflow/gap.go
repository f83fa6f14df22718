package bodyflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"

	"honnef.co/go/tools/go/ir"
)

// A missing is what a summary leaves out: that the function doesn't close the body
// in some cases which its caller can't tell from those in which it does.
type missing struct {
	all []outcome // what a summary that leaves nothing out would say
	by  *ir.Call  // a call that leaves the body open in such a case
}

// A Gap is a path on which a function leaves a body open that it closes on others,
// and that its callers leave to it.
type Gap struct {
	// Fn is the function, and Param the parameter that it gets the body with.
	Fn    *ast.FuncDecl
	Param *ast.Ident
	// Kind is "response" or "body": what the parameter is.
	Kind string
	// Call is a call that relies on the function.
	Call *ast.CallExpr
	// Return is where the path leaves the function; nil where that is its end.
	Return *ast.ReturnStmt
	// End is the closing brace of the function.
	End token.Pos
	// Path has the conditions that hold on the way, in source order.
	Path []Branch
	// Sure is set if every path to the return leaves it open.
	Sure bool
	// Read says how much of the body is read on the path.
	Read Reading
}

// Gaps finds the gaps of the package's functions, in source order.
func (r *Result) Gaps() []*Gap {
	r.Leaks()
	return r.gaps
}

// findGaps looks at the functions that a body of fn was left to: whether it is
// closed all the same where they don't.
func (r *Result) findGaps(fn *ir.Function, src *source, acc *account) {
	for i, key := range acc.relied {
		if slices.Contains(acc.relied[:i], key) || r.pk.missing[key].by != nil {
			continue
		}
		r.pk.strict = key
		strict := r.pk.account(fn, src)
		r.pk.strict = sumKey{}
		if expr, ok := src.call.Source().(*ast.CallExpr); ok && len(strict.leaks) > 0 && !r.madeByHand(fn, expr) {
			r.pk.missing[key].by = src.call
		}
	}
}

// describeGaps describes the gaps that callers were found to rely on. One for
// each function is enough: whoever looks at it sees the others.
func (r *Result) describeGaps() {
	found := make(map[*ast.Ident]*Gap)
	for key, miss := range r.pk.missing {
		if miss.by == nil {
			continue
		}
		g := r.gap(key, miss)
		if g == nil {
			continue
		}
		if known := found[g.Param]; known == nil || g.Pos() < known.Pos() || g.Pos() == known.Pos() && g.Call.Pos() < known.Call.Pos() {
			found[g.Param] = g
		}
	}
	for _, g := range found {
		r.gaps = append(r.gaps, g)
	}
	slices.SortFunc(r.gaps, func(a, b *Gap) int { return int(a.Pos() - b.Pos()) })
}

// Pos returns where the function is left.
func (g *Gap) Pos() token.Pos {
	if g.Return != nil {
		return g.Return.Pos()
	}
	return g.End
}

// gap walks the function of key once more, for the first of its returns that
// leave the body open unnoticed.
func (r *Result) gap(key sumKey, miss *missing) *Gap {
	decl := r.pk.prog.decls[key.fn]
	call, _ := miss.by.Source().(*ast.CallExpr)
	if decl == nil || call == nil || key.spec.path != "" || key.spec.kind != asResponse && key.spec.kind != asBody {
		return nil
	}
	param := paramName(decl, key.spec.param)
	m := newMachine(r.pk, key.fn)
	m.notes = true
	m, ok := r.pk.given(m, key.fn, key.spec, key.known)
	if param == nil || !ok {
		return nil
	}
	// A function that only dumps the response or writes it out isn't there to close
	// it.
	if !slices.ContainsFunc(m.outs, func(e exit) bool { return e.st.st == closed && e.st.events&evBeside == 0 }) {
		return nil
	}
	var first *exit
	for _, e := range m.outs {
		if unnoticed(m.outcomeAt(key.fn, e), miss.all) && !e.chosen(key) && !m.keeps(key.fn, e) && (first == nil || leavesAt(decl, e) < leavesAt(decl, *first)) {
			first = &e
		}
	}
	if first == nil {
		return nil
	}
	g := &Gap{Fn: decl, Param: param, Kind: "response", Call: call, End: decl.Body.Rbrace, Sure: true, Read: readingOf(first.st.events)}
	if key.spec.kind == asBody {
		g.Kind = "body"
	}
	g.Return, _ = first.at.Source().(*ast.ReturnStmt)
	g.Path = branches(first.st.path, key.fn, nil)
	for _, e := range m.outs {
		g.Sure = g.Sure && (e.at != first.at || e.st.st == open)
	}
	return g
}

func leavesAt(decl *ast.FuncDecl, e exit) token.Pos {
	if ret, ok := e.at.Source().(*ast.ReturnStmt); ok {
		return ret.Pos()
	}
	return decl.Body.Rbrace
}

// chosen reports whether the caller chose the way to exit e, by another argument,
// or there is no body at its end.
func (e exit) chosen(key sumKey) bool {
	for i, p := range key.fn.Params {
		if asked := i < len(key.known) && key.known[i] != '?' && key.known[i] != '.'; i == key.spec.param || asked {
			continue
		}
		if f, ok := e.st.facts.m[symOf(p)]; ok && !f.empty() {
			return true
		}
	}
	for x, c := range e.st.carry.m {
		status, ok := e.st.mem.m[cell{x, ".StatusCode"}]
		if eq := e.st.fact(status).eq; c.kind == asResponse && ok && eq != nil && eq.Kind() == constant.Int {
			switch eq.ExactString() {
			case "101", "204", "304":
				return true
			}
		}
	}
	return false
}

// paramName returns the name of parameter i of a declaration, the receiver counted.
func paramName(decl *ast.FuncDecl, i int) *ast.Ident {
	if decl.Recv != nil {
		i--
	}
	for _, f := range decl.Type.Params.List {
		for _, name := range f.Names {
			if i == 0 {
				return name
			}
			i--
		}
	}
	return nil
}
