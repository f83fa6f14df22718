package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/internal/bench/measure"
	"github.com/bodyvet/bodyvet/internal/driver"
)

// execute runs the subcommand.
func execute(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(ctx, &driver.Program{Stdout: &out, Stderr: &err}, args)
	return status, out.String(), err.String()
}

func results(t *testing.T, stdout string) document {
	t.Helper()
	var d document
	if err := json.Unmarshal([]byte(stdout), &d); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	return d
}

// TestLocalServer measures with the toolchain that runs the tests.
func TestLocalServer(t *testing.T) {
	const n = 20
	for _, flags := range [][]string{
		nil,
		{"-tls"},
		{"-trailers", "-size", "100000"},
		{"-delay", "1ms", "-gap", "4ms"},
	} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			args := append([]string{"-json", "-n", strconv.Itoa(n)}, flags...)
			status, stdout, stderr := execute(t.Context(), args...)
			if status != driver.Clean || stderr != "" {
				t.Fatalf("status %d, %s", status, stderr)
			}
			d := results(t, stdout)
			if want := len(measure.Protocols) * len(measure.Modes); len(d.Rows) != want || !d.Complete {
				t.Fatalf("%d rows, want %d; complete: %v", len(d.Rows), want, d.Complete)
			}
			tls := len(flags) > 0 && flags[0] == "-tls"
			for _, row := range d.Rows {
				lost := row.Protocol == measure.HTTP1 &&
					(row.Mode == measure.Never || row.Mode == measure.Close && strings.HasPrefix(runtime.Version(), "go1.26"))
				switch {
				case row.Error != "" || row.Requests != n:
					t.Errorf("%+v", row)
				case lost && row.Connections != n:
					t.Errorf("%s, %s: %d connections, want %d", row.Protocol, row.Mode, row.Connections, n)
				case !lost && row.Connections > n/2:
					t.Errorf("%s, %s: %d connections", row.Protocol, row.Mode, row.Connections)
				case row.Mode == measure.Manual && (row.Connections != 1 || row.Reused != n-1):
					t.Errorf("%s, %s: %d connections, %d times reused", row.Protocol, row.Mode, row.Connections, row.Reused)
				case tls != (row.Handshakes > 0):
					t.Errorf("%s, %s: %d handshakes", row.Protocol, row.Mode, row.Handshakes)
				case row.P50 <= 0 || row.P50 > row.P90 || row.P90 > row.P99 || row.P99 > row.Max || row.Max > row.Wall:
					t.Errorf("times are out of order: %+v", row)
				}
			}
		})
	}
}

// TestURL measures a server that isn't bench's own, and has no HTTP/2.
func TestURL(t *testing.T) {
	var agents atomic.Int64
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.UserAgent() == "me" {
			agents.Add(1)
		}
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // of the failed handshakes
	srv.StartTLS()
	defer srv.Close()
	if status, stdout, stderr := execute(t.Context(), "-n", "3", srv.URL); status != driver.CouldNot || stdout != "" || strings.Count(stderr, "\n") != 1 {
		t.Errorf("unknown certificate: status %d, %s%s", status, stdout, stderr)
	}
	status, stdout, stderr := execute(t.Context(), "-n", "3", "-insecure", "-H", "User-Agent: me", "-json", srv.URL)
	if status != driver.Clean {
		t.Fatalf("status %d, %s", status, stderr)
	}
	d := results(t, stdout)
	if len(d.Rows) != len(measure.Modes) || len(d.Skipped) != 1 || d.Skipped[0].Protocol != measure.HTTP2 {
		t.Errorf("got %+v", d)
	}
	if got, want := int(agents.Load()), 1+3*len(measure.Modes); got != want {
		t.Errorf("%d requests with the header, want %d", got, want)
	}
}

// TestInterrupt cancels in the midst of a row.
func TestInterrupt(t *testing.T) {
	for _, tools := range [][]string{nil, {"-go", thisGo()}} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var n atomic.Int64
		srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			if n.Add(1) == 50 {
				cancel()
			}
		}))
		defer srv.Close()
		args := append(append([]string{"-n", "30", "-gap", "2ms", "-json"}, tools...), srv.URL)
		status, stdout, stderr := execute(ctx, args...)
		if status != driver.CouldNot || stderr != "bodyvet: interrupted\n" {
			t.Errorf("%v: status %d, %s", tools, status, stderr)
		}
		if d := results(t, stdout); len(d.Rows) != 2 || d.Rows[0].Requests != 30 || d.Complete {
			t.Errorf("%v: got %+v", tools, d)
		}
	}
}

// TestInterruptInGap has a pause that is longer than anybody waits.
func TestInterruptInGap(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.UserAgent() == "counted" {
			time.AfterFunc(20*time.Millisecond, cancel)
		}
	}))
	defer srv.Close()
	start := time.Now()
	status, stdout, stderr := execute(ctx, "-gap", "1h", "-n", "2", "-H", "User-Agent: counted", "-json", srv.URL)
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	if status != driver.CouldNot || stderr != "bodyvet: interrupted\n" {
		t.Errorf("status %d, %s", status, stderr)
	}
	if stdout != "" && results(t, stdout).Complete {
		t.Errorf("it is complete: %s", stdout)
	}
}

// TestPicture writes a picture, or says at once that it can't.
func TestPicture(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.svg")
	status, _, stderr := execute(t.Context(), "-n", "1", "-svg", file)
	if status != driver.Clean {
		t.Fatalf("status %d, %s", status, stderr)
	}
	if text, err := os.ReadFile(file); err != nil || !bytes.Contains(text, []byte("</svg>")) {
		t.Errorf("%v, %s", err, text)
	}

	var asked atomic.Bool
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Store(true) }))
	defer srv.Close()
	file = filepath.Join(t.TempDir(), "missing", "bench.svg")
	status, stdout, stderr := execute(t.Context(), "-svg", file, srv.URL)
	if status != driver.CouldNot || stdout != "" || strings.Count(stderr, "\n") != 1 || asked.Load() {
		t.Errorf("no such folder: status %d, %s%s; the server was asked: %v", status, stdout, stderr, asked.Load())
	}

	file = filepath.Join(t.TempDir(), "bench.svg")
	if status, _, _ := execute(t.Context(), "-svg", file, "http://127.0.0.1:0/"); status != driver.CouldNot {
		t.Errorf("unreachable: status %d", status)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("an empty picture stays")
	}
}

// TestPictureBefore has a picture of an earlier run, which goes when there is another.
func TestPictureBefore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.svg")
	before := bytes.Repeat([]byte("before"), 10_000)
	if err := os.WriteFile(file, before, 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := execute(t.Context(), "-svg", file, "http://127.0.0.1:0/"); status != driver.CouldNot {
		t.Errorf("unreachable: status %d", status)
	}
	if text, err := os.ReadFile(file); err != nil || !bytes.Equal(text, before) {
		t.Errorf("%v; it has become %d bytes, want those of before", err, len(text))
	}
	if status, _, stderr := execute(t.Context(), "-n", "1", "-svg", file); status != driver.Clean {
		t.Fatalf("status %d, %s", status, stderr)
	}
	text, err := os.ReadFile(file)
	if err != nil || !bytes.HasPrefix(text, []byte("<svg")) || !bytes.HasSuffix(bytes.TrimSpace(text), []byte("</svg>")) {
		t.Errorf("%v; %.50q... isn't a picture", err, text)
	}
}

// thisGo is the version of the toolchain that runs the tests.
func thisGo() string {
	v, _, _ := strings.Cut(runtime.Version(), " ")
	return v
}

// TestServerGoes has a server that answers no more after a while.
func TestServerGoes(t *testing.T) {
	var n atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		// An HTTP/2 client's preface is a request too.
		if r.Method == http.MethodGet && n.Add(1) > 5 {
			<-r.Context().Done()
		}
	}))
	defer srv.Close()
	status, stdout, _ := execute(t.Context(), "-n", "10", "-timeout", "50ms", "-json", srv.URL)
	if status != driver.CouldNot {
		t.Errorf("status %d", status)
	}
	d := results(t, stdout)
	if len(d.Rows) == 0 || d.Rows[0].Requests != 4 || d.Rows[0].Error != "no response within 50ms" {
		t.Errorf("got %+v", d)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-n", "0"}, "-n=0: there must be a request at least"},
		{[]string{"-n", "many"}, `invalid value "many" for flag -n: parse error ("bodyvet bench -h" lists the flags)`},
		{[]string{"ftp://example.com/"}, "ftp://example.com/ is no HTTP URL; it takes one like https://example.com/"},
		{[]string{"example.com"}, "example.com is no HTTP URL; it takes one like https://example.com/"},
		{[]string{"http://"}, "http:// is no HTTP URL; it takes one like https://example.com/"},
		{[]string{"http://a/", "http://b/"}, "bench takes one URL"},
		{[]string{"http://a/", "-n", "3"}, "-n stands after the URL; flags come before it"},
		{[]string{"-tls", "http://a/"}, "-tls is about the server that bench starts if there is no URL"},
		{[]string{"-size", "-1"}, "-size=-1: a body can't be smaller than nothing"},
		{[]string{"-go", "1.27.3,soon"}, `-go=1.27.3,soon: "soon" is no version of Go; it takes a list like go1.26.8,go1.27.3`},
		{[]string{"-go", "go1.25.3"}, "-go=go1.25.3: go1.25.3 is older than go1.26, the oldest that package drain is for"},
		{[]string{"-timeout", "0s"}, "-timeout must be more than nothing"},
		{[]string{"-delay", "-1s"}, "-gap and -delay can't be negative"},
		{[]string{"-H", "nothing"}, `invalid value "nothing" for flag -H: want "Name: value" ("bodyvet bench -h" lists the flags)`},
	} {
		status, stdout, stderr := execute(t.Context(), c.args...)
		if want := "bodyvet: " + c.want + "\n"; status != driver.CouldNot || stdout != "" || stderr != want {
			t.Errorf("%v: status %d, %s%swant %s", c.args, status, stdout, stderr, want)
		}
	}
	if status, stdout, _ := execute(t.Context(), "-h"); status != driver.Clean || !strings.Contains(stdout, "-svg file") {
		t.Errorf("-h: status %d, %s", status, stdout)
	}
}

func sample() *report {
	return &report{
		What: "100 requests to <a & b>",
		Rows: []measure.Row{
			{Go: "go1.26.8", Protocol: measure.HTTP1, Mode: measure.Close, Requests: 100, Connections: 100, Wall: 50 * time.Millisecond, P50: 123456 * time.Nanosecond, P90: time.Millisecond, P99: 2 * time.Millisecond, Max: 1500 * time.Millisecond},
			{Go: "go1.26.8", Protocol: measure.HTTP1, Mode: measure.Manual, Requests: 100, Connections: 1, Reused: 99},
			{Go: "go1.27.3", Protocol: measure.HTTP2, Mode: measure.Never, Requests: 7, Connections: 50, Error: "gone"},
		},
		Skipped: []skipped{{measure.HTTP1, "not here"}},
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	if err := sample().writeTable(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1.26.8  HTTP/1    closed            100    100  ████████████    0       0  50ms  123µs  1ms  2ms  1.5s",
		"drained, closed   100      1  ▏               0      99",
		"50  ██████ ",
		"HTTP/1 is left out: not here\n",
		"go1.27.3, HTTP/2, never closed ended after 7 requests: gone\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Error("colours where there is no terminal")
	}
}

func TestSVG(t *testing.T) {
	var b bytes.Buffer
	if err := sample().writeSVG(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	bars := strings.Count(text, `height="15"`)
	d := xml.NewDecoder(&b)
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	if bars != 3 || !strings.Contains(text, "100 for 100 requests") || !strings.Contains(text, `width="400"`) {
		t.Errorf("%d bars in\n%s", bars, text)
	}
}
