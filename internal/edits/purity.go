package edits

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// purePackages are packages of the standard library whose functions (not
// methods) compute a result from their arguments and do nothing else.
var purePackages = map[string]bool{
	"bytes":        true,
	"cmp":          true,
	"math":         true,
	"math/bits":    true,
	"mime":         false, // TypeByExtension reads files
	"path":         true,
	"strconv":      true,
	"strings":      true,
	"unicode":      true,
	"unicode/utf8": true,
}

// pureFuncs are functions outside of those packages that may be called once
// less without anyone noticing, by [types.Func.FullName]: constructors that only
// wrap what they are given, and getters.
var pureFuncs = map[string]bool{
	"bufio.NewReader":             true,
	"bufio.NewReaderSize":         true,
	"bufio.NewScanner":            true,
	"bufio.NewWriter":             true,
	"bufio.NewWriterSize":         true,
	"context.Background":          true,
	"context.TODO":                true,
	"errors.Is":                   true,
	"errors.New":                  true,
	"io.LimitReader":              true,
	"io.MultiReader":              true,
	"io.NewSectionReader":         true,
	"io.NopCloser":                true,
	"io.TeeReader":                true,
	"net/http.CanonicalHeaderKey": true,
	"net/http.StatusText":         true,
	"time.Now":                    true,
	"time.Since":                  true,
	"time.Until":                  true,
	"time.Unix":                   true,

	"(*bufio.Reader).Buffered":          true,
	"(*bytes.Buffer).Bytes":             true,
	"(*bytes.Buffer).Len":               true,
	"(*bytes.Buffer).String":            true,
	"(*bytes.Reader).Len":               true,
	"(*strings.Builder).Len":            true,
	"(*strings.Builder).String":         true,
	"(*strings.Reader).Len":             true,
	"(*net/http.Request).Context":       true,
	"(*net/http.Request).ProtoAtLeast":  true,
	"(*net/http.Response).ProtoAtLeast": true,
	"(*net/http.Response).Cookies":      true,
	"(context.Context).Err":             true, // an interface, but no implementation has a reason to act here
	"(net/http.Header).Get":             true,
	"(net/http.Header).Values":          true,
	"(net/url.Values).Get":              true,
	"(net/url.Values).Has":              true,
	"(*sync/atomic.Bool).Load":          true,
	"(*sync/atomic.Int32).Load":         true,
	"(*sync/atomic.Int64).Load":         true,
	"(*sync/atomic.Uint32).Load":        true,
	"(*sync/atomic.Uint64).Load":        true,
	"(*sync/atomic.Pointer[T]).Load":    true,
}

// pureBuiltins are the built-in functions without effects. append is not among
// them: it writes to an array that others may see.
var pureBuiltins = map[string]bool{
	"cap": true, "complex": true, "imag": true, "len": true, "make": true, "max": true, "min": true, "new": true, "real": true,
	"Alignof": true, "Offsetof": true, "Sizeof": true,
}

// pure reports whether evaluating e has no effect but its value, so that the
// evaluation can be left out. That a field, an element or a quotient might
// panic is not held against it; a single-valued type assertion, which is often
// written in order to panic, is.
func (f *File) pure(e ast.Expr) bool {
	if e == nil {
		return true
	}
	if tv, ok := f.info.Types[e]; ok && (tv.IsType() || tv.Value != nil) {
		return true
	}
	switch e := e.(type) {
	case *ast.BasicLit, *ast.Ident, *ast.FuncLit:
		return true
	case *ast.ParenExpr:
		return f.pure(e.X)
	case *ast.SelectorExpr:
		return f.pure(e.X)
	case *ast.StarExpr:
		return f.pure(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && f.pure(e.X)
	case *ast.BinaryExpr:
		return f.pure(e.X) && f.pure(e.Y)
	case *ast.KeyValueExpr:
		return f.pure(e.Key) && f.pure(e.Value)
	case *ast.CompositeLit:
		return f.allPure(e.Elts)
	case *ast.IndexExpr:
		return f.pure(e.X) && f.pure(e.Index)
	case *ast.IndexListExpr:
		return f.pure(e.X)
	case *ast.SliceExpr:
		return f.pure(e.X) && f.pure(e.Low) && f.pure(e.High) && f.pure(e.Max)
	case *ast.TypeAssertExpr:
		tv, ok := f.info.Types[e]
		_, commaOK := tv.Type.(*types.Tuple)
		return ok && commaOK && f.pure(e.X)
	case *ast.CallExpr:
		return f.pureCall(e) && f.allPure(e.Args)
	}
	return false
}

func (f *File) allPure(list []ast.Expr) bool {
	for _, e := range list {
		if !f.pure(e) {
			return false
		}
	}
	return true
}

// pureCall reports whether the call itself, its arguments aside, is free of
// effects.
func (f *File) pureCall(call *ast.CallExpr) bool {
	fun := ast.Unparen(call.Fun)
	if f.info.Types[fun].IsType() {
		return true // a conversion
	}
	switch x := fun.(type) {
	case *ast.IndexExpr: // explicit instantiation
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		if !f.pure(fun.X) {
			return false
		}
		id = fun.Sel
	default:
		return false
	}
	switch obj := f.info.Uses[id].(type) {
	case *types.Builtin:
		return pureBuiltins[obj.Name()]
	case *types.Func:
		obj = obj.Origin()
		if pureFuncs[obj.FullName()] {
			return true
		}
		sig := obj.Signature()
		if sig.Recv() == nil {
			return obj.Pkg() != nil && purePackages[obj.Pkg().Path()] && !takesFunc(sig)
		}
		// Durations and times are plain values.
		return strings.HasPrefix(obj.FullName(), "(time.Duration).") || strings.HasPrefix(obj.FullName(), "(time.Time).")
	}
	return false
}

// takesFunc reports whether a function gets another one to call.
func takesFunc(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// pureStmt reports whether a simple statement in the head of an if, a switch or a
// loop can be left out together with the rest of it.
func (f *File) pureStmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok == token.DEFINE && f.allPure(s.Rhs)
	case *ast.ExprStmt:
		return f.pure(s.X)
	}
	return false
}
