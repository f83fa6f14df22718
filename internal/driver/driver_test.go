package driver_test

import (
	"bytes"
	"context"
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/bodyvet/bodyvet/internal/driver"
	"github.com/bodyvet/bodyvet/internal/unit"
)

// toy reports calls of functions by their names, which say what its fix is like.
var toy = &analysis.Analyzer{
	Name: "toy",
	Doc:  "toy: report calls by what the function is called",
	URL:  "https://example.com/toy",
	Run:  runToy,
}

// idle is a pass that is off by default.
var idle = &analysis.Analyzer{
	Name: "idle",
	Doc:  "idle: report every function called idle",
	Run: func(pass *analysis.Pass) (any, error) {
		eachCall(pass, func(name string, stmt *ast.ExprStmt, _ *ast.CallExpr) {
			if name == "idle" {
				pass.ReportRangef(stmt, "an idle call")
			}
		})
		return nil, nil
	},
}

var attachUnproved bool

// The flags that every pass has.
func init() {
	toy.Flags.String("go", "", "treat the code as built by this `version` of Go")
	toy.Flags.BoolVar(&attachUnproved, "unproved", false, "attach fixes that are not proved, too")
}

func runToy(pass *analysis.Pass) (any, error) {
	eachCall(pass, func(name string, stmt *ast.ExprStmt, call *ast.CallExpr) {
		d := analysis.Diagnostic{Pos: stmt.Pos(), End: stmt.End(), Message: "call of " + name}
		remove := analysis.TextEdit{Pos: stmt.Pos(), End: stmt.End()}
		fix := func(edits ...analysis.TextEdit) {
			d.SuggestedFixes = []analysis.SuggestedFix{{Message: "Remove the call", TextEdits: edits}}
		}
		switch name {
		case "remove":
			fix(remove)
		case "unproved":
			if !attachUnproved {
				d.Message += "; no automatic fix: nobody has looked"
				break
			}
			fix(remove)
			d.SuggestedFixes[0].Message += " (unproved: nobody has looked)"
		case "along": // that of remove is taken to do away with it
			d.Message += "; no automatic fix: it goes with the fix of remove"
		case "nofix":
			d.Message += "; no automatic fix: it is needed"
		case "breaks": // the fix calls something that isn't there
			fix(analysis.TextEdit{Pos: call.Fun.Pos(), End: call.Fun.End(), NewText: []byte("missing")})
		case "garbles": // the fix leaves no Go behind
			fix(analysis.TextEdit{Pos: stmt.Pos(), End: stmt.End(), NewText: []byte("}}")})
		case "nested": // the fix overlaps that of the call it is an argument of
			fix(remove)
			inner := call.Args[0].(*ast.CallExpr)
			pass.Report(analysis.Diagnostic{
				Pos: inner.Pos(), End: inner.End(), Message: "argument of nested",
				SuggestedFixes: []analysis.SuggestedFix{{
					Message:   "Replace it",
					TextEdits: []analysis.TextEdit{{Pos: inner.Pos(), End: inner.End(), NewText: []byte("0")}},
				}},
			})
		case "both": // the fix takes the function of that name away too
			edits := []analysis.TextEdit{remove}
			for _, f := range pass.Files {
				for _, decl := range f.Decls {
					if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name == name {
						edits = append(edits, analysis.TextEdit{Pos: fn.Pos(), End: fn.End()})
					}
				}
			}
			fix(edits...)
		case "panics":
			panic("as asked")
		case "idle", "missing":
			return
		default:
			return
		}
		pass.Report(d)
	})
	return nil, nil
}

func eachCall(pass *analysis.Pass, do func(name string, stmt *ast.ExprStmt, call *ast.CallExpr)) {
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			stmt, ok := n.(*ast.ExprStmt)
			if !ok {
				return true
			}
			if call, ok := stmt.X.(*ast.CallExpr); ok {
				if id, ok := call.Fun.(*ast.Ident); ok {
					do(id.Name, stmt, call)
				}
			}
			return true
		})
	}
}

// TestMain lets the test's own binary be the vet tool, as bodyvet's is.
func TestMain(m *testing.M) {
	if unit.Called(os.Args[1:]) {
		unit.Main([]*analysis.Analyzer{toy}, []*analysis.Analyzer{toy, idle})
	}
	os.Exit(m.Run())
}

// A result is what a run of the command left behind.
type result struct {
	status         int
	stdout, stderr string
	dir            string
}

// run runs the command in a new folder that holds archive's files, or in dir.
func run(t *testing.T, dir, archive string, args ...string) result {
	t.Helper()
	if dir == "" {
		dir = t.TempDir()
		for _, f := range txtar.Parse([]byte(archive)).Files {
			name := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	var stdout, stderr bytes.Buffer
	p := &driver.Program{
		Suite:  []*analysis.Analyzer{toy},
		All:    []*analysis.Analyzer{toy, idle},
		Stdout: &stdout,
		Stderr: &stderr,
		Env:    []string{"GOFLAGS=-mod=mod", "GOWORK=off"},
	}
	status := p.Run(context.Background(), append([]string{"-C", dir}, args...))
	return result{status, stdout.String(), stderr.String(), dir}
}

func (r result) want(t *testing.T, status int, stdout, stderr string) {
	t.Helper()
	if r.status != status {
		t.Errorf("status %d, want %d", r.status, status)
	}
	if r.stdout != stdout {
		t.Errorf("standard output:\n%s\nwant:\n%s", r.stdout, stdout)
	}
	if r.stderr != stderr {
		t.Errorf("standard error:\n%s\nwant:\n%s", r.stderr, stderr)
	}
}

func (r result) wantFile(t *testing.T, name, content string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != content {
		t.Errorf("%s:\n%s\nwant:\n%s", name, got, content)
	}
}

const oneOfEach = `
-- go.mod --
module example.com/toys

go 1.26
-- a.go --
package toys

func remove()   {}
func unproved() {}
func nofix()    {}
func idle()     {}

func f() {
	remove()
	unproved()
	nofix()
	idle()
}
`

func TestText(t *testing.T) {
	t.Parallel()
	run(t, "", oneOfEach).want(t, driver.Found, `a.go:9:2: call of remove (toy)
	fix: Remove the call
a.go:10:2: call of unproved (toy)
	no automatic fix: nobody has looked
a.go:11:2: call of nofix (toy)
	no automatic fix: it is needed

3 other findings: 1 fixed by -fix, 2 need a look
`, "")
}

func TestAlong(t *testing.T) {
	t.Parallel()
	r := run(t, "", `
-- go.mod --
module example.com/toys

go 1.26
-- a.go --
package toys

func along() {}

func f() { along() }
`)
	r.want(t, driver.Found, `a.go:5:12: call of along (toy)
	fix: it goes with the fix of remove

1 other finding: 1 fixed by -fix
`, "")
}

func TestUnproved(t *testing.T) {
	t.Parallel()
	r := run(t, "", oneOfEach, "-unproved")
	r.want(t, driver.Found, `a.go:9:2: call of remove (toy)
	fix: Remove the call
a.go:10:2: call of unproved (toy)
	fix, not proved: Remove the call; nobody has looked
a.go:11:2: call of nofix (toy)
	no automatic fix: it is needed

3 other findings: 2 fixed by -fix, 1 needs a look
`, "")
	run(t, r.dir, "", "-unproved", "-fix").want(t, driver.Found, `a.go:10:2: call of nofix (toy)
	no automatic fix: it is needed

fixed 2 of 3 findings in 1 file; 1 needs a look
`, "")
}

func TestSelection(t *testing.T) {
	t.Parallel()
	r := run(t, "", oneOfEach, "-idle")
	r.want(t, driver.Found, `a.go:12:2: an idle call (idle)

1 other finding
`, "")
	run(t, r.dir, "", "-toy=false").want(t, driver.Clean, "",
		"bodyvet: nothing to report in 1 package (the module says go 1.26, where drains may be of use; "+
			"-go=1.27 shows what an upgrade would let go)\n")
	if r := run(t, r.dir, "", "-idle", "-toy"); strings.Count(r.stdout, "\na.go")+1 != 4 {
		t.Errorf("with both passes:\n%s", r.stdout)
	}
}

func TestFixLeavesWhatNeedsALook(t *testing.T) {
	t.Parallel()
	r := run(t, "", oneOfEach, "-fix")
	// The lines are those of the fixed file.
	r.want(t, driver.Found, `a.go:10:2: call of unproved (toy)
	no automatic fix: nobody has looked
a.go:11:2: call of nofix (toy)
	no automatic fix: it is needed

fixed 1 of 3 findings in 1 file; 2 need a look
`, "")
}

// A fix that breaks the build is a pass's fault, but not to be written all the same.
func TestFixThatBreaks(t *testing.T) {
	t.Parallel()
	const a = `package toys

func breaks() {}

func f() {
	breaks()
}
`
	r := run(t, "", `
-- go.mod --
module example.com/toys

go 1.26
-- a.go --
`+a+`
-- b/b.go --
package b

func remove()  {}
func garbles() {}

func f() {
	remove()
}

func g() {
	garbles()
}
-- c/c.go --
package c

func remove() {}

func f() {
	remove()
}
`, "-fix", "./...")
	r.want(t, driver.Found, `a.go:6:2: call of breaks (toy)
	no automatic fix: the code does not compile after it
b`+string(filepath.Separator)+`b.go:11:2: call of garbles (toy)
	no automatic fix: the code does not compile after it

fixed 2 of 4 findings in 2 files; 2 need a look
`, "")
	r.wantFile(t, "c/c.go", "package c\n\nfunc remove() {}\n\nfunc f() {\n\n}\n")
}

// Two fixes that overlap can't be applied together, but one after the other.
func TestFixesThatOverlap(t *testing.T) {
	t.Parallel()
	r := run(t, "", `
-- go.mod --
module example.com/toys

go 1.26
-- a.go --
package toys

func nested(int) {}
func two() int   { return 2 }

func f() {
	nested(two())
	println()
}
`, "-fix")
	r.want(t, driver.Clean, "fixed 2 of 2 findings in 1 file\n", "")
	r.wantFile(t, "a.go", "package toys\n\nfunc nested(int) {}\nfunc two() int   { return 2 }\n\nfunc f() {\n\n\tprintln()\n}\n")
}

// A fix of several files is applied to all of them or to none.
func TestFixOfSeveralFiles(t *testing.T) {
	t.Parallel()
	const archive = `
-- go.mod --
module example.com/toys

go 1.26
-- a.go --
package toys

func f() {
	both()
	println()
}
-- b.go --
package toys

// both is called once.
func both() {
}
`
	r := run(t, "", archive, "-fix")
	r.want(t, driver.Clean, "fixed 1 of 1 finding in 2 files\n", "")
	r.wantFile(t, "a.go", "package toys\n\nfunc f() {\n\n\tprintln()\n}\n")

	generated := strings.Replace(archive, "-- b.go --\n", "-- b.go --\n// Code generated by hand. DO NOT EDIT.\n\n", 1)
	r = run(t, "", generated, "-fix")
	r.want(t, driver.Found, `a.go:4:2: call of both (toy)
	no automatic fix: the file is generated

fixed 0 of 1 finding in 0 files; 1 needs a look
`, "")
	r.wantFile(t, "a.go", "package toys\n\nfunc f() {\n\tboth()\n\tprintln()\n}\n")
}

func TestPanic(t *testing.T) {
	t.Parallel()
	r := run(t, "", `
-- go.mod --
module example.com/toys

go 1.26
-- a/a.go --
package a

func panics() {}

func f() { panics() }
-- b/b.go --
package b

func remove() {}

func f() { remove() }
`, "./...")
	if r.status != driver.CouldNot {
		t.Errorf("status %d, want %d", r.status, driver.CouldNot)
	}
	const want = "# example.com/toys/a\ntoy could not run: internal error in toy, in package example.com/toys/a: as asked at "
	if !strings.HasPrefix(r.stderr, want) || strings.Count(r.stderr, "\n") != 2 || !strings.Contains(r.stderr, "driver_test.go:") {
		t.Errorf("standard error:\n%s\nwant two lines:\n%s…/driver_test.go:…", r.stderr, want)
	}
	if !strings.Contains(r.stdout, "b.go:5:12: call of remove") {
		t.Errorf("the other package was not analyzed:\n%s", r.stdout)
	}
}

func TestPasses(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	p := &driver.Program{
		Suite:  []*analysis.Analyzer{toy},
		All:    []*analysis.Analyzer{toy, idle},
		Stdout: &out,
		Stderr: &out,
	}
	if got := p.Run(context.Background(), []string{"passes"}); got != driver.Clean {
		t.Errorf("status %d, want %d", got, driver.Clean)
	}
	const want = "   toy    report calls by what the function is called\n" +
		"   idle   report every function called idle (off by default)\n"
	if got := out.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stderr bytes.Buffer
	p := &driver.Program{Stdout: &stderr, Stderr: &stderr}
	if got := p.Run(ctx, []string{"-C", t.TempDir()}); got != driver.CouldNot {
		t.Errorf("status %d, want %d", got, driver.CouldNot)
	}
	if got, want := stderr.String(), "bodyvet: interrupted\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
