package bodyflow

import (
	"fmt"
	"strings"
)

// A FuncFact is what callers in other packages may know of a function. It has
// only what differs from the default: unknown code does the right thing.
type FuncFact struct {
	// NoReturn: a call never comes back.
	NoReturn bool
	// Asserts has what holds of the parameters when a call comes back.
	Asserts []Assertion
	// NonNilWhen has, for a predicate, the parameter that is not nil when it
	// says true (or false).
	NonNilWhen map[bool]int
	// Params tells what becomes of bodies among the arguments.
	Params []ParamFact
	// Results has the results that hold an open body.
	Results []ResultFact
	// Drain is set for a drain helper.
	Drain *DrainFact
	// Copy is set for a function that does what io.Copy does.
	Copy *CopyFact
	// Request is 1 plus the argument (the receiver counted) that carries the
	// context of the requests whose responses the results hold; 0 if none does.
	Request int
}

// A ParamFact is what becomes of a body that an argument holds.
type ParamFact struct {
	Arg      int // the receiver counted
	Kind     uint8
	Path     string
	Outcomes []OutcomeFact
}

// An OutcomeFact is one way in which the body can be left.
type OutcomeFact struct {
	Status uint8
	Rets   []RetFact
	Conds  []CondFact
}

// A RetFact says that a result holds the body.
type RetFact struct {
	Res  int
	Kind uint8
	Path string
}

// A CondFact is what a result is in an outcome.
type CondFact struct {
	Res int
	Is  uint8
}

// A ResultFact says that a result holds an open body (or, Own, a response that
// no client made).
type ResultFact struct {
	Index int
	Kind  uint8
	Path  string
	Own   bool
	// Failed: the body is open also where the error result isn't nil.
	Failed bool
	// Maybe: without an error, too, there may be none.
	Maybe bool
	// Nils has a bit for each other result that is nil wherever this one holds a body.
	Nils uint32
}

// A DrainFact says that a function exists to drain the body that parameter Arg
// (the receiver not counted; -1 for the receiver) is given.
type DrainFact struct {
	Arg int
	// Closes: it closes the body as well.
	Closes bool
	// Uses: its result tells how the drain went.
	Uses bool
	// NilSafe: a nil argument is allowed.
	NilSafe bool
	// Via: another function closes it, and may do more than that.
	Via bool
	// Mixed: things that are no response bodies go through it too.
	Mixed bool
}

// AFact marks FuncFact as a fact.
func (*FuncFact) AFact() {}

func (f *FuncFact) String() string {
	var parts []string
	if f.NoReturn {
		parts = append(parts, "never returns")
	}
	for _, a := range f.Asserts {
		parts = append(parts, fmt.Sprintf("asserts that param %d is %v", a.Arg, a.Claim))
	}
	for _, p := range f.Params {
		var outs []string
		for _, o := range p.outcomes() {
			outs = append(outs, o.String())
		}
		parts = append(parts, fmt.Sprintf("arg %d%s as %v: %s", p.Arg, p.Path, kind(p.Kind), strings.Join(outs, " or ")))
	}
	for _, r := range f.Results {
		if r.Own {
			parts = append(parts, fmt.Sprintf("result %d is no client's", r.Index))
			continue
		}
		text := fmt.Sprintf("result %d%s is an open %v", r.Index, r.Path, kind(r.Kind))
		if r.Failed {
			text += ", also with an error"
		}
		parts = append(parts, text)
	}
	if f.Drain != nil {
		parts = append(parts, fmt.Sprintf("drains arg %d", f.Drain.Arg))
	}
	if f.Copy != nil {
		parts = append(parts, fmt.Sprintf("copies arg %d to arg %d", f.Copy.Src, f.Copy.Dst))
	}
	return strings.Join(parts, "; ")
}

func (o outcome) String() string {
	s := o.status.String()
	for _, r := range o.rets {
		s += fmt.Sprintf(", returned as result %d%s (%v)", r.res, r.path, r.kind)
	}
	for _, c := range o.conds {
		s += fmt.Sprintf(", result %d is %s", c.res, [...]string{"nil", "not nil", "true", "false"}[c.is])
	}
	return s
}

func (p ParamFact) outcomes() []outcome {
	outs := make([]outcome, len(p.Outcomes))
	for i, o := range p.Outcomes {
		outs[i].status = status(o.Status)
		for _, r := range o.Rets {
			outs[i].rets = append(outs[i].rets, ret{r.Res, kind(r.Kind), r.Path})
		}
		for _, c := range o.Conds {
			outs[i].conds = append(outs[i].conds, cond{c.Res, condKind(c.Is)})
		}
	}
	return outs
}

func outcomeFacts(outs []outcome) []OutcomeFact {
	fs := make([]OutcomeFact, len(outs))
	for i, o := range outs {
		fs[i].Status = uint8(o.status)
		for _, r := range o.rets {
			fs[i].Rets = append(fs[i].Rets, RetFact{r.res, uint8(r.kind), r.path})
		}
		for _, c := range o.conds {
			fs[i].Conds = append(fs[i].Conds, CondFact{c.res, uint8(c.is)})
		}
	}
	return fs
}
