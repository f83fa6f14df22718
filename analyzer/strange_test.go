package analyzer_test

import (
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/corpus"
	"github.com/bodyvet/bodyvet/internal/growth"
	"github.com/bodyvet/bodyvet/internal/inmem"
)

// strange is code of kinds that are easily forgotten. A comment "WANT passes" is at the
// lines that are reported. Packages are listed before those that import them.
var strange = []struct {
	name string
	pkgs []strangePackage
}{
	{"generics with type sets", one(`
import ("io"; "net/http")

type bodyish interface{ ~struct{ Body io.ReadCloser } }

type whole interface{ ~*http.Response | *http.Request }

func all[T io.ReadCloser](r T) { io.Copy(io.Discard, r) } // WANT drainhelper

func same[T whole](v T) T { return v }

func must[T any](v T, err error) T {
	if err != nil { panic(err) }
	return v
}

type box[T any] struct{ v T }

func (b *box[T]) get() T { return b.v }

func two[T bodyish](T) {}

func leaks() int { return must(http.Get("http://localhost")).StatusCode } // WANT unclosedbody

func boxed() int {
	resp := must(http.Get("http://localhost"))
	b := &box[*http.Response]{resp}
	defer b.get().Body.Close()
	return resp.StatusCode
}

func drained() {
	resp := must(http.Get("http://localhost"))
	defer resp.Body.Close()
	all(resp.Body) // WANT drainhelper
	_ = same(resp)
}
`)},
	{"aliases", one(`
import ("io"; "net/http")

type (
	answer = http.Response
	answers[T any] = []T
	stream = io.ReadCloser
)

func leaks() int {
	var r *answer
	r, err := http.Get("http://localhost") // WANT unclosedbody
	if err != nil { return 0 }
	return r.StatusCode
}

func kept() answers[*answer] {
	r, err := http.Get("http://localhost")
	if err != nil { return nil }
	return answers[*answer]{r}
}

func drained() {
	r, err := http.Get("http://localhost")
	if err != nil { return }
	var s stream = r.Body
	io.Copy(io.Discard, s) // WANT manualdrain
	s.Close()
}
`)},
	{"range over functions", one(`
import ("iter"; "net/http")

func responses(urls []string) iter.Seq[*http.Response] {
	return func(yield func(*http.Response) bool) {
		for _, u := range urls {
			resp, err := http.Get(u)
			if err != nil { continue }
			if !yield(resp) { return }
		}
	}
}

func closes(urls []string) {
	for resp := range responses(urls) { resp.Body.Close() }
}

func numbers(yield func(int) bool) { _ = yield(1) && yield(2) }

func leaksWithin() {
	for range numbers {
		resp, err := http.Get("http://localhost") // WANT unclosedbody
		if err != nil { return }
		if resp.StatusCode != 200 { return }
		resp.Body.Close()
	}
}
`)},
	{"dot imports", one(`
import (. "io"; . "net/http")

func leaks() (int, error) {
	resp, err := Get("http://localhost") // WANT unclosedbody
	if err != nil { return 0, err }
	return resp.StatusCode, nil
}

func drained() error {
	resp, err := Get("http://localhost")
	if err != nil { return err }
	defer resp.Body.Close()
	_, _ = Copy(Discard, resp.Body) // WANT manualdrain
	return nil
}
`)},
	{"shadowed names of packages", one(`
import ("io"; "net/http"; "os")

type copier struct{ Discard int }

func (copier) Copy(int, io.Reader) {}

func shadowed() error {
	resp, err := http.Get("http://localhost")
	if err != nil { return err }
	defer resp.Body.Close()
	io := copier{}
	io.Copy(io.Discard, resp.Body)
	return nil
}

type getter struct{}

func (getter) Get(string) (*os.File, error) { return os.Stdin, nil }

func another() {
	http := getter{}
	f, _ := http.Get("http://localhost")
	println(f)
}

func renamed() error {
	get := http.Get
	resp, err := get("http://localhost")
	if err != nil { return err }
	defer resp.Body.Close()
	copy, nil := io.Copy, io.Discard
	copy(nil, resp.Body)
	return err
}
`)},
	{"a copy of net/http", []strangePackage{{"example.com/vendored/net/http", `package http

import "io"

type Response struct { StatusCode int; Body io.ReadCloser }

type Client struct{}

func (*Client) Get(string) (*Response, error) { return nil, nil }

func Get(string) (*Response, error) { return nil, nil }
`}, {"p", `package p

import ("io"; "example.com/vendored/net/http")

func f() {
	resp, err := http.Get("http://localhost")
	if err != nil { return }
	io.Copy(io.Discard, resp.Body)
}
`}}},
	{"embedded interfaces", one(`
import ("io"; "net/http")

type doer interface{ Do(*http.Request) (*http.Response, error) }

type logged struct{ doer }

type twice interface { doer; io.Closer }

type shut struct { io.Reader; io.Closer }

func embedded(l logged, req *http.Request) (int, error) {
	resp, err := l.Do(req) // WANT unclosedbody
	if err != nil { return 0, err }
	return resp.StatusCode, nil
}

func both(t twice, req *http.Request) (int, error) {
	resp, err := t.Do(req)
	if err != nil { return 0, err }
	defer shut{resp.Body, resp.Body}.Close()
	return resp.StatusCode, nil
}

func nilDoer() { var d doer; d.Do(nil) } // it panics
`)},
	{"recursion between helpers of packages", []strangePackage{{"example.com/a", `package a

import "net/http"

func Shut(r *http.Response, n int, again func(*http.Response, int)) {
	if n > 0 { again(r, n-1); return }
	r.Body.Close()
}

func Open(n int) (*http.Response, error) {
	if n > 0 { return open(n - 1) }
	return http.Get("http://localhost")
}

func open(n int) (*http.Response, error) { return Open(n) }
`}, {"p", `package p

import ("net/http"; "example.com/a")

func shut(r *http.Response, n int) { a.Shut(r, n, shut) }

func closes() {
	r, err := a.Open(1)
	if err != nil { return }
	shut(r, 3)
}

func leaks() int {
	r, err := a.Open(1) // WANT unclosedbody
	if err != nil { return 0 }
	return r.StatusCode
}

type node struct{ r *http.Response; next *node }

func (n *node) shut() {
	if n == nil { return }
	n.r.Body.Close()
	n.next.shut()
}

func listed() {
	r, err := a.Open(0)
	if err != nil { return }
	(&node{r, nil}).shut()
}
`}}},
	{"gotos, labels and blanks", one(`
import ("io"; "net/http")

func _() { http.Get("http://localhost") } // WANT unclosedbody

func init() {
	resp, err := http.Get("http://localhost")
again:
	if err != nil { goto done }
	if resp.StatusCode == 503 {
		resp.Body.Close()
		resp, err = http.Get("http://localhost")
		goto again
	}
	resp.Body.Close()
done:
}

func labelled() {
outer:
	for {
		resp, err := http.Get("http://localhost")
		switch {
		case err != nil: break outer
		default:
			io.Copy(io.Discard, resp.Body) // WANT manualdrain
			resp.Body.Close()
			continue outer
		}
	}
}

var _ = func() int {
	resp, err := http.Get("http://localhost") // WANT unclosedbody
	if err != nil { return 0 }
	return resp.StatusCode
}()

func unreachable() {
	return
	http.Get("http://localhost")
}

func nothing()

func variadic(rs ...*http.Response) { for _, r := range rs { r.Body.Close() } }

func useVariadic() {
	r, err := http.Get("http://localhost")
	if err == nil { variadic(r, r) }
}
`)},
	{"a huge function", one(huge(3000))},
	{"functions that return one another's responses", one(web(8))},
}

// web returns n functions each of which returns what any of the others does, and a drain
// of what the first one returns: ways through them all are without number.
func web(n int) string {
	var b strings.Builder
	b.WriteString("import (\"io\"; \"net/http\")\n")
	for i := range n {
		fmt.Fprintf(&b, "func f%d(k int) (*http.Response, error) {\n\tswitch k {\n", i)
		for j := range n {
			fmt.Fprintf(&b, "\tcase %d: return f%d(k + 1)\n\tcase %d: r, err := f%d(k - 1); return r, err\n", j, j, j+n, j)
		}
		b.WriteString("\t}\n\treturn http.Get(\"http://localhost\")\n}\n")
	}
	b.WriteString(`func drained() {
	resp, err := f0(1)
	if err != nil { return }
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // WANT manualdrain
}
`)
	return b.String()
}

type strangePackage struct{ path, source string }

func one(source string) []strangePackage {
	return []strangePackage{{"p", "package p\n" + source}}
}

// huge is a function of the kind that generators of code write.
func huge(n int) string {
	var b strings.Builder
	b.WriteString("import \"net/http\"\n\nfunc f(k int) int {\n\tresp, err := http.Get(\"http://localhost\") // WANT unclosedbody\n\tif err != nil { return 0 }\n\tx := resp.StatusCode\n\tswitch k {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tcase %d:\n\t\tif x > %d { x++ }\n\t\tif x < k { x-- }\n", i, i)
	}
	b.WriteString("\tcase -1: return 5\n\t}\n\tresp.Body.Close()\n\treturn x\n}\n")
	return b.String()
}

// TestStrange has code of strange kinds analyzed.
func TestStrange(t *testing.T) {
	t.Parallel()
	list := passes(t)
	for _, s := range strange {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			w := inmem.New("go1.26")
			var found []analysis.Diagnostic
			for _, p := range s.pkgs {
				found, _ = analyze(t, w, p, list)
			}
			got := make(map[int][]corpus.Mark)
			for _, d := range found {
				line, name := w.Fset.Position(d.Pos).Line, corpus.Mark(d.Category)
				if !slices.Contains(got[line], name) {
					got[line] = append(got[line], name)
				}
			}
			want := corpus.Marks(s.pkgs[len(s.pkgs)-1].source)
			if !maps.EqualFunc(got, want, func(a, b []corpus.Mark) bool {
				return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
			}) {
				t.Errorf("reports at %v, want %v", got, want)
			}
		})
	}
}

// passes returns all passes that are on by default.
func passes(t testing.TB) []*analysis.Analyzer {
	t.Helper()
	list, err := analyzer.New(analyzer.Settings{Go: "1.27"})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// analyze returns what the passes report in a package, and how long they took.
func analyze(t testing.TB, w *inmem.World, p strangePackage, list []*analysis.Analyzer) ([]analysis.Diagnostic, time.Duration) {
	t.Helper()
	checked, err := w.Check(p.path, map[string]string{p.path + ".go": p.source})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	found, err := w.Run(checked, list)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.source)
	}
	return found, time.Since(start)
}

// FuzzStrange moves pieces of the strange code about: whatever still type-checks must be
// analyzed without a panic or an error.
func FuzzStrange(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4})
	f.Add([]byte{1, 40, 9, 90, 3, 3, 17, 8, 60, 2})
	f.Add([]byte{8, 7, 77, 30, 1, 200, 20, 5, 120, 0, 99})
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) == 0 || len(choices) > 60 {
			return
		}
		s := strange[int(choices[0])%(len(strange)-1)] // the huge one takes its time
		list := passes(t)
		w := inmem.New("go1.26")
		for i, p := range s.pkgs {
			source := p.source
			if i == len(s.pkgs)-1 {
				source = shuffle(source, choices[1:])
			}
			checked, err := w.Check(p.path, map[string]string{p.path + ".go": source})
			if err != nil {
				return
			}
			if _, err := w.Run(checked, list); err != nil {
				t.Fatalf("%v\n%s", err, source)
			}
		}
	})
}

// shuffle replaces, copies and removes lines and names of source, as choices say.
func shuffle(source string, choices []byte) string {
	for len(choices) >= 3 {
		kind, a, b := choices[0], int(choices[1]), int(choices[2])
		choices = choices[3:]
		if kind%2 == 0 {
			lines := strings.SplitAfter(source, "\n")
			from, to := a%len(lines), b%len(lines)
			line := lines[from]
			switch kind / 2 % 3 {
			case 0:
				lines = slices.Delete(lines, from, from+1)
			case 1:
				lines = slices.Insert(lines, to, line)
			default:
				lines[from], lines[to] = lines[to], line
			}
			source = strings.Join(lines, "")
			continue
		}
		if at := identifiers(source); len(at) > 0 {
			from, to := at[a%len(at)], at[b%len(at)]
			source = source[:to[0]] + source[from[0]:from[1]] + source[to[1]:]
		}
	}
	return source
}

// identifiers returns where the identifiers of source start and end.
func identifiers(source string) (at [][2]int) {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", -1, len(source)), []byte(source), func(token.Position, string) {}, 0)
	for {
		pos, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return at
		case token.IDENT:
			start := fset.Position(pos).Offset
			at = append(at, [2]int{start, start + len(text)})
		}
	}
}

// TestManyBodies has functions with a thousand requests analyzed: one walk for each of
// them would take minutes.
func TestManyBodies(t *testing.T) {
	t.Parallel()
	const limit = 30 * time.Second // a few seconds, on a machine that isn't busy
	for _, s := range growth.Shapes {
		if s.Name != "loops" && s.Name != "leaks" {
			continue
		}
		p := s.Make(1000)[0]
		found, took := analyze(t, inmem.New("go1.26"), strangePackage{p.Path, p.Source}, passes(t))
		if took > limit {
			t.Errorf("%s: %v", s.Name, took)
		}
		if s.Name == "leaks" && len(found) < 20 {
			t.Errorf("%s: %d findings; what is within the bound is to be reported", s.Name, len(found))
		}
	}
}
