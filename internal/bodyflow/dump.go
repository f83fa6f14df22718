package bodyflow

import (
	"fmt"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"honnef.co/go/tools/go/ir"
)

// Dump writes what the engine makes of the functions that are called name
// ("Get", "(*Client).Get" or "Client.Get"): their IR, each body that they get
// from a call with its states on the way, their drains with what is open in the
// proofs, and what callers are told. It is for
// those who work on the engine. It reports false if there is no such function.
func (r *Result) Dump(w io.Writer, name string) (bool, error) {
	r.whole()
	r.mu.Lock()
	defer r.mu.Unlock()
	d := &dumper{w: w, r: r}
	found := false
	for _, obj := range r.functions() {
		if !called(obj, name) {
			continue
		}
		found = true
		d.function(obj)
	}
	return found, d.err
}

// called reports whether people would call fn name.
func called(fn *types.Func, name string) bool {
	full := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.TypeString(recv.Type(), func(*types.Package) string { return "" })
		full = "(" + t + ")." + fn.Name()
	}
	plain := strings.NewReplacer("(", "", ")", "", "*", "")
	return name == fn.Name() || plain.Replace(name) == plain.Replace(full)
}

type dumper struct {
	w   io.Writer
	r   *Result
	err error
}

func (d *dumper) printf(format string, args ...any) {
	if d.err == nil {
		_, d.err = fmt.Fprintf(d.w, format, args...)
	}
}

func (d *dumper) line(at interface{ Pos() token.Pos }) int {
	return d.r.pass.Fset.Position(at.Pos()).Line
}

func (d *dumper) function(obj *types.Func) {
	at := d.r.pass.Fset.Position(obj.Pos())
	d.printf("# %s, %s:%d\n\n", obj.FullName(), filepath.Base(at.Filename), at.Line)
	fn := d.r.pk.prog.prog.FuncValue(obj)
	if fn == nil || len(fn.Blocks) == 0 {
		d.printf("It has no IR: nothing in it is, or leads to, a response or a body.\n\n")
		return
	}
	d.printf("## IR\n\n")
	d.ir(fn)
	d.printf("## Bodies that it gets\n\n")
	d.bodies(fn)
	d.printf("## Drains\n\n")
	d.drains(obj)
	d.printf("## What callers are told\n\n")
	d.summary(obj, fn)
}

func (d *dumper) ir(fn *ir.Function) {
	if d.err == nil {
		_, d.err = fn.WriteTo(d.w)
	}
	d.printf("\n")
	for _, a := range fn.AnonFuncs {
		d.ir(a)
	}
}

func (d *dumper) bodies(fn *ir.Function) {
	n := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ir.Call)
			if !ok {
				continue
			}
			for _, src := range d.r.pk.sourcesOf(call) {
				n++
				d.body(fn, call, src)
			}
		}
	}
	if n == 0 {
		d.printf("None.\n\n")
	}
	for _, a := range fn.AnonFuncs {
		d.printf("### In the literal of line %d\n\n", d.line(a))
		d.bodies(a)
	}
}

// body follows one body through fn and prints its states at the entry of each
// block.
func (d *dumper) body(fn *ir.Function, call *ir.Call, src *source) {
	d.printf("%s = %s, line %d: result %d%s holds it (%v)\n", call.Name(), call, d.line(call), src.res, src.path, src.kind)
	m := newMachine(d.r.pk, fn)
	m.src = src
	var entries [][]*state
	m.trace = func(w *walk) {
		if w.top {
			entries = w.at
		}
	}
	m.run(fn, newState())
	if m.broken {
		d.printf("  given up: too many paths\n\n")
		return
	}
	for _, b := range fn.Blocks {
		for _, st := range entries[b.Index] {
			if st.st == notYet {
				continue
			}
			d.printf("  b%d %s: %v%s\n", b.Index, b.Comment, st.st, d.knowledge(st))
		}
	}
	for _, e := range m.outs {
		if e.st.st != notYet {
			d.printf("  return, line %d: %v\n", d.line(e.at), e.st.st)
		}
	}
	for _, l := range m.leaks {
		d.printf("  lost, line %d: nothing holds it any more\n", d.line(l.at))
	}
	acc := d.r.pk.account(fn, src)
	switch {
	case len(acc.leaks) == 0:
		d.printf("  verdict: closed, handed on or returned on every path\n\n")
	case acc.never:
		d.printf("  verdict: never closed\n\n")
	default:
		d.printf("  verdict: left open on some path\n\n")
	}
}

// drains prints the drains in obj, and what obj is of one, with the lines of each
// proof that are open.
func (d *dumper) drains(obj *types.Func) {
	found := d.r.drains
	if found == nil {
		found = d.r.finder.all()
		d.r.drains = found
	}
	n := 0
	for _, m := range found.Manual {
		if m.Decl != nil && d.r.pass.TypesInfo.Defs[m.Decl.Name] == obj {
			n++
			d.printf("%s of %s, line %d: %v; %s\n", m.Shape, types.ExprString(m.Body), d.line(m.Node), m.Kind, proofText(m.Holes))
		}
	}
	for _, c := range found.Calls {
		if c.Decl != nil && d.r.pass.TypesInfo.Defs[c.Decl.Name] == obj {
			n++
			d.printf("%s of %s, line %d: %v, by a helper; %s\n", c.Name, c.Body, d.line(c.Call), c.Kind, proofText(c.Holes))
		}
	}
	for _, h := range found.Helpers {
		if h.Obj != types.Object(obj) {
			continue
		}
		n++
		d.printf("%s is a drain helper; %s", h.Obj.Name(), proofText(h.Holes))
		if h.Inline {
			d.printf("; all its calls can become a plain Close, and it can go")
		}
		d.printf("\n")
	}
	if n == 0 {
		d.printf("None.\n")
	}
	d.printf("\n")
}

func proofText(holes []Hole) string {
	if len(holes) == 0 {
		return "the proof holds"
	}
	text := make([]string, len(holes))
	for i, h := range holes {
		text[i] = string(h)
	}
	return "open in the proof: " + strings.Join(text, "; ")
}

// knowledge prints who holds the body in st, and what is known of values.
func (d *dumper) knowledge(st *state) string {
	var parts []string
	for x, c := range st.carry.m {
		parts = append(parts, fmt.Sprintf("%s is the %v", symName(x), c.kind))
	}
	for x, f := range st.facts.m {
		if text := f.String(); text != "" {
			parts = append(parts, symName(x)+text)
		}
	}
	if n := len(st.defers); n > 0 {
		parts = append(parts, fmt.Sprintf("%d deferred", n))
	}
	slices.Sort(parts)
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

func symName(x sym) string {
	name := "?"
	if x.v != nil {
		name = x.v.Name()
	}
	switch {
	case x.idx <= inside:
		name += " (inside)"
	case x.idx != whole:
		name = fmt.Sprintf("%s #%d", name, x.idx)
	}
	if x.old {
		name += " (of the round before)"
	}
	return name
}

func (f fact) String() string {
	var b strings.Builder
	switch f.isNil {
	case yes:
		b.WriteString(" == nil")
	case no:
		b.WriteString(" != nil")
	}
	if f.eq != nil {
		fmt.Fprintf(&b, " == %s", f.eq)
	}
	for _, c := range f.ne {
		fmt.Fprintf(&b, " != %s", c)
	}
	if f.hasLo {
		fmt.Fprintf(&b, " >= %d", f.lo)
	}
	if f.hasHi {
		fmt.Fprintf(&b, " <= %d", f.hi)
	}
	return b.String()
}

func (d *dumper) summary(obj *types.Func, fn *ir.Function) {
	f := new(FuncFact)
	d.r.complete(obj, f)
	text := f.String()
	if text == "" {
		text = "nothing that differs from what is taken of unknown code"
	}
	d.printf("%s\n\n", text)
	for i, p := range fn.Params {
		for _, s := range d.r.questions(i, p.Type(), i == 0 && obj.Signature().Recv() != nil) {
			for _, o := range d.r.pk.summary(fn, s, "") {
				d.printf("%s%s as %v: %s\n", p.Name(), s.path, s.kind, o)
			}
		}
	}
	d.printf("\n")
}
