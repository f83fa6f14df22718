package bodyflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"honnef.co/go/tools/go/ir"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// evalBool returns the truth of condition x as far as it is known.
func (m *machine) evalBool(st *state, x sym) tri {
	if f := st.fact(x); f.eq != nil && f.eq.Kind() == constant.Bool {
		return triOf(constant.BoolVal(f.eq))
	}
	if x.old {
		return unknown
	}
	switch v := x.v.(type) {
	case *ir.UnOp:
		if v.Op == token.NOT {
			return -m.evalBool(st, st.val(v.X))
		}
	case *ir.BinOp:
		return m.evalCompare(st, v.Op, st.val(v.X), st.val(v.Y))
	}
	return unknown
}

func isNilConst(x sym) bool {
	c, ok := x.v.(*ir.Const)
	return ok && c.IsNil()
}

func constOf(st *state, x sym) constant.Value { return st.fact(x).eq }

func (m *machine) evalCompare(st *state, op token.Token, x, y sym) tri {
	if isNilConst(x) {
		x, y = y, x
	}
	if isNilConst(y) {
		isNil := st.fact(x).isNil
		switch op {
		case token.EQL:
			return isNil
		case token.NEQ:
			return -isNil
		}
		return unknown
	}
	if x == y {
		switch op {
		case token.EQL, token.LEQ, token.GEQ:
			return yes
		case token.NEQ, token.LSS, token.GTR:
			return no
		}
	}
	if nx, ny := st.fact(x).isNil, st.fact(y).isNil; nx != unknown && nx == -ny {
		switch op { // one is nil and the other is not
		case token.EQL:
			return no
		case token.NEQ:
			return yes
		}
	}
	cx, cy := constOf(st, x), constOf(st, y)
	switch {
	case cx != nil && cy != nil:
		if cx.Kind() != cy.Kind() || cx.Kind() == constant.Bool && op != token.EQL && op != token.NEQ {
			return unknown
		}
		return triOf(constant.Compare(cx, op, cy))
	case cy != nil:
		return evalAgainst(st.fact(x), op, cy)
	case cx != nil:
		return evalAgainst(st.fact(y), flip(op), cx)
	}
	if truth, ok := st.rel.m[relKey{op, x, y}]; ok {
		return triOf(truth)
	}
	return unknown
}

// flip returns the operator for swapped operands.
func flip(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// negate returns the operator that holds when op doesn't.
func negate(op token.Token) token.Token {
	switch op {
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	case token.LSS:
		return token.GEQ
	case token.GEQ:
		return token.LSS
	case token.GTR:
		return token.LEQ
	case token.LEQ:
		return token.GTR
	}
	return token.ILLEGAL
}

// evalAgainst evaluates "x op c" for a value with fact f.
func evalAgainst(f fact, op token.Token, c constant.Value) tri {
	for _, n := range f.ne {
		if sameConst(n, c) {
			switch op {
			case token.EQL:
				return no
			case token.NEQ:
				return yes
			}
		}
	}
	n, ok := constant.Int64Val(constant.ToInt(c))
	if c.Kind() != constant.Int || !ok || !f.hasLo && !f.hasHi {
		return unknown
	}
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	if f.hasLo {
		lo = f.lo
	}
	if f.hasHi {
		hi = f.hi
	}
	below, above := hi < n, lo > n // surely below c, surely above c
	switch op {
	case token.EQL:
		if below || above {
			return no
		}
	case token.NEQ:
		if below || above {
			return yes
		}
	case token.LSS:
		if below {
			return yes
		}
		if lo >= n {
			return no
		}
	case token.GEQ:
		if lo >= n {
			return yes
		}
		if below {
			return no
		}
	case token.GTR:
		if above {
			return yes
		}
		if hi <= n {
			return no
		}
	case token.LEQ:
		if hi <= n {
			return yes
		}
		if above {
			return no
		}
	}
	return unknown
}

// refine adds what x == truth proves. It reports whether that is possible.
func (m *machine) refine(st *state, x sym, truth bool) bool {
	if m.evalBool(st, x) == triOf(!truth) {
		return false
	}
	if _, isConst := x.v.(*ir.Const); isConst {
		return true
	}
	st.learn(x, func(f *fact) { f.eq = constant.MakeBool(truth) })
	if x.old {
		return true
	}
	switch v := x.v.(type) {
	case *ir.UnOp:
		if v.Op == token.NOT {
			return m.refine(st, st.val(v.X), !truth)
		}
	case *ir.BinOp:
		op := v.Op
		if !truth {
			op = negate(op)
		}
		if op == token.ILLEGAL {
			return true
		}
		if !m.refineCompare(st, op, st.val(v.X), st.val(v.Y)) {
			return false
		}
		if _, counts := v.X.(*ir.Phi); counts && !isNilConst(symOf(v.Y)) {
			// By its own name, too: a counter has another value in each round, and
			// what it is compared with is the same.
			m.relate(st, op, symOf(v.X), st.val(v.Y), true)
		}
		return true
	case *ir.TypeAssert: // the ok of v, ok := x.(T)
		if x.idx == 1 {
			return !truth || m.refineNil(st, st.val(v.X), false)
		}
	case *ir.Call:
		fn := staticCallee(&v.Call)
		if fn == nil {
			return true
		}
		if !truth && httpmodel.SaysIfFailed(fn) {
			st.events |= evFailed
		}
		arg := -1
		if truth && httpmodel.NotNilIfTrue(fn) {
			arg = 0
		} else if callee := v.Call.StaticCallee(); callee != nil {
			if truth {
				arg = m.pk.nonNilWhen(callee, true)
			} else {
				arg = m.pk.nonNilWhen(callee, false)
			}
		}
		if arg >= 0 && arg < len(v.Call.Args) {
			return m.refineNil(st, st.val(v.Call.Args[arg]), false)
		}
	}
	return true
}

func (m *machine) refineNil(st *state, x sym, isNil bool) bool {
	if f := st.fact(x); f.isNil == triOf(!isNil) {
		return false
	}
	st.learn(x, func(f *fact) { f.isNil = triOf(isNil) })
	if x == st.read && x.v != nil && !isNil {
		st.events = st.events&^evRead | evReadSome // the read failed
		if m.obs != nil {
			st.events |= evReadOther // and with it the connection
		}
	}
	return true
}

// refineCompare adds what "x op y" proves, and reports whether it is possible.
func (m *machine) refineCompare(st *state, op token.Token, x, y sym) bool {
	if m.evalCompare(st, op, x, y) == no {
		return false
	}
	if isNilConst(x) {
		x, y = y, x
	}
	if isNilConst(y) {
		switch op {
		case token.EQL:
			return m.refineNil(st, x, true)
		case token.NEQ:
			return m.refineNil(st, x, false)
		}
		return true
	}
	cx, cy := constOf(st, x), constOf(st, y)
	switch {
	case cy != nil && cx == nil:
		m.limit(st, x, op, cy)
	case cx != nil && cy == nil:
		m.limit(st, y, flip(op), cx)
	case cx == nil && cy == nil:
		if op == token.EQL { // an error that equals io.EOF is not nil
			if st.fact(y).isNil == no {
				m.refineNil(st, x, false)
			}
			if st.fact(x).isNil == no {
				m.refineNil(st, y, false)
			}
		}
		m.relate(st, op, x, y, true)
	}
	return true
}

// refineNone assumes that x is none of some constants, those of the cases of a switch,
// but for one, and reports whether it can be.
func (m *machine) refineNone(st *state, x sym, consts []ir.Value, but ir.Value) bool {
	var others []constant.Value
	for _, other := range consts {
		if other == nil || other == but {
			continue
		}
		if c, ok := other.(*ir.Const); ok && c.Value != nil && c.Value.Kind() != constant.Bool && constOf(st, x) == nil {
			others = append(others, c.Value)
		} else if !m.refineCompare(st, token.NEQ, x, symOf(other)) {
			return false
		}
	}
	if _, isConst := x.v.(*ir.Const); isConst || len(others) == 0 {
		return true
	}
	f := st.fact(x)
	for _, c := range others {
		if evalAgainst(f, token.NEQ, c) == no {
			return false
		}
	}
	// All at once: a switch may have a thousand cases.
	st.learn(x, func(f *fact) { f.ne = append(f.ne[:len(f.ne):len(f.ne)], others...) })
	return true
}

// limit records "x op c".
func (m *machine) limit(st *state, x sym, op token.Token, c constant.Value) {
	if _, isConst := x.v.(*ir.Const); isConst {
		return
	}
	n, isInt := constant.Int64Val(constant.ToInt(c))
	isInt = isInt && c.Kind() == constant.Int
	st.learn(x, func(f *fact) {
		switch op {
		case token.EQL:
			f.eq = c
		case token.NEQ:
			f.ne = append(f.ne[:len(f.ne):len(f.ne)], c)
			if c.Kind() == constant.Bool {
				f.eq = constant.MakeBool(!constant.BoolVal(c))
			}
		case token.LSS:
			if isInt && n > math.MinInt64 {
				f.atMost(n - 1)
			}
		case token.LEQ:
			if isInt {
				f.atMost(n)
			}
		case token.GTR:
			if isInt && n < math.MaxInt64 {
				f.atLeast(n + 1)
			}
		case token.GEQ:
			if isInt {
				f.atLeast(n)
			}
		}
	})
}

// count executes x + 1: what is known of a loop's counter holds of the next
// value with the bounds moved, and so "i < n" being false, "i+1 <= n" is false.
func (m *machine) count(st *state, v *ir.BinOp) {
	one, ok := v.Y.(*ir.Const)
	if v.Op != token.ADD || !ok || one.Value == nil || one.Value.ExactString() != "1" {
		return
	}
	x, next := st.val(v.X), symOf(v)
	f := st.fact(x)
	st.learn(next, func(g *fact) {
		if n, ok := constant.Int64Val(constant.ToInt(orZero(f.eq))); f.eq != nil && f.eq.Kind() == constant.Int && ok && n < math.MaxInt64 {
			g.eq = constant.MakeInt64(n + 1)
		}
		if f.hasLo && f.lo < math.MaxInt64 {
			g.atLeast(f.lo + 1)
		}
		if f.hasHi && f.hi < math.MaxInt64 {
			g.atMost(f.hi + 1)
		}
	})
	for k, truth := range st.rel.m {
		if k.x == symOf(v.X) && k.op == token.LSS {
			m.relate(st, token.LEQ, next, k.y, truth)
		}
	}
}

func orZero(c constant.Value) constant.Value {
	if c == nil {
		return constant.MakeInt64(0)
	}
	return c
}

// relate notes whether "x op y" holds, and what follows from that.
func (m *machine) relate(st *state, op token.Token, x, y sym, truth bool) {
	st.rel.put(relKey{op, x, y}, truth)
	st.rel.put(relKey{negate(op), x, y}, !truth)
	st.rel.put(relKey{flip(op), y, x}, truth)
	st.rel.put(relKey{negate(flip(op)), y, x}, !truth)
	switch {
	case op == token.LEQ && !truth: // x > y
		st.rel.put(relKey{token.LSS, x, y}, false)
		st.rel.put(relKey{token.GEQ, x, y}, true)
	case op == token.LSS && truth: // x < y
		st.rel.put(relKey{token.LEQ, x, y}, true)
		st.rel.put(relKey{token.GTR, x, y}, false)
	}
}

func (f *fact) atMost(n int64) {
	if !f.hasHi || n < f.hi {
		f.hasHi, f.hi = true, n
	}
}

func (f *fact) atLeast(n int64) {
	if !f.hasLo || n > f.lo {
		f.hasLo, f.lo = true, n
	}
}

// assume applies what an assertion proves once it has come back.
func (m *machine) assume(st *state, fn *types.Func, call *ir.CallCommon, args []sym) bool {
	arg, claim := httpmodel.Asserts(fn)
	if claim == httpmodel.ClaimNone {
		return true
	}
	if fn.Signature().Recv() != nil && !call.IsInvoke() {
		arg++ // args counts the receiver
	}
	return m.claim(st, args, arg, claim)
}

// expect notes that a test has failed where it claims that there is no response,
// or that there is an error, and goes on.
func (m *machine) expect(st *state, fn *types.Func, call *ir.CallCommon, args []sym) {
	arg, claim := httpmodel.Expects(fn)
	switch claim {
	case httpmodel.ClaimNil, httpmodel.ClaimNotNil, httpmodel.ClaimHolds:
	default:
		return
	}
	if fn.Signature().Recv() != nil && !call.IsInvoke() {
		arg++ // args counts the receiver
	}
	if !m.claim(st.clone(), args, arg, claim) {
		st.events |= evFailed
	}
}

// claim adds that a claim holds of an argument, and reports whether it can.
func (m *machine) claim(st *state, args []sym, arg int, claim httpmodel.Claim) bool {
	if arg >= len(args) {
		return true
	}
	switch claim {
	case httpmodel.ClaimNil:
		return m.refineNil(st, unbox(st, args[arg]), true)
	case httpmodel.ClaimNotNil:
		return m.refineNil(st, unbox(st, args[arg]), false)
	case httpmodel.ClaimTrue:
		return m.refine(st, args[arg], true)
	case httpmodel.ClaimFalse:
		return m.refine(st, args[arg], false)
	case httpmodel.ClaimHolds:
		x := unbox(st, args[arg])
		if call, ok := x.v.(*ir.Call); ok && !x.old && staticCallee(&call.Call) != nil && len(call.Call.Args) > 0 {
			if c := httpmodel.Compares(staticCallee(&call.Call)); c != httpmodel.ClaimNone {
				return m.claim(st, []sym{st.val(call.Call.Args[0])}, 0, c)
			}
		}
		switch {
		case x.v == nil:
		case isBool(x.v.Type()):
			return m.refine(st, x, true)
		case isError(x.v.Type()):
			return m.refineNil(st, x, true)
		}
	case httpmodel.ClaimEqual:
		if arg+1 < len(args) {
			return m.refineCompare(st, token.EQL, unbox(st, args[arg]), unbox(st, args[arg+1]))
		}
	}
	return true
}

// unbox returns what an interface value was made from.
func unbox(st *state, x sym) sym {
	if mi, ok := x.v.(*ir.MakeInterface); ok && !x.old {
		return st.val(mi.X)
	}
	return x
}
