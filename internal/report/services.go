package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// GitHub prints the findings as workflow commands, which GitHub Actions shows as
// annotations of the changed files.
func GitHub(out io.Writer, r *Result) error {
	w := &writer{w: out}
	src := r.sources()
	for i := range r.Findings {
		f := &r.Findings[i]
		level := "warning"
		if needless(f.Pass) {
			level = "notice"
		}
		w.print("::", level, " file=", githubProperty(r.fromRoot(f.Pos.File)))
		if f.Pos.Line > 0 {
			w.print(fmt.Sprintf(",line=%d", f.Pos.Line))
		}
		s := src.file(f.Pos.File)
		if end := f.End; end.Line >= f.Pos.Line && f.Pos.Line > 0 {
			w.print(fmt.Sprintf(",endLine=%d", end.Line))
			// GitHub refuses columns of an annotation over several lines.
			if end.Line == f.Pos.Line && f.Pos.Column > 0 {
				w.print(fmt.Sprintf(",col=%d,endColumn=%d", s.utf16(f.Pos.Line, f.Pos.Column), s.utf16(end.Line, end.Column)))
			}
		} else if f.Pos.Column > 0 {
			w.print(fmt.Sprintf(",col=%d", s.utf16(f.Pos.Line, f.Pos.Column)))
		}
		w.print(",title=", githubProperty("bodyvet: "+f.Pass), "::", githubText(r.githubMessage(f)), "\n")
	}
	for _, e := range r.Errors {
		w.print("::error title=bodyvet::", githubText(strings.TrimSpace(e.Package+" can't be analyzed: "+e.Message)), "\n")
	}
	return w.err
}

// githubMessage is a finding's message and the way to it: an annotation has one place.
func (r *Result) githubMessage(f *finding.Finding) string {
	var b strings.Builder
	b.WriteString(message(f))
	for _, rel := range f.Related {
		fmt.Fprintf(&b, "\n%s:%d: %s", r.fromRoot(rel.Pos.File), rel.Pos.Line, rel.Message)
	}
	return b.String()
}

// What workflow commands can't hold as it is.
var (
	githubEscapes  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubEscapes2 = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func githubText(s string) string     { return githubEscapes.Replace(s) }
func githubProperty(s string) string { return githubEscapes2.Replace(s) }

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// GitLab prints the findings as a Code Quality report.
func GitLab(out io.Writer, r *Result) error {
	issues := []gitlabIssue{}
	prints := r.fingerprints(r.sources())
	for i := range r.Findings {
		f := &r.Findings[i]
		severity := "major"
		if needless(f.Pass) {
			severity = "minor"
		}
		issues = append(issues, gitlabIssue{
			Description: message(f),
			CheckName:   f.Pass,
			Fingerprint: prints[i],
			Severity:    severity,
			Location: gitlabLocation{
				Path:  r.fromRoot(f.Pos.File),
				Lines: gitlabLines{Begin: max(f.Pos.Line, 1), End: f.End.Line},
			},
		})
	}
	return encode(out, issues)
}

// The types of the Reviewdog Diagnostic Format. Columns count bytes.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// RDJSON prints the findings in the Reviewdog Diagnostic Format.
func RDJSON(out io.Writer, r *Result) error {
	doc := &rdResult{Source: rdSource{"bodyvet", homepage}, Diagnostics: []rdDiagnostic{}}
	src := r.sources()
	for i := range r.Findings {
		f := &r.Findings[i]
		d := rdDiagnostic{
			Message:  message(f),
			Location: r.rdLocation(f.Pos, f.End),
			Severity: "WARNING",
			Code:     rdCode{f.Pass, r.url(f.Pass)},
		}
		if needless(f.Pass) {
			d.Severity = "INFO"
		}
		if s, ok := rdSuggest(src, f); ok {
			d.Suggestions = []rdSuggestion{s}
		}
		for _, rel := range f.Related {
			d.Related = append(d.Related, rdRelated{rel.Message, r.rdLocation(rel.Pos, finding.Position{})})
		}
		doc.Diagnostics = append(doc.Diagnostics, d)
	}
	return encode(out, doc)
}

// rdLocation names files as seen from the folder that bodyvet runs in, as reviewdog
// takes them.
func (r *Result) rdLocation(pos, end finding.Position) rdLocation {
	l := rdLocation{Path: r.slashed(pos.File)}
	if pos.Line > 0 {
		l.Range = &rdRange{Start: rdPosition{pos.Line, pos.Column}}
		if end.Line >= pos.Line {
			l.Range.End = &rdPosition{end.Line, end.Column}
		}
	}
	return l
}

// rdSuggest makes one replacement of all edits of a fix: reviewdog offers each by
// itself. There is none of a fix over several files.
func rdSuggest(src *sources, f *finding.Finding) (rdSuggestion, bool) {
	if !f.Proved() || len(f.Fix.Edits) == 0 {
		return rdSuggestion{}, false
	}
	content := src.file(f.Pos.File).content
	edits := sortedEdits(f.Fix.Edits)
	first, last := edits[0].Start, edits[len(edits)-1].End
	var text strings.Builder
	at := first
	for _, e := range edits {
		if e.File != f.Pos.File || e.Start < at || e.End > len(content) {
			return rdSuggestion{}, false
		}
		text.Write(content[at:e.Start])
		text.WriteString(e.New)
		at = e.End
	}
	s := src.file(f.Pos.File)
	startLine, startColumn := s.place(first)
	endLine, endColumn := s.place(last)
	return rdSuggestion{
		Range: rdRange{Start: rdPosition{startLine, startColumn}, End: &rdPosition{endLine, endColumn}},
		Text:  text.String(),
	}, true
}
