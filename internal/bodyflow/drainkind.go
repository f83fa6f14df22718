package bodyflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A DrainKind says which pass a drain belongs to.
type DrainKind uint8

const (
	// ManualDrain: it did something before Go 1.27.
	ManualDrain DrainKind = iota
	// HTTP2Drain: its client speaks nothing that needs it.
	HTTP2Drain
	// DeadDrain: it can't help on any version of Go.
	DeadDrain
)

// String is the name of the pass for drains that are written in place.
func (k DrainKind) String() string {
	return [...]string{ManualDrain: "manualdrain", HTTP2Drain: "http2drain", DeadDrain: "deaddrain"}[k]
}

// The holes that come with a kind.
const (
	HoleReset  Hole = "an early Close resets the stream, which the server sees"
	HoleServer Hole = "the header counts only if the server honours it"
)

// A deadReason says why a drain can't help.
type deadReason uint8

const (
	notDead deadReason = iota
	deadKeepAlives
	deadRequest
	deadHeader
	deadResponse
	deadCapped
	deadEOF
	deadHead
)

var deadReasons = [...]string{
	deadKeepAlives: "its client has keep-alives disabled, so the connection is closed anyhow",
	deadRequest:    "the request has Close set, so the connection is closed anyhow",
	deadHeader:     "the request tells the server to close the connection",
	deadResponse:   "the response says that the connection is closed after it",
	deadCapped:     "it ends before the body does, which is known to be longer",
	deadEOF:        "the body is at its end already",
	deadHead:       "the response to HEAD has no body",
}

// classify decides which kind a drain is, and how its message says why. It returns
// false where nothing may be said: the client speaks only HTTP/2 unless code that can't
// be seen has put another in its place.
func (df *drainFinder) classify(s *scope, c *candidate, o origin) (kind DrainKind, why string, reason deadReason, ok bool) {
	x := df.exchange(s, o)
	if r := df.dead(s, c, o, x); r != notDead {
		return DeadDrain, deadReasons[r], r, true
	}
	p := x.speaks()
	switch {
	case !x.known || p == 0 || p&httpmodel.HTTP1 != 0 || x.Client.Other:
		return ManualDrain, "", notDead, true
	case x.Client.Open:
		return HTTP2Drain, "", notDead, false
	}
	why = "its client speaks only " + p.String()
	switch x.Request.Schemes {
	case schemeHTTP:
		why += " on http"
	case schemeHTTPS:
		why += " on https"
	}
	return HTTP2Drain, why, notDead, true
}

// dead returns why a drain can't help on any version of Go, if it can't.
func (df *drainFinder) dead(s *scope, c *candidate, o origin, x exchange) deadReason {
	known := x.known && !x.Client.Other
	switch {
	case df.atEOF(s, c, o):
		return deadEOF
	case known && x.Request.Head:
		return deadHead
	case known && !x.Client.Open && x.Client.keepsAlive() == mayOff:
		return deadKeepAlives
	case known && x.Request.Close:
		return deadRequest
	}
	for _, f := range s.holdsAt(c.node) {
		switch {
		case df.saysClose(f, o.root):
			return deadResponse
		case df.stopsShort(s, c, f, o.root):
			return deadCapped
		}
	}
	if known && x.Request.Header {
		return deadHeader
	}
	return notDead
}

// keepHoles leaves out the lines of the proof that a dead drain doesn't need.
func (r deadReason) keepHoles(holes []Hole) []Hole {
	if r == deadHeader {
		return holes // the server may keep the connection all the same
	}
	var out []Hole
	for _, h := range holes {
		switch h {
		case HoleCancel, HoleNext, HoleMiddleware:
			continue // there is no connection to lose
		case HoleTest, HoleShared:
		default:
			if r == deadEOF || r == deadHead {
				continue // it reads nothing
			}
		}
		out = append(out, h)
	}
	return out
}

// below returns the lines that are open below Go 1.27 alone, where Close wouldn't do
// what the drain perhaps does.
func (r deadReason) below() []Hole {
	if r == deadHeader {
		return []Hole{HoleServer}
	}
	return nil
}

// A ruling is the kind of a drain, or of a helper's call, with the proof that its fix
// needs.
type ruling struct {
	kind         DrainKind
	why          string
	reason       deadReason
	holes, below []Hole
}

// rule decides the kind of a drain, and which of the open lines of its proof count. It
// reports false where nothing may be said, as of a drain before a trailer is read on a
// client of HTTP/2.
func (df *drainFinder) rule(s *scope, c *candidate, o origin, holes []Hole) (ruling, bool) {
	kind, why, reason, ok := df.classify(s, c, o)
	r := ruling{kind: kind, why: why, reason: reason, holes: holes}
	if !ok {
		return r, false
	}
	switch kind {
	case DeadDrain:
		r.holes, r.below = reason.keepHoles(holes), reason.below()
	case HTTP2Drain:
		if df.trailerReadable(holes) {
			return r, false
		}
		r.holes = append([]Hole{HoleReset}, holes...)
	}
	return r, true
}

// resolve sets the kind of a drain and adapts its proof. It reports false where
// nothing may be said.
func (df *drainFinder) resolve(s *scope, d *Drain, c *candidate, o origin) bool {
	r, ok := df.rule(s, c, o, d.Holes)
	d.Kind, d.Why, d.Holes, d.Below = r.kind, r.why, r.holes, r.below
	if r.reason == deadEOF || r.reason == deadHead {
		d.Unclosed = false
	}
	return ok
}

// resolveCall is resolve for the call of a helper.
func (df *drainFinder) resolveCall(s *scope, hc *HelperCall) bool {
	c := candidate{node: hc.Call, stmt: s.stmt(hc.Call)}
	if !hc.Closes {
		c.reader = hc.origin.body
	}
	r, ok := df.rule(s, &c, hc.origin, hc.Holes)
	hc.Kind, hc.Why, hc.Holes, hc.Below = r.kind, r.why, r.holes, r.below
	return ok
}

// trailerReadable reports whether somebody may read the trailer for which an HTTP/2
// body has to be read to its end.
func (df *drainFinder) trailerReadable(holes []Hole) bool {
	return slices.Contains(holes, HoleTrailer) || slices.Contains(holes, HoleHandedOn) || slices.Contains(holes, HoleMiddleware)
}

// A held is a condition that is known to be true, or false, at some place.
type held struct {
	cond  ast.Expr
	truth bool
}

// holdsAt returns the conditions that hold at n: those of the statements round it,
// and those at which the code before it leaves.
func (s *scope) holdsAt(n ast.Node) []held {
	var out []held
	for cur := n; cur != nil; cur = s.parents[cur] {
		switch p := s.parents[cur].(type) {
		case *ast.IfStmt:
			if p.Body == cur {
				out = split(out, p.Cond, true)
			} else if p.Else == cur {
				out = split(out, p.Cond, false)
			}
		case *ast.CaseClause:
			sw, ok := s.parents[s.parents[p]].(*ast.SwitchStmt)
			if _, isStmt := cur.(ast.Stmt); ok && isStmt && sw.Tag == nil && len(p.List) == 1 {
				out = split(out, p.List[0], true)
			}
		}
		st, ok := cur.(ast.Stmt)
		if !ok {
			continue
		}
		list, i := s.list(st)
		for _, earlier := range list[:max(i, 0)] {
			if iff, ok := earlier.(*ast.IfStmt); ok && iff.Else == nil && leavesList(iff.Body.List) {
				out = split(out, iff.Cond, false)
			}
		}
	}
	return out
}

// leavesList reports whether statements end in a return or a jump.
func leavesList(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch st := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return st.Tok != token.FALLTHROUGH
	}
	return false
}

// split adds a condition, taken apart at its operators.
func split(out []held, e ast.Expr, truth bool) []held {
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return split(out, x.X, !truth)
		}
	case *ast.BinaryExpr:
		if x.Op == token.LAND && truth || x.Op == token.LOR && !truth {
			return split(split(out, x.X, truth), x.Y, truth)
		}
	}
	return append(out, held{ast.Unparen(e), truth})
}

// ofResponse reports whether e is the named field of the response in root.
func (df *drainFinder) ofResponse(e ast.Expr, field string, root *types.Var) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && root != nil && rootVar(df.info, sel.X) == root && df.responseField(sel, field)
}

// saysClose reports whether a condition means that the response closes its
// connection.
func (df *drainFinder) saysClose(f held, root *types.Var) bool {
	if !f.truth {
		return false
	}
	switch e := f.cond.(type) {
	case *ast.SelectorExpr:
		return df.ofResponse(e, "Close", root)
	case *ast.CallExpr:
		return isPkgFunc(callee(df.info, e), "strings", "EqualFold") &&
			(df.connection(e.Args[0], root) && df.isText(e.Args[1], "close") || df.connection(e.Args[1], root) && df.isText(e.Args[0], "close"))
	case *ast.BinaryExpr:
		return e.Op == token.EQL && df.connection(e.X, root) && df.isText(e.Y, "close")
	}
	return false
}

// connection reports whether e is resp.Header.Get("Connection").
func (df *drainFinder) connection(e ast.Expr, root *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !df.isText(call.Args[0], "connection") {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Get" && df.ofResponse(sel.X, "Header", root)
}

func (df *drainFinder) isText(e ast.Expr, text string) bool {
	tv := df.info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.String && strings.EqualFold(constant.StringVal(tv.Value), text)
}

// stopsShort reports whether a capped drain is one of a body that the condition says
// to be longer.
func (df *drainFinder) stopsShort(s *scope, c *candidate, f held, root *types.Var) bool {
	limit := df.limit(s, c)
	b, ok := f.cond.(*ast.BinaryExpr)
	if limit == nil || !ok {
		return false
	}
	op, x, y := b.Op, b.X, b.Y
	if df.ofResponse(y, "ContentLength", root) {
		x, y, op = y, x, flip(op)
	}
	if !df.ofResponse(x, "ContentLength", root) {
		return false
	}
	if !f.truth {
		op = negate(op)
	}
	if op != token.GTR && op != token.GEQ {
		return false
	}
	n, ok := intConst(df.info, y)
	if capped, isConst := intConst(df.info, limit); ok && isConst {
		return capped < n || capped == n && op == token.GTR
	}
	// The same variable, which nobody changes.
	v := s.use(unconverted(df.info, y))
	return v != nil && op == token.GTR && v == s.use(unconverted(df.info, limit)) && len(s.defs[v]) == 1
}

// limit returns the number of bytes that a drain reads at most, or nil.
func (df *drainFinder) limit(s *scope, c *candidate) ast.Expr {
	if call, ok := c.node.(*ast.CallExpr); ok && isPkgFunc(callee(df.info, call), "io", "CopyN") {
		return call.Args[2]
	}
	if c.reader == nil {
		return nil
	}
	e := ast.Unparen(c.reader)
	if v := s.use(e); v != nil && len(s.defs[v]) == 1 && s.defs[v][0].rhs != nil {
		e = ast.Unparen(s.defs[v][0].rhs)
	}
	if call, ok := e.(*ast.CallExpr); ok && isPkgFunc(callee(df.info, call), "io", "LimitReader") {
		return call.Args[1]
	}
	return nil
}

// atEOF reports whether the body has been read to its end, or to an error, when the
// drain begins: a call that does so stands before it and can't be passed by.
func (df *drainFinder) atEOF(s *scope, c *candidate, o origin) bool {
	if c.reader == nil || o.root == nil || o.nop {
		return false
	}
	switch c.stmt.(type) {
	case *ast.DeferStmt, *ast.GoStmt:
		return false // it runs at another time
	}
	home := s.fn(c.node)
	for cur := ast.Node(c.stmt); cur != nil && cur != home; cur = s.parents[cur] {
		switch cur := cur.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if df.reassigned(s, cur, o) {
				return false
			}
		}
		if iff, ok := s.parents[cur].(*ast.IfStmt); ok && iff.Init != nil && iff.Init != cur {
			if df.reassigned(s, iff.Init, o) {
				return false
			}
			if df.readsAll(s, iff.Init, o) || iff.Body == cur && df.copiedWhole(s, iff.Init, iff.Cond, o, true) {
				return true
			}
		}
		st, ok := cur.(ast.Stmt)
		if !ok {
			continue
		}
		list, i := s.list(st)
		for j := i - 1; j >= 0; j-- {
			if df.reassigned(s, list[j], o) {
				return false
			}
			if df.readsAll(s, list[j], o) || df.checkedCopy(s, list, j, o) {
				return true
			}
		}
	}
	return false
}

// reassigned reports whether n gives the response or its Body another value.
func (df *drainFinder) reassigned(s *scope, n ast.Node, o origin) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				lhs = ast.Unparen(lhs)
				if s.variable(lhs) == o.root || rootVar(df.info, lhs) == o.root {
					found = true
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && rootVar(df.info, n.X) == o.root {
				found = true // somebody else may assign to it
			}
		}
		return !found
	})
	return found
}

// readsAll reports whether a statement is a call that has read the body to its end
// whenever it comes back, be it with an error.
func (df *drainFinder) readsAll(s *scope, st ast.Stmt, o origin) bool {
	if iff, ok := st.(*ast.IfStmt); ok && iff.Init != nil {
		st = iff.Init
	}
	call := soleCall(st)
	if call == nil {
		return false
	}
	fn := callee(df.info, call)
	switch {
	case fn == nil || len(call.Args) == 0:
		return false
	case httpmodel.ReadsToEnd(fn):
		return df.isBody(s, call.Args[0], o)
	case isPkgFunc(fn, "io", "Copy", "CopyBuffer"):
		return df.isDiscard(s, call.Args[0], 0) && df.isBody(s, call.Args[1], o)
	}
	return false
}

// soleCall returns the call that a statement is, or whose results it assigns.
func soleCall(st ast.Stmt) *ast.CallExpr {
	var e ast.Expr
	switch st := st.(type) {
	case *ast.ExprStmt:
		e = st.X
	case *ast.AssignStmt:
		if len(st.Rhs) == 1 {
			e = st.Rhs[0]
		}
	}
	if e == nil {
		return nil
	}
	call, _ := ast.Unparen(e).(*ast.CallExpr)
	return call
}

// isBody reports whether e is the very body that o stands for.
func (df *drainFinder) isBody(s *scope, e ast.Expr, o origin) bool {
	got := df.reader(s, e)
	return got.root == o.root && got.body != nil && o.body != nil && !got.limited && !got.nop && len(got.wraps) == len(directVars(got)) &&
		types.ExprString(got.body) == types.ExprString(o.body) && got.kind != fromPurpose
}

// directVars returns the variables of an origin that are the body itself, rather
// than a reader round it.
func directVars(o origin) []*types.Var {
	var out []*types.Var
	for _, v := range o.wraps {
		if v == o.root {
			out = append(out, v)
		}
	}
	return out
}

// checkedCopy reports whether list[j] copies the body to somewhere else, and the code
// leaves where that failed.
func (df *drainFinder) checkedCopy(s *scope, list []ast.Stmt, j int, o origin) bool {
	if iff, ok := list[j].(*ast.IfStmt); ok {
		return iff.Init != nil && iff.Else == nil && df.leaves(iff.Body.List) && df.copiedWhole(s, iff.Init, iff.Cond, o, false)
	}
	if j+1 >= len(list) {
		return false
	}
	iff, ok := list[j+1].(*ast.IfStmt)
	return ok && iff.Init == nil && iff.Else == nil && df.leaves(iff.Body.List) && df.copiedWhole(s, list[j], iff.Cond, o, false)
}

// copiedWhole reports whether st copies the body, and cond being truth means that it did
// so without an error.
func (df *drainFinder) copiedWhole(s *scope, st ast.Stmt, cond ast.Expr, o origin, truth bool) bool {
	as, ok := st.(*ast.AssignStmt)
	call := soleCall(st)
	if !ok || call == nil || len(as.Lhs) != 2 || !isPkgFunc(callee(df.info, call), "io", "Copy", "CopyBuffer") || !df.isBody(s, call.Args[1], o) {
		return false
	}
	err := s.variable(ast.Unparen(as.Lhs[1]))
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || err == nil || s.use(b.X) != err {
		return false
	}
	if tv := df.info.Types[b.Y]; !tv.IsNil() {
		return false
	}
	return b.Op == token.EQL && truth || b.Op == token.NEQ && !truth
}
