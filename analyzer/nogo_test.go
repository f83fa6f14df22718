package analyzer_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/bodyvet/bodyvet/analyzer"
)

// nogoModule has a helper and an open response that only facts tell of.
var nogoModule = map[string]string{
	"go.mod": "module example.com/nogo\n\ngo 1.26\n",
	"lib/lib.go": `package lib

import (
	"io"
	"net/http"
)

func Drain(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func Open(url string) (*http.Response, error) { return http.Get(url) }

func generic[T any](f func() T) T { return f() }
`,
	"app/app.go": `package app

import "example.com/nogo/lib"

func A() error {
	resp, err := lib.Open("http://localhost/a")
	if err != nil {
		return err
	}
	defer lib.Drain(resp)
	return nil
}

func B() (int, error) {
	resp, err := lib.Open("http://localhost/b")
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
`,
}

// TestNogo runs every pass through the contract of Bazel's nogo: one package at a time,
// whose imports are known by export data and by facts that went through gob, all passes
// at once, no facts of the standard library, no Module, no ReadFile, no versions.
func TestNogo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles net/http")
	}
	dir := t.TempDir()
	for name, content := range nogoModule {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs := listExports(t, dir)

	// The variables themselves, as nogo links them, with no flags: nobody knows
	// a version, so nothing is said of drains.
	got := runNogo(t, pkgs, analyzer.All())
	want := []string{"app.go:15 unclosedbody"}
	if !slices.Equal(got, want) {
		t.Errorf("without a version: got %q, want %q", got, want)
	}

	s := analyzer.Settings{Go: "1.27"}
	for _, a := range analyzer.All() {
		s.Enable = append(s.Enable, a.Name)
	}
	passes, err := analyzer.New(s)
	if err != nil {
		t.Fatal(err)
	}
	got = runNogo(t, pkgs, passes)
	want = []string{"app.go:10 drainhelper", "app.go:15 unclosedbody", "lib.go:8 drainhelper"}
	if !slices.Equal(got, want) {
		t.Errorf("for Go 1.27: got %q, want %q", got, want)
	}
}

type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Standard                bool
}

func listExports(t *testing.T, dir string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Standard", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// runNogo returns the findings, sorted.
func runNogo(t *testing.T, pkgs []listed, passes []*analysis.Analyzer) []string {
	t.Helper()
	n := &nogo{t: t, exports: make(map[string]string), facts: make(map[string][]byte)}
	register(passes, make(map[*analysis.Analyzer]bool))
	for _, p := range pkgs {
		n.exports[p.ImportPath] = p.Export
	}
	for _, p := range pkgs {
		if !p.Standard {
			n.analyze(p, passes)
		}
	}
	slices.Sort(n.found)
	return n.found
}

func register(analyzers []*analysis.Analyzer, seen map[*analysis.Analyzer]bool) {
	for _, a := range analyzers {
		if seen[a] {
			continue
		}
		seen[a] = true
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
		register(a.Requires, seen)
	}
}

type nogo struct {
	t       *testing.T
	exports map[string]string // files of export data by import path
	facts   map[string][]byte // of finished packages, encoded

	mu    sync.Mutex
	found []string
}

// A savedFact is a fact as it lies in a file beside the export data.
type savedFact struct {
	Object objectpath.Path // "" is the package
	Fact   analysis.Fact
}

// A unit is one package in the making. It knows the facts of all that it imports.
type unit struct {
	*nogo
	pass   analysis.Pass
	facts  map[factKey]analysis.Fact
	mu     sync.Mutex
	once   map[*analysis.Analyzer]*sync.Once
	result map[*analysis.Analyzer]any
}

type factKey struct {
	pkg    *types.Package
	object types.Object
	fact   reflect.Type
}

func (n *nogo) analyze(p listed, passes []*analysis.Analyzer) {
	n.t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			n.t.Fatal(err)
		}
		files = append(files, f)
	}
	imported := make(map[string]*types.Package)
	gc := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(n.exports[path]) })
	info := &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Instances:  make(map[*ast.Ident]types.Instance),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Implicits:  make(map[ast.Node]types.Object),
		Scopes:     make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	cfg := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		pkg, err := gc.Import(path)
		imported[path] = pkg
		return pkg, err
	})}
	pkg, err := cfg.Check(p.ImportPath, fset, files, info)
	if err != nil {
		n.t.Fatal(err)
	}
	u := &unit{
		nogo:   n,
		facts:  make(map[factKey]analysis.Fact),
		once:   make(map[*analysis.Analyzer]*sync.Once),
		result: make(map[*analysis.Analyzer]any),
		pass:   analysis.Pass{Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64")},
	}
	for path, data := range n.facts {
		if from := imported[path]; from != nil {
			u.decode(from, data)
		}
	}
	var wg sync.WaitGroup
	for _, a := range passes {
		wg.Go(func() { u.run(a) })
	}
	wg.Wait()
	n.facts[p.ImportPath] = u.encode()
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// run runs an analyzer, once, after those that it requires.
func (u *unit) run(a *analysis.Analyzer) {
	u.mu.Lock()
	once := u.once[a]
	if once == nil {
		once = new(sync.Once)
		u.once[a] = once
	}
	u.mu.Unlock()
	once.Do(func() {
		pass := u.pass
		pass.Analyzer = a
		pass.ResultOf = make(map[*analysis.Analyzer]any)
		for _, r := range a.Requires {
			u.run(r)
			u.mu.Lock()
			pass.ResultOf[r] = u.result[r]
			u.mu.Unlock()
		}
		pass.Report = func(d analysis.Diagnostic) {
			at := pass.Fset.Position(d.Pos)
			u.nogo.mu.Lock()
			defer u.nogo.mu.Unlock()
			u.found = append(u.found, fmt.Sprintf("%s:%d %s", filepath.Base(at.Filename), at.Line, a.Name))
		}
		pass.ExportObjectFact = func(o types.Object, f analysis.Fact) { u.set(pass.Pkg, o, f) }
		pass.ExportPackageFact = func(f analysis.Fact) { u.set(pass.Pkg, nil, f) }
		pass.ImportObjectFact = func(o types.Object, f analysis.Fact) bool { return u.get(o.Pkg(), o, f) }
		pass.ImportPackageFact = func(p *types.Package, f analysis.Fact) bool { return u.get(p, nil, f) }
		result, err := a.Run(&pass)
		if err != nil {
			u.t.Errorf("%s: %s: %v", pass.Pkg.Path(), a.Name, err)
		}
		u.mu.Lock()
		u.result[a] = result
		u.mu.Unlock()
	})
}

func (u *unit) set(p *types.Package, o types.Object, f analysis.Fact) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.facts[factKey{p, o, reflect.TypeOf(f)}] = f
}

func (u *unit) get(p *types.Package, o types.Object, f analysis.Fact) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	known, ok := u.facts[factKey{p, o, reflect.TypeOf(f)}]
	if ok {
		reflect.ValueOf(f).Elem().Set(reflect.ValueOf(known).Elem())
	}
	return ok
}

// encode returns the package's own facts about what others can see.
func (u *unit) encode() []byte {
	var saved []savedFact
	for key, f := range u.facts {
		if key.pkg != u.pass.Pkg {
			continue
		}
		s := savedFact{Fact: f}
		if key.object != nil {
			path, err := objectpath.For(key.object)
			if err != nil {
				continue // of a local object
			}
			s.Object = path
		}
		saved = append(saved, s)
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(saved); err != nil {
		u.t.Error(err)
	}
	return buf.Bytes()
}

func (u *unit) decode(p *types.Package, data []byte) {
	var saved []savedFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&saved); err != nil {
		u.t.Error(err)
	}
	for _, s := range saved {
		var o types.Object
		if s.Object != "" {
			var err error
			if o, err = objectpath.Object(p, s.Object); err != nil {
				continue // not in the export data
			}
		}
		u.facts[factKey{p, o, reflect.TypeOf(s.Fact)}] = s.Fact
	}
}

// Every pass is a package of its own with a variable Analyzer, as nogo links them.
func TestAnalyzerVariables(t *testing.T) {
	t.Parallel()
	for _, a := range analyzer.All() {
		files, err := filepath.Glob(filepath.Join("..", "passes", a.Name, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(src)
			found = found || strings.Contains(text, "\nvar Analyzer = ")
			if !strings.HasSuffix(file, "_test.go") && strings.Contains(text, "\nfunc init()") {
				t.Errorf("%s has an init function", file)
			}
		}
		if !found {
			t.Errorf("passes/%s has no variable Analyzer", a.Name)
		}
	}
}
