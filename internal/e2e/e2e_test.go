package e2e

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/external"
	"github.com/bodyvet/bodyvet/internal/finding"
	"github.com/bodyvet/bodyvet/internal/linkin"
	"github.com/bodyvet/bodyvet/internal/report"
)

const (
	golangciVersion = "v2.15.0"
	// golangciBuilder builds golangci-lint, for older toolchains too: one that was
	// built by an older Go than the code's refuses to run.
	golangciBuilder = "go1.27.3"
	// module is the path of the module in testdata/want.
	module = "example.com/want"
)

// sample are folders of the corpus of drains that take part besides testdata/want. What
// is right about them is package corpus's to say; here all drivers have to agree.
var sample = []string{"00*", "10*", "11*"}

// An env is a toolchain, which is the one that runs the tests, and what goes with it.
type env struct {
	t       *testing.T
	vars    []string // of all programs that are run
	gopls   string   // the newest version that this toolchain builds
	preview bool     // the toolchain is older than Go 1.27, so the passes are told 1.27
	bodyvet string   // the binary
}

func TestDrivers(t *testing.T) {
	if testing.Short() {
		t.Skip("builds golangci-lint and gopls")
	}
	e := newEnv(t)
	clean := e.module()
	want := e.byAnalysistest()

	// The command agrees with the want comments and the golden files, and stands for
	// them where there are none.
	found, doc := e.byCommand(clean)
	e.same(want, slices.DeleteFunc(slices.Clone(found), func(f where) bool { return isSample(f.File) }))
	dir := e.module()
	e.status(dir, []int{1}, e.bodyvet, append(e.flags(), "-fix", "./...")...)
	fixed := e.files(dir)
	e.sameFiles(e.goldens(), withoutSample(fixed))
	e.compiles(dir)

	t.Run("go vet", func(t *testing.T) {
		e := e.with(t)
		e.same(found, e.byVet(clean))
		dir := e.module()
		e.untilSame(dir, func() { e.status(dir, []int{0, 1}, "go", e.toolArgs("vet", "-vettool", "-fix")...) })
		e.sameFiles(fixed, e.files(dir))
	})
	t.Run("go fix", func(t *testing.T) {
		e := e.with(t)
		dir := e.module()
		e.untilSame(dir, func() { e.status(dir, []int{0, 1}, "go", e.toolArgs("fix", "-fixtool")...) })
		e.sameFiles(fixed, e.files(dir))
	})
	t.Run("golangci-lint", func(t *testing.T) { e.with(t).golangciLint(clean, found, fixed, doc) })
	t.Run("gopls", func(t *testing.T) { e.with(t).inEditor(found, fixed) })
}

func newEnv(t *testing.T) *env {
	t.Helper()
	toolchain := runtime.Version()
	e := &env{
		t:       t,
		vars:    append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOFLAGS=", "GOWORK=off", "LC_ALL=C"),
		gopls:   "v0.24.0",
		preview: version.Compare(version.Lang(toolchain), "go1.27") < 0,
		bodyvet: filepath.Join(t.TempDir(), "bodyvet.exe"),
	}
	if e.preview {
		e.gopls = "v0.23.0" // v0.24.0 wants Go 1.27
	}
	// gopls asks the go command in PATH, without regard to GOTOOLCHAIN, which language it
	// analyzes, and finds nothing in code that needs a newer one.
	goroot := strings.TrimSpace(string(e.run(".", "go", "env", "GOROOT")))
	e.vars = append(e.vars, "PATH="+filepath.Join(goroot, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	e.run(filepath.Join("..", ".."), "go", "build", "-o", e.bodyvet, "./cmd/bodyvet")
	return e
}

func (e *env) with(t *testing.T) *env {
	c := *e
	c.t = t
	return &c
}

// A where is a finding as every driver has it.
type where struct {
	File         string // as seen from the module
	Line, Column int
	Pass         string
	Message      string
	Related      []string
}

func compare(a, b where) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Pass, b.Pass), cmp.Compare(a.Message, b.Message))
}

// same compares findings. A file that belongs to a package and to its tests is seen twice.
func (e *env) same(want, got []where) {
	e.t.Helper()
	slices.SortFunc(got, compare)
	got = slices.CompactFunc(got, func(a, b where) bool { return compare(a, b) == 0 })
	if diff := gocmp.Diff(want, got); diff != "" {
		e.t.Errorf("other findings (-want +got):\n%s", diff)
	}
}

func (e *env) sameFiles(want, got map[string]string) {
	e.t.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		e.t.Errorf("other files after the fixes (-want +got):\n%s", diff)
	}
}

// samplePrefix is the folder that the sample of the corpus is copied to.
const samplePrefix = "corpus/"

func isSample(file string) bool { return strings.HasPrefix(file, samplePrefix) }

func withoutSample(files map[string]string) map[string]string {
	files = maps.Clone(files)
	maps.DeleteFunc(files, func(file, _ string) bool { return isSample(file) })
	return files
}

var goLine = regexp.MustCompile(`(?m)^go \S+$`)

// module copies testdata/want, and the sample, to a new folder.
func (e *env) module() string {
	e.t.Helper()
	dir := e.copy(false)
	for _, pattern := range sample {
		folders, err := filepath.Glob(filepath.Join("..", "..", "testdata", "corpus", "drains", pattern))
		if err != nil || len(folders) == 0 {
			e.t.Fatalf("%s: no such folders (%v)", pattern, err)
		}
		for _, f := range folders {
			e.copyTree(filepath.Join(dir, samplePrefix, filepath.Base(f)), f, false)
		}
	}
	return dir
}

// copy copies testdata/want to a new folder.
func (e *env) copy(golden bool) string {
	e.t.Helper()
	dir, err := filepath.EvalSymlinks(e.t.TempDir())
	if err != nil {
		e.t.Fatal(err)
	}
	e.copyTree(dir, filepath.Join("testdata", "want"), golden)
	return dir
}

func (e *env) copyTree(to, from string, golden bool) {
	e.t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) == ".golden" && !golden {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if d.Name() == "go.mod" && !e.preview {
			content = goLine.ReplaceAll(content, []byte("go 1.27"))
		}
		content = bytes.ReplaceAll(content, []byte(`"drainscorpus/`), []byte(`"`+module+"/"+samplePrefix))
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666)
	})
	if err != nil {
		e.t.Fatal(err)
	}
}

// files are the contents of a module's sources.
func (e *env) files(dir string) map[string]string { return e.contents(dir, ".go") }

// goldens are what testdata/want has to be after all fixes.
func (e *env) goldens() map[string]string {
	e.t.Helper()
	dir := filepath.Join("testdata", "want")
	files := e.files(dir)
	for name, content := range e.contents(dir, ".golden") {
		files[strings.TrimSuffix(name, ".golden")] = content
	}
	return files
}

func (e *env) contents(dir, ext string) map[string]string {
	e.t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ext {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(content)
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
	return files
}

func (e *env) rel(dir, file string) string {
	e.t.Helper()
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		e.t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

// run runs a program that has to succeed.
func (e *env) run(dir, name string, args ...string) []byte {
	e.t.Helper()
	return e.status(dir, []int{0}, name, args...)
}

// status runs a program that has to end with one of the statuses.
func (e *env) status(dir string, statuses []int, name string, args ...string) []byte {
	e.t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		e.t.Fatal(err)
	}
	cmd := exec.CommandContext(e.t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(slices.Clip(e.vars), "PWD="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		e.t.Fatal(err)
	}
	if code := cmd.ProcessState.ExitCode(); !slices.Contains(statuses, code) {
		e.t.Fatalf("%s %s: status %d\n%s\n%s", filepath.Base(name), strings.Join(args, " "), code, stderr.Bytes(), out)
	}
	return out
}

// compiles demands that a fixed module is one that people would commit.
func (e *env) compiles(dir string) {
	e.t.Helper()
	e.run(dir, "go", "build", "./...")
	e.run(dir, "go", "vet", "./...")
	if out := e.run(dir, "gofmt", "-l", "."); len(out) > 0 {
		e.t.Errorf("not formatted after the fixes:\n%s", out)
	}
}

// untilSame repeats what fixes a module until nothing changes any more: of fixes that are
// in each other's way, a run makes one, and says so.
func (e *env) untilSame(dir string, fix func()) {
	e.t.Helper()
	for range 5 {
		before := e.files(dir)
		fix()
		if maps.Equal(before, e.files(dir)) {
			return
		}
	}
	e.t.Error("fixes don't come to an end")
}

func (e *env) goVersion() string {
	if e.preview {
		return "1.27"
	}
	return ""
}

func (e *env) flags() []string {
	if e.preview {
		return []string{"-go=" + e.goVersion()}
	}
	return nil
}

// byAnalysistest checks the want comments and golden files, and returns what is found.
func (e *env) byAnalysistest() []where {
	e.t.Helper()
	dir := e.copy(true)
	passes, err := analyzer.New(analyzer.Settings{Go: e.goVersion()})
	if err != nil {
		e.t.Fatal(err)
	}
	var all []where
	for _, result := range analysistest.RunWithSuggestedFixes(e.t, dir, inOne(passes), "./...") {
		fset := result.Action.Package.Fset
		for _, d := range result.Action.Diagnostics {
			pos := fset.Position(d.Pos)
			pass, message, _ := strings.Cut(d.Message, ": ")
			w := where{File: e.rel(dir, pos.Filename), Line: pos.Line, Column: pos.Column, Pass: pass, Message: message}
			for _, r := range d.Related {
				pos := fset.Position(r.Pos)
				w.Related = append(w.Related, related(e.rel(dir, pos.Filename), pos.Line, r.Message))
			}
			all = append(all, w)
		}
	}
	slices.SortFunc(all, compare)
	return slices.CompactFunc(all, func(a, b where) bool { return compare(a, b) == 0 })
}

// inOne makes one analyzer of the passes, each of which says its name in its messages:
// analysistest takes want comments to be about one.
func inOne(passes []*analysis.Analyzer) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "bodyvet", Doc: "all passes"}
	for _, p := range passes {
		for _, r := range p.Requires {
			if !slices.Contains(a.Requires, r) {
				a.Requires = append(a.Requires, r)
			}
		}
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		for _, p := range passes {
			one := *pass
			one.Analyzer = p
			one.Report = func(d analysis.Diagnostic) {
				d.Message = p.Name + ": " + d.Message
				pass.Report(d)
			}
			if _, err := p.Run(&one); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return a
}

func related(file string, line int, message string) string {
	return fmt.Sprintf("%s:%d: %s", file, line, message)
}

func (e *env) byCommand(dir string) ([]where, *report.Document) {
	e.t.Helper()
	out := e.status(dir, []int{1}, e.bodyvet, append(e.flags(), "-json", "./...")...)
	doc := new(report.Document)
	if err := json.Unmarshal(out, doc); err != nil {
		e.t.Fatal(err)
	}
	var all []where
	for _, f := range doc.Findings {
		w := where{File: f.File, Line: f.Line, Column: f.Column, Pass: f.Pass, Message: whole(f.Message, f.Reason)}
		for _, r := range f.Related {
			w.Related = append(w.Related, related(r.File, r.Line, r.Message))
		}
		all = append(all, w)
	}
	slices.SortFunc(all, compare)
	return all, doc
}

const noFix = "; no automatic fix: "

// whole is a message as the passes report it.
func whole(message, reason string) string {
	if reason == "" {
		return message
	}
	return message + noFix + reason
}

func (e *env) toolArgs(verb, tool string, flags ...string) []string {
	args := append([]string{verb, tool + "=" + e.bodyvet}, flags...)
	return append(append(args, e.flags()...), "./...")
}

func (e *env) byVet(dir string) []where {
	e.t.Helper()
	out := e.run(dir, "go", e.toolArgs("vet", "-vettool", "-json")...)
	findings, errs, err := finding.Parse(out, func(id string) (string, bool) { return id, true })
	if err != nil || len(errs) > 0 {
		e.t.Fatal(err, errs)
	}
	var all []where
	for _, f := range findings {
		w := where{File: e.rel(dir, f.Pos.File), Line: f.Pos.Line, Column: f.Pos.Column, Pass: f.Pass, Message: whole(f.Message, f.Reason)}
		for _, r := range f.Related {
			w.Related = append(w.Related, related(e.rel(dir, r.Pos.File), r.Pos.Line, r.Message))
		}
		all = append(all, w)
	}
	return all
}

// built returns a program with the passes in it, from the cache or built by toolchain.
func (e *env) built(name, toolchain string, build func(b *linkin.Builder, ctx context.Context, out string) error) string {
	e.t.Helper()
	source, err := linkin.Tree(filepath.Join("..", ".."))
	if err != nil {
		e.t.Fatal(err)
	}
	b := &linkin.Builder{Source: source, Env: []string{"GOTOOLCHAIN=" + toolchain}}
	file, err := b.Cached(e.t.Context(), external.Dir(e.t), name, func(ctx context.Context, out string) error { return build(b, ctx, out) })
	if err != nil {
		external.Proxy(e.t)
		e.t.Fatal(err)
	}
	return file
}

const golangciConfig = `version: "2"
linters:
  default: none
  enable: [bodyvet]
  settings:
    custom:
      bodyvet:
        type: module
        settings:
          go: %q
formatters:
  enable: [goimports]
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

func (e *env) golangciLint(clean string, found []where, fixed map[string]string, doc *report.Document) {
	t := e.t
	lint := e.built("golangci-lint-"+golangciVersion, golangciBuilder, func(b *linkin.Builder, ctx context.Context, out string) error {
		return b.Golangci(ctx, golangciVersion, out)
	})
	config := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(config, fmt.Appendf(nil, golangciConfig, e.goVersion()), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"run", "-c", config, "--allow-parallel-runners", "--output.json.path=stdout", "--output.text.path=stderr", "--path-mode=abs"}
	var issues struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	out := e.status(clean, []int{1}, lint, append(args, "./...")...)
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&issues); err != nil {
		t.Fatal(err)
	}
	var got []where
	for _, i := range issues.Issues {
		// Its formatter reports besides.
		if i.FromLinter == "bodyvet" {
			pass, message, _ := strings.Cut(i.Text, ": ")
			got = append(got, where{File: e.rel(clean, i.Pos.Filename), Line: i.Pos.Line, Column: i.Pos.Column, Pass: pass, Message: message})
		}
	}
	want := slices.Clone(found)
	for i := range want {
		want[i].Related = nil // it would make an issue of its own of each
	}
	e.same(want, got)

	dir := e.module()
	before := e.files(dir)
	e.untilSame(dir, func() { e.status(dir, []int{0, 1}, lint, append(args, "--fix", "./...")...) })
	// Of a fix over several files it would apply a part, so it is given none.
	fixed = maps.Clone(fixed)
	several := 0
	for _, f := range doc.Findings {
		if f.Fix == nil || !slices.ContainsFunc(f.Fix.Edits, func(edit report.DocumentEdit) bool { return edit.File != f.File }) {
			continue
		}
		several++
		for _, edit := range f.Fix.Edits {
			fixed[edit.File] = before[edit.File]
		}
	}
	if several == 0 {
		t.Error("no fix is over several files")
	}
	e.sameFiles(fixed, e.files(dir))
	e.compiles(dir)
}

// TestMain keeps the process's own settings of the go command away.
func TestMain(m *testing.M) {
	for _, name := range []string{"GOFLAGS", "GOWORK"} {
		if err := os.Unsetenv(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}
