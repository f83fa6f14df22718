package bodyflow

import (
	"go/ast"
	"go/types"
	"strings"

	"honnef.co/go/tools/go/ir"
)

// A verdict is what the walk over the IR says of a drain.
type verdict struct {
	holes    []Hole
	unclosed bool // no path closes the body after the drain
}

// prove walks the paths round a drain and looks for what could be worse
// without it. node is the drain's call or loop, o the origin of what it reads.
func (df *drainFinder) prove(s *scope, node ast.Node, stmt ast.Stmt, o origin) verdict {
	fail := verdict{holes: []Hole{HoleUnknown}}
	if df.pk == nil {
		return fail
	}
	at := df.instruction(s, node, stmt)
	if at == nil {
		return fail
	}
	var v verdict
	ran, unclosed := false, true
	for _, m := range df.walks(s, at, o) {
		if m.broken {
			return fail
		}
		if len(m.watch.reached) == 0 {
			continue
		}
		got, ok := m.verdict()
		if !ok {
			return fail
		}
		ran = true
		unclosed = unclosed && got.unclosed
		if !got.unclosed && len(got.holes) == 0 {
			unclosed = false
		}
		v.holes = append(v.holes, got.holes...)
	}
	if !ran {
		return fail
	}
	v.unclosed = unclosed && len(v.holes) == 0
	if !v.unclosed && unclosed {
		v.holes = append(v.holes, HoleSomePaths)
	}
	if df.nextAtOnce(at, o) {
		v.holes = append(v.holes, HoleNext)
	}
	return v
}

// verdict sums up one walk.
func (m *machine) verdict() (verdict, bool) {
	var v verdict
	for _, st := range m.watch.status {
		if st == closed || st == copied {
			return verdict{}, false // drained after the close
		}
	}
	closedN, openN, handedN := 0, 0, 0
	for _, e := range m.outs {
		if e.st.events&evDrained == 0 {
			continue
		}
		if e.st.events&evCanceled != 0 {
			v.holes = append(v.holes, HoleCancel)
		}
		switch e.st.st {
		case closed, copied:
			closedN++
		case handed:
			handedN++
		case open:
			if m.keeps(e.at.Parent(), e) {
				handedN++
				continue
			}
			openN++
			if e.st.events&evBadClose != 0 {
				v.holes = append(v.holes, HoleNopClose)
			}
		}
	}
	switch {
	case handedN > 0:
		v.holes = append(v.holes, HoleHandedOn)
	case closedN == 0 && openN == 0:
		// A loop that never ends, or paths that all end the program.
		if !m.watch.closed || len(m.leaks) > 0 {
			v.unclosed = len(m.leaks) > 0
			if !v.unclosed {
				return verdict{}, false
			}
		}
	case openN > 0 && closedN > 0:
		v.holes = append(v.holes, HoleSomePaths)
	case openN > 0:
		v.unclosed = len(v.holes) == 0
	}
	return v, true
}

// instruction finds the IR of a drain.
func (df *drainFinder) instruction(s *scope, node ast.Node, stmt ast.Stmt) ir.Instruction {
	if loop, ok := node.(*ast.ForStmt); ok {
		node = nil
		ast.Inspect(loop, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && node == nil {
				if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Read" || sel.Sel.Name == "Scan") {
					node = call
				}
			}
			return node == nil
		})
	}
	index := df.index(s.decl)
	if in, ok := index[node]; ok {
		return in
	}
	switch stmt.(type) {
	case *ast.DeferStmt, *ast.GoStmt:
		return index[stmt]
	}
	return nil
}

// index maps the calls, defers and go statements of a declaration to their IR.
func (df *drainFinder) index(decl *ast.FuncDecl) map[ast.Node]ir.Instruction {
	if got, ok := df.instrs[decl]; ok {
		return got
	}
	got := make(map[ast.Node]ir.Instruction)
	var add func(fn *ir.Function)
	add = func(fn *ir.Function) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in.(type) {
				case *ir.Call, *ir.Defer, *ir.Go:
					if src := in.Source(); src != nil {
						if _, dup := got[src]; !dup {
							got[src] = in
						}
					}
				}
			}
		}
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for fn, d := range df.pk.prog.decls {
		if d == decl || d.Pos() == decl.Pos() {
			add(fn)
		}
	}
	df.instrs[decl] = got
	return got
}

// walks runs the machine from each place that the drained body can come from.
func (df *drainFinder) walks(s *scope, at ir.Instruction, o origin) []*machine {
	var out []*machine
	index := df.index(s.decl)
	for _, call := range o.calls {
		in, ok := index[call].(*ir.Call)
		if !ok || !encloses(in.Parent(), at.Parent()) {
			continue
		}
		m := newMachine(df.pk, in.Parent())
		m.src = df.sourceFor(in, o)
		if m.src == nil {
			continue
		}
		m.watch = &watch{at: at}
		m.runSrc(in.Parent())
		out = append(out, m)
	}
	if reachedAny(out) {
		return out
	}
	// The body comes in from outside: as a parameter, in a field, or captured.
	fn := at.Parent()
	for f := fn; f != nil; f = f.Parent() {
		m := newMachine(df.pk, f)
		m.watch = &watch{at: at}
		st := newState()
		st.st = open
		if !df.seed(m, st, f, o) {
			continue
		}
		m.run(f, st)
		if len(m.watch.reached) > 0 || m.broken {
			return append(out, m)
		}
	}
	return out
}

func reachedAny(ms []*machine) bool {
	for _, m := range ms {
		if len(m.watch.reached) > 0 {
			return true
		}
	}
	return false
}

// encloses reports whether inner is outer or a literal inside it.
func encloses(outer, inner *ir.Function) bool {
	for f := inner; f != nil; f = f.Parent() {
		if f == outer {
			return true
		}
	}
	return false
}

// sourceFor returns the source that a call is for a walk: what it yields, or,
// where nothing is known to be open, its response anyhow.
func (df *drainFinder) sourceFor(call *ir.Call, o origin) *source {
	if srcs := df.pk.sourcesOf(call); len(srcs) > 0 {
		return srcs[0]
	}
	sig := call.Call.Signature()
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		var k kind
		switch {
		case isResponse(t):
			k = asResponse
		case df.pk.tr.isBodyLike(t):
			k = asBody
		default:
			continue
		}
		return &source{call: call, obj: staticCallee(&call.Call), res: i, tuple: sig.Results().Len() > 1, kind: k, err: errResult(sig)}
	}
	return nil
}

// seed makes the parameter or captured variable of fn that o is rooted in hold
// the body.
func (df *drainFinder) seed(m *machine, st *state, fn *ir.Function, o origin) bool {
	if o.root == nil {
		return false
	}
	path, k, ok := df.holderPath(o)
	if !ok {
		return false
	}
	for _, p := range fn.Params {
		if p.Object() == types.Object(o.root) {
			m.plant(st, symOf(p), k, path)
			return true
		}
	}
	if p := df.yielded(fn, o.root); p != nil {
		m.plant(st, symOf(p), k, path)
		return true
	}
	for _, fv := range fn.FreeVars {
		if fv.Name() == o.root.Name() {
			m.plant(st, symOf(fv), k, "*"+path)
			return true
		}
	}
	return false
}

// yielded returns the parameter of a range-over-func body that becomes the loop's
// variable v, or nil.
func (df *drainFinder) yielded(fn *ir.Function, v *types.Var) *ir.Parameter {
	rng, ok := fn.Source().(*ast.RangeStmt)
	if !ok {
		return nil
	}
	for i, e := range []ast.Expr{rng.Key, rng.Value} {
		id, ok := e.(*ast.Ident)
		if ok && i < len(fn.Params) && (df.info.Defs[id] == types.Object(v) || df.info.Uses[id] == types.Object(v)) {
			return fn.Params[i]
		}
	}
	return nil
}

// holderPath returns the way from the root variable to what holds the body.
func (df *drainFinder) holderPath(o origin) (path string, k kind, ok bool) {
	e := o.body
	if o.resp != nil {
		e = o.resp
	}
	if e == nil {
		return "", notHeld, false
	}
	e = ast.Unparen(e)
	var segs []string
	for {
		sel, isSel := e.(*ast.SelectorExpr)
		if !isSel {
			break
		}
		selection := df.info.Selections[sel]
		if selection == nil {
			return "", notHeld, false
		}
		segs = append(fieldSegments(selection), segs...)
		e = ast.Unparen(sel.X)
	}
	if _, isIdent := e.(*ast.Ident); !isIdent {
		return "", notHeld, false
	}
	if o.resp != nil {
		k = asResponse
		// resp may embed the response: the way goes on to it.
		t := df.info.TypeOf(o.resp)
		if !isResponse(t) {
			sel, isSel := ast.Unparen(o.body).(*ast.SelectorExpr)
			if !isSel || df.info.Selections[sel] == nil {
				return "", notHeld, false
			}
			extra := fieldSegments(df.info.Selections[sel])
			if len(extra) > 0 {
				extra = extra[:len(extra)-1] // without Body
			}
			segs = append(segs, extra...)
		}
	} else {
		k = asBody
	}
	return strings.Join(segs, ""), k, true
}

// fieldSegments spells a selection as the engine's paths do.
func fieldSegments(sel *types.Selection) []string {
	var segs []string
	t := sel.Recv()
	for _, i := range sel.Index() {
		seg := "."
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
			seg = "*."
		} else if len(segs) == 0 {
			seg = "*." // a struct variable is reached through its address
		}
		str, ok := t.Underlying().(*types.Struct)
		if !ok {
			return segs
		}
		segs = append(segs, seg+str.Field(i).Name())
		t = str.Field(i).Type()
	}
	return segs
}

// nextAtOnce reports whether the drain lies in a loop that makes the next
// request without waiting in between.
func (df *drainFinder) nextAtOnce(at ir.Instruction, o origin) bool {
	start := at.Block()
	if !reaches(start, start) {
		return false
	}
	if _, ok := at.(*ir.Defer); ok {
		return false
	}
	// Walk from the drain, stopping at whatever waits, until a source comes up.
	seen := make(map[*ir.BasicBlock]bool)
	var visit func(b *ir.BasicBlock, from int) bool
	visit = func(b *ir.BasicBlock, from int) bool {
		for i := from; i < len(b.Instrs); i++ {
			in := b.Instrs[i]
			if df.waits(in) {
				return false
			}
			if call, ok := in.(*ir.Call); ok && in != at && df.makesRequest(call) && reaches(b, start) {
				return true
			}
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				if visit(next, 0) {
					return true
				}
			}
		}
		return false
	}
	from := 0
	for i, in := range start.Instrs {
		if in == at {
			from = i + 1
		}
	}
	return visit(start, from)
}

// makesRequest reports whether a call sends a request: it yields a response,
// or a function of this package does so at once.
func (df *drainFinder) makesRequest(call *ir.Call) bool {
	return len(df.pk.sourcesOf(call)) > 0 || respAndErr(call.Call.Signature())
}

// waits reports whether an instruction gives the connection's own drain time:
// a sleep, a channel, a lock on something that does so.
func (df *drainFinder) waits(in ir.Instruction) bool {
	switch in := in.(type) {
	case *ir.Recv:
		return true
	case *ir.Select:
		return in.Blocking
	case *ir.Call:
		fn := staticCallee(&in.Call)
		if fn == nil {
			return false
		}
		return df.waitsIn(fn, 2)
	}
	return false
}

func (df *drainFinder) waitsIn(fn *types.Func, depth int) bool {
	name := strings.ToLower(fn.Name())
	if strings.Contains(name, "sleep") || strings.Contains(name, "backoff") || strings.HasPrefix(name, "wait") {
		return true
	}
	decl := df.decls[fn.Origin()]
	if decl == nil || depth == 0 {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op.String() == "<-"
		case *ast.CallExpr:
			if f := callee(df.info, n); f != nil && df.waitsIn(f, depth-1) {
				found = true
			}
		}
		return !found
	})
	return found
}

// present reports whether the response that o stands for is certain to be
// there at n: behind the error check, or inside a test for it.
func (df *drainFinder) present(s *scope, n ast.Node, o origin) bool {
	root := o.root
	if root == nil {
		return false
	}
	// Which errors go with the response.
	errs := make(map[*types.Var]bool)
	from := n.Pos()
	for _, d := range s.defs[root] {
		if d.param {
			continue
		}
		as, ok := d.at.(*ast.AssignStmt)
		if !ok {
			continue
		}
		from = as.Pos()
		if len(as.Rhs) == 1 && len(as.Lhs) > 1 {
			if v := s.variable(ast.Unparen(as.Lhs[len(as.Lhs)-1])); v != nil && isError(v.Type()) {
				errs[v] = true
			}
		}
	}
	_ = from
	for cur := n; cur != nil; cur = s.parents[cur] {
		if _, ok := cur.(*ast.FuncLit); ok {
			// A literal runs later; what was checked where it is made still holds.
			continue
		}
		st, ok := cur.(ast.Stmt)
		if !ok {
			continue
		}
		if list, i := s.list(st); i > 0 {
			for j := i - 1; j >= 0; j-- {
				switch df.checks(s, list[j], root, errs) {
				case yes:
					return true
				case no:
					return false // it was assigned, and nothing has looked since
				}
			}
		}
		switch p := s.parents[cur].(type) {
		case *ast.IfStmt:
			if p.Body == cur && df.impliesPresent(s, p.Cond, root, errs, true) {
				return true
			}
			if p.Else == cur && df.impliesPresent(s, p.Cond, root, errs, false) {
				return true
			}
		case *ast.CaseClause:
			if sw, ok := s.parents[s.parents[p]].(*ast.SwitchStmt); ok && sw.Tag == nil {
				for _, e := range p.List {
					if df.impliesPresent(s, e, root, errs, true) {
						return true
					}
				}
				for _, other := range sw.Body.List {
					if other == ast.Stmt(p) {
						break
					}
					for _, e := range other.(*ast.CaseClause).List {
						if df.impliesPresent(s, e, root, errs, false) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// checks reports whether behind st the response is known to be there (yes), or
// st gives it a new value that nobody has checked (no).
func (df *drainFinder) checks(s *scope, st ast.Stmt, root *types.Var, errs map[*types.Var]bool) tri {
	switch st := st.(type) {
	case *ast.IfStmt:
		if df.leaves(st.Body.List) && df.impliesPresent(s, st.Cond, root, errs, false) {
			return yes
		}
		if st.Else != nil {
			if b, ok := st.Else.(*ast.BlockStmt); ok && df.leaves(b.List) && df.impliesPresent(s, st.Cond, root, errs, true) {
				return yes
			}
		}
		if st.Init != nil && assigns(s, st.Init, root) {
			return no
		}
	case *ast.SwitchStmt:
		if st.Tag == nil {
			for _, c := range st.Body.List {
				cc := c.(*ast.CaseClause)
				for _, e := range cc.List {
					if df.leaves(cc.Body) && df.impliesPresent(s, e, root, errs, false) {
						return yes
					}
				}
			}
		}
	case *ast.ExprStmt:
		if call, ok := st.X.(*ast.CallExpr); ok && df.pk != nil {
			for v := range errs {
				if df.pk.syntax.callNeedsNil(call, v) {
					return yes
				}
			}
		}
	case *ast.AssignStmt:
		if assigns(s, st, root) {
			// A function without an error result always has a response.
			if len(st.Lhs) == 1 && len(st.Rhs) == 1 {
				if call, ok := ast.Unparen(st.Rhs[0]).(*ast.CallExpr); ok && isMust(df.info, call) {
					return yes
				}
				if _, ok := ast.Unparen(st.Rhs[0]).(*ast.CallExpr); !ok {
					return df.copied(s, st, root)
				}
			}
			return no
		}
	}
	return unknown
}

// copied handles "reply := &Reply{Response: resp}": a literal is there.
func (df *drainFinder) copied(s *scope, st *ast.AssignStmt, root *types.Var) tri {
	if u, ok := ast.Unparen(st.Rhs[0]).(*ast.UnaryExpr); ok {
		if lit, ok := u.X.(*ast.CompositeLit); ok {
			o := df.respLiteral(s, lit)
			if o.root != nil && df.present(s, st, o) {
				return yes
			}
		}
	}
	if v := s.use(st.Rhs[0]); v != nil && df.present(s, st, origin{root: v}) {
		return yes
	}
	if sel, ok := ast.Unparen(st.Rhs[0]).(*ast.SelectorExpr); ok { // body := resp.Body
		if v := rootVar(df.info, sel); v != nil {
			return yes // it was dereferenced
		}
	}
	return no
}

// isMust reports whether a call yields a response or panics.
func isMust(info *types.Info, call *ast.CallExpr) bool {
	fn := callee(info, call)
	if fn == nil {
		return false
	}
	res := fn.Signature().Results()
	return res.Len() == 1 && (strings.HasPrefix(strings.ToLower(fn.Name()), "must"))
}

func assigns(s *scope, st ast.Stmt, v *types.Var) bool {
	as, ok := st.(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, lhs := range as.Lhs {
		if s.variable(ast.Unparen(lhs)) == v {
			return true
		}
	}
	return false
}

// leaves reports whether a statement list never comes to its end.
func (df *drainFinder) leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch st := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return st.Tok.String() != "fallthrough"
	case *ast.IfStmt:
		if st.Else == nil {
			return false
		}
		b, ok := st.Else.(*ast.BlockStmt)
		return ok && df.leaves(st.Body.List) && df.leaves(b.List)
	}
	return df.pk != nil && df.pk.syntax.stops(list)
}

// impliesPresent reports whether cond == truth proves that the response is
// there.
func (df *drainFinder) impliesPresent(s *scope, cond ast.Expr, root *types.Var, errs map[*types.Var]bool, truth bool) bool {
	cond = ast.Unparen(cond)
	switch e := cond.(type) {
	case *ast.UnaryExpr:
		return e.Op.String() == "!" && df.impliesPresent(s, e.X, root, errs, !truth)
	case *ast.BinaryExpr:
		switch e.Op.String() {
		case "&&":
			if truth {
				return df.impliesPresent(s, e.X, root, errs, true) || df.impliesPresent(s, e.Y, root, errs, true)
			}
			return df.impliesPresent(s, e.X, root, errs, false) && df.impliesPresent(s, e.Y, root, errs, false)
		case "||":
			if !truth {
				return df.impliesPresent(s, e.X, root, errs, false) || df.impliesPresent(s, e.Y, root, errs, false)
			}
			return df.impliesPresent(s, e.X, root, errs, true) && df.impliesPresent(s, e.Y, root, errs, true)
		case "==", "!=":
			x, y := e.X, e.Y
			if tv, ok := df.info.Types[x]; ok && tv.IsNil() {
				x, y = y, x
			}
			if tv, ok := df.info.Types[y]; !ok || !tv.IsNil() {
				break
			}
			isNil := (e.Op.String() == "==") == truth
			if v := s.use(x); v != nil {
				return v == root && !isNil || errs[v] && isNil
			}
			// resp.Body != nil dereferences resp
			if v := rootVar(df.info, x); v == root {
				return true
			}
		}
	}
	// Any other condition that looks into the response has dereferenced it.
	return derefs(df.info, cond, root)
}

// derefs reports whether evaluating cond is certain to follow root.
func derefs(info *types.Info, cond ast.Expr, root *types.Var) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if e.Op.String() == "&&" || e.Op.String() == "||" {
			return derefs(info, e.X, root)
		}
		return derefs(info, e.X, root) || derefs(info, e.Y, root)
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal {
			return false
		}
		id, ok := ast.Unparen(e.X).(*ast.Ident)
		if ok {
			return info.Uses[id] == types.Object(root)
		}
		return derefs(info, e.X, root)
	case *ast.CallExpr:
		for _, a := range e.Args {
			if derefs(info, a, root) {
				return true
			}
		}
	}
	return false
}
