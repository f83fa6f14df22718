package corpus_test

import (
	"cmp"
	"fmt"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/corpus"
	"github.com/bodyvet/bodyvet/internal/finding"
	"github.com/bodyvet/bodyvet/internal/fixer"
)

// knownGaps are the cases that come out wrong today, each with its reason. A case
// that comes out right has to leave the list.
var knownGaps = map[string]string{}

// TestCorpus runs the passes over the corpus and compares what they report with its
// marks, and what their fixes leave with its golden files.
func TestCorpus(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("loads the standard library from source")
	}
	ws := newWorkspace(t, filepath.Join("..", "..", "testdata", "corpus"))
	cases := ws.analyze(t)

	for _, name := range slices.Sorted(maps.Keys(cases)) {
		t.Run(name, func(t *testing.T) {
			wrong := cases[name].wrong(t)
			reason, gap := knownGaps[name]
			switch {
			case gap && len(wrong) == 0:
				t.Errorf("it comes out right, but is listed as a known gap: %s", reason)
			case gap:
				t.Logf("known gap: %s", reason)
			default:
				for _, w := range wrong {
					t.Error(w)
				}
			}
		})
	}
	for name := range knownGaps {
		if cases[name] == nil && !ws.left[name] {
			t.Errorf("known gap %s: there is no such case", name)
		}
	}
}

// A workspace is a copy of the corpus that the toolchain at hand can load, all modules
// at once so that the standard library is loaded once.
type workspace struct {
	dir     string
	modules []string
	// preview has the modules whose go line was lowered: they are analyzed as by
	// -go=1.27.
	preview map[string]bool
	// left has the folders that need a newer toolchain.
	left map[string]bool
}

var goLine = regexp.MustCompile(`(?m)^go (\S+)$`)

func newWorkspace(t *testing.T, corpus string) *workspace {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(corpus)); err != nil {
		t.Fatal(err)
	}
	ws := &workspace{dir: dir, preview: make(map[string]bool), left: make(map[string]bool)}
	newest := "go1.26"
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "go.mod" {
			return err
		}
		name := filepath.Join(dir, path)
		mod, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		folder := filepath.Dir(path)
		v := "go" + string(goLine.FindSubmatch(mod)[1])
		switch {
		case version.Compare(version.Lang(v), version.Lang(runtime.Version())) <= 0:
		case strings.Contains(folder, string(filepath.Separator)): // a case about versions
			ws.left[filepath.ToSlash(folder)] = true
			return nil
		default:
			ws.preview[folder] = true
			v = "go1.26"
			if err := os.WriteFile(name, goLine.ReplaceAll(mod, []byte("go 1.26")), 0o666); err != nil {
				return err
			}
		}
		if version.Compare(v, newest) > 0 {
			newest = v
		}
		ws.modules = append(ws.modules, folder)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var work strings.Builder
	fmt.Fprintf(&work, "go %s\n", strings.TrimPrefix(newest, "go"))
	for _, m := range ws.modules {
		fmt.Fprintf(&work, "use ./%s\n", filepath.ToSlash(m))
	}
	if err := os.WriteFile(filepath.Join(dir, "go.work"), []byte(work.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return ws
}

// A testcase is one folder of the corpus.
type testcase struct {
	files []string // that the toolchain at hand builds
	// goldens is set if the case belongs to a set that has golden files.
	goldens bool
	diags   []diag
	fixes   []*finding.Fix
}

type diag struct {
	file, pass, message string
	line                int
}

// load loads the packages of all modules, with their tests.
func (ws *workspace) load(t *testing.T) []*packages.Package {
	t.Helper()
	var patterns []string
	for _, m := range ws.modules {
		patterns = append(patterns, "./"+filepath.ToSlash(m)+"/...")
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule,
		Dir:   ws.dir,
		Env:   append(os.Environ(), "GOWORK="+filepath.Join(ws.dir, "go.work"), "GOFLAGS=", "GOTOOLCHAIN=local"),
		Tests: true,
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the corpus doesn't build")
	}
	return variants(pkgs)
}

// analyze returns the cases by name.
func (ws *workspace) analyze(t *testing.T) map[string]*testcase {
	t.Helper()
	pkgs := ws.load(t)
	settings := []analyzer.Settings{{}, {Go: "1.27"}}
	var all []*analysis.Analyzer
	preview := make(map[*analysis.Analyzer]bool)
	for i, s := range settings {
		list, err := analyzer.New(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			all = append(all, a)
			preview[a] = i == 1
		}
	}
	graph, err := checker.Analyze(all, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	cases := make(map[string]*testcase)
	for _, act := range graph.Roots {
		rel, err := filepath.Rel(ws.dir, act.Package.Dir)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(filepath.ToSlash(rel), "/")
		if len(parts) < 2 {
			continue
		}
		if ws.preview[parts[0]] && !ws.nested(parts) != preview[act.Analyzer] {
			continue
		}
		if !ws.preview[parts[0]] && preview[act.Analyzer] {
			continue
		}
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
			continue
		}
		name := strings.Join(parts[:2], "/")
		c := cases[name]
		if c == nil {
			c = &testcase{goldens: parts[0] == "drains"}
			cases[name] = c
		}
		c.add(act)
	}
	return cases
}

// nested reports whether a folder has a go.mod of its own.
func (ws *workspace) nested(parts []string) bool {
	return slices.Contains(ws.modules, filepath.Join(parts[:2]...))
}

// variants leaves out what the go command makes for tests, and a package where the
// same one with its test files is there, too: the go command's vet does so.
func variants(pkgs []*packages.Package) []*packages.Package {
	tested := make(map[string]bool)
	for _, p := range pkgs {
		if p.ForTest == p.PkgPath {
			tested[p.PkgPath] = true
		}
	}
	return slices.DeleteFunc(pkgs, func(p *packages.Package) bool {
		return p.ForTest == "" && (tested[p.PkgPath] || strings.HasSuffix(p.PkgPath, ".test"))
	})
}

func (c *testcase) add(act *checker.Action) {
	for _, f := range act.Package.CompiledGoFiles {
		if !slices.Contains(c.files, f) {
			c.files = append(c.files, f)
		}
	}
	fset := act.Package.Fset
	for _, d := range act.Diagnostics {
		p := fset.Position(d.Pos)
		c.diags = append(c.diags, diag{p.Filename, act.Analyzer.Name, d.Message, p.Line})
		for _, sf := range d.SuggestedFixes {
			fix := &finding.Fix{Title: sf.Message}
			for _, e := range sf.TextEdits {
				f := fset.File(e.Pos)
				fix.Edits = append(fix.Edits, finding.Edit{
					File: f.Name(), Start: f.Offset(e.Pos), End: f.Offset(e.End), New: string(e.NewText),
				})
			}
			c.fixes = append(c.fixes, fix)
		}
	}
}

// wrong returns what is wrong with a case.
func (c *testcase) wrong(t *testing.T) []string {
	t.Helper()
	var wrong []string
	for _, file := range c.files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wrong = append(wrong, c.compare(file, corpus.Marks(string(src)))...)
	}
	return append(wrong, c.unlikeGolden(t)...)
}

func (c *testcase) compare(file string, marks map[int][]corpus.Mark) []string {
	var wrong []string
	met := make(map[int]map[corpus.Mark]bool)
	for _, d := range c.diags {
		if d.file != file {
			continue
		}
		asked := false
		for _, m := range marks[d.line] {
			if m.AskedOf(d.pass) {
				asked = true
				if met[d.line] == nil {
					met[d.line] = make(map[corpus.Mark]bool)
				}
				met[d.line][m] = true
			}
		}
		if !asked {
			wrong = append(wrong, fmt.Sprintf("%s:%d: wrong report: %s: %s", filepath.Base(file), d.line, d.pass, d.message))
		}
	}
	for line, ms := range marks {
		for _, m := range ms {
			if !met[line][m] {
				wrong = append(wrong, fmt.Sprintf("%s:%d: %s isn't reported", filepath.Base(file), line, m))
			}
		}
	}
	slices.SortFunc(wrong, cmp.Compare[string])
	return wrong
}

// unlikeGolden applies the fixes of a case and returns the files that come out
// differently from what they should.
func (c *testcase) unlikeGolden(t *testing.T) []string {
	t.Helper()
	tree := &fixer.Tree{
		MayChange: func(string) string { return "" },
		Names:     func(string, []string) map[string]string { return nil },
	}
	_, broken, err := tree.Apply(c.fixes)
	if err != nil {
		t.Fatal(err)
	}
	var wrong []string
	for _, fix := range broken {
		wrong = append(wrong, fmt.Sprintf("fix %q leaves no Go behind", fix.Title))
	}
	if !c.goldens {
		return wrong
	}
	for _, file := range c.files {
		now, err := tree.Content(file)
		if err != nil {
			t.Fatal(err)
		}
		golden, err := os.ReadFile(file + ".golden")
		switch {
		case os.IsNotExist(err):
			if tree.Changed()[file] != nil {
				wrong = append(wrong, fmt.Sprintf("%s: fixes change it, and there is no golden file:\n%s", filepath.Base(file), now))
			}
		case err != nil:
			t.Fatal(err)
		case corpus.Unmarked(string(now)) != corpus.Unmarked(string(golden)):
			wrong = append(wrong, fmt.Sprintf("%s: differs from its golden file after the fixes:\n%s", filepath.Base(file), now))
		}
	}
	return wrong
}

// TestMarks holds the reading of marks to what the corpus says of them.
func TestMarks(t *testing.T) {
	t.Parallel()
	got := corpus.Marks("a() // DRAIN\n// DRAIN alone is no mark\nb() // LEAK: why\n\nc() // WANT draincaps canceledbody\n")
	want := map[int][]corpus.Mark{1: {"DRAIN"}, 3: {"LEAK"}, 5: {"draincaps", "canceledbody"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Marks: got %v, want %v", got, want)
	}
	if !corpus.Mark("DRAIN").AskedOf("drainhelper") || corpus.Mark("LEAK").AskedOf("drainhelper") || !corpus.Mark("draincaps").AskedOf("draincaps") {
		t.Error("AskedOf: wrong")
	}
	if got, want := corpus.Unmarked("a() // DRAIN\nb() // LEAK: why\nc() // kept\n"), "a()\nb()\nc() // kept"; got != want {
		t.Errorf("Unmarked: got %q, want %q", got, want)
	}
}
