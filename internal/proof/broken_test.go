package proof_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var breakRules = flag.Bool("broken", false, "TestBrokenRules builds bodyvet with broken rules and wants proofs to fail, which takes minutes")

// A breakage is a rule with a condition taken out of it.
type breakage struct {
	name      string
	changes   []change
	situation string // whose proof must fail
	fault     string // what it must say
	// pass is the one whose fixes are applied, where those of another would make up for it.
	pass string
}

// A change puts a new text in place of an old one, which is in the file just once.
type change struct{ file, old, new string }

const (
	flow      = "internal/bodyflow/"
	worse     = "fixed by go1.27: connections worse"
	cancelled = "fixed by go1.27: cancelled worse"
	printed   = "fixed by go1.27: output worse"
)

// never has a function that reports something report false.
func never(file, signature string) change {
	return change{file, signature + " {\n", signature + " {\n\tif true {\n\t\treturn false\n\t}\n"}
}

var breakages = []breakage{
	{
		"cancelled between the drain and the Close",
		[]change{{flow + "proof.go", "if e.st.events&evCanceled != 0 {", "if false {"}},
		"drain_before_cancel", worse, "manualdrain",
	},
	{
		"the next request follows at once",
		[]change{never(flow+"proof.go", "func (df *drainFinder) nextAtOnce(at ir.Instruction, o origin) bool")},
		"drain_next_at_once", worse, "",
	},
	{
		"a retry follows at once",
		[]change{never(flow+"proof.go", "func (df *drainFinder) nextAtOnce(at ir.Instruction, o origin) bool")},
		"drain_retry", worse, "",
	},
	{
		"the trailer is read",
		[]change{
			never(flow+"drain.go", "func (df *drainFinder) readsTrailer(s *scope, o origin) bool"),
			never(flow+"drain.go", "func (df *drainFinder) packageReadsTrailer() bool"),
		},
		"drain_trailer", printed, "",
	},
	{
		"the trailer is read, over HTTP/2",
		[]change{
			never(flow+"drain.go", "func (df *drainFinder) readsTrailer(s *scope, o origin) bool"),
			never(flow+"drain.go", "func (df *drainFinder) packageReadsTrailer() bool"),
		},
		"http2_trailer", "reports of [http2drain], want none", "",
	},
	{
		"a time is taken after the drain",
		[]change{never(flow+"drain.go", "func (df *drainFinder) timed(s *scope, c *candidate) bool")},
		"drain_timed", printed, "",
	},
	{
		"nothing closes the body",
		[]change{{"internal/drainfix/drainfix.go", "if !d.Unclosed {\n\t\tc.Delete", "if true {\n\t\tc.Delete"}},
		"drain_never_closed", worse, "manualdrain",
	},
	{
		"the Close is that of an io.NopCloser",
		[]change{
			{flow + "origin.go", "case isPkgFunc(fn, \"io\", \"NopCloser\"), isPkgFunc(fn, \"io/ioutil\", \"NopCloser\"):\n\t\t\to := og.reader(s, e.Args[0])\n\t\t\to.nop = true", "case isPkgFunc(fn, \"io\", \"NopCloser\"), isPkgFunc(fn, \"io/ioutil\", \"NopCloser\"):\n\t\t\to := og.reader(s, e.Args[0])"},
			{flow + "proof.go", "if e.st.events&evBadClose != 0 {", "if false {"},
		},
		"drain_nopcloser", worse, "manualdrain",
	},
	{
		"the code is a middleware, and sends the next request at once",
		[]change{
			never(flow+"origin.go", "func isMiddleware(s *scope, n ast.Node) bool"),
			never(flow+"proof.go", "func (df *drainFinder) nextAtOnce(at ir.Instruction, o origin) bool"),
		},
		"drain_middleware", worse, "",
	},
	{
		"the client's transport isn't net/http's",
		[]change{never(flow+"origin.go", "func (og *originator) foreignTransport(t types.Type) bool")},
		"drain_cache", "reports of [manualdrain], want none", "",
	},
	{
		"the drain feeds a hash",
		[]change{{flow + "origin.go", "case isPkgFunc(fn, \"io\", \"TeeReader\"), isPkgFunc(fn, \"io\", \"MultiReader\"):\n\t\t\treturn origin{kind: fromPurpose}", "case isPkgFunc(fn, \"io\", \"TeeReader\"), isPkgFunc(fn, \"io\", \"MultiReader\"):\n\t\t\treturn og.reader(s, e.Args[0])"}},
		"drain_hash", printed, "",
	},
	{
		"an early Close on HTTP/2 is seen by the server",
		[]change{{flow + "drainkind.go", "r.holes = append([]Hole{HoleReset}, holes...)", "r.holes = holes"}},
		"http2_end_comes_late", cancelled, "",
	},
	{
		"HTTP/2 is a matter of the scheme",
		[]change{{flow + "drainkind.go", "case !x.known || p == 0 || p&httpmodel.HTTP1 != 0 || x.Client.Other:", "case !x.known || x.Client.Other:"}},
		"http2_other_scheme", "manualdrain doesn't report", "",
	},
	{
		"the body is at its end",
		[]change{{flow + "drainkind.go", "case df.atEOF(s, c, o):", "case true:"}},
		"drain_never_closed", "manualdrain doesn't report", "",
	},
	{
		"the response says close",
		[]change{never(flow+"drainkind.go", "func (df *drainFinder) saysClose(f held, root *types.Var) bool")},
		"dead_response_header", "deaddrain doesn't report", "",
	},
}

// TestBreakages holds the list to the code as it is, also where it isn't run.
func TestBreakages(t *testing.T) {
	t.Parallel()
	names := make(map[string]bool)
	for _, s := range readSituations(t) {
		names[s.name] = true
	}
	for _, b := range breakages {
		if !names[b.situation] {
			t.Errorf("%s: there is no situation %s", b.name, b.situation)
		}
		b.overlay(t)
	}
}

// TestBrokenRules shows that the proofs prove something: where a rule lacks one of its
// conditions, the proof of it fails. It runs only if asked to:
//
//	go test ./internal/proof -run TestBrokenRules -broken
func TestBrokenRules(t *testing.T) {
	if !*breakRules {
		t.Skip("takes minutes: -broken runs it")
	}
	for _, b := range breakages {
		t.Run(b.name, func(t *testing.T) {
			tool := buildTool(t, "-overlay", b.overlay(t))
			situations := slices.DeleteFunc(readSituations(t), func(s *situation) bool { return s.name != b.situation })
			var only []string
			if b.pass != "" {
				only = []string{"-" + b.pass}
			}
			p := newProofs(t, tool, situations, only...)
			faults := p.check(t, p.situations[0])
			t.Logf("%s: %s", b.situation, strings.Join(faults, "\n"))
			if !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, b.fault) }) {
				t.Errorf("no proof says %q", b.fault)
			}
		})
	}
}

// overlay writes what the go command's flag -overlay takes.
func (b *breakage) overlay(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sources := make(map[string]string)
	for _, c := range b.changes {
		source, ok := sources[c.file]
		if !ok {
			content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(c.file)))
			if err != nil {
				t.Fatal(err)
			}
			source = string(content)
		}
		if n := strings.Count(source, c.old); n != 1 {
			t.Fatalf("%s: %q is %d times in %s, want once", b.name, c.old, n, c.file)
		}
		sources[c.file] = strings.Replace(source, c.old, c.new, 1)
	}
	var overlay struct{ Replace map[string]string }
	overlay.Replace = make(map[string]string)
	for name, source := range sources {
		broken := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(broken, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(root, filepath.FromSlash(name))] = broken
	}
	content, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
