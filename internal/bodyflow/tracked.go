package bodyflow

import (
	"go/types"
)

// A tracker answers questions about types for one package: which ones are
// net/http's, which ones can hold a body or close one. Answers are kept, since
// the same few types come back thousands of times.
type tracker struct {
	tracked map[types.Type]bool
	closers map[types.Type]bool
	owners  map[types.Type]bool
	readers map[types.Type]bool
}

func newTracker() *tracker {
	return &tracker{tracked: make(map[types.Type]bool), closers: make(map[types.Type]bool), owners: make(map[types.Type]bool), readers: make(map[types.Type]bool)}
}

// namedIn reports whether t is (an alias of) the named type pkg.name.
func namedIn(t types.Type, pkg, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := n.Obj()
	return obj.Name() == name && obj.Pkg() != nil && obj.Pkg().Path() == pkg
}

func pointerTo(t types.Type) (types.Type, bool) {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil, false
	}
	return p.Elem(), true
}

// isResponse reports whether t is *http.Response.
func isResponse(t types.Type) bool {
	elem, ok := pointerTo(t)
	return ok && namedIn(elem, "net/http", "Response")
}

// isResponseStruct reports whether t is http.Response itself.
func isResponseStruct(t types.Type) bool { return namedIn(t, "net/http", "Response") }

func isError(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == nil && n.Obj().Name() == "error"
}

// canClose reports whether the method set of t has Close() error, as every
// body has. Concrete types count as well as interfaces.
func (tr *tracker) canClose(t types.Type) bool {
	if got, ok := tr.closers[t]; ok {
		return got
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	fn, ok := obj.(*types.Func)
	got := ok && fn.Signature().Params().Len() == 0
	tr.closers[t] = got
	return got
}

// canRead reports whether t has a Read method.
func canRead(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 1
}

// isBodyLike reports whether t is an interface with Close, such as io.Closer
// and io.ReadCloser: what a body travels as.
func (tr *tracker) isBodyLike(t types.Type) bool {
	return types.IsInterface(t) && !isTypeParam(t) && tr.canClose(t)
}

// owns reports whether t is a struct, or points to one, with a response or a
// body among its fields, or among theirs.
func (tr *tracker) owns(t types.Type) bool { return tr.ownsAt(t, 2) }

func (tr *tracker) ownsAt(t types.Type, depth int) bool {
	if elem, ok := pointerTo(t); ok {
		t = elem
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || isResponseStruct(n) || namedIn(n, "net/http", "Request") {
		return false // the body of a request is its sender's, and the server's
	}
	str, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	if got, ok := tr.owners[n]; ok {
		return got
	}
	got := false
	for f := range str.Fields() {
		got = got || isResponse(f.Type()) || isReadCloser(f.Type()) || depth > 1 && tr.ownsAt(f.Type(), depth-1)
	}
	if got || depth > 1 {
		tr.owners[n] = got
	}
	return got
}

// isPlainCloser reports whether the interface t asks for no more than a body
// has: Read and Close.
func isPlainCloser(t types.Type) bool {
	n := t.Underlying().(*types.Interface).NumMethods()
	return n == 1 || n == 2 && canRead(t)
}

// isReadCloser reports whether t is an interface with Read and Close and nothing
// else, like the type of Response.Body.
func isReadCloser(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	return ok && iface.NumMethods() == 2 && canRead(t) && !isTypeParam(t)
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// isReaderLike reports whether t is an interface with Read.
func isReaderLike(t types.Type) bool {
	return types.IsInterface(t) && !isTypeParam(t) && canRead(t)
}

// isReader is isReaderLike, with the answers kept.
func (tr *tracker) isReader(t types.Type) bool {
	if got, ok := tr.readers[t]; ok {
		return got
	}
	got := isReaderLike(t)
	tr.readers[t] = got
	return got
}

// isTracked reports whether a value of type t can be a response, a body, or a
// client that makes them.
func (tr *tracker) isTracked(t types.Type) bool {
	if got, ok := tr.tracked[t]; ok {
		return got
	}
	got := isResponse(t) || tr.isBodyLike(t)
	if elem, ok := pointerTo(t); ok && !got {
		got = isResponseStruct(elem) || isResponse(elem) || types.IsInterface(elem) && tr.isBodyLike(elem)
	}
	tr.tracked[t] = got
	return got
}

// canTravelAs reports whether a response or a body may be met as a t: isTracked, but for
// interfaces that ask for more than any body has. A net.Conn has Close, too.
func (tr *tracker) canTravelAs(t types.Type) bool {
	return tr.isTracked(t) && !asksForMore(t)
}

// bodyMethods has the methods that bodies and their wrappers are known by, in net/http
// and io.
var bodyMethods = map[string]bool{
	"Close": true, "Read": true, "Write": true, "WriteTo": true, "ReadFrom": true, "Seek": true, "ReadAt": true,
	"ReadByte": true, "UnreadByte": true, "ReadRune": true, "UnreadRune": true, "WriteString": true, "Len": true, "Name": true,
}

// asksForMore reports whether t is an interface that no body satisfies.
func asksForMore(t types.Type) bool {
	if elem, ok := pointerTo(t); ok {
		t = elem
	}
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range iface.Methods() {
		if !bodyMethods[m.Name()] {
			return true
		}
	}
	return false
}

// matters reports whether a function that names obj may deal with bodies.
func (tr *tracker) matters(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Var:
		return tr.canTravelAs(obj.Type()) || tr.owns(obj.Type())
	case *types.TypeName:
		return isResponseStruct(obj.Type()) || tr.canTravelAs(obj.Type())
	case *types.Func:
		if pkg := obj.Pkg(); pkg != nil && (pkg.Path() == "io" || pkg.Path() == "io/ioutil") && obj.Name() == "ReadAll" {
			return false
		}
		sig := obj.Signature()
		if r := sig.Recv(); r != nil && (tr.owns(r.Type()) || tr.canTravelAs(r.Type())) {
			return true
		}
		for v := range sig.Results().Variables() {
			if tr.canTravelAs(v.Type()) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether the body of an owner may be reached through its field or
// method obj. What can't hold it doesn't lead to it: numbers, strings, locks.
func (tr *tracker) reaches(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok {
		return true
	}
	t := v.Type()
	switch t.Underlying().(type) {
	case *types.Interface:
		return !isError(t) && !namedIn(t, "context", "Context")
	case *types.Signature:
		return true
	}
	return tr.canHold(t) || tr.owns(t)
}

// canHold reports whether a value of type t can hold a tracked value: itself,
// or a struct, pointer, slice, map or channel of such, a few levels deep.
func (tr *tracker) canHold(t types.Type) bool { return tr.holds(t, 3) }

func (tr *tracker) holds(t types.Type, depth int) bool {
	if tr.isTracked(t) {
		return true
	}
	if depth == 0 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return tr.holds(u.Elem(), depth-1)
	case *types.Slice:
		return tr.holds(u.Elem(), depth-1)
	case *types.Array:
		return tr.holds(u.Elem(), depth-1)
	case *types.Map:
		return tr.holds(u.Elem(), depth-1)
	case *types.Chan:
		return tr.holds(u.Elem(), depth-1)
	case *types.Struct:
		for f := range u.Fields() {
			if tr.holds(f.Type(), depth-1) {
				return true
			}
		}
	}
	return false
}

// respAndErr reports where a signature of the shape (…) (*http.Response, error)
// has its response, and whether it has that shape.
func respAndErr(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() == 2 && isResponse(res.At(0).Type()) && isError(res.At(1).Type())
}

// errResult returns the index of the error result that says whether the
// others are there, or -1.
func errResult(sig *types.Signature) int {
	n := sig.Results().Len()
	if n > 0 && isError(sig.Results().At(n-1).Type()) {
		return n - 1
	}
	return -1
}
