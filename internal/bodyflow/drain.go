package bodyflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A Hole is a line of the proof that is open: a reason why deleting a drain
// may change something for the worse. Its text ends a message.
type Hole string

// The holes.
const (
	HoleMiddleware Hole = "the code is part of a RoundTripper, whose inner transport may not drain"
	HoleTrailer    Hole = "resp.Trailer is read elsewhere in the package"
	HoleSomePaths  Hole = "the body isn't closed on every path after the drain"
	HoleHandedOn   Hole = "the body is handed on after the drain"
	HoleNopClose   Hole = "the Close that follows doesn't reach the body"
	HoleCancel     Hole = "the request's context is cancelled between the drain and the close"
	HoleNext       Hole = "the next request follows at once in the same loop"
	HoleShared     Hole = "something else reads the body at the same time"
	HoleTest       Hole = "test files are left to people"
	HoleUnknown    Hole = "what happens to the body is beyond this analysis"
	HoleCallers    Hole = "callers that can't be seen from here may pass something else"
	HoleUsed       Hole = "the result of the helper is used"
	HoleVia        Hole = "the helper has another function close the body, which may do more"
	HoleMixed      Hole = "other things than response bodies go through the helper"
	HoleTimed      Hole = "a time is taken after it, which would no longer have the reading in it"
	HoleMaybeNil   Hole = "the response may be nil here, and the helper guards for it"
)

// A Drain is code in place that reads a body and throws the bytes away.
type Drain struct {
	// Node is the call, or the loop, that reads.
	Node ast.Node
	// Shape names it: "io.Copy", "io.ReadAll", "read loop".
	Shape string
	// Stmts are the statements that it consists of: the call's, and those that
	// only look at its results.
	Stmts []ast.Stmt
	// Body is the expression whose Close closes the body.
	Body ast.Expr
	// Decl and Fn are the functions round it, outermost and innermost.
	Decl *ast.FuncDecl
	Fn   ast.Node
	File *ast.File
	// Holes has the open lines of the proof; none means that the drain can go.
	Holes []Hole
	// Kind is the pass that it belongs to; Why says what its client or its body is
	// that makes it more than a manual drain.
	Kind DrainKind
	Why  string
	// Below has lines of the proof that are open only below Go 1.27.
	Below []Hole
	// Unclosed is set if nothing closes the body afterwards: the drain was
	// what gave the connection back.
	Unclosed bool
	// Collapse is the deferred function literal that can become a plain
	// deferred Close once the drain is gone; nil if there is none.
	Collapse ast.Stmt

	scope  *scope
	origin origin
	root   *types.Var
}

// A drainFinder finds the drains and the drain helpers of one package.
type drainFinder struct {
	*originator
	res     *Result
	syn     *syntaxFacts
	tr      *tracker
	imp     func(*types.Func) *FuncFact
	helpers map[types.Object]*Helper
	trailer tri
	instrs  map[*ast.FuncDecl]map[ast.Node]ir.Instruction

	discards   func(types.Object) bool
	copyShapes map[*types.Func]copyShape
	named      map[*ast.FuncDecl]mentions
	measured   map[*token.File]bool
}

// candidate is a drain before it is known what it drains.
type candidate struct {
	node    ast.Node
	shape   string
	reader  ast.Expr
	results []ast.Expr // what the results are assigned to
	stmt    ast.Stmt
	limited bool
}

// candidates finds everything in decl that looks like a drain.
func (df *drainFinder) candidates(s *scope) []candidate {
	var out []candidate
	ast.Inspect(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if c, ok := df.drainCall(s, n); ok {
				out = append(out, c)
			}
		case *ast.ForStmt:
			if c, ok := df.readLoop(s, n); ok {
				out = append(out, c)
			}
		}
		return true
	})
	return out
}

// drainCall recognizes the calls that can be drains.
func (df *drainFinder) drainCall(s *scope, call *ast.CallExpr) (candidate, bool) {
	fn := callee(df.info, call)
	if fn == nil || fn.Pkg() == nil {
		return candidate{}, false
	}
	c := candidate{node: call}
	switch {
	case isPkgFunc(fn, "io", "Copy", "CopyN", "CopyBuffer") && len(call.Args) >= 2:
		if !df.isDiscard(s, call.Args[0], 0) {
			return c, false
		}
		c.shape, c.reader = "io."+fn.Name(), call.Args[1]
		c.limited = fn.Name() == "CopyN"
	case isPkgFunc(fn, "io", "ReadAll"), isPkgFunc(fn, "io/ioutil", "ReadAll"):
		if len(call.Args) != 1 {
			return c, false
		}
		c.shape, c.reader = fn.Pkg().Name()+".ReadAll", call.Args[0]
	case fn.Name() == "WriteTo" && len(call.Args) == 1 && df.isDiscard(s, call.Args[0], 0):
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return c, false
		}
		c.shape, c.reader = "WriteTo", sel.X
	default:
		src, limited := df.copyWrapper(s, call, fn)
		if src == nil {
			return c, false
		}
		c.shape, c.reader, c.limited = fn.Name(), src, limited
	}
	if !df.place(s, call, &c) {
		return c, false
	}
	if strings.HasSuffix(c.shape, "ReadAll") && len(c.results) > 0 && c.results[0] != nil {
		return c, false // the bytes are wanted
	}
	return c, true
}

// copyWrapper returns the reader of a call of a function that copies, and whether
// it may stop before the end; nil if the writer keeps the bytes.
func (df *drainFinder) copyWrapper(s *scope, call *ast.CallExpr, fn *types.Func) (src ast.Expr, limited bool) {
	f := df.copyFact(fn)
	if f == nil || max(f.Dst, f.Src) >= len(call.Args) || !df.isDiscard(s, call.Args[f.Dst], 0) {
		return nil, false
	}
	return call.Args[f.Src], f.Limited
}

// isDiscard reports whether e is a writer that throws everything away:
// io.Discard, or one of the code's own. Outside functions s is nil.
func (df *drainFinder) isDiscard(s *scope, e ast.Expr, depth int) bool {
	e = ast.Unparen(df.unwrapped(e))
	if t := df.info.TypeOf(e); t != nil && !types.IsInterface(t) && df.isNullWriter(t) {
		return true
	}
	var obj types.Object
	switch e := e.(type) {
	case *ast.SelectorExpr:
		obj = df.info.Uses[e.Sel]
	case *ast.Ident:
		obj = df.info.Uses[e]
	case *ast.CallExpr:
		if tv, ok := df.info.Types[e.Fun]; ok && tv.IsType() && len(e.Args) == 1 {
			return df.isDiscard(s, e.Args[0], depth+1)
		}
	}
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil {
		return false
	}
	if v.Parent() == v.Pkg().Scope() {
		return v.Name() == "Discard" && (v.Pkg().Path() == "io" || v.Pkg().Path() == "io/ioutil") || canWrite(v.Type()) && df.holdsDiscard(v)
	}
	if s == nil {
		return false
	}
	defs := s.defs[v]
	return depth < 3 && len(defs) == 1 && defs[0].rhs != nil && defs[0].idx < 0 && df.isDiscard(s, defs[0].rhs, depth+1)
}

// place finds the statement of a candidate call and what becomes of its
// results. It reports false where the call is part of something larger.
func (df *drainFinder) place(s *scope, call *ast.CallExpr, c *candidate) bool {
	var n ast.Node = call
	for {
		p, ok := s.parents[n].(*ast.ParenExpr)
		if !ok {
			break
		}
		n = p
	}
	switch p := s.parents[n].(type) {
	case *ast.ExprStmt:
		c.stmt = p
	case *ast.DeferStmt:
		c.stmt = p
	case *ast.GoStmt:
		c.stmt = p
	case *ast.AssignStmt:
		if len(p.Rhs) != 1 {
			return false
		}
		for _, lhs := range p.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && id.Name == "_" {
				lhs = nil
			}
			c.results = append(c.results, lhs)
		}
		c.stmt = p
	default:
		return false
	}
	return true
}

// readLoop recognizes loops that read into a buffer that nobody looks at.
func (df *drainFinder) readLoop(s *scope, loop *ast.ForStmt) (candidate, bool) {
	var read *ast.CallExpr
	ok := true
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, isSel := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			switch {
			case isSel && sel.Sel.Name == "Read" && len(n.Args) == 1 && (read == nil || sameCall(read, n)):
				read = n
			case isSel && sel.Sel.Name == "Scan" && len(n.Args) == 0 && n == loop.Cond && len(loop.Body.List) == 0:
				read = n
			case df.isBuiltin(n, "len", "cap", "make"), df.logs(s, n):
			case isPkgFunc(callee(df.info, n), "errors", "Is"):
			default:
				ok = false
			}
		case *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt, *ast.RangeStmt, *ast.ReturnStmt:
			if r, isRet := n.(*ast.ReturnStmt); !isRet || len(r.Results) > 0 {
				ok = false
			}
		}
		return ok
	})
	if !ok || read == nil {
		return candidate{}, false
	}
	sel := ast.Unparen(read.Fun).(*ast.SelectorExpr)
	if len(read.Args) == 0 {
		return df.scanLoop(s, loop, sel.X)
	}
	if !isReaderLike(df.info.TypeOf(sel.X)) {
		return candidate{}, false
	}
	if !df.deadBuffer(s, read) || !df.deadCounters(s, loop, read) {
		return candidate{}, false
	}
	return candidate{node: loop, shape: "read loop", reader: sel.X, stmt: loop}, true
}

// scanLoop recognizes "for sc.Scan() {}", after which nobody asks the scanner.
func (df *drainFinder) scanLoop(s *scope, loop *ast.ForStmt, x ast.Expr) (candidate, bool) {
	v := s.use(x)
	if elem, ok := pointerTo(df.info.TypeOf(x)); v == nil || !ok || !namedIn(elem, "bufio", "Scanner") || len(s.defs[v]) != 1 {
		return candidate{}, false
	}
	for _, id := range s.uses[v] {
		if id.Pos() > loop.End() {
			return candidate{}, false // sc.Err, sc.Text
		}
	}
	call, ok := ast.Unparen(s.defs[v][0].rhs).(*ast.CallExpr)
	if !ok || !isPkgFunc(callee(df.info, call), "bufio", "NewScanner") {
		return candidate{}, false
	}
	return candidate{node: loop, shape: "scan loop", reader: call.Args[0], stmt: loop}, true
}

// sameCall reports whether two calls are spelled alike.
func sameCall(a, b *ast.CallExpr) bool { return types.ExprString(a) == types.ExprString(b) }

// deadBuffer reports whether the buffer of a read is a local one that nothing
// but this read, and its own making, touches. A loop may have the read twice.
func (df *drainFinder) deadBuffer(s *scope, read *ast.CallExpr) bool {
	buf := ast.Unparen(read.Args[0])
	if call, ok := buf.(*ast.CallExpr); ok {
		return df.isBuiltin(call, "make")
	}
	if sl, ok := buf.(*ast.SliceExpr); ok {
		buf = ast.Unparen(sl.X)
	}
	v := s.use(buf)
	if v == nil || v.Parent() == nil || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	for _, d := range s.defs[v] {
		if d.param {
			return false
		}
	}
	for _, id := range s.uses[v] {
		if id == buf {
			continue
		}
		if call, ok := s.parents[id].(*ast.CallExpr); ok && (df.isBuiltin(call, "len", "cap") || sameCall(call, read)) {
			continue
		}
		if as, ok := s.parents[id].(*ast.AssignStmt); ok && len(as.Lhs) == 1 && as.Lhs[0] == ast.Expr(id) {
			continue
		}
		return false
	}
	return true
}

// deadCounters reports whether what the loop assigns is used only inside it,
// or is only added up for nobody.
func (df *drainFinder) deadCounters(s *scope, loop *ast.ForStmt, read *ast.CallExpr) bool {
	dead := true
	inside := func(n ast.Node) bool { return n.Pos() >= loop.Pos() && n.End() <= loop.End() }
	ast.Inspect(loop, func(n ast.Node) bool {
		var lhs []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			lhs = n.Lhs
		case *ast.IncDecStmt:
			lhs = []ast.Expr{n.X}
		}
		for _, e := range lhs {
			if id, ok := e.(*ast.Ident); ok && id.Name == "_" {
				continue
			}
			v := s.variable(ast.Unparen(e))
			if v == nil {
				dead = false
				return false
			}
			for _, id := range s.uses[v] {
				if !inside(id) {
					if as, ok := s.parents[id].(*ast.AssignStmt); ok && isTarget(as, id) {
						continue
					}
					dead = false
				}
			}
			for _, d := range s.defs[v] {
				if !inside(d.at) && (d.param || df.isNamedResult(v, s)) {
					dead = false
				}
			}
		}
		return dead
	})
	return dead
}

// isNamedResult reports whether v is a named result of a function in s.
func (df *drainFinder) isNamedResult(v *types.Var, s *scope) bool {
	for _, d := range s.defs[v] {
		if f, ok := d.at.(*ast.Field); ok && d.zero && f != nil {
			return true
		}
	}
	return false
}

// logs reports whether a call does nothing but log.
func (df *drainFinder) logs(s *scope, call *ast.CallExpr) bool {
	if tv, ok := df.info.Types[call.Fun]; ok && tv.IsType() {
		return true // a conversion
	}
	fn := callee(df.info, call)
	if fn == nil {
		// A function value with a telling name: logf("…").
		switch f := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			return strings.Contains(strings.ToLower(f.Name), "log") && !isBuiltinName(f.Name)
		case *ast.SelectorExpr:
			return strings.Contains(strings.ToLower(f.Sel.Name), "log")
		}
		return false
	}
	if isPkgFunc(fn, "fmt", "Fprintf", "Fprintln", "Fprint") && len(call.Args) > 0 {
		sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
		return ok && (sel.Sel.Name == "Stderr" || sel.Sel.Name == "Stdout")
	}
	if httpmodel.Logs(fn) {
		return true
	}
	// log.Error().Err(err).Msg("…"): what the chain begins with decides.
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if inner, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok && df.logs(s, inner) {
			return fn.Signature().Recv() != nil
		}
	}
	// A method of the code's own that logs by its name: s.logf(…).
	name := strings.ToLower(fn.Name())
	return fn.Pkg() == df.pkg && (strings.HasPrefix(name, "log") && name != "login" && name != "logout" || strings.HasSuffix(name, "logf")) && fn.Signature().Results().Len() == 0
}

func isBuiltinName(name string) bool { return name == "login" || name == "logout" }

// onlyLogs reports whether statements do nothing but log.
func (df *drainFinder) onlyLogs(s *scope, list []ast.Stmt) bool {
	for _, st := range list {
		e, ok := st.(*ast.ExprStmt)
		if !ok {
			if as, ok := st.(*ast.AssignStmt); ok && allBlank(as.Lhs) && len(as.Rhs) == 1 {
				if call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && df.logs(s, call) {
					continue
				}
			}
			return false
		}
		call, ok := ast.Unparen(e.X).(*ast.CallExpr)
		if !ok || !df.logs(s, call) || !df.plainArgs(s, call) {
			return false
		}
	}
	return true
}

// plainArgs reports whether the arguments of a logging call do nothing that
// would be missed: no call but conversions, Error, String, Sprintf and the like.
func (df *drainFinder) plainArgs(s *scope, call *ast.CallExpr) bool {
	ok := true
	for _, a := range call.Args {
		ast.Inspect(a, func(n ast.Node) bool {
			inner, isCall := n.(*ast.CallExpr)
			if !isCall {
				_, isLit := n.(*ast.FuncLit)
				if isLit {
					ok = false
				}
				return ok
			}
			fn := callee(df.info, inner)
			switch {
			case fn == nil:
				if tv, isConv := df.info.Types[inner.Fun]; !(isConv && tv.IsType()) && !df.isBuiltin(inner, "len", "cap") {
					ok = false
				}
			case fn.Name() == "Error" || fn.Name() == "String" || fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "log/slog"):
			case strings.Contains(strings.ToLower(fn.Pkg().Path()), "log") || strings.Contains(fn.Pkg().Path(), "zap"):
			default:
				ok = false
			}
			return ok
		})
	}
	return ok
}

func allBlank(list []ast.Expr) bool {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// discarded decides whether the results of a candidate are thrown away or only
// logged, and gathers the statements that go with it.
func (df *drainFinder) discarded(s *scope, c *candidate) ([]ast.Stmt, bool) {
	stmts := []ast.Stmt{c.stmt}
	as, ok := c.stmt.(*ast.AssignStmt)
	if !ok {
		return stmts, true
	}
	if iff, ok := s.parents[as].(*ast.IfStmt); ok && iff.Init == ast.Stmt(as) {
		// if _, err := io.Copy(…); err != nil { log }
		if iff.Else == nil && df.harmless(iff.Cond) && df.onlyLogs(s, iff.Body.List) && df.local(s, c.results, iff) {
			return []ast.Stmt{iff}, true
		}
		return nil, false
	}
	for _, r := range c.results {
		if r == nil {
			continue
		}
		v := s.variable(ast.Unparen(r))
		if v == nil {
			return nil, false
		}
		more, ok := df.resultUses(s, as, v)
		if !ok {
			return nil, false
		}
		stmts = append(stmts, more...)
	}
	return uniqueStmts(stmts), true
}

func uniqueStmts(list []ast.Stmt) []ast.Stmt {
	seen := make(map[ast.Stmt]bool)
	out := list[:0]
	for _, st := range list {
		if !seen[st] {
			seen[st] = true
			out = append(out, st)
		}
	}
	return out
}

// local reports whether the results are variables of the if statement's own.
func (df *drainFinder) local(s *scope, results []ast.Expr, iff *ast.IfStmt) bool {
	for _, r := range results {
		if r == nil {
			continue
		}
		id, ok := ast.Unparen(r).(*ast.Ident)
		if !ok {
			return false
		}
		if df.info.Defs[id] == nil { // err = … of an outer variable
			v := s.use(id)
			if v == nil || !df.deadAfter(s, v, iff) {
				return false
			}
		}
	}
	return true
}

// harmless reports whether a condition has no side effects.
func (df *drainFinder) harmless(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if isCall {
			fn := callee(df.info, call)
			switch {
			case fn == nil:
				tv, isConv := df.info.Types[call.Fun]
				ok = ok && (isConv && tv.IsType() || df.isBuiltin(call, "len", "cap", "min", "max"))
			case fn.Pkg() != nil && (fn.Pkg().Path() == "errors" || fn.Pkg().Path() == "strings"):
			default:
				ok = false
			}
		}
		if u, isUnary := n.(*ast.UnaryExpr); isUnary && u.Op == token.ARROW {
			ok = false
		}
		return ok
	})
	return ok
}

// resultUses looks at what is done with variable v after as gave it a result
// of a drain. It returns the statements that exist for it alone.
func (df *drainFinder) resultUses(s *scope, as *ast.AssignStmt, v *types.Var) ([]ast.Stmt, bool) {
	if df.isNamedResult(v, s) || v.Parent() == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return nil, false
	}
	fresh := false
	for _, lhs := range as.Lhs {
		if id, ok := lhs.(*ast.Ident); ok && df.info.Defs[id] == types.Object(v) {
			fresh = true
		}
	}
	var stmts []ast.Stmt
	list, i := s.list(as)
	if i < 0 {
		return nil, false
	}
	// The statements right behind that look at the result.
	end := as.End()
	for _, st := range list[i+1:] {
		if !df.onlyLooks(s, st, v) {
			break
		}
		stmts = append(stmts, st)
		end = st.End()
	}
	if fresh && df.usedOnlyIn(s, v, as, stmts) {
		return stmts, true
	}
	if !df.deadAfterPos(s, v, as, end) {
		return nil, false
	}
	return stmts, true
}

// onlyLooks reports whether st does nothing but log about v.
func (df *drainFinder) onlyLooks(s *scope, st ast.Stmt, v *types.Var) bool {
	uses := false
	ast.Inspect(st, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && df.info.Uses[id] == types.Object(v) {
			uses = true
		}
		return !uses
	})
	if !uses {
		return false
	}
	switch st := st.(type) {
	case *ast.IfStmt:
		return st.Init == nil && st.Else == nil && df.harmless(st.Cond) && df.onlyLogs(s, st.Body.List)
	case *ast.ExprStmt:
		return df.onlyLogs(s, []ast.Stmt{st})
	case *ast.AssignStmt:
		return allBlank(st.Lhs) && df.harmless(st.Rhs[0])
	}
	return false
}

func (df *drainFinder) usedOnlyIn(s *scope, v *types.Var, as *ast.AssignStmt, stmts []ast.Stmt) bool {
	for _, id := range s.uses[v] {
		in := within(id, as)
		for _, st := range stmts {
			in = in || within(id, st)
		}
		if !in {
			return false
		}
	}
	return true
}

func within(n, outer ast.Node) bool { return n.Pos() >= outer.Pos() && n.End() <= outer.End() }

// deadAfter reports whether the value that v has after st is never read.
func (df *drainFinder) deadAfter(s *scope, v *types.Var, st ast.Stmt) bool {
	if df.isNamedResult(v, s) {
		return false
	}
	return df.deadAfterPos(s, v, st, st.End())
}

// deadAfterPos reports whether nothing behind end reads v before it is written
// again. It is decided in source order, and given up where the order in which
// things run is another: in loops, and for variables that literals share.
func (df *drainFinder) deadAfterPos(s *scope, v *types.Var, st ast.Stmt, end token.Pos) bool {
	for p := s.parents[st]; p != nil; p = s.parents[p] {
		switch p.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			for _, id := range s.uses[v] {
				if within(id, p) && !within(id, st) {
					as, ok := s.parents[id].(*ast.AssignStmt)
					if !ok || !isTarget(as, id) {
						return false
					}
				}
			}
		}
	}
	home := s.fn(st)
	uses := append([]*ast.Ident(nil), s.uses[v]...)
	sort.Slice(uses, func(i, j int) bool { return uses[i].Pos() < uses[j].Pos() })
	for _, id := range uses {
		if s.fn(id) != home {
			return false
		}
		if id.Pos() < end {
			continue
		}
		as, ok := s.parents[id].(*ast.AssignStmt)
		if !ok || !isTarget(as, id) {
			return false
		}
		// A write ends the wait only if it is sure to come first.
		if list, i := s.list(as); i >= 0 {
			if l2, _ := s.list(st); len(l2) > 0 && len(list) > 0 && l2[0] == list[0] {
				reads := false
				for _, r := range as.Rhs {
					ast.Inspect(r, func(n ast.Node) bool {
						if x, ok := n.(*ast.Ident); ok && df.info.Uses[x] == types.Object(v) {
							reads = true
						}
						return !reads
					})
				}
				return !reads
			}
		}
		return false
	}
	return true
}

// hasPurpose reports whether reading is the point of the function round n: a
// benchmark, a time taken afterwards, a trailer.
func (df *drainFinder) hasPurpose(s *scope, c *candidate, o origin) bool {
	for n := c.node; n != nil; n = s.parents[n] {
		var ft *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncLit:
			ft = n.Type
		case *ast.FuncDecl:
			ft = n.Type
		default:
			continue
		}
		for _, f := range ft.Params.List {
			if elem, ok := pointerTo(df.info.TypeOf(f.Type)); ok && (namedIn(elem, "testing", "B") || namedIn(elem, "testing", "PB")) {
				return true
			}
		}
	}
	return df.timed(s, c) && !df.readElse(s, c, o) || df.measures(s, c) || df.readsTrailer(s, o) || df.readOn(s, c, o)
}

// readElse reports whether the function reads the body for what is in it, on
// another path than the drain's: a time taken after the drain is that of the
// exchange then, not of the reading.
func (df *drainFinder) readElse(s *scope, c *candidate, o origin) bool {
	if o.root == nil {
		return false
	}
	drains := df.candidates(s)
	return slices.ContainsFunc(s.uses[o.root], func(id *ast.Ident) bool {
		return s.fn(id) == s.fn(c.node) && df.reads(s, id) &&
			!slices.ContainsFunc(drains, func(d candidate) bool { return within(id, d.node) })
	})
}

// measures reports whether a test's file counts connections: there the drain is
// part of what is measured.
func (df *drainFinder) measures(s *scope, c *candidate) bool {
	if !df.inTest(c.node.Pos()) {
		return false
	}
	tf := df.fset.File(c.node.Pos())
	got, ok := df.measured[tf]
	if !ok {
		got = df.countsConns(tf)
		df.measured[tf] = got
	}
	return got
}

func (df *drainFinder) countsConns(tf *token.File) bool {
	for id, obj := range df.info.Uses {
		if obj.Pkg() == nil || df.fset.File(id.Pos()) != tf {
			continue
		}
		switch obj.Pkg().Path() {
		case "net/http/httptrace":
			return true
		case "net/http":
			if v, ok := obj.(*types.Var); ok && v.IsField() && v.Name() == "ConnState" {
				return true
			}
		}
	}
	return false
}

// readOn reports whether the body, or a reader round it, is used again behind
// the drain on the same path, other than to close it: the drain was a skip to
// an offset, or its count is asked for.
func (df *drainFinder) readOn(s *scope, c *candidate, o origin) bool {
	switch c.stmt.(type) {
	case *ast.DeferStmt, *ast.GoStmt:
		return false // it runs at another time
	}
	vars := append([]*types.Var{o.root}, o.wraps...)
	for _, v := range vars {
		if v == nil {
			continue
		}
		for _, id := range s.uses[v] {
			if id.Pos() < c.node.End() || s.fn(id) != s.fn(c.node) || !df.follows(s, c.node, id) {
				continue
			}
			if df.reads(s, id) && !df.replaced(s, v, c.node, id) {
				return true
			}
		}
	}
	return false
}

// replaced reports whether v is given another value on the way from d to the use
// of it at n.
func (df *drainFinder) replaced(s *scope, v *types.Var, d, n ast.Node) bool {
	for _, def := range s.defs[v] {
		if def.at.Pos() > d.End() && def.at.End() <= n.Pos() && df.follows(s, d, def.at) && df.follows(s, def.at, n) {
			return true
		}
	}
	return false
}

// reads reports whether a use of a variable gets at the bytes of a body.
func (df *drainFinder) reads(s *scope, id *ast.Ident) bool {
	var e ast.Node = id
	for {
		sel, ok := s.parents[e].(*ast.SelectorExpr)
		if !ok || sel.X != e {
			break
		}
		if sel.Sel.Name == "Close" {
			return false
		}
		if t := df.info.TypeOf(sel); t != nil && !isReaderLike(t) && !isResponse(t) {
			if _, isFunc := t.Underlying().(*types.Signature); !isFunc {
				// A field: of a response not the body, of a reader its state.
				return isReaderStruct(df.info.TypeOf(sel.X))
			}
		}
		e = sel
	}
	switch p := s.parents[e].(type) {
	case *ast.BinaryExpr, *ast.AssignStmt:
		return false // compared, or given another value
	case *ast.CallExpr:
		if p.Fun == e {
			t := df.info.TypeOf(id)
			return !isResponse(t) // Read, ReadString; a response's own methods look at headers
		}
		fn := callee(df.info, p)
		if fn == nil || df.closesArg(fn, p, e) {
			return false
		}
		return e != ast.Node(id) || !isResponse(df.info.TypeOf(id))
	}
	return false
}

// isReaderStruct reports whether t is a reader with fields, such as
// io.LimitedReader.
func isReaderStruct(t types.Type) bool {
	if elem, ok := pointerTo(t); ok {
		t = elem
	}
	return namedIn(t, "io", "LimitedReader")
}

// follows reports whether n can come after d on one path: it stands behind d in
// a list of statements that d doesn't leave first.
func (df *drainFinder) follows(s *scope, d, n ast.Node) bool {
	for cur := d; cur != nil; cur = s.parents[cur] {
		st, ok := cur.(ast.Stmt)
		if !ok {
			continue
		}
		switch st.(type) {
		case *ast.CaseClause, *ast.CommClause:
			continue // the other clauses don't follow this one
		}
		list, i := s.list(st)
		if i < 0 {
			continue
		}
		for _, later := range list[i+1:] {
			if within(n, later) {
				return true
			}
		}
		if df.leaves(list[i+1:]) {
			lit, ok := s.fn(st).(*ast.FuncLit)
			if !ok || within(n, lit) {
				return false
			}
			cur = lit // it leaves the literal alone
		}
	}
	return false
}

// timed reports whether a time is taken after the drain: time.Since of
// something from before it.
func (df *drainFinder) timed(s *scope, c *candidate) bool {
	home := s.fn(c.node)
	body := funcBody(home)
	found := false
	deferred := isDeferred(s, home)
	check := func(root ast.Node, always bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || found {
				return !found
			}
			if !always && !inLaterDefer(s, call, c.node) && (call.Pos() < c.node.End() || !df.follows(s, c.node, call)) {
				return true
			}
			fn := callee(df.info, call)
			if isPkgFunc(fn, "time", "Since") {
				found = true
			}
			if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "Sub" && fn.Signature().Recv() != nil {
				if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
					if inner, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok && isPkgFunc(callee(df.info, inner), "time", "Now") {
						found = true
					} else if v := s.use(sel.X); v != nil && df.takenAfter(s, v, c.node) {
						found = true
					}
				}
			}
			return !found
		})
	}
	check(body, false)
	if !found && !deferred && home != ast.Node(s.decl) {
		// A literal that runs in place: what follows in the function round it.
		if call, ok := s.parents[home].(*ast.CallExpr); ok && call.Fun == home {
			if _, isExpr := s.parents[call].(*ast.ExprStmt); isExpr {
				check(s.decl.Body, false)
			}
		}
	}
	return found
}

// takenAfter reports whether v is a time that was read after n.
func (df *drainFinder) takenAfter(s *scope, v *types.Var, n ast.Node) bool {
	for _, d := range s.defs[v] {
		if d.rhs == nil || d.at.Pos() < n.End() {
			continue
		}
		if call, ok := ast.Unparen(d.rhs).(*ast.CallExpr); ok && isPkgFunc(callee(df.info, call), "time", "Now") {
			return true
		}
	}
	return false
}

// inLaterDefer reports whether n lies in a deferred literal that runs after
// the drain though it stands before it: the drain is in the function's body.
func inLaterDefer(s *scope, n, drain ast.Node) bool {
	home := s.fn(drain)
	for p := s.parents[n]; p != nil && p != home; p = s.parents[p] {
		if d, ok := p.(*ast.DeferStmt); ok {
			// Arguments of the deferred call are evaluated at once.
			lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit)
			return ok && within(n, lit)
		}
	}
	return false
}

func isDeferred(s *scope, fn ast.Node) bool {
	call, ok := s.parents[fn].(*ast.CallExpr)
	if !ok {
		return false
	}
	_, ok = s.parents[call].(*ast.DeferStmt)
	return ok
}

func funcBody(fn ast.Node) *ast.BlockStmt {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}

// readsTrailer reports whether the function looks at the trailer of the
// response, or hands the response to a function of the package that does.
func (df *drainFinder) readsTrailer(s *scope, o origin) bool {
	found := false
	ast.Inspect(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || df.responseField(n, "Trailer")
		case *ast.CallExpr:
			fn := callee(df.info, n)
			if fn == nil || fn.Pkg() != df.pkg || df.decls[fn] == nil || df.decls[fn] == s.decl {
				return true
			}
			for i := range fn.Signature().Params().Len() {
				if isResponse(fn.Signature().Params().At(i).Type()) && df.mentionsTrailer(df.decls[fn]) {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

func (df *drainFinder) mentionsTrailer(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(*ast.SelectorExpr); ok && df.responseField(e, "Trailer") {
			found = true
		}
		return !found
	})
	return found
}

// packageReadsTrailer reports whether any function of the package looks at the
// trailer of a response.
func (df *drainFinder) packageReadsTrailer() bool {
	if df.trailer == unknown {
		df.trailer = no
		for _, f := range df.files {
			if df.mentionsTrailer(f) {
				df.trailer = yes
			}
		}
	}
	return df.trailer == yes
}
