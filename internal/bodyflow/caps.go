package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"
)

// The limits within which net/http's transport drains a closed body by itself.
// They are known here to be found where they were copied, and for nothing else.
const (
	transportBytes = 256 << 10
	transportNanos = 50_000_000
)

// A Cap is one of the transport's own limits, written into code that drains a
// body.
type Cap struct {
	// Expr is the limit as it is written.
	Expr ast.Expr
	// Time is set for the transport's 50 ms; else it is its 256 KiB.
	Time bool
	// Drain is the code that is bounded.
	Drain ast.Node
}

// Caps finds the limits of the transport that bound the drains of the package,
// in source order.
func (r *Result) Caps() []Cap {
	if r.pk == nil {
		return nil
	}
	found := r.Drains()
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Cap
	seen := make(map[ast.Expr]bool)
	add := func(e ast.Expr, inTime bool, at ast.Node) {
		if e != nil && !seen[e] {
			seen[e] = true
			out = append(out, Cap{Expr: e, Time: inTime, Drain: at})
		}
	}
	inside := func(d *Drain) {
		for _, e := range r.finder.byteCaps(d) {
			add(e, false, d.Node)
		}
		add(r.finder.timeCap(d), true, d.Node)
	}
	for _, d := range found.Manual {
		inside(d)
	}
	for _, h := range found.Helpers {
		for _, d := range h.Drains {
			inside(d)
		}
	}
	for _, c := range found.Calls {
		add(r.finder.argCap(c), false, c.Call)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Expr.Pos() < out[j].Expr.Pos() })
	return out
}

// byteCaps returns the limits of 256 KiB that bound what a drain reads: the
// count of a CopyN, the limit of a reader, a test round it.
func (df *drainFinder) byteCaps(d *Drain) []ast.Expr {
	var out []ast.Expr
	s := d.scope
	keep := func(e ast.Expr) {
		if df.isBytes(s, e) {
			out = append(out, e)
		}
	}
	switch n := d.Node.(type) {
	case *ast.CallExpr:
		fn := callee(df.info, n)
		if isPkgFunc(fn, "io", "CopyN") && len(n.Args) == 3 {
			keep(n.Args[2])
		}
		for _, a := range n.Args {
			if t := df.info.TypeOf(a); t != nil && canRead(t) {
				if e := df.readerLimit(s, a, 4); e != nil {
					keep(e)
				}
			}
		}
	case *ast.ForStmt:
		ast.Inspect(n, func(x ast.Node) bool {
			if b, ok := x.(*ast.BinaryExpr); ok {
				if e := df.comparedTo(s, b, func(ast.Expr) bool { return true }); e != nil {
					out = append(out, e)
				}
			}
			return true
		})
	}
	// if resp.ContentLength <= 256<<10 { drain }
	for p := s.parents[d.Node]; p != nil && p != d.Fn; p = s.parents[p] {
		iff, ok := p.(*ast.IfStmt)
		if !ok || !within(d.Node, iff.Body) {
			continue
		}
		ast.Inspect(iff.Cond, func(x ast.Node) bool {
			if b, ok := x.(*ast.BinaryExpr); ok {
				if e := df.comparedTo(s, b, df.isContentLength); e != nil {
					out = append(out, e)
				}
			}
			return true
		})
	}
	return out
}

// comparedTo returns the side of a comparison that is 256 KiB, if want holds of
// the other.
func (df *drainFinder) comparedTo(s *scope, b *ast.BinaryExpr, want func(ast.Expr) bool) ast.Expr {
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return nil
	}
	switch {
	case df.isBytes(s, b.Y) && want(b.X):
		return b.Y
	case df.isBytes(s, b.X) && want(b.Y):
		return b.X
	}
	return nil
}

// isContentLength reports whether e is the ContentLength of a response.
func (df *drainFinder) isContentLength(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && df.responseField(sel, "ContentLength")
}

// readerLimit returns the limit of the limited reader that e is.
func (df *drainFinder) readerLimit(s *scope, e ast.Expr, depth int) ast.Expr {
	if depth == 0 {
		return nil
	}
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return df.readerLimit(s, e.X, depth-1)
	case *ast.Ident:
		v := s.use(e)
		if v == nil || len(s.defs[v]) != 1 || s.defs[v][0].rhs == nil || s.defs[v][0].idx > 0 {
			return nil
		}
		return df.readerLimit(s, s.defs[v][0].rhs, depth-1)
	case *ast.CompositeLit:
		if !namedIn(df.info.TypeOf(e), "io", "LimitedReader") {
			return nil
		}
		for i, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "N" {
					return kv.Value
				}
			} else if i == 1 {
				return elt
			}
		}
	case *ast.CallExpr:
		fn := callee(df.info, e)
		switch {
		case isPkgFunc(fn, "io", "LimitReader") && len(e.Args) == 2:
			return e.Args[1]
		case isPkgFunc(fn, "net/http", "MaxBytesReader") && len(e.Args) == 3:
			return e.Args[2]
		case isPkgFunc(fn, "bufio", "NewReader", "NewReaderSize") && len(e.Args) > 0:
			return df.readerLimit(s, e.Args[0], depth-1)
		}
	}
	return nil
}

// argCap returns the limit that is handed to a drain helper.
func (df *drainFinder) argCap(c *HelperCall) ast.Expr {
	if c.callee == nil || c.callee.Decl == nil {
		return nil
	}
	h := c.callee
	for _, d := range h.Drains {
		call, ok := d.Node.(*ast.CallExpr)
		if !ok {
			continue
		}
		var limit ast.Expr
		if isPkgFunc(callee(df.info, call), "io", "CopyN") && len(call.Args) == 3 {
			limit = call.Args[2]
		}
		for _, a := range call.Args {
			if t := df.info.TypeOf(a); limit == nil && t != nil && canRead(t) {
				limit = df.readerLimit(h.scope, a, 4)
			}
		}
		if limit == nil {
			continue
		}
		v := h.scope.use(unconverted(df.info, limit))
		if v == nil || len(h.scope.defs[v]) != 1 {
			continue
		}
		if i := paramIndex(df.info, h.Decl.Type, v); i >= 0 && i < len(c.Call.Args) && df.isBytes(c.scope, c.Call.Args[i]) {
			return c.Call.Args[i]
		}
	}
	return nil
}

// unconverted returns what a conversion converts.
func unconverted(info *types.Info, e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 {
		if tv, ok := info.Types[call.Fun]; ok && tv.IsType() {
			return unconverted(info, call.Args[0])
		}
	}
	return e
}

// isBytes reports whether e is 256 KiB, or one byte more, which is how one finds
// out whether that was all.
func (df *drainFinder) isBytes(s *scope, e ast.Expr) bool {
	n, ok := df.integer(s, e, 3)
	return ok && (n == transportBytes || n == transportBytes+1)
}

// integer returns the value of a constant, or of a variable that has only ever
// one.
func (df *drainFinder) integer(s *scope, e ast.Expr, depth int) (int64, bool) {
	if n, ok := intConst(df.info, e); ok {
		return n, true
	}
	e = unconverted(df.info, e)
	v := s.use(e)
	if v == nil || depth == 0 {
		return 0, false
	}
	defs := s.defs[v]
	if len(defs) == 0 && df.assignedOnce(v) {
		defs = df.globals(v)
	}
	if len(defs) != 1 || defs[0].rhs == nil || defs[0].idx >= 0 {
		return 0, false
	}
	return df.integer(s, defs[0].rhs, depth-1)
}

// assignedOnce reports whether a package variable is unexported and nothing in
// the package assigns to it, or takes its address.
func (df *drainFinder) assignedOnce(v *types.Var) bool {
	return !v.Exported() && df.neverAssigned(v)
}

// neverAssigned reports whether nothing in the package assigns to a package
// variable, or takes its address.
func (df *drainFinder) neverAssigned(v *types.Var) bool {
	only := true
	for _, f := range df.files {
		ast.Inspect(f, func(n ast.Node) bool {
			var targets []ast.Expr
			switch n := n.(type) {
			case *ast.AssignStmt:
				targets = n.Lhs
			case *ast.IncDecStmt:
				targets = []ast.Expr{n.X}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					targets = []ast.Expr{n.X}
				}
			}
			for _, t := range targets {
				if id, ok := ast.Unparen(t).(*ast.Ident); ok && df.info.Uses[id] == types.Object(v) {
					only = false
				}
			}
			return only
		})
	}
	return only
}

// timeCap returns the 50 ms that bound a drain: those of a timer that closes the
// body, or for which the function waits that runs the drain in a goroutine.
func (df *drainFinder) timeCap(d *Drain) ast.Expr {
	s := d.scope
	inGo := false
	var around ast.Node = s.decl
	for p := s.parents[d.Node]; p != nil; p = s.parents[p] {
		if lit, ok := p.(*ast.FuncLit); ok {
			call, ok := s.parents[lit].(*ast.CallExpr)
			if !ok || call.Fun != ast.Expr(lit) {
				return nil // it runs somewhere else
			}
			if _, ok := s.parents[call].(*ast.GoStmt); ok {
				inGo = true
				continue
			}
			around = lit
			break
		}
	}
	if g, ok := d.Node.(*ast.CallExpr); ok && !inGo {
		_, inGo = s.parents[g].(*ast.GoStmt)
	}
	var found ast.Expr
	ast.Inspect(funcBody(around), func(n ast.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return within(d.Node, n)
		case *ast.CommClause:
			if !inGo || n.Comm == nil || n.Pos() < d.Node.End() {
				return true
			}
			ast.Inspect(n.Comm, func(x ast.Node) bool {
				if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
					found = df.waitsFor(s, u.X)
				}
				return found == nil
			})
		case *ast.CallExpr:
			// time.AfterFunc(50*time.Millisecond, func() { resp.Body.Close() })
			if n.Pos() < d.Node.Pos() && isPkgFunc(callee(df.info, n), "time", "AfterFunc") && len(n.Args) == 2 && df.isNanos(s, n.Args[0]) && df.closesSame(s, n.Args[1], d) {
				found = n.Args[0]
			}
		}
		return true
	})
	return found
}

// waitsFor returns the 50 ms after which a channel yields.
func (df *drainFinder) waitsFor(s *scope, ch ast.Expr) ast.Expr {
	switch ch := ast.Unparen(ch).(type) {
	case *ast.CallExpr:
		fn := callee(df.info, ch)
		if isPkgFunc(fn, "time", "After") && df.isNanos(s, ch.Args[0]) {
			return ch.Args[0]
		}
		if fn != nil && fn.FullName() == "(context.Context).Done" {
			if sel, ok := ast.Unparen(ch.Fun).(*ast.SelectorExpr); ok {
				return df.madeWith(s, sel.X, "context", "WithTimeout", 1)
			}
		}
	case *ast.SelectorExpr:
		if ch.Sel.Name == "C" {
			return df.madeWith(s, ch.X, "time", "NewTimer", 0)
		}
	case *ast.Ident:
		v := s.use(ch)
		if v != nil && len(s.defs[v]) == 1 && s.defs[v][0].rhs != nil && s.defs[v][0].idx < 0 {
			if _, again := ast.Unparen(s.defs[v][0].rhs).(*ast.Ident); !again {
				return df.waitsFor(s, s.defs[v][0].rhs)
			}
		}
	}
	return nil
}

// madeWith returns argument i of the call of pkg.name that made x, if it is
// 50 ms.
func (df *drainFinder) madeWith(s *scope, x ast.Expr, pkg, name string, i int) ast.Expr {
	v := s.use(x)
	if v == nil {
		return nil
	}
	for _, d := range s.defs[v] {
		if d.rhs == nil || d.idx > 0 {
			continue
		}
		call, ok := ast.Unparen(d.rhs).(*ast.CallExpr)
		if ok && isPkgFunc(callee(df.info, call), pkg, name) && i < len(call.Args) && df.isNanos(s, call.Args[i]) {
			return call.Args[i]
		}
	}
	return nil
}

// isNanos reports whether e is 50 ms.
func (df *drainFinder) isNanos(s *scope, e ast.Expr) bool {
	if t := df.info.TypeOf(e); t == nil || !namedIn(t, "time", "Duration") {
		return false
	}
	n, ok := df.integer(s, e, 3)
	return ok && n == transportNanos
}

// closesSame reports whether a function value closes the body of a drain.
func (df *drainFinder) closesSame(s *scope, f ast.Expr, d *Drain) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" && d.root != nil && rootVar(df.info, sel.X) == d.root {
			found = true
		}
		return !found
	})
	return found
}
