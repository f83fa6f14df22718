// Package gocmd runs the go command for bodyvet: to learn about the toolchain and
// the packages, and to have them analyzed. The go command caches what it analyzed
// and runs packages in parallel, so bodyvet loads nothing itself.
package gocmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ErrNoGo is returned where there is no go command to run.
var ErrNoGo = errors.New("no go command in PATH; bodyvet runs it to load and analyze packages")

// A Runner runs the go command in one folder with one set of build flags.
type Runner struct {
	Dir   string   // where the go command runs; absolute
	Env   []string // additions to the environment
	Flags []string // build flags: -tags, -mod
	// Progress gets what the go command says it is doing, such as which modules
	// it downloads, while it runs.
	Progress io.Writer
	// Analyzed is called for each package that was analyzed, at once. It may be nil.
	Analyzed func()
}

// Env is what bodyvet needs to know of "go env".
type Env struct {
	GOVERSION string
	GOMOD     string // go.mod of the main module, or os.DevNull, or "" in GOPATH mode
	GOWORK    string // go.work in use, if any
}

// InModule reports whether there is a go.mod or a go.work.
func (e *Env) InModule() bool {
	return e.GOMOD != os.DevNull || e.GOWORK != "" && e.GOWORK != "off"
}

// Describe asks the go command about itself.
func (r *Runner) Describe(ctx context.Context) (*Env, error) {
	out, err := r.run(ctx, "env", "-json", "GOVERSION", "GOMOD", "GOWORK")
	if err != nil {
		return nil, err
	}
	env := new(Env)
	if err := json.Unmarshal(out.stdout, env); err != nil {
		return nil, fmt.Errorf("go env printed no JSON: %w", err)
	}
	return env, nil
}

// A Package is what "go list" says about one package.
type Package struct {
	Dir          string
	ImportPath   string
	Name         string
	Standard     bool
	Incomplete   bool // it, or something it imports, can't be loaded
	Module       *Module
	GoFiles      []string
	CgoFiles     []string
	TestGoFiles  []string
	XTestGoFiles []string
	Error        *PackageError
}

// A Module is the module of a package.
type Module struct {
	Path      string
	Main      bool
	GoVersion string
}

// OlderThan reports whether m is a main module, so that its go line is the user's to
// change, which says an older version of Go than lang, such as "1.27".
func (m *Module) OlderThan(lang string) bool {
	return m != nil && m.Main && m.GoVersion != "" && version.Compare("go"+m.GoVersion, "go"+lang) < 0
}

// A PackageError says why a package can't be loaded.
type PackageError struct {
	Pos string
	Err string
}

// Error implements [error].
func (e *PackageError) Error() string {
	if e.Pos == "" {
		return e.Err
	}
	return e.Pos + ": " + e.Err
}

const listFields = "-json=Dir,ImportPath,Name,Standard,Module,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Error"

// List returns the packages that patterns name, without looking at their imports.
// Packages that can't be read are among them, with their Error.
func (r *Runner) List(ctx context.Context, patterns []string) ([]*Package, error) {
	return r.list(ctx, []string{"-find", listFields}, patterns)
}

// ListWithImports is [Runner.List] for the case that some package can't be loaded:
// it takes longer, and tells which ones those are. (Only where embedded files are
// asked for does the go command see whether they are there.)
func (r *Runner) ListWithImports(ctx context.Context, patterns []string) ([]*Package, error) {
	return r.list(ctx, []string{listFields + ",Incomplete,DepsErrors,EmbedFiles"}, patterns)
}

func (r *Runner) list(ctx context.Context, flags, patterns []string) ([]*Package, error) {
	args := append([]string{"list", "-e"}, flags...)
	args = append(append(args, r.Flags...), "--")
	out, err := r.run(ctx, append(args, patterns...)...)
	if err != nil {
		return nil, err
	}
	var pkgs []*Package
	for dec := json.NewDecoder(bytes.NewReader(out.stdout)); ; {
		p := new(Package)
		switch err := dec.Decode(p); err {
		case nil:
			pkgs = append(pkgs, p)
		case io.EOF:
			return pkgs, nil
		default:
			return nil, fmt.Errorf("go list printed something else than packages: %w", err)
		}
	}
}

// Names returns the names of the packages with the given import paths, for those
// that can be found from folder dir.
func (r *Runner) Names(ctx context.Context, dir string, paths []string) (map[string]string, error) {
	in := *r
	in.Dir = dir
	pkgs, err := in.list(ctx, []string{"-find", "-json=ImportPath,Name"}, paths)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string)
	for _, p := range pkgs {
		names[p.ImportPath] = p.Name
	}
	return names, nil
}

// Vetted is what a run of "go vet" printed.
type Vetted struct {
	JSON   []byte // the tools' output, one document after the other
	Stderr string
	Failed bool // some package couldn't be loaded, built or analyzed
}

// Vet has tool analyze packages. The files of overlay are read instead of those
// that they stand for, if it is not empty: it names a file in the format of the
// go command's flag -overlay.
func (r *Runner) Vet(ctx context.Context, tool string, toolFlags []string, overlay string, patterns []string) (*Vetted, error) {
	args := append([]string{"vet", "-vettool=" + tool, "-json"}, toolFlags...)
	args = append(args, r.Flags...)
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	args = append(append(args, "--"), patterns...)
	out, err := r.run(ctx, args...)
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return nil, err
	}
	return &Vetted{out.stdout, out.stderr, err != nil}, nil
}

// An output is what one go command printed.
type output struct {
	stdout []byte
	stderr string
}

// A failure is a go command that said what was wrong and ended with a status other
// than 0.
type failure struct {
	*exec.ExitError
	command string
	stderr  string
}

// Error implements [error]: it is what the go command said.
func (f *failure) Error() string {
	if f.stderr == "" {
		return fmt.Sprintf("go %s: %v", f.command, f.ExitError)
	}
	return strings.TrimPrefix(f.stderr, "go: ")
}

// Unwrap gives access to the status.
func (f *failure) Unwrap() error { return f.ExitError }

// grace is the time that the go command has to tidy up after it was interrupted.
const grace = 5 * time.Second

func (r *Runner) run(ctx context.Context, args ...string) (*output, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, ErrNoGo
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.Dir
	// PWD lets the go command know the folder by the name that the user gave it.
	cmd.Env = append(append(os.Environ(), "PWD="+r.Dir), r.Env...)
	var stdout bytes.Buffer
	stderr := &filter{progress: r.Progress}
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	if r.Analyzed != nil && args[0] == "vet" {
		cmd.Stdout = io.MultiWriter(&stdout, &documents{each: r.Analyzed})
	}
	cmd.WaitDelay = grace
	inOwnGroup(cmd)

	err := cmd.Run()
	out := &output{stdout.Bytes(), stderr.rest()}
	if ctx.Err() != nil {
		endGroup(cmd)
		return out, context.Cause(ctx)
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return out, &failure{exit, args[0], strings.TrimSpace(out.stderr)}
	}
	return out, err
}

// A documents counts the JSON documents that are written to it, each of which ends with
// a brace that begins its line, or is one line.
type documents struct {
	each     func()
	midLine  bool
	lastLine byte // how the line began
}

// Write implements [io.Writer].
func (d *documents) Write(p []byte) (int, error) {
	for _, c := range p {
		if c == '\n' {
			d.midLine = false
			continue
		}
		if !d.midLine && c == '}' || d.midLine && d.lastLine == '{' && c == '}' {
			d.each()
		}
		if !d.midLine {
			d.midLine, d.lastLine = true, c
		}
	}
	return len(p), nil
}

// A filter splits the go command's standard error into news, which it passes on at
// once, and the rest, which it keeps.
type filter struct {
	progress io.Writer
	line     []byte
	kept     strings.Builder
}

// Write implements [io.Writer].
func (f *filter) Write(p []byte) (int, error) {
	for _, c := range p {
		f.line = append(f.line, c)
		if c == '\n' {
			f.flush()
		}
	}
	return len(p), nil
}

func (f *filter) flush() {
	if f.progress != nil && bytes.HasPrefix(f.line, []byte("go: downloading ")) {
		_, _ = f.progress.Write(f.line) // nobody needs to know that nobody reads it
	} else {
		f.kept.Write(f.line)
	}
	f.line = f.line[:0]
}

func (f *filter) rest() string {
	f.flush()
	return f.kept.String()
}
