package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
	"github.com/bodyvet/bodyvet/internal/fixer"
	"github.com/bodyvet/bodyvet/internal/gocmd"
	"github.com/bodyvet/bodyvet/internal/unit"
)

var errInterrupted = errors.New("interrupted")

func isCanceled(err error) bool { return errors.Is(err, context.Canceled) }

// A session analyzes one set of packages, as often as their source changes.
type session struct {
	opts     *options
	run      *gocmd.Runner
	tool     string // this very binary
	env      *gocmd.Env
	patterns []string // what to analyze; without what can't be loaded once that is known
	packages []*gocmd.Package
	roots    map[string]string // IDs in the vet tool's output, to import paths
	tree     *fixer.Tree
	progress *progress

	changed changes        // with -new-from
	old     map[string]int // the findings that -new-from leaves out, see onlyNew
}

// An outcome is what one run over the packages found.
type outcome struct {
	findings []finding.Finding
	errors   []finding.Error
	notes    string // what the go command said besides
}

// open gets to know the toolchain and sees that it and bodyvet go together.
func (p *Program) open(ctx context.Context, opts *options) (*session, error) {
	tool, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &session{
		opts:     opts,
		patterns: opts.patterns,
		tool:     tool,
		progress: newProgress(p.Stderr),
	}
	s.run = &gocmd.Runner{
		Dir: opts.dir, Env: p.Env, Flags: opts.build,
		Progress: s.progress.news(p.Stderr), Analyzed: s.progress.analyzed,
	}
	s.env, err = s.run.Describe(ctx)
	if err != nil {
		return nil, err
	}
	for _, msg := range []string{
		gocmd.TooOld(s.env.GOVERSION),
		gocmd.Skew(runtime.Version(), s.env.GOVERSION),
	} {
		if msg != "" {
			return nil, errors.New(msg)
		}
	}
	if !s.env.InModule() && slices.ContainsFunc(opts.patterns, isLocal) {
		return nil, errors.New("no go.mod in " + opts.dir + " or a folder above it; bodyvet runs inside a Go module")
	}
	if opts.newFrom != "" {
		if s.changed, err = changedSince(ctx, opts.dir, opts.newFrom); err != nil {
			return nil, err
		}
	}
	s.tree = &fixer.Tree{MayChange: s.mayChange, Names: func(dir string, paths []string) map[string]string {
		// Without names some imports stay, and the check of the result tells.
		names, _ := s.run.Names(ctx, dir, paths)
		return names
	}}
	return s, nil
}

// isLocal reports whether a pattern names packages by their folders.
func isLocal(pattern string) bool {
	return strings.HasPrefix(pattern, ".") || filepath.IsAbs(pattern)
}

// analyze lists the packages and analyzes them.
func (s *session) analyze(ctx context.Context) (*outcome, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	listed := make(chan error, 1)
	go func() {
		var err error
		s.packages, err = s.run.List(ctx, s.patterns)
		listed <- err
	}()
	vetted, err := s.vet(ctx, "")
	if err != nil {
		cancel()
	}
	if listErr := <-listed; err == nil {
		err = listErr
	}
	if err != nil {
		return nil, err
	}
	s.roots = roots(s.packages)
	a, err := s.read(vetted, false)
	if err != nil {
		return nil, err
	}
	if !vetted.Failed || len(vetted.JSON) > 0 {
		return a, nil
	}
	return s.analyzeLoadable(ctx, a)
}

// analyzeLoadable is for the case that the go command refused to analyze anything,
// which it does where some package can't be loaded. It analyzes the others.
func (s *session) analyzeLoadable(ctx context.Context, failed *outcome) (*outcome, error) {
	all, err := s.run.ListWithImports(ctx, s.patterns)
	if err != nil {
		return nil, err
	}
	var loadable, others []string
	for _, p := range all {
		if p.Error != nil || p.Incomplete {
			others = append(others, p.ImportPath)
			continue
		}
		loadable = append(loadable, p.ImportPath)
	}
	if len(loadable) == 0 || len(loadable) == len(all) {
		return failed, nil
	}
	s.patterns = loadable
	vetted, err := s.vet(ctx, "")
	if err != nil {
		return nil, err
	}
	a, err := s.read(vetted, false)
	if err != nil {
		return nil, err
	}
	// Among the others are packages that only import what can't be loaded.
	a.errors = slices.Concat(failed.errors, []finding.Error{
		{Message: "so these are not analyzed: " + strings.Join(others, " ")},
	}, a.errors)
	return a, nil
}

// reanalyze analyzes the packages with other contents for some of their files.
func (s *session) reanalyze(ctx context.Context, changed map[string][]byte) (*outcome, error) {
	o, err := newOverlay(changed)
	if err != nil {
		return nil, err
	}
	defer o.remove()
	vetted, err := s.vet(ctx, o.config)
	if err != nil {
		return nil, err
	}
	if vetted.Failed && len(vetted.JSON) == 0 {
		return nil, fmt.Errorf("nothing was changed: the go command can't read the fixed files: %s", vetted.Stderr)
	}
	return s.read(vetted, true)
}

func (s *session) vet(ctx context.Context, overlay string) (*gocmd.Vetted, error) {
	defer s.progress.start()()
	return s.run.Vet(ctx, s.tool, s.opts.tool, overlay, s.patterns)
}

// roots maps the IDs of the packages that were asked for to their import paths. A
// package with tests in it is analyzed once, together with them; the same package
// without is a dependency of some other.
func roots(pkgs []*gocmd.Package) map[string]string {
	ids := make(map[string]string)
	for _, p := range pkgs {
		id := p.ImportPath
		if len(p.TestGoFiles) > 0 {
			id += unit.WithTests
		}
		ids[id] = p.ImportPath
		if len(p.XTestGoFiles) > 0 {
			ids[p.ImportPath+"_test"+unit.WithTests] = p.ImportPath
		}
	}
	return ids
}

// read turns the go command's output into findings and errors. again tells that they are
// those of the result of fixes.
func (s *session) read(v *gocmd.Vetted, again bool) (*outcome, error) {
	findings, errs, err := finding.Parse(v.JSON, func(id string) (string, bool) {
		path, ok := s.roots[id]
		return path, ok
	})
	if err != nil {
		return nil, err
	}
	if v.Failed {
		said := split(v.Stderr)
		if len(said) == 0 {
			said = []finding.Error{{Message: "the go command failed without saying why"}}
		}
		errs = append(errs, said...)
	}
	undoOverlays(findings, errs)
	findings = slices.DeleteFunc(findings, func(f finding.Finding) bool {
		return !s.opts.passes[f.Pass] || f.InTest() && !s.opts.tests
	})
	a := &outcome{findings: s.onlyNew(finding.Sort(findings), again), errors: errs}
	for i := range a.findings {
		s.bar(&a.findings[i])
	}
	if !v.Failed {
		a.notes = s.notes(v.Stderr)
	}
	return a, nil
}

// notes returns what the go command said although all went well, but for what the
// tool said about dependencies, which are not the user's to change.
func (s *session) notes(stderr string) string {
	var notes []string
	for _, e := range split(stderr) {
		if e.Package == "" || s.isRoot(e.Package) {
			notes = append(notes, e.Message)
		}
	}
	return strings.Join(notes, "\n")
}

func (s *session) isRoot(path string) bool {
	return slices.ContainsFunc(s.packages, func(p *gocmd.Package) bool { return p.ImportPath == path })
}

// bar takes away a fix that can't be applied.
func (s *session) bar(f *finding.Finding) {
	if f.Fix == nil {
		return
	}
	if why := s.tree.Barred(f.Fix); why != "" {
		f.Fix, f.Reason = nil, why
	}
}

// mayChange says why a file must not be changed, or "".
func (s *session) mayChange(file string) string {
	for _, p := range s.packages {
		rel, err := filepath.Rel(p.Dir, file)
		if err != nil || filepath.Base(rel) != rel {
			continue
		}
		switch {
		case p.Module != nil && !p.Module.Main:
			return "the file does not belong to the main module"
		case p.Standard:
			return "the file belongs to the standard library"
		case slices.Contains(p.CgoFiles, rel):
			return "the file uses cgo, which moves its positions"
		}
		for _, files := range [][]string{p.GoFiles, p.TestGoFiles, p.XTestGoFiles} {
			if slices.Contains(files, rel) {
				return ""
			}
		}
	}
	return "the file is none of the packages' source"
}

var packageHeader = regexp.MustCompile(`^# \[?([^\s\]]+)\]?( \[.*\])?$`)

// split parts the go command's messages by the packages that they are about. Those
// about no package in particular come first, in one error each.
func split(stderr string) []finding.Error {
	var errs []finding.Error
	pkg := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimRight(line, "\r\n")
		if m := packageHeader.FindStringSubmatch(line); m != nil {
			pkg = m[1]
			continue
		}
		if line == "" || line == "no packages to vet" && len(errs) > 0 {
			continue
		}
		i := slices.IndexFunc(errs, func(e finding.Error) bool { return e.Package == pkg })
		switch {
		case i < 0 || pkg == "" && !strings.HasPrefix(line, "\t"):
			errs = append(errs, finding.Error{Package: pkg, Message: line})
		case pkg == "":
			errs[len(errs)-1].Message += "\n" + line
		case !slices.Contains(strings.Split(errs[i].Message, "\n"), line):
			// Both variants of a package, with its tests and without, say it.
			errs[i].Message += "\n" + line
		}
	}
	return errs
}
