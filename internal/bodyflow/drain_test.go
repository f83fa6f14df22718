package bodyflow

import (
	"fmt"
	"go/ast"
	goimporter "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// imports reads export data. It is for one test at a time.
var imports = sync.OnceValue(func() types.Importer {
	return goimporter.ForCompiler(token.NewFileSet(), "gc", nil)
})

var importing sync.Mutex

// flowOf runs the engine over one file, without facts of other packages.
func flowOf(t *testing.T, src string) *Result {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
		Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{Importer: imports()}
	importing.Lock()
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	importing.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	res, err := run(&analysis.Pass{
		Analyzer: Analyzer, Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info,
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ExportPackageFact: func(analysis.Fact) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return res.(*Result)
}

// TestDrains states what the engine finds out about drains and helpers.
func TestDrains(t *testing.T) {
	t.Parallel()
	const head = "package p\nimport (\"bufio\"; \"context\"; \"io\"; \"iter\"; \"net/http\"; \"time\")\n" +
		"var _ = io.Discard\nvar _ http.Client\nvar _ *bufio.Scanner\nvar _ context.Context\nvar _ iter.Seq[int]\nvar _ time.Time\n"
	const get = "resp, err := http.Get(url)\nif err != nil { return err }\n"
	const cache = "type rt struct{}\nfunc (rt) RoundTrip(q *http.Request) (*http.Response, error) { resp, err := http.DefaultTransport.RoundTrip(q); if err == nil { resp.Body = tee(resp.Body) }; return resp, err }\n" +
		"func tee(b io.ReadCloser) io.ReadCloser { return b }\nvar c = &http.Client{Transport: rt{}}\n"
	const wrapping = "func d(r *http.Response) error { _, err := io.Copy(io.Discard, r.Body); cerr := r.Body.Close(); if err != nil { return wrap(err) }; return cerr }\nfunc wrap(err error) error { return err }\n"
	const copying = "type pool struct{}\nfunc (pool) Get() []byte { return nil }\nfunc (pool) Put([]byte) {}\nvar bufs pool\n" +
		"func pooled(w io.Writer, r io.Reader) (int64, error) { b := bufs.Get()\ndefer bufs.Put(b)\nreturn io.CopyBuffer(w, r, b) }\n"
	const do = "resp, err := http.DefaultClient.Do(q.WithContext(ctx))\nif err != nil { return err }\n"
	tests := []struct {
		name, src string
		want      string
	}{
		{"closed by a defer", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nio.Copy(io.Discard, resp.Body)\nreturn nil }",
			"drain io.Copy"},
		{"never closed", "func f(url string) error {\n" + get + "io.Copy(io.Discard, resp.Body)\nreturn nil }",
			"drain io.Copy unclosed"},
		{"deferred closure", "func f(url string) error {\n" + get + "defer func() { io.Copy(io.Discard, resp.Body); resp.Body.Close() }()\nreturn nil }",
			"drain io.Copy collapse"},
		{"closed on some paths", "func f(url string, c bool) error {\n" + get + "io.Copy(io.Discard, resp.Body)\nif c { resp.Body.Close() }\nreturn nil }",
			"drain io.Copy [" + string(HoleSomePaths) + "]"},
		{"next request at once", "func f(url string) error { for {\n" + get + "io.Copy(io.Discard, resp.Body)\nresp.Body.Close() } }",
			"drain io.Copy [" + string(HoleNext) + "]"},
		{"next request after a wait", "func f(url string) error { for {\n" + get + "io.Copy(io.Discard, resp.Body)\nresp.Body.Close()\ntime.Sleep(time.Second) } }",
			"drain io.Copy"},
		{"cancelled in between", "func f(c context.Context, q *http.Request) error {\nctx, cancel := context.WithCancel(c)\ndefer cancel()\n" + do + "io.Copy(io.Discard, resp.Body)\ncancel()\nresp.Body.Close()\nreturn nil }",
			"drain io.Copy [" + string(HoleCancel) + "]"},
		{"cancelled after the close", "func f(c context.Context, q *http.Request) error {\nctx, cancel := context.WithCancel(c)\ndefer cancel()\n" + do + "io.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nreturn nil }",
			"drain io.Copy"},
		{"handed on", "var last io.Closer\nfunc f(url string) error {\n" + get + "io.Copy(io.Discard, resp.Body)\nlast = resp.Body\nreturn nil }",
			"drain io.Copy [" + string(HoleHandedOn) + "]"},
		{"a closer that forgets the body", "func f(url string) error {\n" + get + "resp.Body = io.NopCloser(resp.Body)\nio.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nreturn nil }",
			"drain io.Copy [" + string(HoleNopClose) + "]"},
		{"another reader beside it", "func f(url string, w io.Writer) error {\n" + get + "defer resp.Body.Close()\ngo io.Copy(w, resp.Body)\nio.Copy(io.Discard, resp.Body)\nreturn nil }",
			"drain io.Copy [" + string(HoleShared) + "]"},
		{"another reader, on another path", "func f(url string, w io.Writer, c bool) error {\n" + get + "if c { io.Copy(io.Discard, resp.Body); resp.Body.Close(); return nil }\ngo func() { io.Copy(w, resp.Body); resp.Body.Close() }()\nreturn nil }",
			"drain io.Copy"},
		{"another reader, started before a deferred drain", "func f(url string, w io.Writer) error {\n" + get + "defer func() { io.Copy(io.Discard, resp.Body); resp.Body.Close() }()\ngo io.Copy(w, resp.Body)\nreturn nil }",
			"drain io.Copy [" + string(HoleShared) + "]"},
		{"a trailer elsewhere in the package", "func t(r *http.Response) string { return r.Trailer.Get(\"T\") }\nfunc f(url string) error {\n" + get + "defer resp.Body.Close()\nio.Copy(io.Discard, resp.Body)\nreturn nil }",
			"drain io.Copy [" + string(HoleTrailer) + "]"},
		{"a trailer read after", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nio.Copy(io.Discard, resp.Body)\nprintln(resp.Trailer)\nreturn nil }", ""},
		{"middleware", "type rt struct{ next http.RoundTripper }\nfunc (t rt) RoundTrip(q *http.Request) (*http.Response, error) {\nresp, err := t.next.RoundTrip(q)\nif err != nil { return nil, err }\nif resp.StatusCode == 503 { io.Copy(io.Discard, resp.Body); resp.Body.Close(); return t.next.RoundTrip(q) }\nreturn resp, nil }",
			"drain io.Copy [" + string(HoleMiddleware) + "]"},
		{"timed", "func f(url string) error {\nstart := time.Now()\n" + get + "defer resp.Body.Close()\nio.Copy(io.Discard, resp.Body)\nprintln(time.Since(start))\nreturn nil }", ""},
		{"read loop", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nb := make([]byte, 512)\nfor { if _, err := resp.Body.Read(b); err != nil { break } }\nreturn nil }",
			"drain read loop"},
		{"read loop with the read in its header", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nb := make([]byte, 512)\nfor _, err := resp.Body.Read(b); err == nil; _, err = resp.Body.Read(b) { }\nreturn nil }",
			"drain read loop"},
		{"read loop whose buffer is looked at", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nb := make([]byte, 512)\nfor { if _, err := resp.Body.Read(b); err != nil { break } }\nprintln(string(b))\nreturn nil }", ""},
		{"scan loop", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nsc := bufio.NewScanner(resp.Body)\nfor sc.Scan() { }\nreturn nil }",
			"drain scan loop"},
		{"scan loop whose error is asked for", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nsc := bufio.NewScanner(resp.Body)\nfor sc.Scan() { }\nreturn sc.Err() }", ""},
		{"response out of an iterator", "func f(rs iter.Seq[*http.Response]) { for r := range rs { io.Copy(io.Discard, r.Body); r.Body.Close() } }",
			"drain io.Copy"},
		{"a cache's client, in a literal", cache + "func f(url string) error {\nget := func() (*http.Response, error) { return c.Get(url) }\nresp, err := get()\nif err != nil { return err }\nio.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nreturn nil }", ""},
		{"a cache's client, in a literal handed in", cache + "func f(url string) error { return g(func() (*http.Response, error) { return c.Get(url) }) }\nfunc g(get func() (*http.Response, error)) error {\nresp, err := get()\nif err != nil { return err }\nio.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nreturn nil }", ""},
		{"a plain client, in a literal", "func f(url string) error {\nget := func() (*http.Response, error) { return http.Get(url) }\nresp, err := get()\nif err != nil { return err }\nio.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nreturn nil }",
			"drain io.Copy"},
		{"calls itself", "func again(url string) (*http.Response, error) { if url == \"\" { return http.Get(url) }; return again(url[1:]) }\nfunc f(url string) error {\nresp, err := again(url)\nif err != nil { return err }\nio.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nreturn nil }",
			"drain io.Copy"},
		{"error acted on", "func f(url string) error {\n" + get + "defer resp.Body.Close()\n_, err = io.Copy(io.Discard, resp.Body)\nreturn err }", ""},
		{"server's request", "func f(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }", ""},
		{"helper inlined", "func d(r *http.Response) { io.Copy(io.Discard, r.Body); r.Body.Close() }\nfunc f(url string) error {\n" + get + "defer d(resp)\nreturn nil }",
			"helper d inline; call d"},
		{"helper before the error check", "func d(r *http.Response) { if r != nil { io.Copy(io.Discard, r.Body); r.Body.Close() } }\nfunc f(url string) error {\nresp, err := http.Get(url)\ndefer d(resp)\nreturn err }",
			"helper d; call d"},
		{"helper whose error is used", wrapping + "func f(url string) error {\n" + get + "return d(resp) }", ""},
		{"helper whose error is used and dropped", wrapping + "func f(url string) error {\n" + get + "if resp.StatusCode != 200 { _ = d(resp); return nil }\nreturn d(resp) }",
			"helper d [" + string(HoleUsed) + "]; call d"},
		{"two responses in one variable", "func f(url string) error {\n" + get + "io.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nresp, err = http.Get(url)\nif err != nil { return err }\ndefer resp.Body.Close()\nb, err := io.ReadAll(resp.Body)\nprintln(string(b))\nreturn err }",
			"drain io.Copy"},
		{"helper that has another function close", "func quiet(c io.Closer) { if err := c.Close(); err != nil { println(err) } }\nfunc d(b io.ReadCloser) { io.Copy(io.Discard, b); quiet(b) }\nfunc f(url string) error {\n" + get + "defer d(resp.Body)\nreturn nil }",
			"helper d; call d"},
		{"fields of a transport that contradict each other", "var c = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: -1, DisableKeepAlives: false}}\nfunc f(url string) error {\nresp, err := c.Get(url)\nif err != nil { return err }\nio.Copy(io.Discard, resp.Body)\nresp.Body.Close()\nreturn nil }",
			"drain io.Copy dead"},
		{"helper that tells through a pointer", "type errs []error\nfunc (e *errs) Add(err error) { *e = append(*e, err) }\nfunc (e errs) Err() error { return e[0] }\n" +
			"func d(perr *error, b io.ReadCloser) {\n_, derr := io.Copy(io.Discard, b)\nall := errs{}\nall.Add(derr)\nall.Add(b.Close())\n*perr = all.Err() }\n" +
			"func f(url string) (err error) {\n" + get + "defer d(&err, resp.Body)\nreturn nil }",
			""},
		{"helper that counts its drains", "var n int\nfunc d(b io.ReadCloser) { io.Copy(io.Discard, b); n++; count(); b.Close() }\nfunc count() { n++ }\nfunc f(url string) error {\n" + get + "defer d(resp.Body)\nreturn nil }", ""},
		{"a copy function with a borrowed buffer", copying + "func f(url string) error {\n" + get + "defer resp.Body.Close()\npooled(io.Discard, resp.Body)\nreturn nil }",
			"drain pooled"},
		{"a copy function round another", copying + "func again(w io.Writer, r io.Reader) error { _, err := pooled(struct{ io.Writer }{w}, r); return err }\nfunc f(url string) error {\n" + get + "defer resp.Body.Close()\nagain(io.Discard, resp.Body)\nreturn nil }",
			"drain again"},
		{"a copy function that counts the bytes", copying + "var total int64\nfunc counted(w io.Writer, r io.Reader) (int64, error) { n, err := pooled(w, r); total += n; return n, err }\nfunc f(url string) error {\n" + get + "defer resp.Body.Close()\ncounted(io.Discard, resp.Body)\nreturn nil }", ""},
		{"a copy function that tells somebody", copying + "func told(w io.Writer, r io.Reader) { n, _ := pooled(w, r); record(n) }\nfunc record(int64) {}\nfunc f(url string) error {\n" + get + "defer resp.Body.Close()\ntold(io.Discard, resp.Body)\nreturn nil }", ""},
		{"a null writer of one's own", "type null struct{}\nfunc (null) Write(p []byte) (int, error) { return len(p), nil }\nvar sink io.Writer = null{}\nfunc f(url string) error {\n" + get + "defer resp.Body.Close()\nio.Copy(sink, resp.Body)\nreturn nil }",
			"drain io.Copy"},
		{"a writer variable that is set elsewhere", "type null struct{}\nfunc (null) Write(p []byte) (int, error) { return len(p), nil }\nvar sink io.Writer = null{}\nfunc init() { sink = bufio.NewWriter(nil) }\nfunc f(url string) error {\n" + get + "defer resp.Body.Close()\nio.Copy(sink, resp.Body)\nreturn nil }", ""},
		{"a writer that counts", "type count struct{ n int }\nfunc (c *count) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }\nfunc f(url string) error {\n" + get + "defer resp.Body.Close()\nio.Copy(&count{}, resp.Body)\nreturn nil }", ""},
		{"timed, where another path reads", "func f(url string) error {\nstart := time.Now()\n" + get + "defer resp.Body.Close()\nif resp.StatusCode != 200 { io.Copy(io.Discard, resp.Body); println(time.Since(start)); return nil }\nb, err := io.ReadAll(resp.Body)\nprintln(string(b))\nreturn err }",
			"drain io.Copy [" + string(HoleTimed) + "]"},
		{"a time on another path", "func f(url string) error {\nstart := time.Now()\n" + get + "defer resp.Body.Close()\nif resp.StatusCode != 200 { io.Copy(io.Discard, resp.Body); return nil }\nprintln(time.Since(start))\nreturn nil }",
			"drain io.Copy"},
		{"read in another case of the switch", "func f(url string) error {\n" + get + "defer resp.Body.Close()\nswitch resp.StatusCode {\ncase 200: io.Copy(io.Discard, resp.Body)\ndefault: b, _ := io.ReadAll(resp.Body); println(string(b)) }\nreturn nil }",
			"drain io.Copy"},
		{"a reader variable wrapped in itself", "func f(url string, n int64) error {\n" + get + "var body io.Reader = resp.Body\nif n > 0 { body = io.LimitReader(body, n) }\ndefer func() { io.Copy(io.Discard, body); resp.Body.Close() }()\nb, err := io.ReadAll(body)\nprintln(string(b))\nreturn err }",
			"drain io.Copy collapse"},
		{"helper as a value", "func d(r *http.Response) { io.Copy(io.Discard, r.Body); r.Body.Close() }\nvar g = d\nfunc f(url string) error {\n" + get + "defer d(resp)\nreturn nil }",
			"helper d; call d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := describe(flowOf(t, head+tt.src).Drains()); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func describe(d *Drains) string {
	var parts []string
	for _, m := range d.Manual {
		s := "drain " + m.Shape
		if m.Unclosed {
			s += " unclosed"
		}
		if m.Kind == DeadDrain {
			s += " dead"
		}
		if m.Collapse != nil {
			s += " collapse"
		}
		parts = append(parts, s+holes(m.Holes))
	}
	for _, h := range d.Helpers {
		s := "helper " + h.Obj.Name()
		if h.Inline {
			s += " inline"
		}
		parts = append(parts, s+holes(h.Holes))
	}
	for _, c := range d.Calls {
		parts = append(parts, "call "+c.Name+holes(c.Holes))
	}
	return strings.Join(parts, "; ")
}

func holes(list []Hole) string {
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf(" %v", list)
}

// TestNoIR holds a package that can't reach net/http to cost no IR.
func TestNoIR(t *testing.T) {
	t.Parallel()
	res := flowOf(t, "package p\nimport \"io\"\nfunc closeQuietly(c io.ReadCloser) { io.Copy(io.Discard, c); c.Close() }")
	if res.HTTP || res.pk != nil {
		t.Errorf("HTTP %v, IR built %v; want neither", res.HTTP, res.pk != nil)
	}
	if d := res.Drains(); len(d.Manual)+len(d.Helpers)+len(d.Calls) > 0 {
		t.Errorf("drains found: %s", describe(d))
	}
}
