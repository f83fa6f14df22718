package httpmodel

import (
	"go/types"
	"strings"
)

// Protocols is a set of versions of HTTP.
type Protocols uint8

// The versions.
const (
	HTTP1 Protocols = 1 << iota
	HTTP2
	HTTP3
	AnyHTTP = HTTP1 | HTTP2 | HTTP3
)

func (p Protocols) String() string {
	var names []string
	for i, name := range []string{"HTTP/1", "HTTP/2", "HTTP/3"} {
		if p&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " or ")
}

// A Transport is what is known of a type that makes requests by itself, whatever
// its fields say.
type Transport struct {
	// HTTP and HTTPS are what it speaks on the two schemes.
	HTTP, HTTPS Protocols
	// Why is the reason for the row.
	Why string
}

// TransportOf returns the row of a named type.
func TransportOf(obj *types.TypeName) (Transport, bool) {
	if obj.Pkg() == nil {
		return Transport{}, false
	}
	t, ok := transports[trimVersion(obj.Pkg().Path())+"."+obj.Name()]
	return t, ok
}

var transports = map[string]Transport{
	"golang.org/x/net/http2.Transport":  {HTTP2, HTTP2, "without AllowHTTP a request to http:// is an error"},
	"golang.org/x/net/http2.ClientConn": {HTTP2, HTTP2, "one HTTP/2 connection"},

	"github.com/quic-go/quic-go/http3.Transport":                     {HTTP3, HTTP3, "http:// is an error"},
	"github.com/quic-go/quic-go/http3.ClientConn":                    {HTTP3, HTTP3, "one HTTP/3 connection"},
	"github.com/quic-go/quic-go/http3.RoundTripper":                  {HTTP3, HTTP3, "the name of Transport before v0.49"},
	"github.com/quic-go/quic-go/http3.SingleDestinationRoundTripper": {HTTP3, HTTP3, "the name of ClientConn before v0.49"},
	"github.com/lucas-clemente/quic-go/http3.RoundTripper":           {HTTP3, HTTP3, "where quic-go lived before"},
}

// WrapsTransport returns the index of the argument that fn makes its result from
// by adding what a body doesn't notice: a header, a token, a trace.
func WrapsTransport(fn *types.Func) (arg int, ok bool) {
	pkg := fn.Pkg()
	if pkg == nil || fn.Signature().Recv() != nil {
		return 0, false
	}
	arg, ok = wrappers[trimVersion(pkg.Path())+"."+fn.Name()]
	if !ok && PassesOn(pkg.Path()) {
		return roundTripper(fn.Signature())
	}
	if arg < 0 {
		arg = fn.Signature().Params().Len() - 1
		if fn.Signature().Variadic() {
			arg--
		}
	}
	return arg, ok
}

// roundTripper returns the index of the only parameter that is an http.RoundTripper.
func roundTripper(sig *types.Signature) (arg int, ok bool) {
	arg = -1
	for i := range sig.Params().Len() {
		n, isNamed := types.Unalias(sig.Params().At(i).Type()).(*types.Named)
		if !isNamed || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "net/http" || n.Obj().Name() != "RoundTripper" {
			continue
		}
		if arg >= 0 {
			return -1, false
		}
		arg = i
	}
	return arg, arg >= 0
}

// wrappers has the index of the transport; -1 for the last argument before
// options.
var wrappers = map[string]int{
	"github.com/bodyvet/bodyvet/drain.NewTransport":                               0,  // since Go 1.27, the argument itself
	"github.com/prometheus/common/config.NewBasicAuthRoundTripper":                -1, // adds a header
	"github.com/prometheus/common/config.NewAuthorizationCredentialsRoundTripper": -1, // adds a header
	"github.com/prometheus/common/config.NewUserAgentRoundTripper":                1,  // adds a header
	"k8s.io/client-go/transport.NewBearerAuthRoundTripper":                        1,  // adds a header
	"k8s.io/client-go/transport.NewUserAgentRoundTripper":                         1,  // adds a header
	"k8s.io/client-go/transport.NewBasicAuthRoundTripper":                         2,  // adds a header
	"gopkg.in/DataDog/dd-trace-go/contrib/net/http.WrapRoundTripper":              0,  // a trace; its body is the transport's
	"github.com/DataDog/dd-trace-go/contrib/net/http.WrapRoundTripper":            0,  // likewise
}

// DrainsUnread reports whether what fn makes out of a transport drains the bodies that
// are closed unread, under any version of Go.
func DrainsUnread(fn *types.Func) bool {
	return fn.FullName() == "github.com/bodyvet/bodyvet/drain.NewTransport"
}

// Negotiates reports whether a call of fn teaches the *http.Transport among its
// arguments to speak HTTP/2 as well, where the server agrees.
func Negotiates(fn *types.Func) bool { return negotiates.of(fn) }

var negotiates = newSet(
	"golang.org/x/net/http2.ConfigureTransport", "golang.org/x/net/http2.ConfigureTransports",
)

// DialsPlain reports whether fn returns a connection without TLS. Those of net know
// nothing of it.
func DialsPlain(fn *types.Func) bool { return dialsPlain.of(fn) }

var dialsPlain = newSet(
	"net.Dial", "net.DialTimeout", "net.DialTCP", "net.DialUnix", "(*net.Dialer).Dial", "(*net.Dialer).DialContext",
)

// LeavesAlone reports whether a call of fn keeps the client or the transport
// that it is given without changing its fields.
func LeavesAlone(fn *types.Func) bool {
	if _, ok := WrapsTransport(fn); ok {
		return true
	}
	pkg := fn.Pkg()
	if pkg == nil {
		return false
	}
	switch trimVersion(pkg.Path()) {
	case "net/http", "fmt", "log", "log/slog", "reflect", "errors", "context", "golang.org/x/oauth2", "golang.org/x/net/context/ctxhttp":
		return true
	}
	return false
}
