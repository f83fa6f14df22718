package bodyflow

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/httpmodel"
)

// A ClientFact is what is known of the clients and transports that a function
// returns, or of the one that a package variable or a field holds. It is exported only
// where that is more than nothing.
type ClientFact struct {
	Results []ClientResult
	// Response is what is known of the request and the client behind the response that
	// a function returns, if that is more than nothing.
	Response *exchange
	// PassesOn: a method RoundTrip that hands on the response of another transport as
	// it is.
	PassesOn bool
}

// A ClientResult is one result of a function; of a variable or a field it is number 0.
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
	if f.Response != nil {
		parts = append(parts, "responses of "+f.Response.String())
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
	if c.Open {
		s += ", perhaps replaced"
	}
	for i := range 32 {
		if c.Params&(1<<i) != 0 {
			s += fmt.Sprintf(", wraps param %d", i)
		}
	}
	return s
}

// special reports whether a client is known to do something that the usual one doesn't.
func (c client) special() bool {
	return c.Other || c.Drains || c.keepsAlive() == mayOff || c.speaks(false)&httpmodel.HTTP1 == 0 || c.speaks(true)&httpmodel.HTTP1 == 0
}

// telling reports whether a client is known well enough to tell other packages.
func (c client) telling() bool {
	return c.special() || c.HTTP == 0 && c.Std != anyTransport // all that it may be is known
}

// telling is the same for the client and the request of a response.
func (x exchange) telling() bool {
	return x.known && (x.Client.special() || x.Client.Params != 0 || x.Request.Close || x.Request.Header || x.Request.Head)
}

func (x exchange) String() string {
	s := x.Client.String()
	for _, r := range []struct {
		is   bool
		text string
	}{
		{x.Request.Schemes == schemeHTTP, "on http"},
		{x.Request.Schemes == schemeHTTPS, "on https"},
		{x.Request.Close, "Close is set"},
		{x.Request.Header, "the header closes"},
		{x.Request.Head, "to HEAD"},
	} {
		if r.is {
			s += ", " + r.text
		}
	}
	return s
}

// exportClients exports the facts of the package's functions, variables and fields.
func (r *Result) exportClients() {
	og := r.finder.originator
	og.telling = true
	defer func() { og.telling = false }()
	for _, fn := range r.functions() {
		if !fn.Exported() || og.decls[fn].Body == nil {
			continue
		}
		if f := og.factOf(fn); len(f.Results) > 0 || f.Response != nil || f.PassesOn {
			r.pass.ExportObjectFact(fn, f)
		}
	}
	export := func(v *types.Var, c client) {
		r.pass.ExportObjectFact(v, &ClientFact{Results: []ClientResult{{0, c}}})
	}
	for _, name := range og.pkg.Scope().Names() { // sorted
		switch obj := og.pkg.Scope().Lookup(name).(type) {
		case *types.Var:
			if !obj.Exported() || !og.isTransport(obj.Type()) {
				continue
			}
			if c := og.packageVar(obj, 0); c.telling() {
				export(obj, c)
			}
		case *types.TypeName:
			str, ok := obj.Type().Underlying().(*types.Struct)
			if !ok || obj.IsAlias() {
				continue
			}
			for fld := range str.Fields() {
				// What the usual client may be replaced by is worth nothing to know.
				if !fld.Exported() || fld.Pkg() != og.pkg || !og.isTransport(fld.Type()) {
					continue
				}
				if c := og.clientField(fld, 0); c.special() {
					export(fld, c)
				}
			}
		}
	}
}

// factOf returns what is known of the clients that a function returns, or makes its
// requests with.
func (og *originator) factOf(fn *types.Func) *ClientFact {
	decl := og.decls[fn]
	f := &ClientFact{PassesOn: isRoundTrip(fn) && og.passesResponseOn(decl)}
	for i := range fn.Signature().Results().Len() {
		t := fn.Signature().Results().At(i).Type()
		switch {
		case og.isTransport(t):
			if c := og.clientEval(og.scope(decl)).returned(decl.Body, decl.Type, i); c.telling() {
				f.Results = append(f.Results, ClientResult{i, c})
			}
		case isResponse(t) && !isRoundTrip(fn):
			if x := og.clientEval(og.scope(decl)).returnedExchange(decl, i); x.telling() {
				f.Response = &x
			}
		}
	}
	return f
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
