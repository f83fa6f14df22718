package report

import (
	_ "embed" // for the description
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// FormatVersion is the version of the document that [JSON] prints. It changes when a
// field is removed or gets another meaning, not when one is added.
const FormatVersion = 1

// JSONDescription describes what [JSON] prints, for users.
//
//go:embed json.txt
var JSONDescription string

// A Document is what "bodyvet -json" prints. File names use slashes and are relative
// to the folder that bodyvet ran in where they lie below it, or near; lines and
// columns count from 1, columns and offsets in bytes.
type Document struct {
	Version  int               `json:"version"` // [FormatVersion]
	Tool     string            `json:"tool"`    // "bodyvet" and its version
	Go       string            `json:"go"`      // the toolchain, such as "go1.27.3"
	Findings []DocumentFinding `json:"findings"`
	Errors   []DocumentError   `json:"errors"` // what couldn't be analyzed
	// Fixed tells what -fix did. The findings are then those that are left, at
	// their places after the fixes.
	Fixed   *DocumentFixed  `json:"fixed,omitempty"`
	Summary DocumentSummary `json:"summary"`
}

// A DocumentFinding is one finding.
type DocumentFinding struct {
	Pass      string `json:"pass"`
	Kind      string `json:"kind"` // which kind of that pass's findings
	Package   string `json:"package"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Message   string `json:"message"`
	URL       string `json:"url"`
	// Reason says why there is no fix, or why the fix that there is isn't proved.
	Reason  string            `json:"reason,omitempty"`
	Fix     *DocumentFix      `json:"fix,omitempty"`
	Related []DocumentRelated `json:"related,omitempty"`
}

// A DocumentFix is a change to be applied as a whole.
type DocumentFix struct {
	Title  string         `json:"title"`
	Proved bool           `json:"proved"`
	Edits  []DocumentEdit `json:"edits"`
}

// A DocumentEdit replaces the bytes from Start up to End.
type DocumentEdit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// A DocumentRelated is another place that matters to a finding, such as the return
// at which a body is still open.
type DocumentRelated struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// A DocumentError is something that couldn't be analyzed.
type DocumentError struct {
	Package string `json:"package,omitempty"`
	Message string `json:"message"`
}

// A DocumentFixed tells what -fix did.
type DocumentFixed struct {
	Findings int      `json:"findings"` // how many there were before
	Files    []string `json:"files"`    // the files that were changed
}

// A DocumentSummary counts the findings.
type DocumentSummary struct {
	Packages int            `json:"packages"` // how many were asked for
	Passes   map[string]int `json:"passes"`   // findings of each pass that has any
	Fixable  int            `json:"fixable"`  // findings with a fix
	Text     string         `json:"text"`
}

// JSON prints the result as one [Document].
func JSON(out io.Writer, r *Result) error {
	doc := &Document{
		Version:  FormatVersion,
		Tool:     "bodyvet " + r.Version,
		Go:       r.GoVersion,
		Findings: []DocumentFinding{},
		Errors:   []DocumentError{},
		Summary:  DocumentSummary{Packages: r.Packages, Passes: make(map[string]int), Text: Summary(r)},
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		doc.Findings = append(doc.Findings, r.document(f))
		doc.Summary.Passes[f.Pass]++
		if f.Fixable() {
			doc.Summary.Fixable++
		}
	}
	for _, e := range r.Errors {
		doc.Errors = append(doc.Errors, DocumentError(e))
	}
	if r.Before != nil {
		doc.Fixed = &DocumentFixed{Findings: len(r.Before), Files: []string{}}
		for _, file := range r.Changed {
			doc.Fixed.Files = append(doc.Fixed.Files, r.slashed(file))
		}
	}
	return encode(out, doc)
}

func encode(out io.Writer, doc any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(doc)
}

func (r *Result) document(f *finding.Finding) DocumentFinding {
	d := DocumentFinding{
		Pass:      f.Pass,
		Kind:      f.Kind,
		Package:   f.Package,
		File:      r.slashed(f.Pos.File),
		Line:      f.Pos.Line,
		Column:    f.Pos.Column,
		EndLine:   f.End.Line,
		EndColumn: f.End.Column,
		Message:   f.Message,
		URL:       r.url(f.Pass),
		Reason:    f.Reason,
	}
	if f.Fix != nil {
		d.Fix = &DocumentFix{Title: f.Fix.Title, Proved: f.Proved()}
		for _, e := range f.Fix.Edits {
			d.Fix.Edits = append(d.Fix.Edits, DocumentEdit{r.slashed(e.File), e.Start, e.End, e.New})
		}
	}
	for _, rel := range f.Related {
		d.Related = append(d.Related, DocumentRelated{r.slashed(rel.Pos.File), rel.Pos.Line, rel.Pos.Column, rel.Message})
	}
	return d
}

func (r *Result) slashed(file string) string { return filepath.ToSlash(r.Rel(file)) }
