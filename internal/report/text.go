package report

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// Text prints the findings for a person to read, and a summary.
func Text(out io.Writer, r *Result) error {
	w := &writer{w: out}
	for i := range r.Findings {
		r.printFinding(w, &r.Findings[i])
	}
	if s := Summary(r); s != "" {
		if len(r.Findings) > 0 {
			w.print("\n")
		}
		w.print(s, "\n")
	}
	return w.err
}

func (r *Result) printFinding(w *writer, f *finding.Finding) {
	w.print(r.position(f.Pos), ": ", f.Message, " (", f.Pass, ")\n")
	for _, rel := range f.Related {
		w.print("\t", r.position(rel.Pos), ": ", rel.Message, "\n")
	}
	switch {
	case f.Proved():
		w.print("\tfix: ", f.Fix.Title, "\n")
	case f.Fix != nil:
		w.print("\tfix, not proved: ", f.Fix.Title, "; ", f.Reason, "\n")
	case f.Fixable():
		w.print("\tfix: ", f.Reason, "\n")
	case f.Reason != "":
		w.print("\tno automatic fix: ", f.Reason, "\n")
	}
}

func (r *Result) position(p finding.Position) string {
	switch {
	case p.Line == 0:
		return r.Rel(p.File)
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", r.Rel(p.File), p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", r.Rel(p.File), p.Line, p.Column)
}

var startsWithPosition = regexp.MustCompile(`^\S.*\.go:[0-9]+`)

// Errors prints what couldn't be analyzed, each package's under its name, as the go
// command does.
func Errors(out io.Writer, errs []finding.Error) error {
	w := &writer{w: out}
	for _, e := range errs {
		if e.Package != "" {
			w.print("# ", e.Package, "\n", e.Message, "\n")
			continue
		}
		for line := range strings.SplitSeq(e.Message, "\n") {
			if !startsWithPosition.MatchString(line) && !strings.HasPrefix(line, "\t") {
				w.print("bodyvet: ")
			}
			w.print(strings.TrimPrefix(strings.TrimPrefix(line, "go: "), "warning: "), "\n")
		}
	}
	return w.err
}
