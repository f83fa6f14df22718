package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/imports"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/manual"
	"github.com/bodyvet/bodyvet/internal/report"
)

// Each pass says of the wrong code in its manual exactly what the manual tells, and no
// pass says a word of the right code.
func TestManualExamples(t *testing.T) {
	dir := t.TempDir()
	examples := make(map[string]*example) // by package
	for _, a := range analyzer.All() {
		for _, heading := range []string{manual.Wrong, manual.Right} {
			i := slices.IndexFunc(manual.Code(a.Doc), func(b manual.Block) bool { return b.Heading == heading })
			if i < 0 {
				t.Fatalf("%s has no example under %q", a.Name, heading)
			}
			e := &example{pass: a.Name, right: heading == manual.Right, code: manual.Code(a.Doc)[i].Code, got: make(map[int][]string)}
			name := a.Name + "/" + strings.ToLower(heading)
			e.write(t, filepath.Join(dir, filepath.FromSlash(name)))
			examples["example.com/manuals/"+name] = e
		}
	}
	manualsModule(t, dir)
	// The one pass about Go below 1.27 is off by default.
	for _, args := range [][]string{{"-go=1.27"}, {"-unreadbody"}} {
		for _, f := range findings(t, dir, args...) {
			if e := examples[f.Package]; (e.pass == "unreadbody") == (f.Pass == "unreadbody") {
				e.add(f)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		e := examples[name]
		if want := manual.Messages(e.code); !maps.EqualFunc(e.got, want, slices.Equal) {
			t.Errorf("%s: bodyvet says\n%s\nand the manual tells\n%s", name, byLine(e.got), byLine(want))
		}
	}
}

type example struct {
	pass  string
	right bool
	code  string
	first int              // the line of the file that is the example's first
	got   map[int][]string // messages by the lines of the example
}

// write makes a package of an example.
func (e *example) write(t *testing.T, dir string) {
	t.Helper()
	src, err := imports.Process("example.go", []byte("package example\n\n"+e.code), nil)
	if err != nil {
		t.Fatalf("%s: %v in:\n%s", e.pass, err, e.code)
	}
	first, _, _ := strings.Cut(e.code, "\n")
	before, _, found := strings.Cut(string(src), "\n"+first+"\n")
	if !found || !strings.HasSuffix(string(src), e.code) {
		t.Fatalf("%s: the example isn't formatted as gofmt does:\n%s", e.pass, src)
	}
	e.first = strings.Count(before, "\n") + 2
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "example.go"), src, 0o666); err != nil {
		t.Fatal(err)
	}
}

var atLine = regexp.MustCompile(`\bat line ([0-9]+)`)

// add notes a finding with its lines counted from the example's first. What other
// passes find in wrong code is theirs.
func (e *example) add(f report.DocumentFinding) {
	if !e.right && f.Pass != e.pass {
		return
	}
	message := atLine.ReplaceAllStringFunc(f.Message, func(s string) string {
		n, _ := strconv.Atoi(strings.TrimPrefix(s, "at line ")) // it is digits
		return fmt.Sprintf("at line %d", n-e.first+1)
	})
	line := f.Line - e.first + 1
	e.got[line] = append(e.got[line], message)
}

// manualsModule makes a module of the examples, which may import this one.
func manualsModule(t *testing.T, dir string) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	// The go command wants to know of the requirements of requirements.
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	_, requires, _ := strings.Cut(string(mod), "\n")
	content := "module example.com/manuals\n" + requires + "\nrequire github.com/bodyvet/bodyvet v0.0.0\n\nreplace github.com/bodyvet/bodyvet => " + strconv.Quote(root) + "\n"
	for name, content := range map[string]string{"go.mod": content, "go.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// findings are what bodyvet finds in a module.
func findings(t *testing.T, dir string, args ...string) []report.DocumentFinding {
	t.Helper()
	var stderr strings.Builder
	cmd := exec.Command("bodyvet", append(args, "-json", "./...")...)
	cmd.Dir, cmd.Stderr = dir, &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("bodyvet %v: %v\n%s%s", args, err, out, stderr.String())
	}
	var doc report.Document
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Findings
}

func byLine(messages map[int][]string) string {
	var b strings.Builder
	for _, line := range slices.Sorted(maps.Keys(messages)) {
		fmt.Fprintf(&b, "\tline %d: %s\n", line, strings.Join(messages[line], "; "))
	}
	return b.String()
}
