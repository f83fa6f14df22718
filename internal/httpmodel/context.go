package httpmodel

import "go/types"

// Derives reports whether fn makes its result, a context or a request, from the
// context among its arguments, so that the result ends when that one does. What
// returns the function that cancels it, too, needs no row.
func Derives(fn *types.Func) bool { return derives.of(fn) }

var derives = newSet(
	"context.WithValue",
	"net/http.NewRequestWithContext",
	"(*net/http.Request).WithContext",
	"(*net/http.Request).Clone",
	"net/http/httptrace.WithClientTrace",
	"golang.org/x/sync/errgroup.WithContext",

	// A span's context is a child of the one it is started with.
	"(go.opentelemetry.io/otel/trace.Tracer).Start",
	"go.opentelemetry.io/otel/trace.ContextWithSpan",
	"go.opencensus.io/trace.StartSpan",
	"github.com/opentracing/opentracing-go.ContextWithSpan",
	"google.golang.org/grpc/metadata.NewOutgoingContext",
	"github.com/hashicorp/go-retryablehttp.NewRequestWithContext",
	"(*github.com/hashicorp/go-retryablehttp.Request).WithContext",
)

// RequestsWith reports whether fn makes a request with the context among its
// arguments.
func RequestsWith(fn *types.Func) bool { return requestsWith.of(fn) }

var requestsWith = newSet(
	"golang.org/x/net/context/ctxhttp.Get",
	"golang.org/x/net/context/ctxhttp.Head",
	"golang.org/x/net/context/ctxhttp.Post",
	"golang.org/x/net/context/ctxhttp.PostForm",
)

// DecodesOne reports whether fn reads one value from a body, and what comes with
// it, and so may stop before the body's end: a decoder stops at the brace.
func DecodesOne(fn *types.Func) bool { return decodesOne.of(fn) }

var decodesOne = newSet(
	"encoding/json.NewDecoder",
	"(*encoding/json.Decoder).Decode",
	"(*encoding/json.Decoder).DisallowUnknownFields",
	"(*encoding/json.Decoder).UseNumber",
	"encoding/xml.NewDecoder",
	"(*encoding/xml.Decoder).Decode",
)

// ReadsResponse reports whether fn, which borrows a response, reads its body.
func ReadsResponse(fn *types.Func) bool {
	pkg := fn.Pkg()
	return pkg == nil || pkg.Path() == "net/http/httputil" || pkg.Path() == "github.com/onsi/gomega" || pkg.Path() == "google.golang.org/api/googleapi"
}
