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
	Dir       string            // file names are shown as seen from here
	Version   string            // bodyvet's
	GoVersion string            // the go command's
	URLs      map[string]string // where each pass is documented
	Packages  int               // how many were asked for

	Findings []finding.Finding
	Errors   []finding.Error

	// Before holds the findings before fixes were applied, and Changed the files
	// that these changed; both are nil where no fixes were asked for.
	Before  []finding.Finding
	Changed []string
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
