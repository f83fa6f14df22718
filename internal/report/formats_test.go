package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/bodyvet/bodyvet/internal/external"
	"github.com/bodyvet/bodyvet/internal/finding"
)

const (
	// oddName needs care in every format: a space, a backslash, a percent sign,
	// brackets, a colon, a comma, and letters beyond ASCII.
	oddName = `größe/my [1], a\b:50%.go`
	// oddLine has letters of two, three and four bytes before the finding, which
	// starts at column 20 in UTF-16 code units.
	oddLine = "\t/* größe 日本 😀 */ get()"
	odd     = "package p\n\n" + oddLine + "\n" + oddLine + "\n"
)

// oddResult is a result with everything in it that a format could get wrong.
func oddResult() *Result {
	root := filepath.FromSlash("/repo")
	file := filepath.Join(root, filepath.FromSlash(oddName))
	col := 1 + strings.Index(oddLine, "get")
	leak := finding.Finding{
		Pass: "unclosedbody", Kind: "unclosedbody", Package: "example.com/p",
		Pos: finding.Position{File: file, Line: 3, Column: col}, End: finding.Position{File: file, Line: 3, Column: col + 5},
		Message: "response body is not closed (when f[i](x) > 50%)\nsecond line",
		Reason:  "no place is right",
		Related: []finding.Related{
			{Pos: finding.Position{File: file, Line: 3, Column: col}, Message: "when f[i](x)"},
			{Pos: finding.Position{File: file, Line: 4, Column: 2}, Message: "the function returns here"},
		},
	}
	again := leak
	again.Pos.Line, again.End.Line = 4, 4
	at := strings.Index(odd, "get()")
	drain := finding.Finding{
		Pass: "manualdrain", Kind: "manualdrain", Package: "example.com/p",
		Pos: leak.Pos, End: again.End, Message: "resp.Body is drained by hand",
		Fix: &finding.Fix{Title: "Remove the drain", Edits: []finding.Edit{
			{File: file, Start: at + 3, End: at + 5}, {File: file, Start: at, End: at + 3, New: "größe"},
		}},
	}
	return &Result{
		Dir: filepath.Join(root, "größe"), Root: root, Version: "v1.2.3", GoVersion: "go1.27.3",
		Passes: []Pass{
			{"unclosedbody", "report bodies\n\nA body must be closed:\n\n\tdefer resp.Body.Close()\n\nElse it leaks.", "https://example.com/u"},
			{"manualdrain", "report drains\n\nDrains can go.", "https://example.com/m"},
		},
		Findings: []finding.Finding{leak, drain, again},
		Errors:   []finding.Error{{Package: "example.com/bad", Message: "bad.go:1:2: undefined: x\nbad.go:2:2: undefined: y"}},
		Source: func(name string) ([]byte, error) {
			if name != file {
				return nil, errors.New("no such file")
			}
			return []byte(odd), nil
		},
	}
}

func skipWindows(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no file has such a name there")
	}
}

func render(t *testing.T, format string, r *Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := Formats[format](&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGitHub(t *testing.T) {
	t.Parallel()
	skipWindows(t)
	const file = `file=größe/my [1]%2C a\b%3A50%25.go`
	const leak = `title=bodyvet%3A unclosedbody::response body is not closed (when f[i](x) > 50%25)%0Asecond line (no automatic fix: no place is right)` +
		`%0Agröße/my [1], a\b:50%25.go:3: when f[i](x)%0Agröße/my [1], a\b:50%25.go:4: the function returns here`
	want := `::warning ` + file + `,line=3,endLine=3,col=20,endColumn=25,` + leak + "\n" +
		`::notice ` + file + `,line=3,endLine=4,title=bodyvet%3A manualdrain::resp.Body is drained by hand (fix: Remove the drain)` + "\n" +
		`::warning ` + file + `,line=4,endLine=4,col=20,endColumn=25,` + leak + "\n" +
		`::error title=bodyvet::example.com/bad can't be analyzed: bad.go:1:2: undefined: x%0Abad.go:2:2: undefined: y` + "\n"
	if diff := cmp.Diff(want, render(t, "github", oddResult())); diff != "" {
		t.Error(diff)
	}
}

func TestGitLab(t *testing.T) {
	t.Parallel()
	skipWindows(t)
	prints := func(r *Result) []string {
		t.Helper()
		var issues []gitlabIssue
		if err := json.Unmarshal([]byte(render(t, "gitlab", r)), &issues); err != nil {
			t.Fatal(err)
		}
		var prints []string
		seen := make(map[string]bool)
		for _, i := range issues {
			if seen[i.Fingerprint] {
				t.Errorf("two issues have the fingerprint %s", i.Fingerprint)
			}
			seen[i.Fingerprint] = true
			prints = append(prints, i.Fingerprint)
			if i.Location.Path != oddName {
				t.Errorf("path %q, want %q", i.Location.Path, oddName)
			}
		}
		if issues[0].Severity != "major" || issues[1].Severity != "minor" || issues[2].Location.Lines.Begin != 4 {
			t.Errorf("wrong issues: %+v", issues)
		}
		return prints
	}
	before := prints(oddResult())

	// Lines that come in above change nothing, nor does what the message says of
	// other lines.
	moved := oddResult()
	moved.Source = func(string) ([]byte, error) { return []byte("// new\n" + odd), nil }
	for i := range moved.Findings {
		f := &moved.Findings[i]
		f.Pos.Line++
		f.End.Line++
		f.Message += " at line 9"
	}
	for i := range moved.Findings {
		moved.Findings[i].Pos.Line-- // as the check above wants it
		moved.Findings[i].End.Line--
	}
	moved.Source = oddResult().Source
	if diff := cmp.Diff(before, prints(moved)); diff != "" {
		t.Error(diff)
	}

	if got := render(t, "gitlab", &Result{}); got != "[]\n" {
		t.Errorf("without findings it is %q", got)
	}
}

// A fingerprint stays when lines above the finding come, and goes with the line itself.
func TestFingerprints(t *testing.T) {
	t.Parallel()
	of := func(source string, lines ...int) []string {
		r := &Result{Dir: "/repo", Source: func(string) ([]byte, error) { return []byte(source), nil }}
		for _, l := range lines {
			r.Findings = append(r.Findings, finding.Finding{Pass: "p", Pos: finding.Position{File: "/repo/a.go", Line: l, Column: 1}})
		}
		return r.fingerprints(r.sources())
	}
	before, moved := of("a()\nb()\na()\n", 1, 2, 3), of("\n// new\n  a()\nb()\na()\n", 3, 4, 5)
	if diff := cmp.Diff(before, moved); diff != "" {
		t.Errorf("new lines above change fingerprints: %s", diff)
	}
	if before[0] == before[2] {
		t.Error("two equal lines have one fingerprint")
	}
	if changed := of("c()\n", 1); changed[0] == before[0] {
		t.Error("another line has the same fingerprint")
	}
}

func TestRDJSON(t *testing.T) {
	t.Parallel()
	skipWindows(t)
	var doc rdResult
	if err := json.Unmarshal([]byte(render(t, "rdjson", oddResult())), &doc); err != nil {
		t.Fatal(err)
	}
	leak, drain := doc.Diagnostics[0], doc.Diagnostics[1]
	// It names files as seen from the folder that it runs in, and counts bytes.
	if want := `my [1], a\b:50%.go`; leak.Location.Path != want {
		t.Errorf("path %q, want %q", leak.Location.Path, want)
	}
	col := 1 + strings.Index(oddLine, "get")
	if want := (rdRange{rdPosition{3, col}, &rdPosition{3, col + 5}}); !cmp.Equal(want, *leak.Location.Range) {
		t.Error(cmp.Diff(want, *leak.Location.Range))
	}
	if len(leak.Related) != 2 || leak.Severity != "WARNING" || drain.Severity != "INFO" {
		t.Errorf("wrong diagnostics: %+v", doc.Diagnostics)
	}
	want := []rdSuggestion{{rdRange{rdPosition{3, col}, &rdPosition{3, col + 5}}, "größe"}}
	if diff := cmp.Diff(want, drain.Suggestions); diff != "" {
		t.Error(diff)
	}

	// What spreads over several files, or isn't proved, is no suggestion.
	r := oddResult()
	r.Findings[1].Fix.Edits[0].File = "other.go"
	if s := render(t, "rdjson", r); strings.Contains(s, "suggestions") {
		t.Error("half of a fix is suggested")
	}
	r = oddResult()
	r.Findings[1].Reason = "the next request follows at once"
	if s := render(t, "rdjson", r); strings.Contains(s, "suggestions") {
		t.Error("a fix that isn't proved is suggested")
	}
}

func TestSARIF(t *testing.T) {
	t.Parallel()
	skipWindows(t)
	var log sarifLog
	if err := json.Unmarshal([]byte(render(t, "sarif", oddResult())), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	leak, drain := run.Results[0], run.Results[1]

	at := leak.Locations[0].Physical
	if want := (sarifArtifactLocation{URI: "gr%C3%B6%C3%9Fe/my%20%5B1%5D,%20a%5Cb:50%25.go", BaseID: sourceRoot}); at.Artifact != want {
		t.Errorf("artifact %+v, want %+v", at.Artifact, want)
	}
	col := 1 + len(utf16.Encode([]rune(oddLine[:strings.Index(oddLine, "get")])))
	if diff := cmp.Diff(&sarifRegion{3, col, 3, col + 5, &sarifMessage{Text: "get()"}}, at.Region); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&sarifRegion{StartLine: 3, EndLine: 3, Snippet: &sarifMessage{Text: oddLine}}, at.Context); diff != "" {
		t.Error(diff)
	}
	if col != 20 {
		t.Errorf("the test's own column is %d", col)
	}
	if got, want := leak.Message.Text, `Response body is not closed (when f\[i\](x) > 50%)`+"\nsecond line; no automatic fix: no place is right."; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
	steps := leak.CodeFlows[0].ThreadFlows[0].Locations
	if len(steps) != 3 || steps[2].Location.Message.Text != "The function returns here." || steps[2].Location.Physical.Region.StartLine != 4 {
		t.Errorf("code flow: %+v", steps)
	}
	if *leak.RuleIndex != 0 || *drain.RuleIndex != 1 || leak.Level != "warning" || drain.Level != "note" {
		t.Errorf("rules: %+v", run.Results)
	}
	reps := drain.Fixes[0].Changes[0].Replacements
	if len(reps) != 2 || reps[0].Deleted != (sarifRegion{StartLine: 3, StartColumn: col, EndLine: 3, EndColumn: col + 3}) || reps[0].Inserted.Text != "größe" || reps[1].Inserted != nil {
		t.Errorf("fix: %+v", reps)
	}
	if run.Invocations[0].Successful || !strings.HasPrefix(run.Invocations[0].Notifications[0].Message.Text, "example.com/bad: ") {
		t.Errorf("invocation: %+v", run.Invocations)
	}
	help := run.Tool.Driver.Rules[0].Help
	if want := "A body must be closed:\n\n```go\ndefer resp.Body.Close()\n```\n\nElse it leaks.\n"; help.Markdown != want {
		t.Errorf("help %q, want %q", help.Markdown, want)
	}
	if got := run.Tool.Driver.Rules[0].FullDescription.Text; got != "A body must be closed." {
		t.Errorf("full description %q", got)
	}
}

// sarifLogs are logs of every kind.
func sarifLogs(t *testing.T) map[string]string {
	t.Helper()
	outside := oddResult()
	outside.Root, outside.Dir = "/elsewhere", "/elsewhere"
	bare := oddResult()
	bare.Source = nil
	bare.Version = "(devel)"
	bare.Findings = []finding.Finding{{Pass: "unclosedbody", Message: "m", Pos: finding.Position{File: "/repo/a.go"}}}
	clean := oddResult()
	clean.Findings, clean.Errors = nil, nil
	return map[string]string{
		"all":     render(t, "sarif", oddResult()),
		"outside": render(t, "sarif", outside),
		"bare":    render(t, "sarif", bare),
		"clean":   render(t, "sarif", clean),
	}
}

// The schema is the one that comes with Microsoft's validator (MIT licence).
func TestSARIFSchema(t *testing.T) {
	t.Parallel()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schema, err := compiler.Compile(filepath.Join("testdata", "sarif-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, log := range sarifLogs(t) {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSARIFMultitool has Microsoft's validator look at the logs, with the rules of
// GitHub's code scanning too. It comes from npm.
func TestSARIFMultitool(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs a program of 90 MB")
	}
	tool := multitool(t)
	dir := t.TempDir()
	for name, log := range sarifLogs(t) {
		if err := os.WriteFile(filepath.Join(dir, name+".sarif"), []byte(log), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(tool, "validate", "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", filepath.Join(dir, "*.sarif"))
	cmd.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "4 files scanned") {
		t.Errorf("it didn't read all logs:\n%s", out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, ": error ") || strings.Contains(line, ": warning ") {
			t.Error(strings.TrimSpace(line))
		}
	}
}

// multitool returns the validator, which it fetches once.
func multitool(t *testing.T) string {
	t.Helper()
	names := map[string]string{"linux": "sarif-multitool-linux", "darwin": "sarif-multitool-darwin", "windows": "sarif-multitool-win32"}
	name, ok := names[runtime.GOOS]
	if !ok || runtime.GOARCH != "amd64" {
		t.Skip("SKIPPED: there is no validator for this platform")
	}
	const version = "5.7.0"
	dir := filepath.Join(external.Dir(t), "sarif-multitool-"+version)
	tool := filepath.Join(dir, "node_modules", "@microsoft", name, "Sarif.Multitool")
	if runtime.GOOS == "windows" {
		tool += ".exe"
	}
	if _, err := os.Stat(tool); err != nil {
		npm, err := exec.LookPath("npm")
		if err != nil {
			t.Skip("SKIPPED, not validated by Microsoft's validator: there is no npm")
		}
		out, err := exec.Command(npm, "install", "--prefix", dir, "--no-audit", "--no-fund", "@microsoft/"+name+"@"+version).CombinedOutput()
		if err != nil {
			external.Missing(t, "Microsoft's validator can't be had: %v\n%s", err, out)
		}
	}
	if err := os.Chmod(tool, 0o755); err != nil {
		t.Fatal(err)
	}
	return tool
}
