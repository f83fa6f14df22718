package bodyflow

import (
	"fmt"
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"honnef.co/go/tools/go/ir"
)

// A sym names one run-time value on one path: the latest value of an IR value,
// or (old) the one that it had in an earlier round of a loop. Call results
// that come as a tuple have an index; elsewhere it is whole.
type sym struct {
	v   ir.Value
	idx int16
	old bool
}

// whole is the index of a value that isn't a component of a tuple.
const whole = -1

// token idx: a body that a function is given inside something else.
const inside = -2

func symOf(v ir.Value) sym { return sym{v: v, idx: whole} }

// A cell is a place in memory: what base points to, or a field of it.
// path is "" or a sequence of ".field", "[]" (any element) and "#n" (captured
// variable n of a closure).
type cell struct {
	base sym
	path string
}

// An ekey is an IR value, or a component of one that yields a tuple.
type ekey struct {
	v   ir.Value
	idx int16
}

// A kind says in what form a value holds the body under observation.
type kind uint8

const (
	notHeld    kind = iota
	asReader        // reads from it; closing the value doesn't close the body
	asElement       // a slice, map or array that has it among its elements
	asResponse      // a *http.Response whose Body it is
	asBody          // Close of the value closes the body
)

func (k kind) String() string {
	return [...]string{"not held", "reader", "element", "response", "body"}[k]
}

// A carrier describes how a value holds the body.
type carrier struct {
	kind kind
	elem kind // of asElement: the kind of the elements
}

// A status is how far the obligation has come.
type status uint8

const (
	notYet status = iota // its source has not run
	open
	closed
	handed // somebody else owns it now
)

func (s status) String() string { return [...]string{"not yet", "open", "closed", "handed on"}[s] }

// tri is a truth value that may be unknown.
type tri int8

const (
	unknown tri = 0
	yes     tri = 1
	no      tri = -1
)

func triOf(b bool) tri {
	if b {
		return yes
	}
	return no
}

// A fact is what the branches taken so far prove of a value.
type fact struct {
	isNil  tri
	eq     constant.Value   // the value, if known
	ne     []constant.Value // values it has not
	lo, hi int64            // bounds of an integer, if hasLo, hasHi
	hasLo  bool
	hasHi  bool
}

func (f fact) empty() bool {
	return f.isNil == unknown && f.eq == nil && len(f.ne) == 0 && !f.hasLo && !f.hasHi
}

func (f fact) equal(g fact) bool {
	if f.isNil != g.isNil || !sameConst(f.eq, g.eq) || len(f.ne) != len(g.ne) ||
		f.hasLo != g.hasLo || f.hasHi != g.hasHi || f.lo != g.lo || f.hi != g.hi {
		return false
	}
	for i := range f.ne {
		if !sameConst(f.ne[i], g.ne[i]) {
			return false
		}
	}
	return true
}

func sameConst(a, b constant.Value) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Kind() == b.Kind() && constant.Compare(a, token.EQL, b)
}

// meet returns what holds on both of two paths.
func (f fact) meet(g fact) fact {
	var r fact
	if f.isNil == g.isNil {
		r.isNil = f.isNil
	}
	if f.eq != nil && sameConst(f.eq, g.eq) {
		r.eq = f.eq
	}
	for _, c := range f.ne {
		if slices.ContainsFunc(g.ne, func(d constant.Value) bool { return sameConst(c, d) }) {
			r.ne = append(r.ne, c)
		}
	}
	if f.hasLo && g.hasLo {
		r.hasLo, r.lo = true, min(f.lo, g.lo)
	}
	if f.hasHi && g.hasHi {
		r.hasHi, r.hi = true, max(f.hi, g.hi)
	}
	return r
}

// A relKey is a comparison of two values none of which is a constant.
type relKey struct {
	op   token.Token
	x, y sym
}

// A pending is a deferred call that has not run.
type pending struct {
	at   *ir.Defer
	fn   sym
	args []sym
}

// A step is one branch of the path that led to a state.
type step struct {
	block *ir.BasicBlock
	prev  *step
}

const (
	flagEscaped = 1 << iota // code that nobody sees can use it at any time
	flagDirty               // it was passed to a call, which may have written to it
)

// An event is something that matters for a drain and has happened on the path.
type event uint16

const (
	evDrained     event = 1 << iota // the watched drain ran
	evCanceled                      // a cancel ran after the drain, before the close
	evClosedFirst                   // the drain ran on a closed body
	evNil                           // the drain may run without a response
	evBadClose                      // closed something that doesn't reach the body
	evRead                          // read to EOF before
	evReadSome                      // read, and perhaps not to EOF
	evLent                          // something that outlives the function may read from it
	evFailed                        // an assertion has failed, and the test goes on
	evReadOther                     // code got it that may have read it to EOF (with an observer only)
	evDecoded                       // a decoder read one value from it (with an observer only)
	evBeside                        // a call whose purpose is another may have closed it (for gaps only)
)

// A state is what is known at one point of one path.
type state struct {
	st     status
	events event
	env    map[ekey]sym
	mem    map[cell]sym
	view   map[sym]cell // struct values that were loaded from memory
	carry  map[sym]carrier
	facts  map[sym]fact
	rel    map[relKey]bool
	flags  map[sym]uint8
	defers []pending
	rounds []*ir.BasicBlock // headers of loops over a collection, gone through at least once
	queued bool
	path   *step
	// With an observer only:
	ctxs []sym          // the context of the request, and those that it was made from
	cut  ir.Instruction // what cancelled it while the body was open
}

func newState() *state {
	return &state{
		env:   make(map[ekey]sym),
		mem:   make(map[cell]sym),
		view:  make(map[sym]cell),
		carry: make(map[sym]carrier),
		facts: make(map[sym]fact),
		rel:   make(map[relKey]bool),
		flags: make(map[sym]uint8),
	}
}

func (s *state) clone() *state {
	return &state{
		st:     s.st,
		events: s.events,
		env:    maps.Clone(s.env),
		mem:    maps.Clone(s.mem),
		view:   maps.Clone(s.view),
		carry:  maps.Clone(s.carry),
		facts:  maps.Clone(s.facts),
		rel:    maps.Clone(s.rel),
		flags:  maps.Clone(s.flags),
		defers: slices.Clone(s.defers),
		rounds: slices.Clone(s.rounds),
		path:   s.path,
		ctxs:   slices.Clone(s.ctxs),
		cut:    s.cut,
	}
}

// val returns the value that v has here.
func (s *state) val(v ir.Value) sym {
	if got, ok := s.env[ekey{v, whole}]; ok {
		return got
	}
	return symOf(v)
}

// component returns the value of one component of a tuple.
func (s *state) component(v ir.Value, idx int) sym {
	if got, ok := s.env[ekey{v, int16(idx)}]; ok {
		return got
	}
	return sym{v: v, idx: int16(idx)}
}

func (s *state) set(v ir.Value, to sym)                 { s.env[ekey{v, whole}] = to }
func (s *state) setComponent(v ir.Value, i int, to sym) { s.env[ekey{v, int16(i)}] = to }

// place returns the cell that an address denotes.
func (s *state) place(addr ir.Value) cell {
	switch a := addr.(type) {
	case *ir.FieldAddr:
		c := s.place(a.X)
		c.path += "." + fieldName(a.X.Type(), a.Field)
		return c
	case *ir.IndexAddr:
		c := s.place(a.X)
		c.path += "[]"
		return c
	}
	return cell{base: s.val(addr)}
}

// hold finds out whether (and how) the body is held by what x is or points to.
// path leads from x to the holder: it is "" where x itself is the holder, and
// else has a "*" for each pointer that is followed, with the field behind it:
// "*.resp" for x.resp, "*" for *x, "**.resp" for (*x).resp.
func (s *state) hold(x sym) (c carrier, path string, ok bool) { return s.holdAt(cell{base: x}, 5) }

func (s *state) holdAt(at cell, depth int) (c carrier, path string, ok bool) {
	if at.path == "" {
		if c, ok := s.carry[at.base]; ok {
			if c.kind != asResponse {
				return c, "", true
			}
			in, replaced := s.mem[cell{at.base, ".Body"}]
			if !replaced || in == at.base {
				return c, "", true
			}
			if depth == 0 {
				return carrier{}, "", false
			}
			if ic, ipath, ok := s.holdAt(cell{base: in}, depth-1); ok {
				if ic.kind == asBody && ipath == "" {
					return c, "", true
				}
				return ic, "*.Body" + ipath, true
			}
			return carrier{}, "", false
		}
		if v, ok := s.view[at.base]; ok && depth > 0 {
			return s.holdAt(v, depth-1)
		}
	}
	if depth == 0 {
		return carrier{}, "", false
	}
	// Several fields may hold it; the strongest one counts, and of equals the
	// first by name, so that two runs agree.
	for k, v := range s.mem {
		if k.base != at.base || !strings.HasPrefix(k.path, at.path) || v == at.base {
			continue
		}
		kc, kpath, held := s.holdAt(cell{base: v}, depth-1)
		if !held {
			continue
		}
		full := "*" + k.path[len(at.path):] + kpath
		if !ok || kc.kind > c.kind || kc.kind == c.kind && full < path {
			c, path, ok = kc, full, true
		}
	}
	return c, path, ok
}

// A holding is one way in which a value leads to the body.
type holding struct {
	c    carrier
	path string
}

// holdings returns all ways in which x leads to the body, the one that hold
// chooses first.
func (s *state) holdings(x sym) []holding {
	c, path, ok := s.hold(x)
	if !ok {
		return nil
	}
	all := []holding{{c, path}}
	if path == "" {
		return all
	}
	at := cell{base: x}
	if v, ok := s.view[x]; ok {
		at = v
	}
	for k, v := range s.mem {
		if k.base != at.base || !strings.HasPrefix(k.path, at.path) || v == at.base {
			continue
		}
		if kc, kpath, held := s.holdAt(cell{base: v}, 3); held {
			if h := (holding{kc, "*" + k.path[len(at.path):] + kpath}); h != all[0] {
				all = append(all, h)
			}
		}
	}
	slices.SortFunc(all[1:], func(a, b holding) int { return strings.Compare(a.path, b.path) })
	return all
}

// fact returns what is known of x, from its form as well as from branches.
func (s *state) fact(x sym) fact {
	f := s.facts[x]
	switch v := x.v.(type) {
	case *ir.Const:
		if v.Value != nil {
			f.eq = v.Value
		} else if v.IsNil() {
			f.isNil = yes
		}
	case *ir.Alloc, *ir.MakeClosure, *ir.MakeMap, *ir.MakeSlice, *ir.MakeChan, *ir.Function, *ir.FieldAddr, *ir.IndexAddr:
		f.isNil = no
	}
	if _, ok := s.carry[x]; ok {
		f.isNil = no
	}
	return f
}

func (s *state) learn(x sym, change func(*fact)) {
	f := s.facts[x]
	change(&f)
	if f.empty() {
		delete(s.facts, x)
	} else {
		s.facts[x] = f
	}
}

// evict gives way to a new round of v: everything that was known of its value
// now speaks of the old one.
func (s *state) evict(v ir.Value) {
	stale := func(x sym) bool { return x.v == v && !x.old }
	old := func(x sym) sym {
		if stale(x) {
			x.old = true
		}
		return x
	}
	for k, x := range s.env {
		if k.v == v {
			delete(s.env, k)
		} else if stale(x) {
			s.env[k] = old(x)
		}
	}
	for k, x := range s.mem {
		if stale(k.base) || stale(x) {
			delete(s.mem, k)
			s.mem[cell{old(k.base), k.path}] = old(x)
		}
	}
	for k, c := range s.view {
		if stale(k) || stale(c.base) {
			delete(s.view, k)
			s.view[old(k)] = cell{old(c.base), c.path}
		}
	}
	for k, c := range s.carry {
		if stale(k) {
			delete(s.carry, k)
			s.carry[old(k)] = c
		}
	}
	for k, f := range s.facts {
		if stale(k) {
			delete(s.facts, k)
			s.facts[old(k)] = f
		}
	}
	for k, f := range s.flags {
		if stale(k) {
			delete(s.flags, k)
			s.flags[old(k)] |= f
		}
	}
	for k := range s.rel {
		if stale(k.x) || stale(k.y) {
			delete(s.rel, k)
		}
	}
	for i, x := range s.ctxs {
		s.ctxs[i] = old(x)
	}
	for i, d := range s.defers {
		if !stale(d.fn) && !slices.ContainsFunc(d.args, stale) {
			continue
		}
		args := slices.Clone(d.args)
		for j, x := range args {
			args[j] = old(x)
		}
		s.defers[i] = pending{d.at, old(d.fn), args}
	}
}

// mentions reports whether anything is known about v's present value.
func (s *state) mentions(v ir.Value) bool {
	is := func(x sym) bool { return x.v == v && !x.old }
	for k, x := range s.env {
		if k.v == v || is(x) {
			return true
		}
	}
	for k, x := range s.mem {
		if is(k.base) || is(x) {
			return true
		}
	}
	for k := range s.carry {
		if is(k) {
			return true
		}
	}
	for k := range s.facts {
		if is(k) {
			return true
		}
	}
	for k := range s.rel {
		if is(k.x) || is(k.y) {
			return true
		}
	}
	for _, d := range s.defers {
		if is(d.fn) || slices.ContainsFunc(d.args, is) {
			return true
		}
	}
	return false
}

// enter prepares the state for block b: what b cannot name any more, or what g says
// that nothing asks for, is forgotten, and with it all that only it led to. What leads
// to the body stays, and so do the flags that keep paths apart.
func (s *state) enter(b *ir.BasicBlock, g *graph) {
	// gone reports whether the value of v itself can't be asked for.
	gone := func(v ir.Value) bool {
		instr, ok := v.(ir.Instruction)
		if !ok || v.Parent() != b.Parent() || instr.Block() == nil {
			return false
		}
		return !instr.Block().Dominates(b) || g != nil && g.dead(instr, b)
	}
	held := s.holders()
	for k, x := range s.env {
		if !gone(k.v) {
			continue
		}
		if instr := k.v.(ir.Instruction); instr.Block().Dominates(b) && (held[x] || isFlag(k.v, x)) {
			continue
		}
		delete(s.env, k)
	}
	live := make(map[sym]bool)
	led := s.leads()
	var mark func(x sym)
	mark = func(x sym) {
		if live[x] {
			return
		}
		live[x] = true
		for _, y := range led[x] {
			mark(y)
		}
	}
	for _, x := range s.env {
		mark(x)
	}
	for _, d := range s.defers {
		mark(d.fn)
		for _, x := range d.args {
			mark(x)
		}
	}
	// A value that no entry renames stands for itself as long as it can be named.
	named := func(x sym) bool {
		if live[x] {
			return true
		}
		if x.old {
			return false
		}
		if !gone(x.v) {
			return true
		}
		return held[x] && x.v.(ir.Instruction).Block().Dominates(b)
	}
	for k := range s.mem {
		if !named(k.base) {
			delete(s.mem, k)
		} else {
			mark(k.base)
		}
	}
	for k := range s.carry {
		if !named(k) {
			delete(s.carry, k)
		}
	}
	for k := range s.facts {
		if !named(k) {
			delete(s.facts, k)
		}
	}
	for k := range s.flags {
		if !named(k) {
			delete(s.flags, k)
		}
	}
	for k := range s.view {
		if !named(k) {
			delete(s.view, k)
		}
	}
	for k := range s.rel {
		if !named(k.x) || !named(k.y) {
			delete(s.rel, k)
		}
	}
}

// isFlag reports whether a variable that is a truth value has a known one.
func isFlag(v ir.Value, x sym) bool {
	_, isPhi := v.(*ir.Phi)
	_, isConst := x.v.(*ir.Const)
	return isPhi && isConst && isBool(v.Type())
}

// leads returns what each value leads to through memory.
func (s *state) leads() map[sym][]sym {
	led := make(map[sym][]sym, len(s.mem))
	for k, v := range s.mem {
		led[k.base] = append(led[k.base], v)
	}
	for x, c := range s.view {
		led[x] = append(led[x], c.base)
	}
	return led
}

// lost reports whether nothing holds the body any more.
func (s *state) lost() bool {
	for x := range s.carry {
		if _, _, ok := s.hold(x); ok {
			return false
		}
	}
	return true
}

// join takes from s what doesn't hold in t, which has the same key. It reports
// whether anything went.
func (s *state) join(t *state) bool {
	changed := false
	if len(s.ctxs) > 0 && !slices.Equal(s.ctxs, t.ctxs) {
		s.ctxs = nil
		changed = true
	}
	for k, x := range s.env {
		if y, ok := t.env[k]; !ok || x != y {
			delete(s.env, k)
			changed = true
		}
	}
	for k, x := range s.mem {
		if y, ok := t.mem[k]; !ok || x != y {
			delete(s.mem, k)
			changed = true
		}
	}
	for k, x := range s.view {
		if y, ok := t.view[k]; !ok || x != y {
			delete(s.view, k)
			changed = true
		}
	}
	for k, f := range s.facts {
		g := f.meet(t.facts[k])
		if g.equal(f) {
			continue
		}
		changed = true
		if g.empty() {
			delete(s.facts, k)
		} else {
			s.facts[k] = g
		}
	}
	for k, r := range s.rel {
		if r2, ok := t.rel[k]; !ok || r != r2 {
			delete(s.rel, k)
			changed = true
		}
	}
	for k, f := range t.flags {
		if s.flags[k]|f != s.flags[k] {
			s.flags[k] |= f
			changed = true
		}
	}
	return changed
}

// holders returns the values that hold the body, or lead to it.
func (s *state) holders() map[sym]bool {
	h := make(map[sym]bool, 2*len(s.carry))
	for x := range s.carry {
		h[x] = true
	}
	for grown := true; grown; {
		grown = false
		for k, x := range s.mem {
			if h[x] && !h[k.base] {
				h[k.base] = true
				grown = true
			}
		}
		for x, c := range s.view {
			if h[c.base] && !h[x] {
				h[x] = true
				grown = true
			}
		}
	}
	return h
}

// key identifies the part of a state that keeps two paths apart: the status,
// and by what the body is held. Paths with the same key are merged.
func (s *state) key(ids *ids) string {
	var parts []string
	held := s.holders()
	for x, c := range s.carry {
		parts = append(parts, "c"+ids.sym(x)+"="+string(rune('0'+c.kind))+string(rune('0'+c.elem)))
	}
	for k, x := range s.env {
		if held[x] && symOf(k.v) != x {
			parts = append(parts, "e"+ids.sym(sym{v: k.v, idx: k.idx})+"="+ids.sym(x))
		}
	}
	for k, x := range s.mem {
		if held[x] {
			parts = append(parts, "m"+ids.sym(k.base)+k.path+"="+ids.sym(x))
		}
	}
	sort.Strings(parts)
	for _, d := range s.defers {
		parts = append(parts, fmt.Sprintf("d%p", d.at))
	}
	for _, b := range s.rounds {
		parts = append(parts, fmt.Sprintf("r%p", b))
	}
	if s.cut != nil {
		parts = append(parts, fmt.Sprintf("x%p", s.cut))
	}
	return fmt.Sprintf("%d/%d/%s", s.st, s.events, strings.Join(parts, ","))
}

// ids gives the IR values of one run short names, in the order of their
// appearance.
type ids struct{ m map[ir.Value]int }

func (i *ids) of(v ir.Value) int {
	n, ok := i.m[v]
	if !ok {
		n = len(i.m)
		i.m[v] = n
	}
	return n
}

func (i *ids) sym(x sym) string {
	name := strconv.Itoa(i.of(x.v)) + "." + strconv.Itoa(int(x.idx))
	if x.old {
		name += "'"
	}
	return name
}
