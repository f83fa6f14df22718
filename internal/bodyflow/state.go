package bodyflow

import (
	"cmp"
	"encoding/binary"
	"go/constant"
	"go/token"
	"maps"
	"slices"
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
	copied // it was read to its end and closed, and a copy in memory took its place
)

func (s status) String() string {
	return [...]string{"not yet", "open", "closed", "handed on", "copied"}[s]
}

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
	env    table[ekey, sym]
	mem    table[cell, sym]
	view   table[sym, cell] // struct values that were loaded from memory
	carry  table[sym, carrier]
	facts  table[sym, fact]
	rel    table[relKey, bool]
	flags  table[sym, uint8]
	defers []pending
	rounds []*ir.BasicBlock // headers of loops over a collection, gone through at least once
	queued bool
	path   *step
	read   sym // the error of the call that read to EOF
	// With an observer only:
	ctxs []sym          // the context of the request, and those that it was made from
	cut  ir.Instruction // what cancelled it while the body was open
}

func newState() *state { return new(state) }

// A table is a map of a state. Most states know nothing of most kinds of things, so that it
// is made when it is first written to; and most differ from the one that they came from in
// few things, so that the two share a map until one of them is written to.
type table[K comparable, V any] struct {
	m      map[K]V // to be read only
	shared *int    // how many tables have m; nil for one
}

// put sets the value of a key.
func (t *table[K, V]) put(k K, v V) {
	t.own()
	if t.m == nil {
		t.m = make(map[K]V)
	}
	t.m[k] = v
}

// remove deletes a key.
func (t *table[K, V]) remove(k K) {
	if _, ok := t.m[k]; ok {
		t.own()
		delete(t.m, k)
	}
}

// own gives the table a map of its own.
func (t *table[K, V]) own() {
	if t.shared == nil {
		return
	}
	if *t.shared > 1 {
		*t.shared--
		t.m = maps.Clone(t.m)
	}
	t.shared = nil
}

// share returns a table with the same map.
func (t *table[K, V]) share() table[K, V] {
	if len(t.m) == 0 {
		return table[K, V]{}
	}
	if t.shared == nil {
		t.shared = new(int)
		*t.shared = 1
	}
	*t.shared++
	return *t
}

func (s *state) clone() *state {
	t := *s
	t.env = s.env.share()
	t.mem = s.mem.share()
	t.view = s.view.share()
	t.carry = s.carry.share()
	t.facts = s.facts.share()
	t.rel = s.rel.share()
	t.flags = s.flags.share()
	t.defers = slices.Clone(s.defers)
	t.rounds = slices.Clone(s.rounds)
	t.ctxs = slices.Clone(s.ctxs)
	t.queued = false
	return &t
}

// val returns the value that v has here.
func (s *state) val(v ir.Value) sym {
	if got, ok := s.env.m[ekey{v, whole}]; ok {
		return got
	}
	return symOf(v)
}

// component returns the value of one component of a tuple.
func (s *state) component(v ir.Value, idx int) sym {
	if got, ok := s.env.m[ekey{v, int16(idx)}]; ok {
		return got
	}
	return sym{v: v, idx: int16(idx)}
}

func (s *state) set(v ir.Value, to sym)                 { s.env.put(ekey{v, whole}, to) }
func (s *state) setComponent(v ir.Value, i int, to sym) { s.env.put(ekey{v, int16(i)}, to) }

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
func (s *state) hold(x sym) (c carrier, path string, ok bool) {
	if len(s.carry.m) == 0 {
		return carrier{}, "", false
	}
	return s.holdAt(cell{base: x}, 5)
}

func (s *state) holdAt(at cell, depth int) (c carrier, path string, ok bool) {
	if at.path == "" {
		if c, ok := s.carry.m[at.base]; ok {
			if c.kind != asResponse {
				return c, "", true
			}
			in, replaced := s.mem.m[cell{at.base, ".Body"}]
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
		if v, ok := s.view.m[at.base]; ok && depth > 0 {
			return s.holdAt(v, depth-1)
		}
	}
	if depth == 0 {
		return carrier{}, "", false
	}
	// Several fields may hold it; the strongest one counts, and of equals the
	// first by name, so that two runs agree.
	for k, v := range s.mem.m {
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
	if v, ok := s.view.m[x]; ok {
		at = v
	}
	for k, v := range s.mem.m {
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
	f := s.facts.m[x]
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
	if _, ok := s.carry.m[x]; ok {
		f.isNil = no
	}
	return f
}

func (s *state) learn(x sym, change func(*fact)) {
	f := s.facts.m[x]
	change(&f)
	if f.empty() {
		s.facts.remove(x)
	} else {
		s.facts.put(x, f)
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
	for k, x := range s.env.m {
		if k.v == v {
			s.env.remove(k)
		} else if stale(x) {
			s.env.put(k, old(x))
		}
	}
	for k, x := range s.mem.m {
		if stale(k.base) || stale(x) {
			s.mem.remove(k)
			s.mem.put(cell{old(k.base), k.path}, old(x))
		}
	}
	for k, c := range s.view.m {
		if stale(k) || stale(c.base) {
			s.view.remove(k)
			s.view.put(old(k), cell{old(c.base), c.path})
		}
	}
	for k, c := range s.carry.m {
		if stale(k) {
			s.carry.remove(k)
			s.carry.put(old(k), c)
		}
	}
	for k, f := range s.facts.m {
		if stale(k) {
			s.facts.remove(k)
			s.facts.put(old(k), f)
		}
	}
	for k, f := range s.flags.m {
		if stale(k) {
			s.flags.remove(k)
			s.flags.put(old(k), s.flags.m[old(k)]|f)
		}
	}
	for k := range s.rel.m {
		if stale(k.x) || stale(k.y) {
			s.rel.remove(k)
		}
	}
	for i, x := range s.ctxs {
		s.ctxs[i] = old(x)
	}
	s.read = old(s.read)
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
	for k, x := range s.env.m {
		if k.v == v || is(x) {
			return true
		}
	}
	for k, x := range s.mem.m {
		if is(k.base) || is(x) {
			return true
		}
	}
	for k := range s.carry.m {
		if is(k) {
			return true
		}
	}
	for k := range s.facts.m {
		if is(k) {
			return true
		}
	}
	for k := range s.rel.m {
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
// that nothing asks for and keep doesn't want, is forgotten, and with it all that only it
// led to. What leads to the body stays, and so do the flags that keep paths apart.
func (s *state) enter(b *ir.BasicBlock, g *graph, keep func(ir.Value) bool, ids *ids) {
	// gone reports whether the value of v itself can't be asked for.
	gone := func(v ir.Value) bool {
		instr, ok := v.(ir.Instruction)
		if !ok || v.Parent() != b.Parent() || instr.Block() == nil {
			return false
		}
		return !instr.Block().Dominates(b) || g != nil && g.dead(instr, b) && (keep == nil || !keep(v))
	}
	held := s.holders(ids)
	for k, x := range s.env.m {
		if !gone(k.v) {
			continue
		}
		if instr := k.v.(ir.Instruction); instr.Block().Dominates(b) && (held[x] || isFlag(k.v, x)) {
			continue
		}
		s.env.remove(k)
	}
	// A value that no entry renames stands for itself as long as it can be named.
	stands := func(x sym) bool {
		return !x.old && (!gone(x.v) || held[x] && x.v.(ir.Instruction).Block().Dominates(b))
	}
	live := ids.live
	clear(live)
	for _, x := range s.env.m {
		live[x] = true
	}
	for _, d := range s.defers {
		live[d.fn] = true
		for _, x := range d.args {
			live[x] = true
		}
	}
	for k := range s.mem.m {
		if !live[k.base] && stands(k.base) {
			live[k.base] = true
		}
	}
	for grown := true; grown; {
		grown = false
		reach := func(from, to sym) {
			if live[from] && !live[to] {
				live[to] = true
				grown = true
			}
		}
		for k, x := range s.mem.m {
			reach(k.base, x)
		}
		for x, c := range s.view.m {
			reach(x, c.base)
		}
	}
	named := func(x sym) bool { return live[x] || stands(x) }
	for k := range s.mem.m {
		if !live[k.base] {
			s.mem.remove(k)
		}
	}
	for k := range s.carry.m {
		if !named(k) {
			s.carry.remove(k)
		}
	}
	for k := range s.facts.m {
		if !named(k) {
			s.facts.remove(k)
		}
	}
	for k := range s.flags.m {
		if !named(k) {
			s.flags.remove(k)
		}
	}
	for k := range s.view.m {
		if !named(k) {
			s.view.remove(k)
		}
	}
	for k := range s.rel.m {
		if !named(k.x) || !named(k.y) {
			s.rel.remove(k)
		}
	}
}

// isFlag reports whether a variable that is a truth value has a known one.
func isFlag(v ir.Value, x sym) bool {
	_, isPhi := v.(*ir.Phi)
	_, isConst := x.v.(*ir.Const)
	return isPhi && isConst && isBool(v.Type())
}

// lost reports whether nothing holds the body any more.
func (s *state) lost() bool {
	for x := range s.carry.m {
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
	if s.read != t.read && s.read.v != nil {
		s.read = sym{}
		changed = true
	}
	for k, x := range s.env.m {
		if y, ok := t.env.m[k]; !ok || x != y {
			s.env.remove(k)
			changed = true
		}
	}
	for k, x := range s.mem.m {
		if y, ok := t.mem.m[k]; !ok || x != y {
			s.mem.remove(k)
			changed = true
		}
	}
	for k, x := range s.view.m {
		if y, ok := t.view.m[k]; !ok || x != y {
			s.view.remove(k)
			changed = true
		}
	}
	for k, f := range s.facts.m {
		g := f.meet(t.facts.m[k])
		if g.equal(f) {
			continue
		}
		changed = true
		if g.empty() {
			s.facts.remove(k)
		} else {
			s.facts.put(k, g)
		}
	}
	for k, r := range s.rel.m {
		if r2, ok := t.rel.m[k]; !ok || r != r2 {
			s.rel.remove(k)
			changed = true
		}
	}
	for k, f := range t.flags.m {
		if s.flags.m[k]|f != s.flags.m[k] {
			s.flags.put(k, s.flags.m[k]|f)
			changed = true
		}
	}
	return changed
}

// holders returns the values that hold the body, or lead to it. What it returns is good
// until the next call with the same ids.
func (s *state) holders(ids *ids) map[sym]bool {
	h := ids.held
	clear(h)
	for x := range s.carry.m {
		h[x] = true
	}
	for grown := true; grown; {
		grown = false
		for k, x := range s.mem.m {
			if h[x] && !h[k.base] {
				h[k.base] = true
				grown = true
			}
		}
		for x, c := range s.view.m {
			if h[c.base] && !h[x] {
				h[x] = true
				grown = true
			}
		}
	}
	return h
}

// key identifies the part of a state that keeps two paths apart: the status,
// and by what the body is held. Paths with the same key are merged. What it returns is
// good until the next call with the same ids.
func (s *state) key(ids *ids) []byte {
	held := s.holders(ids)
	parts := ids.parts[:0]
	for x, c := range s.carry.m {
		parts = append(parts, part{'c', ids.sym(x), symID{int32(c.kind), int32(c.elem)}, 0})
	}
	for k, x := range s.env.m {
		if held[x] && symOf(k.v) != x {
			parts = append(parts, part{'e', ids.sym(sym{v: k.v, idx: k.idx}), ids.sym(x), 0})
		}
	}
	for k, x := range s.mem.m {
		if held[x] {
			parts = append(parts, part{'m', ids.sym(k.base), ids.sym(x), ids.of(k.path)})
		}
	}
	slices.SortFunc(parts, part.compare)
	for _, d := range s.defers {
		parts = append(parts, part{kind: 'd', path: ids.of(d.at)})
	}
	for _, b := range s.rounds {
		parts = append(parts, part{kind: 'r', path: ids.of(b)})
	}
	if s.cut != nil {
		parts = append(parts, part{kind: 'x', path: ids.of(s.cut)})
	}
	key := append(ids.key[:0], byte(s.st))
	key = binary.LittleEndian.AppendUint16(key, uint16(s.events))
	for _, p := range parts {
		key = p.append(key)
	}
	ids.parts, ids.key = parts, key
	return key
}

// A part is one entry of a state's key, in small numbers.
type part struct {
	kind int32
	x, y symID
	path int32
}

func (p part) append(key []byte) []byte {
	key = append(key, byte(p.kind))
	for _, n := range [...]int32{p.x.v, p.x.at, p.y.v, p.y.at, p.path} {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	return key
}

func (p part) compare(q part) int {
	return cmp.Or(cmp.Compare(p.kind, q.kind), p.x.compare(q.x), p.y.compare(q.y), cmp.Compare(p.path, q.path))
}

// A symID stands for a sym, its index and whether it is old in one number.
type symID struct{ v, at int32 }

func (x symID) compare(y symID) int {
	return cmp.Or(cmp.Compare(x.v, y.v), cmp.Compare(x.at, y.at))
}

// ids gives the IR values, blocks and paths of one run numbers, in the order of their
// appearance, and keeps what keys are made in.
type ids struct {
	m     map[any]int32
	parts []part
	key   []byte
	held  map[sym]bool
	live  map[sym]bool
}

func newIDs() *ids {
	return &ids{m: make(map[any]int32), held: make(map[sym]bool), live: make(map[sym]bool)}
}

func (i *ids) of(v any) int32 {
	n, ok := i.m[v]
	if !ok {
		n = int32(len(i.m))
		i.m[v] = n
	}
	return n
}

func (i *ids) sym(x sym) symID {
	at := int32(x.idx) << 1
	if x.old {
		at |= 1
	}
	return symID{i.of(x.v), at}
}
