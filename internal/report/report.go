// Package report shows what bodyvet found: as text for people, as JSON for programs.
package report

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// A Result is everything that one run has to tell.
type Result struct {
	Dir       string   // file names are shown as seen from here
	Root      string   // the repository's folder, or Dir; services name files as seen from here
	Version   string   // bodyvet's
	GoVersion string   // the go command's
	Passes    []Pass   // those that ran
	Packages  int      // how many were asked for
	Upgrade   *Upgrade // what the run looks ahead to, if anything
	// Source returns a file's content as the findings see it.
	Source func(file string) ([]byte, error)
	// After returns the content that files have with a fix applied. Reports that
	// show changes do without where it is nil.
	After func(fix *finding.Fix) map[string][]byte

	Findings []finding.Finding
	Errors   []finding.Error

	// Before holds the findings before fixes were applied, and Changed the files
	// that these changed; both are nil where no fixes were asked for.
	Before  []finding.Finding
	Changed []string
}

// A Pass is what reports say about a pass itself.
type Pass struct {
	Name string
	Doc  string // its manual, which begins with a line for a title
	URL  string // where it is documented
}

// title is the first line of the manual.
func (p *Pass) title() string {
	title, _, _ := strings.Cut(strings.TrimSpace(p.Doc), "\n")
	return strings.TrimPrefix(title, p.Name+": ")
}

// url is where a pass is documented.
func (r *Result) url(pass string) string {
	for i := range r.Passes {
		if r.Passes[i].Name == pass {
			return r.Passes[i].URL
		}
	}
	return ""
}

// Formats are the formats of a report, by the names that the command has for them.
var Formats = map[string]func(io.Writer, *Result) error{
	"text":   Text,
	"full":   Full,
	"json":   JSON,
	"sarif":  SARIF,
	"github": GitHub,
	"gitlab": GitLab,
	"rdjson": RDJSON,
}

// Rel is the shorter one of a file's absolute name and its name as seen from r.Dir.
func (r *Result) Rel(file string) string { return Rel(r.Dir, file) }

// Rel is the shorter one of a file's absolute name and its name as seen from dir.
func Rel(dir, file string) string {
	for _, base := range []string{dir, realPath(dir)} {
		rel, err := filepath.Rel(base, file)
		if err == nil && len(rel) < len(file) && !strings.HasPrefix(rel, filepath.Join("..", "..", "..")) {
			return rel
		}
	}
	return file
}

// realPath is path without symbolic links, if that can be told.
func realPath(path string) string {
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path
	}
	return resolved
}

// A writer keeps the first error of several writes, so that what prints a report
// reads like one.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) print(s ...string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.w, strings.Join(s, ""))
	}
}
