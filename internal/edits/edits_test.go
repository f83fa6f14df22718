package edits_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/bodyvet/bodyvet/internal/edits"
)

var update = flag.Bool("update", false, "write what the tests got into testdata")

// TestChanges runs the cases in testdata. A case NAME is some files of an archive:
//
//	NAME/in.go    the file to change, with markers (see marker)
//	NAME/want.go  the file afterwards, or
//	NAME/refuse   the reason why there is no change
//	NAME/flags    optional: words among imports, crlf, foreign=NAME, nofmt (in.go is not gofmt-clean)
//	NAME/*.go     other files of the package; where these have markers, they
//	              are changed too, and NAME/x.go.want is the result
func TestChanges(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	total := 0
	for _, path := range archives {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		cases := make(map[string]map[string]*txtar.File)
		for i := range ar.Files {
			file := &ar.Files[i]
			name, base, ok := strings.Cut(file.Name, "/")
			if !ok {
				t.Fatalf("%s: file %s belongs to no case", path, file.Name)
			}
			if cases[name] == nil {
				cases[name] = make(map[string]*txtar.File)
				names = append(names, name)
			}
			if cases[name][base] != nil {
				t.Fatalf("%s: two files %s", path, file.Name)
			}
			cases[name][base] = file
		}
		topic := strings.TrimSuffix(filepath.Base(path), ".txtar")
		for _, name := range names {
			total++
			t.Run(topic+"/"+name, func(t *testing.T) { runCase(t, ar, name, cases[name]) })
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(ar), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d cases", total)
}

func runCase(t *testing.T, ar *txtar.Archive, name string, files map[string]*txtar.File) {
	if files["in.go"] == nil {
		t.Fatal("no in.go")
	}
	flags := ""
	if f := files["flags"]; f != nil {
		flags = string(f.Data)
	}
	p := newPackage()
	marks := make(map[string][]mark)
	for _, base := range sortedKeys(files) {
		if filepath.Ext(base) != ".go" || base == "want.go" {
			continue
		}
		src, m := unmark(t, files[base].Data)
		if strings.Contains(flags, "crlf") {
			src, m = toCRLF(src, m)
		} else if formatted, err := format.Source(src); err != nil || !bytes.Equal(src, formatted) && !strings.Contains(flags, "nofmt") {
			t.Fatalf("%s is not gofmt-clean (%v):\n%s", base, err, cmp.Diff(string(formatted), string(src)))
		}
		p.add(t, base, src)
		marks[base] = m
	}
	p.check(t)

	var changes []*edits.Change
	byName := make(map[string]*edits.Change)
	for base := range marks {
		f := p.file(base)
		for _, word := range strings.Fields(flags) {
			if foreign, ok := strings.CutPrefix(word, "foreign="); ok {
				f.Foreign = func(name string) bool { return name == foreign }
			}
		}
		c := f.NewChange()
		c.Imports = strings.Contains(flags, "imports")
		changes = append(changes, c)
		byName[base] = c
	}
	edits.Link(changes...)
	for _, pass := range []string{"DEL", "REP", "UNWRAP", "INSERT", "COLLAPSE"} { // CollapseDefer looks at the deletions so far
		for base, m := range marks {
			for _, mk := range m {
				if strings.HasPrefix(mk.verb, pass) {
					p.apply(t, byName[base], base, mk)
				}
			}
		}
	}
	results := make(map[string][]byte)
	var refused error
	for base, c := range byName {
		got, err := c.Edits()
		if err != nil {
			refused = err
			continue
		}
		results[base] = p.result(t, base, got)
	}
	if files["want.go"] == nil || refused != nil {
		if refused == nil {
			if *update && files["refuse"] == nil {
				ar.Files = slices.Insert(ar.Files, after(ar, name), txtar.File{Name: name + "/want.go", Data: bytes.ReplaceAll(results["in.go"], []byte("\r\n"), []byte("\n"))})
			}
			t.Fatalf("not refused:\n%s", results["in.go"])
		}
		var r *edits.Refusal
		if !errors.As(refused, &r) {
			t.Fatalf("the error is not a Refusal: %v", refused)
		}
		if files["refuse"] == nil {
			if *update && files["want.go"] == nil {
				ar.Files = slices.Insert(ar.Files, after(ar, name), txtar.File{Name: name + "/refuse", Data: []byte(r.Reason + "\n")})
			}
			t.Fatalf("refused: %s", r.Reason)
		}
		if want := strings.TrimSpace(string(files["refuse"].Data)); r.Reason != want {
			t.Errorf("refused because %q, want %q", r.Reason, want)
		}
		return
	}
	for base, got := range results {
		want := files["want.go"]
		if base != "in.go" {
			if want = files[base+".want"]; want == nil {
				want = files[base]
			}
		}
		if strings.Contains(flags, "crlf") {
			if bytes.Contains(bytes.ReplaceAll(got, []byte("\r\n"), nil), []byte("\n")) {
				t.Errorf("%s has mixed line ends: %q", base, got)
			}
			got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n"))
		}
		if diff := cmp.Diff(string(want.Data), string(got)); diff != "" {
			if *update {
				want.Data = got
			}
			t.Errorf("%s differs (-want +got):\n%s\ngot:\n%s", base, diff, got)
		}
		if !strings.Contains(flags, "nofmt") {
			if formatted, err := format.Source(got); err != nil || !bytes.Equal(got, formatted) {
				t.Errorf("the result of %s is not gofmt-clean (%v):\n%s", base, err, got)
			}
		}
	}
	if err := p.recheck(results, strings.Contains(flags, "imports")); err != nil {
		t.Errorf("the result does not compile: %v\n%s", err, results["in.go"])
	}
}

// after is where a new file of a case goes in the archive.
func after(ar *txtar.Archive, name string) int {
	i := 0
	for j, f := range ar.Files {
		if strings.HasPrefix(f.Name, name+"/") {
			i = j + 1
		}
	}
	return i
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// A mark is a marker in the input: what to do to the node at an offset.
//
//	/*DEL*/           delete the statement or declaration that begins here
//	/*REP text*/      replace the call that begins here
//	/*REPSTMT text*/  replace the statement that begins here
//	/*UNWRAP type*/   leave the first argument of the innermost call that begins here, converted
//	/*INSERT text*/   insert text after the statement that begins here
//	/*COLLAPSE*/      collapse the statement that begins here; fail if that is impossible
//	/*COLLAPSENOT*/   check that CollapseDefer says no
type mark struct {
	verb, text string
	offset     int
}

var marker = regexp.MustCompile(`/\*(DEL|REP|REPSTMT|UNWRAP|INSERT|COLLAPSE|COLLAPSENOT)(?: ([^*]*))?\*/ ?`)

// unmark takes the markers out of a file.
func unmark(t *testing.T, data []byte) ([]byte, []mark) {
	var marks []mark
	var src []byte
	last := 0
	for _, m := range marker.FindAllSubmatchIndex(data, -1) {
		src = append(src, data[last:m[0]]...)
		mk := mark{verb: string(data[m[2]:m[3]]), offset: len(src)}
		if m[4] >= 0 {
			mk.text = string(data[m[4]:m[5]])
		}
		marks = append(marks, mk)
		last = m[1]
	}
	return append(src, data[last:]...), marks
}

func toCRLF(src []byte, marks []mark) ([]byte, []mark) {
	for i := range marks {
		marks[i].offset += bytes.Count(src[:marks[i].offset], []byte("\n"))
	}
	return bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")), marks
}

// A pkg is a type-checked package.
type pkg struct {
	fset  *token.FileSet
	names []string
	files map[string]*ast.File
	src   map[string][]byte
	info  *types.Info
	types *types.Package
	edits map[string]*edits.File
}

func newPackage() *pkg {
	return &pkg{fset: token.NewFileSet(), files: make(map[string]*ast.File), src: make(map[string][]byte), edits: make(map[string]*edits.File)}
}

func (p *pkg) add(t testing.TB, name string, src []byte) {
	t.Helper()
	file, err := parser.ParseFile(p.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	p.names = append(p.names, name)
	p.files[name] = file
	p.src[name] = src
}

func (p *pkg) check(t testing.TB) {
	t.Helper()
	p.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	var files []*ast.File
	for _, name := range p.names {
		files = append(files, p.files[name])
	}
	conf := types.Config{Importer: sharedImporter}
	tpkg, err := conf.Check("p", p.fset, files, p.info)
	if err != nil {
		t.Fatal(err)
	}
	p.types = tpkg
}

func (p *pkg) file(name string) *edits.File {
	if p.edits[name] == nil {
		p.edits[name] = edits.NewFile(p.fset, p.files[name], p.src[name], p.info, p.types)
	}
	return p.edits[name]
}

// apply does what a marker says.
func (p *pkg) apply(t *testing.T, c *edits.Change, base string, mk mark) {
	tok := p.fset.File(p.files[base].Package)
	pos := tok.Pos(mk.offset)
	var stmt ast.Stmt
	var decl ast.Decl
	var call, innermost *ast.CallExpr
	ast.Inspect(p.files[base], func(n ast.Node) bool {
		if n == nil || n.Pos() != pos {
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			if call == nil {
				call = n
			}
			innermost = n
		case ast.Decl:
			if decl == nil && stmt == nil {
				decl = n
			}
		case ast.Stmt:
			if stmt == nil {
				stmt = n
			}
		}
		return true
	})
	if stmt == nil && decl == nil && call == nil {
		// A declaration begins at its keyword, not at its comment; an unknown offset is a mistake in the test.
		t.Fatalf("nothing begins at %s", p.fset.Position(pos))
	}
	switch mk.verb {
	case "DEL":
		if stmt != nil {
			c.Delete(stmt)
		} else {
			c.DeleteDecl(decl)
		}
	case "REP":
		c.Replace(call, mk.text)
	case "UNWRAP":
		c.Unwrap(innermost, innermost.Args[0], mk.text)
	case "REPSTMT":
		c.Replace(stmt, mk.text)
	case "INSERT":
		c.InsertAfter(stmt, mk.text)
	case "COLLAPSE":
		if !c.CollapseDefer(stmt) {
			t.Fatalf("%s can't be collapsed", p.fset.Position(pos))
		}
	case "COLLAPSENOT":
		if c.CollapseDefer(stmt) {
			t.Fatalf("%s can be collapsed", p.fset.Position(pos))
		}
	}
}

// result applies edits after checking their form.
func (p *pkg) result(t testing.TB, base string, list []edits.Edit) []byte {
	t.Helper()
	tok := p.fset.File(p.files[base].Package)
	last := token.Pos(tok.Base())
	for _, e := range list {
		if e.Pos < last || e.End < e.Pos || int(e.End) > tok.Base()+tok.Size() {
			t.Fatalf("edits are not sorted, overlap, or leave the file: %v", list)
		}
		if old := string(p.src[base][tok.Offset(e.Pos):tok.Offset(e.End)]); old == e.New {
			t.Errorf("an edit changes nothing: %q", old)
		}
		last = e.End
	}
	out := p.src[base]
	if len(list) > 0 {
		var err error
		if out, err = edits.Apply(p.src[base], p.fset, list); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// recheck type-checks the package with some files changed. Unused imports are
// accepted unless all has been asked for, since drivers take them out.
func (p *pkg) recheck(results map[string][]byte, all bool) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.names {
		src := p.src[name]
		if r, ok := results[name]; ok {
			src = r
		}
		file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	var errs []error
	conf := types.Config{Importer: sharedImporter, Error: func(err error) {
		if all || !strings.Contains(err.Error(), "imported and not used") && !regexp.MustCompile(`imported as \w+ and not used`).MatchString(err.Error()) {
			errs = append(errs, err)
		}
	}}
	conf.Check("p", fset, files, nil)
	return errors.Join(errs...)
}

// sharedImporter reads the export data of the standard library, once.
var sharedImporter = &lockedImporter{imp: importer.Default()}

type lockedImporter struct {
	mu  sync.Mutex
	imp types.Importer
}

func (l *lockedImporter) Import(path string) (*types.Package, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	p, err := l.imp.Import(path)
	if err != nil && strings.HasPrefix(path, "golang.org/x/") { // as the standard library sees it
		p, err = l.imp.Import("vendor/" + path)
	}
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	return p, nil
}
