package driver

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bodyvet/bodyvet/internal/report"
)

// check analyzes packages and shows, or fixes, what is found.
func (p *Program) check(ctx context.Context, opts *options) int {
	s, err := p.open(ctx, opts)
	if err != nil {
		return p.Fail(err)
	}
	a, err := s.analyze(ctx)
	if err != nil {
		return p.Fail(err)
	}
	result := &report.Result{
		Dir:       opts.dir,
		Version:   Version(),
		GoVersion: s.env.GOVERSION,
		Root:      repository(opts.dir),
		Packages:  len(s.packages),
		Findings:  a.findings,
		Errors:    a.errors,
		Source:    s.tree.Content,
		Upgrade:   s.upgrade(),
		After:     s.tree.Preview,
	}
	for _, pass := range p.All {
		if opts.passes[pass.Name] {
			result.Passes = append(result.Passes, report.Pass{Name: pass.Name, Doc: pass.Doc, URL: pass.URL})
		}
	}

	if opts.fix || opts.diff {
		left, err := s.fix(ctx, a)
		if err != nil {
			return p.Fail(err)
		}
		if !opts.diff {
			result.Before, result.Findings = a.findings, left
			if result.Changed, err = s.tree.Write(); err != nil {
				return p.Fail(err)
			}
		}
	}
	if opts.html != "" {
		if err := writeHTML(opts.html, result); err != nil {
			return p.Fail(err)
		}
	}
	if err := p.show(s, result, a.notes); err != nil {
		return p.Fail(err)
	}
	return status(result)
}

// writeHTML writes the page for a browser.
func writeHTML(file string, r *report.Result) error {
	var page bytes.Buffer
	if err := report.HTML(&page, r); err != nil {
		return err
	}
	return os.WriteFile(file, page.Bytes(), 0o666)
}

// status is the exit status for a result.
func status(r *report.Result) int {
	switch {
	case len(r.Errors) > 0:
		return CouldNot
	case len(r.Findings) > 0:
		return Found
	}
	return Clean
}

// show prints the result.
func (p *Program) show(s *session, r *report.Result, notes string) error {
	for line := range strings.Lines(notes) {
		p.Warn("%s", strings.TrimPrefix(strings.TrimSpace(line), "go: "))
	}
	if !holdsErrors[s.opts.format] {
		if err := report.Errors(p.Stderr, r.Errors); err != nil {
			return err
		}
	}
	if f := s.opts.format; f != "text" && f != "full" {
		return report.Formats[f](p.Stdout, r)
	}
	if s.opts.diff {
		if _, err := p.Stdout.Write(s.tree.Diff(r.Rel)); err != nil {
			return err
		}
		// The diff is for a program to read, so the rest goes elsewhere.
		if sum := report.Summary(r); sum != "" {
			p.Warn("%s", sum)
		}
		return nil
	}
	if err := p.showText(s, r); err != nil {
		return err
	}
	if r.Before == nil {
		if err := report.Preview(p.Stdout, r); err != nil {
			return err
		}
	}
	if len(r.Findings) == 0 && len(r.Before) == 0 && len(r.Errors) == 0 {
		p.Warn("nothing to report in %s%s", packages(len(s.packages)), s.hint())
	}
	return nil
}

// holdsErrors has the formats that have a place for what couldn't be analyzed.
var holdsErrors = map[string]bool{"json": true, "sarif": true, "github": true}

// repository is the folder of the repository that dir lies in, or else dir: services
// that show reports know files by their names as seen from there.
func repository(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

func packages(n int) string {
	if n == 1 {
		return "1 package"
	}
	return fmt.Sprintf("%d packages", n)
}

// hint tells those whose module is older than Go 1.27 why there is nothing about
// drains, which only since then are needless.
func (s *session) hint() string {
	if s.opts.preview != "" {
		return ""
	}
	for _, p := range s.packages {
		if m := p.Module; m.OlderThan("1.27") {
			return fmt.Sprintf(" (the module says go %s, where drains may be of use; -go=1.27 shows what an upgrade would let go)", m.GoVersion)
		}
	}
	return ""
}

// upgrade is what -go looks ahead to: some of the packages are of modules of the user's
// that say an older version of Go.
func (s *session) upgrade() *report.Upgrade {
	if s.opts.preview == "" {
		return nil
	}
	older := make(map[string]bool) // folders
	for _, p := range s.packages {
		if p.Module.OlderThan(s.opts.preview) {
			older[p.Dir] = true
		}
	}
	if len(older) == 0 {
		return nil
	}
	return &report.Upgrade{
		Version: s.opts.preview,
		Affects: func(file string) bool { return older[filepath.Dir(file)] },
	}
}
