package proof_test

import (
	"bytes"
	"encoding/json"
	"go/types"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
)

// A configuration is what is known of one client.
type configuration struct {
	http, https string // what it speaks on each scheme
	alive       string // keep-alives: on, off or unknown
}

// configurations is the table of what speaks what. It holds for each toolchain, and the
// engine says the same of each row, unless a row of wider says something else.
var configurations = map[string]configuration{
	"DefaultClient":         {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"DefaultTransport":      {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"EmptyClient":           {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"EmptyTransport":        {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"Cloned":                {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"Forced":                {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"Configured":            {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"OwnTLSConfig":          {"HTTP/1", "HTTP/1", "on"},
	"OwnDial":               {"HTTP/1", "HTTP/1", "on"},
	"NoNextProto":           {"HTTP/1", "HTTP/1", "on"},
	"NoNextProtoForced":     {"HTTP/1", "HTTP/1", "on"},
	"ZeroProtocols":         {"HTTP/1", "HTTP/1", "on"},
	"HTTP1":                 {"HTTP/1", "HTTP/1", "on"},
	"HTTP2":                 {"HTTP/1", "HTTP/2", "on"},
	"SwitchedOff":           {"HTTP/1", "HTTP/2", "on"},
	"HTTP2OwnTLSConfig":     {"HTTP/1", "HTTP/2", "on"},
	"Unencrypted":           {"HTTP/2", "HTTP/1", "on"},
	"FromFunction":          {"HTTP/2", "HTTP/1", "on"},
	"UnencryptedPlainDial":  {"HTTP/2", "HTTP/2", "on"},
	"HTTP2Unencrypted":      {"HTTP/2", "HTTP/2", "on"},
	"SetThroughField":       {"HTTP/2", "HTTP/2", "on"},
	"Wrapped":               {"HTTP/2", "HTTP/2", "on"},
	"Replaced":              {"HTTP/2", "HTTP/2", "on"},
	"HTTP1Unencrypted":      {"HTTP/1", "HTTP/1", "on"},
	"HTTP1HTTP2":            {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"HTTP1HTTP2OwnDial":     {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"AllProtocols":          {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"XNet":                  {"nothing", "HTTP/2", "on"},
	"XNetAllowHTTP":         {"HTTP/2", "HTTP/2", "on"},
	"XNetClientConn":        {"HTTP/2", "HTTP/2", "on"},
	"QUIC":                  {"nothing", "HTTP/3", "on"},
	"ClientConn":            {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
	"UnencryptedClientConn": {"HTTP/2", "HTTP/1", "on"},
	// Nothing idle is kept on HTTP/1. A connection of HTTP/2 stays, which needs no drain.
	"NoKeepAlives":        {"HTTP/1", "HTTP/1 or HTTP/2", "off"},
	"WrappedNoKeepAlives": {"HTTP/1", "HTTP/1 or HTTP/2", "off"},
	"NothingIdle":         {"HTTP/1", "HTTP/1 or HTTP/2", "off"},
	"NothingIdleInAll":    {"HTTP/1", "HTTP/1 or HTTP/2", "off"},
	"OneIdle":             {"HTTP/1", "HTTP/1 or HTTP/2", "on"},
}

// wider has what the engine says where it can't know, or doesn't want to.
var wider = map[string]configuration{
	// Anybody may have changed it.
	"DefaultClient":    {"HTTP/1", "HTTP/1 or HTTP/2", "unknown"},
	"DefaultTransport": {"HTTP/1", "HTTP/1 or HTTP/2", "unknown"},
	"EmptyClient":      {"HTTP/1", "HTTP/1 or HTTP/2", "unknown"},
	"Cloned":           {"HTTP/1", "HTTP/1 or HTTP/2", "unknown"},
	"SetThroughField":  {"HTTP/2", "HTTP/2", "unknown"},
	"Replaced":         {"HTTP/2", "HTTP/2", "unknown"},
	// http:// is an error without AllowHTTP, and there is no response then.
	"XNet":           {"HTTP/2", "HTTP/2", "unknown"},
	"XNetAllowHTTP":  {"HTTP/2", "HTTP/2", "unknown"},
	"XNetClientConn": {"HTTP/2", "HTTP/2", "unknown"},
	"QUIC":           {"HTTP/3", "HTTP/3", "unknown"},
}

// TestClients holds what the engine says of clients, and what they do under each
// toolchain, to one table.
func TestClients(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("testdata", "clients")
	t.Run("engine", func(t *testing.T) {
		t.Parallel()
		want := make(map[string]configuration)
		for name, c := range configurations {
			if w, ok := wider[name]; ok {
				c = w
			}
			want[name] = c
		}
		if diff := cmp.Diff(want, engineClients(t, dir), cmp.AllowUnexported(configuration{})); diff != "" {
			t.Errorf("what the engine says (-want +got):\n%s", diff)
		}
	})
	for _, version := range []string{older, newer} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			got, noALPN := runClients(t, build(t, dir, version))
			if diff := cmp.Diff(configurations, got, cmp.AllowUnexported(configuration{})); diff != "" {
				t.Errorf("what clients do (-want +got):\n%s", diff)
			}
			// What the manual of http2drain takes for granted isn't so of itself.
			if noALPN["HTTP2Unencrypted"] != "HTTP/1" {
				t.Errorf("without ALPN: %s, want HTTP/1", noALPN["HTTP2Unencrypted"])
			}
		})
	}
}

// runClients returns what each client does, and what it speaks with TLS to a server that
// negotiates nothing.
func runClients(t *testing.T, program string) (got map[string]configuration, noALPN map[string]string) {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var outcomes map[string]struct {
		Requests            int
		HTTP, HTTPS, NoALPN []string
		Connections         map[string]int
	}
	if err := json.Unmarshal(out, &outcomes); err != nil {
		t.Fatal(err)
	}
	text := func(protocols []string) string {
		if len(protocols) == 0 {
			return "nothing"
		}
		return strings.Join(protocols, " or ")
	}
	got, noALPN = make(map[string]configuration), make(map[string]string)
	for name, o := range outcomes {
		c := configuration{text(o.HTTP), text(o.HTTPS), "on"}
		connections, ok := o.Connections["HTTP/1"]
		if !ok {
			for _, connections = range o.Connections {
				break
			}
		}
		if connections == o.Requests {
			c.alive = "off"
		}
		got[name], noALPN[name] = c, text(o.NoALPN)
	}
	return got, noALPN
}

// engineClients returns what the engine says of the results of the exported functions of
// package clients.
func engineClients(t *testing.T, dir string) map[string]configuration {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Env: environ("local")}, "./clients")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.FailNow()
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{bodyflow.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]configuration)
	for _, root := range graph.Roots {
		if root.Err != nil {
			t.Fatal(root.Err)
		}
		for _, f := range root.AllObjectFacts() {
			fact, ok := f.Fact.(*bodyflow.ClientFact)
			if _, isFunc := f.Object.(*types.Func); !ok || !isFunc || f.Object.Pkg() != root.Package.Types || len(fact.Results) != 1 {
				continue
			}
			if c, ok := parseClient(fact.String()); ok {
				got[f.Object.Name()] = c
			}
		}
	}
	return got
}

// parseClient reads "0 is http: P, https: P, keep-alives K".
func parseClient(fact string) (configuration, bool) {
	fields := strings.Split(strings.TrimPrefix(fact, "0 is "), ", ")
	if len(fields) != 3 || slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(f, "wraps") }) {
		return configuration{}, false
	}
	return configuration{
		strings.TrimPrefix(fields[0], "http: "),
		strings.TrimPrefix(fields[1], "https: "),
		strings.TrimPrefix(fields[2], "keep-alives "),
	}, true
}
