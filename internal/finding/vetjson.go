package finding

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// noFix stands in a message before the reason for a missing fix. The reason is part
// of the message for the sake of drivers that show nothing else.
const noFix = "; no automatic fix: "

// goesWith begins the reason of a finding that another one's fix does away with.
const goesWith = "it goes with the fix of "

// unproved matches the title of a fix that is there since unproved ones were asked
// for. It tells what there is to look at.
var unproved = regexp.MustCompile(`^(.*) \(unproved: (.*)\)$`)

// Parse reads what "go vet -json" printed: one document for each package, which maps
// the package's ID to the results of its passes. Of packages whose ID root doesn't
// accept it keeps nothing; else root returns the package's import path.
func Parse(data []byte, root func(id string) (path string, ok bool)) ([]Finding, []Error, error) {
	var (
		findings []Finding
		errs     []Error
	)
	for dec := json.NewDecoder(bytes.NewReader(data)); ; {
		var tree map[string]map[string]json.RawMessage
		if err := dec.Decode(&tree); err == io.EOF {
			return findings, errs, nil
		} else if err != nil {
			return nil, nil, fmt.Errorf("go vet printed something else than JSON: %w", err)
		}
		for id, results := range tree {
			path, ok := root(id)
			if !ok {
				continue
			}
			for pass, result := range results {
				found, err := parseResult(path, pass, result)
				if err != nil {
					errs = append(errs, Error{path, err.Error()})
					continue
				}
				findings = append(findings, found...)
			}
		}
	}
}

// The types below are those of golang.org/x/tools, which keeps them internal.
type (
	jsonDiagnostic struct {
		Category       string        `json:"category"`
		Posn           string        `json:"posn"`
		End            string        `json:"end"`
		Message        string        `json:"message"`
		SuggestedFixes []jsonFix     `json:"suggested_fixes"`
		Related        []jsonRelated `json:"related"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		Message string `json:"message"`
	}
)

// parseResult reads one pass's result for one package: a list, or what went wrong.
func parseResult(path, pass string, result json.RawMessage) ([]Finding, error) {
	var failed struct {
		Err string `json:"error"`
	}
	if json.Unmarshal(result, &failed) == nil {
		return nil, fmt.Errorf("%s could not run: %s", pass, failed.Err)
	}
	var diagnostics []jsonDiagnostic
	if err := json.Unmarshal(result, &diagnostics); err != nil {
		return nil, fmt.Errorf("%s printed something else than diagnostics: %w", pass, err)
	}
	findings := make([]Finding, 0, len(diagnostics))
	for _, d := range diagnostics {
		findings = append(findings, newFinding(path, pass, d))
	}
	return findings, nil
}

func newFinding(path, pass string, d jsonDiagnostic) Finding {
	message, reason, _ := strings.Cut(d.Message, noFix)
	f := Finding{
		Pass:    pass,
		Kind:    d.Category,
		Package: path,
		Pos:     parsePosition(d.Posn),
		End:     parsePosition(d.End),
		Message: message,
		Reason:  reason,
	}
	if len(d.SuggestedFixes) > 0 {
		// There is at most one; should there be more, the first is the one that
		// every driver applies.
		f.Fix = newFix(d.SuggestedFixes[0])
		if m := unproved.FindStringSubmatch(f.Fix.Title); m != nil {
			f.Fix.Title, f.Reason = m[1], m[2]
		}
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{parsePosition(r.Posn), r.Message})
	}
	return f
}

func newFix(fix jsonFix) *Fix {
	f := &Fix{Title: fix.Message}
	for _, e := range fix.Edits {
		f.Edits = append(f.Edits, Edit{e.Filename, e.Start, e.End, e.New})
	}
	return f
}

// parsePosition reads "file:line:column". The file may hold colons itself, and one
// that nothing is known of has no line.
func parsePosition(s string) Position {
	file, column, ok := cutLastInt(s)
	if !ok {
		return Position{File: s}
	}
	name, line, ok := cutLastInt(file)
	if !ok {
		return Position{File: file, Line: column}
	}
	return Position{name, line, column}
}

func cutLastInt(s string) (string, int, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}
