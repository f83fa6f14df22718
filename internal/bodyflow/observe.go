package bodyflow

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"net/http"
	"slices"
	"sort"
	"strings"

	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// ctxPath leads, in a state's memory, from a request or a context to the context
// that it was made with. No field has such a name.
const ctxPath = "~ctx"

// An observer notes, while a machine follows a body, in which condition it is
// closed, and what the context of its request has come to by then.
type observer struct {
	at     ir.CallInstruction // the call that is being executed
	closes []closing
}

// A closing is a close of the observed body, or a return that hands it out.
type closing struct {
	at     ir.Instruction // the call, defer statement or return
	cancel ir.Instruction // what cancelled the request's context before, if anything
	events event
	ret    *ir.Return // where the function is left behind a deferred close
}

// A Cutoff is a body whose request's context is cancelled too early.
type Cutoff struct {
	// Call yields the response.
	Call *ast.CallExpr
	// Cancel is the call or the defer statement that cancels the context.
	Cancel ast.Node
	// Close is what closes the body afterwards: a call or a defer statement. It is
	// nil where the body is returned.
	Close ast.Node
	// Return hands the body out.
	Return *ast.ReturnStmt
	// Decoded is set if a decoder has read from the body, which may or may not
	// have met its end.
	Decoded bool
	// After is set if Cancel is a context.AfterFunc, whose function is all that closes
	// the body.
	After bool
}

// A Close is a close of a body that was not read to its end.
type Close struct {
	// Call yields the response, Node closes the body: a call or a defer statement.
	Call *ast.CallExpr
	Node ast.Node
	// Return is where the function is left behind a deferred close.
	Return *ast.ReturnStmt
	// Always is set if no path to this close reads more.
	Always bool
	// Decoded is set if a decoder has read from the body, which may or may not
	// have met its end; else nothing has.
	Decoded bool
}

// Cutoffs finds the requests whose context is cancelled while the body may have
// unread bytes, and before it is closed or although it is returned.
func (r *Result) Cutoffs() []Cutoff {
	if r.pk == nil {
		return nil
	}
	r.whole()
	found := make(map[ir.Instruction]Cutoff)
	r.observeAll(r.pk.makesCancels, func(src *source, m *machine) {
		for _, c := range m.obs.closes {
			if c.cancel == nil || c.events&(evRead|evReadOther|evLent) != 0 {
				continue
			}
			if had, ok := found[c.cancel]; ok && had.Return != nil {
				continue
			}
			ret, returned := c.at.(*ir.Return)
			decl := r.pk.prog.decls[outermost(m.src.call.Parent())]
			if !returned && (r.finder.isTest(decl) || r.finder.losesNothing(decl, callExpr(src))) || r.finder.unknownTripper(decl, src) {
				continue
			}
			cut := Cutoff{Call: callExpr(src), Cancel: c.cancel.Source(), Decoded: c.events&evDecoded != 0}
			if returned {
				cut.Return, _ = ret.Source().(*ast.ReturnStmt)
			} else {
				cut.Close = c.at.Source()
			}
			if cut.Call == nil || cut.Cancel == nil || cut.Close == nil && cut.Return == nil {
				continue
			}
			if had, ok := found[c.cancel]; ok && cut.Return == nil && had.Close.Pos() <= cut.Close.Pos() {
				continue
			}
			found[c.cancel] = cut
		}
	})
	out := slices.Concat(slices.Collect(maps.Values(found)), r.finder.closedAfterCancel())
	sort.Slice(out, func(i, j int) bool { return out[i].Cancel.Pos() < out[j].Cancel.Pos() })
	return out
}

// unknownTripper reports whether a response comes from a RoundTripper that some other
// function made, of which nothing is known: its responses may have come in whole.
func (og *originator) unknownTripper(decl *ast.FuncDecl, src *source) bool {
	call := callExpr(src)
	if decl == nil || call == nil || src.obj == nil || src.obj.FullName() != "(net/http.RoundTripper).RoundTrip" {
		return false
	}
	s := og.scope(decl)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	made := ast.Unparen(sel.X)
	if id, ok := made.(*ast.Ident); ok {
		v, _ := og.info.Uses[id].(*types.Var)
		if v == nil || len(s.defs[v]) != 1 || s.defs[v][0].rhs == nil {
			return false
		}
		made = ast.Unparen(s.defs[v][0].rhs)
	}
	if _, ok := made.(*ast.CallExpr); !ok {
		return false
	}
	return og.clientEval(s).exchangeAt(call).Client == anyClient
}

// UnreadCloses finds the closes of bodies of which something is left.
func (r *Result) UnreadCloses() []Close {
	r.whole()
	var out []Close
	seen := make(map[ast.Node]bool)
	r.observeAll(r.worthAConnection, func(src *source, m *machine) {
		decl := r.pk.prog.decls[outermost(src.call.Parent())]
		if isBodiless(src) || r.finder.losesNothing(decl, callExpr(src)) || r.finder.drains(decl, callExpr(src)) {
			return
		}
		byNode := make(map[ir.Instruction][]closing)
		for _, c := range m.obs.closes {
			if _, ok := c.at.(*ir.Return); !ok {
				byNode[c.at] = append(byNode[c.at], c)
			}
		}
		for at, cs := range byNode {
			cl := Close{Call: callExpr(src), Node: at.Source(), Always: true, Decoded: true}
			if cl.Call == nil || cl.Node == nil || seen[cl.Node] {
				continue
			}
			left := false
			sort.SliceStable(cs, func(i, j int) bool { return posOf(cs[i].ret) < posOf(cs[j].ret) })
			for _, c := range cs {
				if c.events&(evRead|evReadOther|evLent) != 0 {
					cl.Always = false
					continue
				}
				if c.events&evDecoded == 0 && (cl.Decoded || !left) {
					// The first path on which nothing is read.
					cl.Decoded, cl.Return = false, nil
					if c.ret != nil {
						cl.Return, _ = c.ret.Source().(*ast.ReturnStmt)
					}
				}
				left = true
			}
			if left {
				seen[cl.Node] = true
				out = append(out, cl)
			}
		}
	})
	sort.SliceStable(out, func(i, j int) bool { return out[i].Node.Pos() < out[j].Node.Pos() })
	return out
}

// worthAConnection reports whether it matters to a function that a connection is lost:
// nothing says that its connections end with their request anyhow, and it is no test.
func (r *Result) worthAConnection(fn *ir.Function) bool {
	decl := r.pk.prog.decls[fn]
	return decl == nil || !r.finder.endsConnections(decl, true) && !r.finder.isTest(decl)
}

// losesNothing reports whether a connection can't be lost by what becomes of a body: the
// connection ends with the request anyhow, or goes on whatever becomes of its streams.
func (og *originator) losesNothing(decl *ast.FuncDecl, call *ast.CallExpr) bool {
	if decl == nil || call == nil {
		return false
	}
	x := og.clientEval(og.scope(decl)).exchangeAt(call)
	if !x.known {
		return false
	}
	p := x.speaks()
	return x.Client.keepsAlive() == mayOff || x.Request.Close || x.Request.Header || x.Request.Head || p != 0 && p&httpmodel.HTTP1 == 0
}

// drains reports whether the client of a request may drain what is closed unread.
func (og *originator) drains(decl *ast.FuncDecl, call *ast.CallExpr) bool {
	return decl != nil && call != nil && og.clientEval(og.scope(decl)).exchangeAt(call).Client.Drains
}

// isTest reports whether a declaration is a test, or part of one: it ends soon.
func (og *originator) isTest(decl *ast.FuncDecl) bool {
	if decl == nil {
		return false // the value of a package variable
	}
	if strings.HasSuffix(og.fset.File(decl.Pos()).Name(), "_test.go") {
		return true
	}
	for _, f := range decl.Type.Params.List {
		t := og.info.TypeOf(f.Type)
		if elem, ok := pointerTo(t); ok {
			t = elem
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing" {
			return true
		}
	}
	return false
}

func posOf(ret *ir.Return) int {
	if ret == nil {
		return 0
	}
	return int(ret.Pos())
}

func callExpr(src *source) *ast.CallExpr {
	call, _ := src.call.Source().(*ast.CallExpr)
	return call
}

// observeAll walks, with an observer, from each source of the package whose
// function want accepts.
func (r *Result) observeAll(want func(*ir.Function) bool, each func(*source, *machine)) {
	if r.pk == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, fn := range r.pk.prog.funcs {
		if !want(outermost(fn)) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ir.Call)
				if !ok {
					continue
				}
				for _, src := range r.pk.sourcesOf(call) {
					// What a literal leaves open is closed, perhaps, by the function
					// round it.
					for f := fn; f != nil; f = f.Parent() {
						m := newMachine(r.pk, f)
						m.src, m.obs = src, new(observer)
						m.settles = m.straight(f) // nobody closes or cancels for a body that is gone
						m.run(f, newState())
						if m.broken {
							continue
						}
						for _, e := range m.outs {
							m.left(e)
						}
						each(src, m)
					}
				}
			}
		}
	}
}

// outermost returns the declared function that fn is, or lies in.
func outermost(fn *ir.Function) *ir.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// left notes a return that hands the body out after its request's context was
// cancelled.
func (m *machine) left(e exit) {
	if e.st.st != open || e.st.cut == nil {
		return
	}
	for _, x := range e.results {
		if c, _, ok := e.st.hold(x); ok && c.kind != asElement {
			m.obs.closes = append(m.obs.closes, closing{at: e.at, cancel: e.st.cut, events: e.st.events})
			return
		}
	}
}

// noteClose notes that the call which is being executed closes the body.
func (m *machine) noteClose(st *state) {
	c := closing{at: m.obs.at, cancel: st.cut, events: st.events}
	if st.path != nil {
		c.ret, _ = st.path.block.Control().(*ir.Return)
	}
	if m.statusWithoutBody(st) {
		c.events |= evRead // its end has come with the headers
	}
	m.obs.closes = append(m.obs.closes, c)
}

// statusWithoutBody reports whether the status of the response is known to be one that
// has no body.
func (m *machine) statusWithoutBody(st *state) bool {
	for x, c := range st.carry.m {
		if c.kind != asResponse {
			continue
		}
		code, ok := st.mem.m[cell{x, ".StatusCode"}]
		if !ok {
			continue
		}
		if eq := st.fact(code).eq; eq != nil && eq.Kind() == constant.Int {
			if n, _ := constant.Int64Val(eq); n == http.StatusNoContent || n == http.StatusNotModified {
				return true
			}
		}
	}
	return false
}

// observe looks at a call before it is executed.
func (m *machine) observe(st *state, at ir.CallInstruction, c *ir.CallCommon, fn sym, args []sym) {
	m.obs.at = at
	obj := staticCallee(c)
	if m.isCancel(c, fn) {
		if st.st == open && st.cut == nil && m.cancels(st, fn) {
			st.cut = at
		}
		return
	}
	m.noteContext(st, at, c, obj, args)
	if ir.Instruction(m.src.call) == ir.Instruction(at) {
		if isBodiless(m.src) {
			return
		}
		if head, ok := m.pk.contextArg(c, obj); ok {
			st.ctxs = m.chain(st, args[head])
		}
		if hasCancel(c.Signature()) {
			// The response comes with what cancels its request.
			st.ctxs = append(st.ctxs, sym{v: m.src.call, idx: whole})
		}
		return
	}
	if st.st != open {
		return
	}
	for _, a := range c.Args {
		if isBodyAddress(a) {
			st.events |= evLent // whoever has the address may read
		}
	}
	if isWalked(fn) {
		return
	}
	for i, a := range args {
		k, _, held := st.hold(a)
		if !held {
			continue
		}
		switch {
		case obj != nil && httpmodel.ReadsToEnd(obj):
			if k.kind != asBody {
				st.events |= evReadOther // through a limit, which may lie behind the end
			}
		case obj != nil && httpmodel.DecodesOne(obj):
			if obj.Name() != "Decode" {
				break
			}
			// Who decodes again meets the end of the body.
			if st.events&evDecoded != 0 || m.inCycle(at.(ir.Instruction).Block()) {
				st.events |= evReadOther
			}
			st.events |= evDecoded
		case obj != nil && wraps(obj) && k.kind != asResponse:
			// Who reads through the wrapper is seen.
		case obj != nil && k.kind == asResponse && httpmodel.Args(obj).Effect == httpmodel.Borrow && !httpmodel.ReadsResponse(obj):
		case i == 0 && k.kind == asBody && obj != nil && obj.Name() == "Close" && obj.Signature().Recv() != nil:
		default:
			st.events |= evReadOther
		}
	}
}

// isBodyAddress reports whether v is &resp.Body.
func isBodyAddress(v ir.Value) bool {
	addr, ok := v.(*ir.FieldAddr)
	if !ok {
		return false
	}
	owner, ok := pointerTo(addr.X.Type())
	if !ok || !isResponseStruct(owner) {
		return false
	}
	str, ok := structOf(owner)
	return ok && str.Field(addr.Field).Name() == "Body"
}

// wraps reports whether fn makes a reader out of a body, and doesn't read.
func wraps(fn *types.Func) bool {
	e := httpmodel.Args(fn).Effect
	return e == httpmodel.Wrap || e == httpmodel.WrapClose
}

// isWalked reports whether a call of fn is walked as part of its caller, so that
// what it reads is seen there.
func isWalked(fn sym) bool {
	switch v := fn.v.(type) {
	case *ir.MakeClosure:
		callee, ok := v.Fn.(*ir.Function)
		return ok && len(callee.Blocks) > 0 && callee.Synthetic == ""
	case *ir.Function:
		return v.Parent() != nil && len(v.Blocks) > 0
	}
	return false
}

// noteContext notes from which context a call makes another one, or a request.
func (m *machine) noteContext(st *state, at ir.CallInstruction, c *ir.CallCommon, obj *types.Func, args []sym) {
	call, ok := at.(*ir.Call)
	if !ok {
		return
	}
	res, from, ok := derivation(c, obj)
	if !ok || from < 0 || from >= len(args) {
		return
	}
	st.mem.put(cell{resultSym(call, res), ctxPath}, args[from])
}

// derivation reports which result of a call is a context, or a request, that ends
// when one of the operands does: the context, or the request, that it is made from.
func derivation(c *ir.CallCommon, obj *types.Func) (res, from int, ok bool) {
	sig := c.Signature()
	res = -1
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if isContext(t) || isRequest(t) {
			res = i
			break
		}
	}
	if res < 0 {
		return 0, 0, false
	}
	operands := c.Args
	off := 0
	if c.IsInvoke() {
		off = 1
	}
	from = -1
	for i, a := range operands {
		if isContext(a.Type()) {
			from = i + off
			break
		}
	}
	switch {
	case hasCancel(sig):
		return res, from, true
	case obj == nil:
		return 0, 0, false
	case obj.FullName() == "(*net/http.Request).Context":
		return res, 0, true
	case httpmodel.Derives(obj):
		return res, from, true
	}
	return 0, 0, false
}

// hasCancel reports whether a function returns a context with the function that
// cancels it; or a request, or a response, whose context that is.
func hasCancel(sig *types.Signature) bool {
	ctx, cancel := false, false
	for v := range sig.Results().Variables() {
		ctx = ctx || isContext(v.Type()) || isRequest(v.Type()) || isResponse(v.Type())
		cancel = cancel || isCancelFunc(v.Type())
	}
	return ctx && cancel
}

func isContext(t types.Type) bool { return namedIn(t, "context", "Context") }

// isRequest reports whether t is a pointer to a request: net/http's, or one of a
// library that embeds it.
func isRequest(t types.Type) bool {
	elem, ok := pointerTo(t)
	return ok && (namedIn(elem, "net/http", "Request") || namedIn(elem, "github.com/hashicorp/go-retryablehttp", "Request"))
}

// chain returns x and the contexts that it was made from.
func (m *machine) chain(st *state, x sym) []sym {
	var out []sym
	for x.v != nil && !slices.Contains(out, x) {
		out = append(out, x)
		from, ok := st.mem.m[cell{x, ctxPath}]
		if !ok {
			break
		}
		x = from
	}
	return out
}

// cancels reports whether fn is the function that cancels one of the contexts of
// the observed request.
func (m *machine) cancels(st *state, fn sym) bool {
	call, ok := fn.v.(*ir.Call)
	if !ok || !hasCancel(call.Call.Signature()) {
		return false
	}
	for _, x := range st.ctxs {
		if x.v == fn.v && x.old == fn.old {
			return true
		}
	}
	return false
}

// contextArg returns the operand of a request's call that carries its context.
func (pk *pack) contextArg(c *ir.CallCommon, obj *types.Func) (int, bool) {
	off := 0
	if c.IsInvoke() {
		off = 1
	}
	for i, a := range c.Args {
		if isRequest(a.Type()) {
			return i + off, true
		}
	}
	if obj != nil && httpmodel.RequestsWith(obj) {
		for i, a := range c.Args {
			if isContext(a.Type()) {
				return i + off, true
			}
		}
	}
	if callee := c.StaticCallee(); callee != nil && !c.IsInvoke() {
		if fn := body(callee); fn != nil && fn.Pkg == pk.prog.pkg {
			i := pk.requestParam(fn)
			return i, i >= 0
		}
		if obj != nil && obj.Pkg() != pk.pkg {
			if f := pk.imp(obj.Origin()); f != nil && f.Request > 0 {
				return f.Request - 1, f.Request <= len(c.Args)
			}
		}
	}
	return 0, false
}

// requestParam returns the parameter of fn, the receiver counted, that carries the
// context of every request whose response fn can return; or -1.
func (pk *pack) requestParam(fn *ir.Function) int {
	if got, ok := pk.requests[fn]; ok {
		return got
	}
	pk.requests[fn] = -1 // recursion knows nothing
	got := -1
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ir.Call)
			if !ok || len(pk.sourcesOf(call)) == 0 {
				continue
			}
			i := -1
			if arg, ok := pk.contextArg(&call.Call, staticCallee(&call.Call)); ok {
				i = paramOf(fn, operand(&call.Call, arg), make(map[ir.Value]bool))
			}
			if i < 0 || got >= 0 && got != i {
				return -1
			}
			got = i
		}
	}
	pk.requests[fn] = got
	return got
}

// operand returns operand i of a call, the receiver counted.
func operand(c *ir.CallCommon, i int) ir.Value {
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	}
	return c.Args[i]
}

// paramOf returns the parameter of fn that a context, or a request, descends from
// whichever way it came; or -1.
func paramOf(fn *ir.Function, v ir.Value, seen map[ir.Value]bool) int {
	const nowhere = -2 // leads back to where it came from
	if seen[v] {
		return nowhere
	}
	seen[v] = true
	join := func(vs []ir.Value) int {
		got := nowhere
		for _, x := range vs {
			i := paramOf(fn, x, seen)
			switch {
			case i == nowhere:
			case i < 0 || got >= 0 && got != i:
				return -1
			default:
				got = i
			}
		}
		return got
	}
	switch v := v.(type) {
	case *ir.Parameter:
		return slices.Index(fn.Params, v)
	case *ir.Extract:
		if call, ok := v.Tuple.(*ir.Call); ok {
			return fromCall(fn, call, v.Index, seen)
		}
	case *ir.Call:
		return fromCall(fn, v, 0, seen)
	case *ir.Phi:
		return join(v.Edges)
	case *ir.ChangeInterface:
		return paramOf(fn, v.X, seen)
	case *ir.Load:
		alloc, ok := v.X.(*ir.Alloc)
		if !ok || alloc.Referrers() == nil {
			return -1
		}
		var vals []ir.Value
		for _, ref := range *alloc.Referrers() {
			switch ref := ref.(type) {
			case *ir.Store:
				if ref.Addr != ir.Value(alloc) {
					return -1
				}
				vals = append(vals, ref.Val)
			case *ir.Load:
			case *ir.MakeClosure:
				if writesCaptured(ref, alloc) {
					return -1
				}
			default:
				return -1
			}
		}
		return join(vals)
	}
	return -1
}

// writesCaptured reports whether a literal may write to a variable that it
// captures.
func writesCaptured(mc *ir.MakeClosure, v ir.Value) bool {
	fn, ok := mc.Fn.(*ir.Function)
	if !ok {
		return true
	}
	for i, b := range mc.Bindings {
		if b != v || i >= len(fn.FreeVars) || fn.FreeVars[i].Referrers() == nil {
			continue
		}
		for _, ref := range *fn.FreeVars[i].Referrers() {
			switch ref.(type) {
			case *ir.Load:
			default:
				return true
			}
		}
	}
	return false
}

func fromCall(fn *ir.Function, call *ir.Call, idx int, seen map[ir.Value]bool) int {
	res, from, ok := derivation(&call.Call, staticCallee(&call.Call))
	if !ok || res != idx || from < 0 {
		return -1
	}
	return paramOf(fn, operand(&call.Call, from), seen)
}

// makesCancels reports whether fn, or a literal in it, gets the function that
// cancels a context from a call.
func (pk *pack) makesCancels(fn *ir.Function) bool {
	got, ok := pk.cancels[fn]
	if !ok {
		got = slices.ContainsFunc(fn.AnonFuncs, pk.makesCancels)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ir.Call); ok && hasCancel(call.Call.Signature()) {
					got = true
				}
			}
		}
		pk.cancels[fn] = got
	}
	return got
}

// isBodiless reports whether a source's response never has a body: a HEAD
// request's.
func isBodiless(src *source) bool {
	if src.obj != nil && src.obj.Name() == "Head" && src.obj.Pkg() != nil && src.obj.Pkg().Path() == "net/http" {
		return true
	}
	for _, a := range src.call.Call.Args {
		if isRequest(a.Type()) {
			return methodOf(a, 8) == "HEAD"
		}
	}
	return false
}

// methodOf returns the method of a request, if it is constant.
func methodOf(v ir.Value, depth int) string {
	if depth == 0 {
		return ""
	}
	if ext, ok := v.(*ir.Extract); ok {
		v = ext.Tuple
	}
	call, ok := v.(*ir.Call)
	if !ok {
		return ""
	}
	obj := staticCallee(&call.Call)
	if obj == nil {
		return ""
	}
	i := -1
	switch obj.FullName() {
	case "net/http.NewRequest":
		i = 0
	case "net/http.NewRequestWithContext":
		i = 1
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
		return methodOf(call.Call.Args[0], depth-1)
	}
	if i < 0 {
		return ""
	}
	if c, ok := call.Call.Args[i].(*ir.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

// leadsToContext reports whether a value of type t, or one of several results, may lead
// to a context, or cancel one.
func leadsToContext(t types.Type) bool {
	if elem, ok := pointerTo(t); ok {
		t = elem // a variable, or a request
	}
	switch u := t.Underlying().(type) {
	case *types.Tuple:
		for v := range u.Variables() {
			if leadsToContext(v.Type()) {
				return true
			}
		}
		return false
	case *types.Interface:
		return !isError(t)
	case *types.Signature:
		return true
	}
	return isRequest(types.NewPointer(t))
}
