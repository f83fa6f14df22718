package httpmodel

import "go/types"

// Derives reports whether fn makes its result, a context or a request, from the
// context among its arguments, so that the result ends when that one does. What
// returns the function that cancels it, too, needs no row.
func Derives(fn *types.Func) bool { return derives.of(fn) }

var derives = newTable(map[string]bool{
	"context.WithValue":                      true,
	"net/http.NewRequestWithContext":         true,
	"(*net/http.Request).WithContext":        true,
	"(*net/http.Request).Clone":              true,
	"net/http/httptrace.WithClientTrace":     true,
	"golang.org/x/sync/errgroup.WithContext": true,

	// A span's context is a child of the one it is started with.
	"(go.opentelemetry.io/otel/trace.Tracer).Start":                true,
	"go.opentelemetry.io/otel/trace.ContextWithSpan":               true,
	"go.opencensus.io/trace.StartSpan":                             true,
	"github.com/opentracing/opentracing-go.ContextWithSpan":        true,
	"google.golang.org/grpc/metadata.NewOutgoingContext":           true,
	"github.com/hashicorp/go-retryablehttp.NewRequestWithContext":  true,
	"(*github.com/hashicorp/go-retryablehttp.Request).WithContext": true,
})

// RequestsWith reports whether fn makes a request with the context among its
// arguments.
func RequestsWith(fn *types.Func) bool { return requestsWith.of(fn) }

var requestsWith = newTable(map[string]bool{
	"golang.org/x/net/context/ctxhttp.Get":      true,
	"golang.org/x/net/context/ctxhttp.Head":     true,
	"golang.org/x/net/context/ctxhttp.Post":     true,
	"golang.org/x/net/context/ctxhttp.PostForm": true,
})

// DecodesOne reports whether fn reads one value from a body, and what comes with
// it, and so may stop before the body's end: a decoder stops at the brace.
func DecodesOne(fn *types.Func) bool { return decodesOne.of(fn) }

var decodesOne = newTable(map[string]bool{
	"encoding/json.NewDecoder":                       true,
	"(*encoding/json.Decoder).Decode":                true,
	"(*encoding/json.Decoder).DisallowUnknownFields": true,
	"(*encoding/json.Decoder).UseNumber":             true,
	"encoding/xml.NewDecoder":                        true,
	"(*encoding/xml.Decoder).Decode":                 true,
})

// ReadsResponse reports whether fn, which borrows a response, reads its body.
func ReadsResponse(fn *types.Func) bool {
	pkg := fn.Pkg()
	return pkg == nil || pkg.Path() == "net/http/httputil" || pkg.Path() == "github.com/onsi/gomega" || pkg.Path() == "google.golang.org/api/googleapi"
}
