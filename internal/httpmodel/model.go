// Package httpmodel holds what is known about functions that bodyvet does not
// analyze itself: net/http's client, the wrappers of the standard library, and
// the libraries that real HTTP code meets all the time.
//
// It is data. Every row carries the reason why it is there; the engine
// (internal/bodyflow) asks, and falls back on its own summaries, then on the
// rule "unknown code does the right thing with a body".
package httpmodel

import (
	"go/types"
	"strings"
)

// An Effect says what a call does to a body that one of its arguments holds.
type Effect uint8

const (
	// Unknown: there is no row for the function.
	Unknown Effect = iota
	// Borrow: the callee looks or reads; whoever held the body still does.
	Borrow
	// Close: the body is closed on every path of the callee.
	Close
	// CloseIfOK: the body is closed exactly when the error result is nil.
	CloseIfOK
	// Take: the callee owns the body from then on.
	Take
	// Wrap: result 0 reads from the body, but closing result 0 doesn't close
	// the body.
	Wrap
	// WrapClose: result 0 reads from the body, and its Close closes the body.
	WrapClose
)

// A Row is what is known of one function.
type Row struct {
	Effect Effect
	// Why is the reason for the row, for people who read or doubt it.
	Why string
}

// Args reports what fn does to the bodies among its arguments.
func Args(fn *types.Func) Row {
	fn = fn.Origin()
	name := fn.FullName()
	if row, ok := args[name]; ok {
		return row
	}
	if pkg := fn.Pkg(); pkg != nil {
		if row, ok := packages[trimVersion(pkg.Path())]; ok {
			return row
		}
	}
	return Row{}
}

// trimVersion cuts a major-version element off the end of an import path, so
// that one row serves all major versions of a library. The "/assert" of
// "gotest.tools/v3/assert" has its version in the middle.
func trimVersion(path string) string {
	head, tail, found := strings.Cut(path, "/v")
	if !found || tail == "" || tail[0] < '0' || tail[0] > '9' {
		return path
	}
	_, rest, _ := strings.Cut(tail, "/")
	if rest == "" {
		return head
	}
	return head + "/" + rest
}

// packages has rows for packages all of whose functions do the same.
var packages = map[string]Row{
	"fmt":                                 {Borrow, "formats or prints"},
	"log":                                 {Borrow, "prints"},
	"log/slog":                            {Borrow, "logs"},
	"reflect":                             {Borrow, "looks; a call through reflection is beyond any analysis"},
	"errors":                              {Borrow, "compares errors"},
	"encoding/json":                       {Borrow, "decodes from a reader, encodes exported fields"},
	"encoding/xml":                        {Borrow, "as encoding/json"},
	"encoding/gob":                        {Borrow, "as encoding/json"},
	"encoding/csv":                        {Borrow, "as encoding/json"},
	"testing":                             {Borrow, "logs; what ends the test is in NoReturn"},
	"github.com/stretchr/testify/assert":  {Borrow, "compares"},
	"github.com/stretchr/testify/require": {Borrow, "compares; what ends the test is in Asserts"},
	"github.com/google/go-cmp/cmp":        {Borrow, "compares"},
	"gotest.tools/assert":                 {Borrow, "compares"},
	"gotest.tools/assert/cmp":             {Borrow, "compares"},
	"github.com/onsi/gomega":              {Borrow, "matchers compare; HaveHTTPBody reads"},
	"github.com/davecgh/go-spew/spew":     {Borrow, "prints"},
	"github.com/kr/pretty":                {Borrow, "prints"},
	"github.com/sirupsen/logrus":          {Borrow, "logs"},
	"go.uber.org/zap":                     {Borrow, "logs"},
	"github.com/rs/zerolog":               {Borrow, "logs"},
	"github.com/rs/zerolog/log":           {Borrow, "logs"},
	"k8s.io/klog":                         {Borrow, "logs"},
	"gopkg.in/yaml":                       {Borrow, "decodes from a reader"},
	"gopkg.in/yaml.v3":                    {Borrow, "decodes from a reader"},
	"gopkg.in/yaml.v2":                    {Borrow, "decodes from a reader"},
}

var args = map[string]Row{
	// io and io/ioutil: readers.
	"io.Copy":                    {Borrow, "reads src to EOF, closes nothing"},
	"io.CopyN":                   {Borrow, "reads src, closes nothing"},
	"io.CopyBuffer":              {Borrow, "reads src to EOF, closes nothing"},
	"io.ReadAll":                 {Borrow, "reads to EOF, closes nothing"},
	"io.ReadFull":                {Borrow, "reads"},
	"io.ReadAtLeast":             {Borrow, "reads"},
	"io.WriteString":             {Borrow, "writes"},
	"io.LimitReader":             {Wrap, "a Reader without Close"},
	"io.TeeReader":               {Wrap, "a Reader without Close"},
	"io.MultiReader":             {Wrap, "a Reader without Close"},
	"io.NewSectionReader":        {Wrap, "a Reader without Close"},
	"io.NopCloser":               {Wrap, "its Close does nothing"},
	"io/ioutil.ReadAll":          {Borrow, "as io.ReadAll"},
	"io/ioutil.NopCloser":        {Wrap, "as io.NopCloser"},
	"bufio.NewReader":            {Wrap, "has no Close"},
	"bufio.NewReaderSize":        {Wrap, "has no Close"},
	"bufio.NewScanner":           {Wrap, "has no Close"},
	"bufio.NewReadWriter":        {Wrap, "has no Close"},
	"compress/gzip.NewReader":    {Wrap, "gzip.Reader.Close leaves the underlying reader open"},
	"compress/zlib.NewReader":    {Wrap, "Close leaves the underlying reader open"},
	"compress/flate.NewReader":   {Wrap, "Close leaves the underlying reader open"},
	"compress/bzip2.NewReader":   {Wrap, "has no Close"},
	"archive/tar.NewReader":      {Wrap, "has no Close"},
	"mime/multipart.NewReader":   {Wrap, "has no Close"},
	"encoding/json.NewDecoder":   {Wrap, "has no Close"},
	"encoding/xml.NewDecoder":    {Wrap, "has no Close"},
	"encoding/csv.NewReader":     {Wrap, "has no Close"},
	"encoding/gob.NewDecoder":    {Wrap, "has no Close"},
	"encoding/base64.NewDecoder": {Wrap, "has no Close"},
	"strings.NewReplacer":        {Borrow, "no reader at all"},

	// net/http and its relatives.
	"net/http.MaxBytesReader":                                {WrapClose, "Close closes the reader it was given"},
	"net/http.ReadRequest":                                   {Borrow, "reads a request"},
	"net/http.NewRequest":                                    {Take, "a body that is a Closer is closed by the transport"},
	"net/http.NewRequestWithContext":                         {Take, "as NewRequest"},
	"net/http.Post":                                          {Take, "the transport closes a request body that is a Closer"},
	"(*net/http.Client).Post":                                {Take, "as http.Post"},
	"(*net/http.Client).Do":                                  {Take, "the transport closes req.Body"},
	"(*net/http.Response).Write":                             {Close, "closes the body, unless it can't write the header"},
	"(*net/http.Response).Cookies":                           {Borrow, "reads headers"},
	"(*net/http.Response).Location":                          {Borrow, "reads headers"},
	"(*net/http.Response).ProtoAtLeast":                      {Borrow, "reads fields"},
	"net/http/httputil.DumpResponse":                         {Borrow, "body=false touches nothing; body=true is in DumpBody"},
	"net/http/httputil.NewChunkedReader":                     {Wrap, "has no Close"},
	"google.golang.org/api/googleapi.CheckResponse":          {Borrow, "reads the error, doesn't close; callers defer CloseBody"},
	"google.golang.org/api/googleapi.CloseBody":              {Close, "closes res.Body, nil-safe"},
	"golang.org/x/net/html/charset.NewReader":                {Wrap, "has no Close"},
	"golang.org/x/net/html.Parse":                            {Borrow, "reads"},
	"golang.org/x/net/context/ctxhttp.Do":                    {Borrow, "a request"},
	"github.com/PuerkitoBio/goquery.NewDocumentFromReader":   {Borrow, "reads, closes nothing"},
	"github.com/PuerkitoBio/goquery.NewDocumentFromResponse": {Close, "documented to close the body"},

	// The tests' own helpers.
	"k8s.io/apimachinery/pkg/util/net.CloseIdleConnectionsFor": {Borrow, "a transport"},
}

// OnlyReads reports whether what is assigned to a field of the struct that t
// points to is read and never closed: exec.Cmd.Stdin.
func OnlyReads(t types.Type, field string) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && onlyReads[types.TypeString(p.Elem(), nil)+"."+field]
}

var onlyReads = map[string]bool{
	"os/exec.Cmd.Stdin": true,
}

// ReadsToEnd reports whether a call of fn that has come back has read the body it
// was given to EOF, or to an error, after which there is no more. A copy isn't
// among them: it ends as well where the writer fails.
func ReadsToEnd(fn *types.Func) bool { return readsToEnd.of(fn) }

var readsToEnd = newSet(
	"io.ReadAll", "io/ioutil.ReadAll", "(*bytes.Buffer).ReadFrom",
)

// A Yield says what the *http.Response among a call's results is.
type Yield uint8

const (
	// YieldUnknown: there is no row.
	YieldUnknown Yield = iota
	// YieldOpen: the body is open when the error is nil, and comes from a
	// client.
	YieldOpen
	// YieldNothing: nothing needs a Close: a recorder's result, a websocket
	// dial ("you never need to close resp.Body yourself").
	YieldNothing
	// YieldOwn: a response parsed from a reader of the caller's own: no
	// transport stands behind it. Whether it is closed is a matter of taste.
	YieldOwn
)

// Yields reports what fn's response result is.
func Yields(fn *types.Func) Yield { return yields.of(fn) }

var yields = newTable(map[string]Yield{
	"net/http.Get":                                             YieldOpen,
	"net/http.Head":                                            YieldOpen,
	"net/http.Post":                                            YieldOpen,
	"net/http.PostForm":                                        YieldOpen,
	"(*net/http.Client).Do":                                    YieldOpen,
	"(*net/http.Client).Get":                                   YieldOpen,
	"(*net/http.Client).Head":                                  YieldOpen,
	"(*net/http.Client).Post":                                  YieldOpen,
	"(*net/http.Client).PostForm":                              YieldOpen,
	"(*net/http.Transport).RoundTrip":                          YieldOpen,
	"(net/http.RoundTripper).RoundTrip":                        YieldOpen,
	"(*net/http.ClientConn).RoundTrip":                         YieldOpen,
	"golang.org/x/net/context/ctxhttp.Do":                      YieldOpen,
	"golang.org/x/net/context/ctxhttp.Get":                     YieldOpen,
	"golang.org/x/net/context/ctxhttp.Head":                    YieldOpen,
	"golang.org/x/net/context/ctxhttp.Post":                    YieldOpen,
	"golang.org/x/net/context/ctxhttp.PostForm":                YieldOpen,
	"(*golang.org/x/net/http2.Transport).RoundTrip":            YieldOpen,
	"(*golang.org/x/net/http2.ClientConn).RoundTrip":           YieldOpen,
	"(*github.com/hashicorp/go-retryablehttp.Client).Do":       YieldOpen,
	"(*github.com/hashicorp/go-retryablehttp.Client).Get":      YieldOpen,
	"(*github.com/hashicorp/go-retryablehttp.Client).Head":     YieldOpen,
	"(*github.com/hashicorp/go-retryablehttp.Client).Post":     YieldOpen,
	"(*github.com/hashicorp/go-retryablehttp.Client).PostForm": YieldOpen,

	// Its policies and hooks get the response, and leave it open: so they are told.
	"(*github.com/projectdiscovery/retryablehttp-go.Client).Do":       YieldOpen,
	"(*github.com/projectdiscovery/retryablehttp-go.Client).Get":      YieldOpen,
	"(*github.com/projectdiscovery/retryablehttp-go.Client).Head":     YieldOpen,
	"(*github.com/projectdiscovery/retryablehttp-go.Client).Post":     YieldOpen,
	"(*github.com/projectdiscovery/retryablehttp-go.Client).PostForm": YieldOpen,
	// Tries run in goroutines, and the response of the one that counts comes through a
	// channel.
	"(*github.com/sethgrid/pester.Client).Do":       YieldOpen,
	"(*github.com/sethgrid/pester.Client).Get":      YieldOpen,
	"(*github.com/sethgrid/pester.Client).Head":     YieldOpen,
	"(*github.com/sethgrid/pester.Client).Post":     YieldOpen,
	"(*github.com/sethgrid/pester.Client).PostForm": YieldOpen,
	"github.com/sethgrid/pester.Do":                 YieldOpen,
	"github.com/sethgrid/pester.Get":                YieldOpen,
	"github.com/sethgrid/pester.Head":               YieldOpen,
	"github.com/sethgrid/pester.Post":               YieldOpen,
	"github.com/sethgrid/pester.PostForm":           YieldOpen,

	"net/http.ReadResponse":                              YieldOwn,
	"(*net/http/httptest.ResponseRecorder).Result":       YieldNothing,
	"(*net/http/httputil.ClientConn).Do":                 YieldOwn,
	"(*net/http/httputil.ClientConn).Read":               YieldOwn,
	"github.com/coder/websocket.Dial":                    YieldNothing,
	"nhooyr.io/websocket.Dial":                           YieldNothing,
	"(*github.com/gorilla/websocket.Dialer).Dial":        YieldNothing,
	"(*github.com/gorilla/websocket.Dialer).DialContext": YieldNothing,
	"github.com/gorilla/websocket.NewClient":             YieldNothing,
	"(*github.com/gofiber/fiber/v2.App).Test":            YieldNothing,
	"(*github.com/gofiber/fiber/v3.App).Test":            YieldNothing,
})

// OnOwnConn reports whether fn makes a request on one connection that its caller has. The
// response ends with that connection, whether its body is closed or not.
func OnOwnConn(fn *types.Func) bool { return onOwnConn.of(fn) }

var onOwnConn = newSet(
	"(*net/http.ClientConn).RoundTrip",
	"(*golang.org/x/net/http2.ClientConn).RoundTrip",
)

// ClosesConn reports whether fn closes such a connection.
func ClosesConn(fn *types.Func) bool { return closesConn.of(fn) }

var closesConn = newSet(
	"(net.Conn).Close",
	"(*net.TCPConn).Close",
	"(*crypto/tls.Conn).Close",
	"(*net/http.ClientConn).Close",
	"(*golang.org/x/net/http2.ClientConn).Close",
	"(*golang.org/x/net/http2.ClientConn).Shutdown",
)

// SendsHead reports whether fn makes a HEAD request. net/http gives its response
// an empty body, and the connection is free at once.
func SendsHead(fn *types.Func) bool { return sendsHead.of(fn) }

var sendsHead = newSet(
	"net/http.Head",
	"(*net/http.Client).Head",
	"golang.org/x/net/context/ctxhttp.Head",
	"github.com/hashicorp/go-retryablehttp.Head",
	"(*github.com/hashicorp/go-retryablehttp.Client).Head",
	"(*github.com/projectdiscovery/retryablehttp-go.Client).Head",
	"github.com/sethgrid/pester.Head",
	"(*github.com/sethgrid/pester.Client).Head",
)

// NoReturn reports whether a call of fn never comes back.
func NoReturn(fn *types.Func) bool { return noReturn.of(fn) }

// noReturn lists what no analysis of bodies can find out: functions of
// packages that are not analyzed, and methods of interfaces.
var noReturn = newSet(
	"os.Exit",
	"syscall.Exit",
	"runtime.Goexit",
	"log.Fatal",
	"log.Fatalf",
	"log.Fatalln",
	"log.Panic",
	"log.Panicf",
	"log.Panicln",
	"(*log.Logger).Fatal",
	"(*log.Logger).Fatalf",
	"(*log.Logger).Fatalln",
	"(*log.Logger).Panic",
	"(*log.Logger).Panicf",
	"(*log.Logger).Panicln",
	"(*testing.common).Fatal",
	"(*testing.common).Fatalf",
	"(*testing.common).FailNow",
	"(*testing.common).Skip",
	"(*testing.common).Skipf",
	"(*testing.common).SkipNow",
	// An interface method: no body to look into.
	"(testing.TB).Fatal",
	"(testing.TB).Fatalf",
	"(testing.TB).FailNow",
	"(testing.TB).Skip",
	"(testing.TB).Skipf",
	"(testing.TB).SkipNow",
	"(github.com/stretchr/testify/require.TestingT).FailNow",
	"github.com/stretchr/testify/require.Fail",
	"github.com/stretchr/testify/require.Failf",
	"github.com/stretchr/testify/require.FailNow",
	"github.com/stretchr/testify/require.FailNowf",
	"github.com/stretchr/testify/assert.FailNow",
	"(*github.com/stretchr/testify/require.Assertions).Fail",
	"(*github.com/stretchr/testify/require.Assertions).FailNow",
	"(*github.com/stretchr/testify/require.Assertions).FailNowf",
	"github.com/onsi/ginkgo.Fail",
	"github.com/onsi/ginkgo/v2.Fail",
	"github.com/onsi/ginkgo/v2.Skip",
	"(github.com/onsi/ginkgo/v2.GinkgoTInterface).Fatal",
	"(github.com/onsi/ginkgo/v2.GinkgoTInterface).Fatalf",
	"(*github.com/sirupsen/logrus.Logger).Fatal",
	"(*github.com/sirupsen/logrus.Logger).Fatalf",
	"(*github.com/sirupsen/logrus.Logger).Fatalln",
	"(*github.com/sirupsen/logrus.Entry).Fatal",
	"(*github.com/sirupsen/logrus.Entry).Fatalf",
	"(*github.com/sirupsen/logrus.Entry).Fatalln",
	"(*github.com/sirupsen/logrus.Entry).Panic",
	"(*github.com/sirupsen/logrus.Entry).Panicf",
	"(github.com/sirupsen/logrus.FieldLogger).Fatal",
	"(github.com/sirupsen/logrus.FieldLogger).Fatalf",
	"(github.com/sirupsen/logrus.Ext1FieldLogger).Fatal",
	"github.com/sirupsen/logrus.Fatal",
	"github.com/sirupsen/logrus.Fatalf",
	"github.com/sirupsen/logrus.Fatalln",
	"(*go.uber.org/zap.Logger).Fatal",
	"(*go.uber.org/zap.Logger).Panic",
	"(*go.uber.org/zap.SugaredLogger).Fatal",
	"(*go.uber.org/zap.SugaredLogger).Fatalf",
	"(*go.uber.org/zap.SugaredLogger).Fatalw",
	"k8s.io/klog.Fatal",
	"k8s.io/klog.Fatalf",
	"k8s.io/klog/v2.Fatal",
	"k8s.io/klog/v2.Fatalf",
	"k8s.io/klog/v2.Exit",
	"k8s.io/klog/v2.Exitf",
	"github.com/golang/glog.Fatal",
	"github.com/golang/glog.Fatalf",
	"github.com/golang/glog.Exit",
	"github.com/golang/glog.Exitf",
)

// PassesOn reports whether the transports of a package hand the response on as
// they got it, reading and closing included: those that add a header, a token
// or a trace.
func PassesOn(path string) bool { return passOn[trimVersion(path)] }

var passOn = map[string]bool{
	"golang.org/x/oauth2": true, // adds a token
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp": true, // its body forwards Read and Close
	"go.opencensus.io/plugin/ochttp":                                true, // likewise
	"github.com/prometheus/client_golang/prometheus/promhttp":       true, // counts requests
	"golang.org/x/net/http2":                                        true, // a transport of its own, in http2drain's care
	"google.golang.org/api/transport/http":                          true, // adds a token
	"github.com/aws/aws-sdk-go-v2/aws/transport/http":               true, // builds http.Transports
}
