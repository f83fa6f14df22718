package report

import (
	"cmp"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
	"github.com/bodyvet/bodyvet/internal/manual"
)

const (
	homepage    = "https://github.com/bodyvet/bodyvet"
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sourceRoot  = "%SRCROOT%"
)

// The types below are the part of SARIF 2.1.0 that bodyvet has something to say in.
// The libraries that are to be had write every property there is, whether it has a
// value or not, and bring a schema validator into whatever links them.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool         sarifTool                        `json:"tool"`
		Invocations  []sarifInvocation                `json:"invocations"`
		BaseIDs      map[string]sarifArtifactLocation `json:"originalUriBaseIds"`
		ColumnKind   string                           `json:"columnKind"`
		Results      []sarifResult                    `json:"results"`
		AutomationID sarifAutomation                  `json:"automationDetails"`
	}
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		FullName        string      `json:"fullName"`
		Organization    string      `json:"organization"`
		Version         string      `json:"version"`
		SemanticVersion string      `json:"semanticVersion,omitempty"`
		InformationURI  string      `json:"informationUri"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string        `json:"id"`
		ShortDescription sarifMessage  `json:"shortDescription"`
		FullDescription  sarifMessage  `json:"fullDescription"`
		Help             sarifMessage  `json:"help"`
		HelpURI          string        `json:"helpUri,omitempty"`
		Configuration    sarifLevel    `json:"defaultConfiguration"`
		Properties       sarifProperty `json:"properties"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifProperty struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    *int              `json:"ruleIndex,omitempty"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifactLocation `json:"artifactLocation"`
		Region   *sarifRegion          `json:"region,omitempty"`
		Context  *sarifRegion          `json:"contextRegion,omitempty"`
	}
	sarifArtifactLocation struct {
		URI         string        `json:"uri,omitempty"`
		BaseID      string        `json:"uriBaseId,omitempty"`
		Description *sarifMessage `json:"description,omitempty"`
	}
	sarifRegion struct {
		StartLine   int           `json:"startLine"`
		StartColumn int           `json:"startColumn,omitempty"`
		EndLine     int           `json:"endLine,omitempty"`
		EndColumn   int           `json:"endColumn,omitempty"`
		Snippet     *sarifMessage `json:"snippet,omitempty"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location sarifLocation `json:"location"`
	}
	sarifFix struct {
		Description sarifMessage  `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifactLocation `json:"artifactLocation"`
		Replacements []sarifReplacement    `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion   `json:"deletedRegion"`
		Inserted *sarifMessage `json:"insertedContent,omitempty"`
	}
)

// SARIF prints the result as a SARIF 2.1.0 log.
func SARIF(out io.Writer, r *Result) error {
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{
			Name:           "bodyvet",
			FullName:       "bodyvet, an analyzer for HTTP response bodies in Go",
			Organization:   "bodyvet",
			Version:        numeric(r.Version),
			InformationURI: homepage,
			Rules:          []sarifRule{},
		}},
		Invocations: []sarifInvocation{{Successful: len(r.Errors) == 0}},
		BaseIDs: map[string]sarifArtifactLocation{
			sourceRoot: {Description: &sarifMessage{Text: "The root of the repository."}},
		},
		ColumnKind:   "utf16CodeUnits",
		Results:      []sarifResult{},
		AutomationID: sarifAutomation{"bodyvet/"},
	}
	if strings.HasPrefix(r.Version, "v") {
		run.Tool.Driver.SemanticVersion = numeric(r.Version)
	}
	index := make(map[string]int)
	for i := range r.Passes {
		index[r.Passes[i].Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, newSARIFRule(&r.Passes[i]))
	}
	s := &sarifWriter{r, r.sources()}
	prints := r.fingerprints(s.src)
	for i := range r.Findings {
		result := s.result(&r.Findings[i])
		result.Fingerprints = map[string]string{"bodyvet/v1": prints[i]}
		if at, ok := index[result.RuleID]; ok {
			result.RuleIndex = &at
		}
		run.Results = append(run.Results, result)
	}
	for _, e := range r.Errors {
		text := e.Message
		if e.Package != "" {
			text = e.Package + ": " + text
		}
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"error", sarifMessage{Text: text}})
	}
	return encode(out, &sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// numeric is a version as SARIF wants it: beginning with a number.
func numeric(version string) string {
	if v, ok := strings.CutPrefix(version, "v"); ok {
		return v
	}
	return "0.0.0-devel" // built from a work tree
}

func newSARIFRule(p *Pass) sarifRule {
	body := cmp.Or(manual.Body(p.Doc), p.title())
	tags := []string{"go", "http", "resources"}
	if needless(p.Name) {
		tags = []string{"go", "http", "maintainability"}
	}
	return sarifRule{
		ID:               p.Name,
		ShortDescription: sarifMessage{Text: sentence(p.title())},
		FullDescription:  sarifMessage{Text: sentence(paragraph(body))},
		Help:             sarifMessage{Text: body, Markdown: manual.Markdown(body)},
		HelpURI:          p.URL,
		Configuration:    sarifLevel{sarifLevelOf(p.Name)},
		Properties:       sarifProperty{tags, "very-high"},
	}
}

func sarifLevelOf(pass string) string {
	if needless(pass) {
		return "note"
	}
	return "warning"
}

// sentence writes a message the way SARIF wants it: with a capital and a full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	s = strings.TrimSuffix(strings.TrimSuffix(s, ":"), ".") + "."
	return strings.ToUpper(s[:1]) + s[1:]
}

// plain writes a message so that SARIF finds no link in it, such as in f[i](x).
func plain(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(s)
}

// paragraph is the first paragraph of a text, in one line.
func paragraph(text string) string {
	text, _, _ = strings.Cut(text, "\n\n")
	return strings.Join(strings.Fields(text), " ")
}

type sarifWriter struct {
	r   *Result
	src *sources
}

func (s *sarifWriter) result(f *finding.Finding) sarifResult {
	text := f.Message
	if f.Reason != "" && f.Fix == nil && !f.Fixable() {
		text += "; no automatic fix: " + f.Reason
	}
	result := sarifResult{
		RuleID:    f.Pass,
		Level:     sarifLevelOf(f.Pass),
		Message:   sarifMessage{Text: sentence(plain(text))},
		Locations: []sarifLocation{s.location(f.Pos, f.End, "")},
	}
	for i, rel := range f.Related {
		at := s.location(rel.Pos, finding.Position{}, rel.Message)
		at.ID = i + 1
		result.Related = append(result.Related, at)
	}
	if len(f.Related) > 0 {
		// What is related to a finding is the way to it, in order.
		steps := []sarifStep{{s.location(f.Pos, f.End, f.Message)}}
		for _, rel := range f.Related {
			steps = append(steps, sarifStep{s.location(rel.Pos, finding.Position{}, rel.Message)})
		}
		result.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{{steps}}}}
	}
	if f.Fix != nil && len(f.Fix.Edits) > 0 {
		result.Fixes = []sarifFix{s.fix(f)}
	}
	return result
}

func (s *sarifWriter) fix(f *finding.Finding) sarifFix {
	title := f.Fix.Title
	if f.Reason != "" {
		title += " (not proved: " + f.Reason + ")"
	}
	fix := sarifFix{Description: sarifMessage{Text: sentence(title)}}
	for _, e := range sortedEdits(f.Fix.Edits) {
		src := s.src.file(e.File)
		startLine, startColumn := src.place(e.Start)
		endLine, endColumn := src.place(e.End)
		rep := sarifReplacement{Deleted: sarifRegion{
			StartLine:   startLine,
			StartColumn: src.utf16(startLine, startColumn),
			EndLine:     endLine,
			EndColumn:   src.utf16(endLine, endColumn),
		}}
		if e.New != "" {
			rep.Inserted = &sarifMessage{Text: e.New}
		}
		at := s.artifact(e.File)
		if n := len(fix.Changes); n > 0 && fix.Changes[n-1].Artifact == at {
			fix.Changes[n-1].Replacements = append(fix.Changes[n-1].Replacements, rep)
			continue
		}
		fix.Changes = append(fix.Changes, sarifChange{at, []sarifReplacement{rep}})
	}
	return fix
}

func (s *sarifWriter) location(pos, end finding.Position, text string) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: s.artifact(pos.File)}}
	if text != "" {
		l.Message = &sarifMessage{Text: sentence(plain(text))}
	}
	if pos.Line == 0 {
		// Of a file as a whole; consumers want a place all the same.
		l.Physical.Region = &sarifRegion{StartLine: 1}
		return l
	}
	src := s.src.file(pos.File)
	region := &sarifRegion{StartLine: pos.Line}
	if pos.Column > 0 {
		region.StartColumn = src.utf16(pos.Line, pos.Column)
	}
	if end.Line >= pos.Line && end.Column > 0 {
		region.EndLine, region.EndColumn = end.Line, src.utf16(end.Line, end.Column)
		if text := src.between(pos, end); len(text) > 0 {
			region.Snippet = &sarifMessage{Text: string(text)}
		}
	}
	l.Physical.Region = region
	if line := src.line(pos.Line); len(line) > 0 {
		last := max(pos.Line, region.EndLine)
		text := string(line)
		for n := pos.Line + 1; n <= last; n++ {
			text += "\n" + string(src.line(n))
		}
		l.Physical.Context = &sarifRegion{StartLine: pos.Line, EndLine: last, Snippet: &sarifMessage{Text: text}}
	}
	return l
}

// artifact is the place of a file: below the repository's root if it lies there.
func (s *sarifWriter) artifact(file string) sarifArtifactLocation {
	name := s.r.fromRoot(file)
	if !filepath.IsAbs(name) {
		return sarifArtifactLocation{URI: (&url.URL{Path: name}).String(), BaseID: sourceRoot}
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // of a drive
	}
	return sarifArtifactLocation{URI: (&url.URL{Scheme: "file", Path: name}).String()}
}

// sortedEdits are edits in the order of files and places.
func sortedEdits(edits []finding.Edit) []finding.Edit {
	return slices.SortedStableFunc(slices.Values(edits), func(d, e finding.Edit) int {
		return cmp.Or(cmp.Compare(d.File, e.File), cmp.Compare(d.Start, e.Start), cmp.Compare(d.End, e.End))
	})
}
