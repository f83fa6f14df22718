package bodyflow

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A ClientFact is what is known of the clients and transports that a function
// returns, or of the one that a package variable holds. It is exported only where
// that is more than nothing.
type ClientFact struct {
	Results []ClientResult
	// PassesOn: a method RoundTrip that hands on the response of another transport as
	// it is.
	PassesOn bool
}

// A ClientResult is one result of a function; of a variable it is number 0.
type ClientResult struct {
	Index  int
	Client client
}

// AFact marks ClientFact as a fact.
func (*ClientFact) AFact() {}

func (f *ClientFact) String() string {
	var parts []string
	for _, r := range f.Results {
		parts = append(parts, fmt.Sprintf("%d is %v", r.Index, r.Client))
	}
	if f.PassesOn {
		parts = append(parts, "passes responses on")
	}
	return strings.Join(parts, "; ")
}

func (c client) String() string {
	alive := map[may]string{mayOff: "off", mayOn: "on"}[c.keepsAlive()]
	if alive == "" {
		alive = "unknown"
	}
	s := fmt.Sprintf("http: %v, https: %v, keep-alives %s", c.speaks(false), c.speaks(true), alive)
	if c.Own {
		s += ", answers itself"
	} else if c.Other {
		s += ", not net/http's"
	}
	if c.Drains {
		s += ", drains"
	}
	for i := range 32 {
		if c.Params&(1<<i) != 0 {
			s += fmt.Sprintf(", wraps param %d", i)
		}
	}
	return s
}

// telling reports whether a client is known well enough to tell other packages.
func (c client) telling() bool {
	switch {
	case c.Other, c.Drains, c.keepsAlive() == mayOff, c.speaks(false)&httpmodel.HTTP1 == 0, c.speaks(true)&httpmodel.HTTP1 == 0:
		return true
	}
	return c.HTTP == 0 && c.Std != anyTransport // all that it may be is known
}

// exportClients exports the facts of the package's functions and variables.
func (r *Result) exportClients() {
	og := r.finder.originator
	for _, fn := range r.functions() {
		if !fn.Exported() || og.decls[fn].Body == nil {
			continue
		}
		if isRoundTrip(fn) && og.passesResponseOn(og.decls[fn]) {
			r.pass.ExportObjectFact(fn, &ClientFact{PassesOn: true})
		}
		if !og.returnsTransport(fn) {
			continue
		}
		f := new(ClientFact)
		decl := og.decls[fn]
		for i := range fn.Signature().Results().Len() {
			if !og.isTransport(fn.Signature().Results().At(i).Type()) {
				continue
			}
			if c := og.clientEval(og.scope(decl)).returned(decl.Body, decl.Type, i); c.telling() {
				f.Results = append(f.Results, ClientResult{i, c})
			}
		}
		if len(f.Results) > 0 {
			r.pass.ExportObjectFact(fn, f)
		}
	}
	for _, name := range og.pkg.Scope().Names() { // sorted
		v, ok := og.pkg.Scope().Lookup(name).(*types.Var)
		if !ok || !v.Exported() || !og.isTransport(v.Type()) {
			continue
		}
		if c := og.packageVar(v, 0); c.telling() {
			r.pass.ExportObjectFact(v, &ClientFact{Results: []ClientResult{{0, c}}})
		}
	}
}

// isRoundTrip reports whether fn makes its receiver an http.RoundTripper.
func isRoundTrip(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "RoundTrip" && sig.Recv() != nil && respAndErr(sig)
}

// returnsTransport reports whether a function has a client or a transport among its
// results.
func (og *originator) returnsTransport(fn *types.Func) bool {
	for v := range fn.Signature().Results().Variables() {
		if og.isTransport(v.Type()) {
			return true
		}
	}
	return false
}

// clientImporter returns a function that looks up facts of other packages.
func clientImporter(pass *analysis.Pass) func(types.Object) *ClientFact {
	return func(obj types.Object) *ClientFact {
		if fn, ok := obj.(*types.Func); ok {
			obj = fn.Origin()
		}
		if obj.Pkg() == nil || obj.Pkg() == pass.Pkg {
			return nil
		}
		var f ClientFact
		if !pass.ImportObjectFact(obj, &f) {
			return nil
		}
		return &f
	}
}
