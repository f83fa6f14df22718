//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// notRun are the commands of the documentation that TestDocs doesn't run, and why. The
// comment above their block gives the same reason. What can be checked of them without
// running them is: the flags of bodyvet, and the names of tests.
var notRun = map[string]string{
	"bash .ci/run": "takes minutes, and is what CI runs", // by itself: two gofmts align it differently

	"go get -tool github.com/bodyvet/bodyvet/cmd/bodyvet":                                            published,
	"go tool bodyvet ./...":                                                                          published,
	"go install github.com/bodyvet/bodyvet/cmd/bodyvet@latest":                                       published,
	"go run ./cmd/bodyvet demo":                                                                      "CI runs it first of all",
	"go test ./...":                                                                                  "takes minutes, and CI runs it",
	"GOTOOLCHAIN=go1.27.3 go test ./...":                                                             "takes minutes, and CI runs it",
	"go test -race ./drain":                                                                          "takes minutes",
	"go test -race ./drain -run TestSoak -soak 10000":                                                "takes minutes",
	"go test ./drain -run XXX -fuzz FuzzServer -fuzztime 20m -parallel 1":                            "takes minutes",
	"go test ./cmd/bodyvet -run TestScript/debug":                                                    "analyzes the standard library first, and CI runs it",
	"go generate ./internal/manual":                                                                  "writes files of this repository, as they are if a test is right",
	"go run ./internal/screens":                                                                      "needs Chromium, and writes the pictures",
	"go test ./internal/proof -run TestFigures/nethttp":                                              "takes half a minute, and CI runs it",
	"GOTOOLCHAIN=go1.27.3 go test ./internal/proof -run TestFigures/nethttp":                         "takes half a minute, and CI runs it",
	"go get go@1.27.2":                                                                               "changes the version of Go that the module needs",
	"bodyvet bench -go go1.26.8,go1.27.3 -n 200 https://example.com/api/status":                      "needs a server of yours",
	"bodyvet bench -go go1.26.8,go1.27.3 -svg connections.svg":                                       toolchains,
	"bodyvet bench -go go1.26.8,go1.27.3":                                                            toolchains,
	"bodyvet bench -go go1.26.8,go1.27.3 -gap 2ms":                                                   toolchains,
	"bodyvet bench -go go1.26.8,go1.27.3 -delay 5ms":                                                 toolchains,
	"bodyvet -format=rdjson ./... | reviewdog -f=rdjson -reporter=github-pr-review":                  "needs reviewdog and GitHub",
	"(cd internal/perf && go run ./table -dir ~/src/alertmanager)":                                   "takes minutes",
	"labels=testdata/corpus/unclosed":                                                                "needs golangci-lint",
	"bodyvet -C $labels -format=text -unclosedbody ./... | go run ./internal/corpus/compare $labels": "needs golangci-lint",
	"for linter in bodyclose govet staticcheck; do":                                                  "needs golangci-lint",
	"(cd $labels && golangci-lint run --no-config --default=none -E $linter --max-issues-per-linter=0 --max-same-issues=0 --output.text.print-issued-lines=false --output.text.colors=false ./...) | go run ./internal/corpus/compare $labels": "needs golangci-lint",
	"done": "needs golangci-lint",
	"bodyvet gopls -o ~/go/bin/gopls-bodyvet": "takes minutes, and internal/e2e does it",
}

const (
	published  = "needs a version of this module on a proxy"
	toolchains = "downloads two toolchains of Go"
)

// TestDocs runs the commands in README and docs. A block of sh has commands, one of
// console has what they print on a terminal besides; a line "..." there stands for any
// number of lines. They are run in a copy of the module of "bodyvet demo", in git, which
// each block has as it was. A comment above a block says what is different:
//
//	<!-- not run: WHY -->
//	<!-- file: NAME -->         the block is that file, of a module of the page's own
//
// The pages of the rules are made from the manuals; TestManualExamples and internal/proof's
// TestManuals hold these to the truth.
func TestDocs(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{"README.md", "CONTRIBUTING.md"}
	more, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range more {
		pages = append(pages, filepath.Join("docs", filepath.Base(p)))
	}
	warmUp(t)
	demo := filepath.Join(t.TempDir(), "apiclient")
	if out, err := exec.Command("bodyvet", "demo", "-o", demo).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := make(map[string]bool)
	t.Run("pages", func(t *testing.T) {
		for _, page := range pages {
			blocks := blocksOf(t, filepath.Join(root, page))
			for _, b := range blocks {
				if b.notRun == "" {
					continue
				}
				for _, c := range b.commands() {
					seen[c.text] = true
					if why := notRun[c.text]; why != b.notRun {
						t.Errorf("%s:%d: %q isn't run because it %q, and the test has %q", page, b.line, c.text, b.notRun, why)
					}
					checkTestCommand(t, root, c.text)
				}
			}
			t.Run(page, func(t *testing.T) {
				t.Parallel()
				d := &docsRun{page: page, dir: filepath.Join(t.TempDir(), "apiclient"), demo: demo}
				d.run(t, blocks)
			})
		}
	})
	for c := range notRun {
		if !seen[c] {
			t.Errorf("no page has %q any more", c)
		}
	}
}

// A docBlock is code in a page.
type docBlock struct {
	line         int
	lang, code   string
	notRun, file string
	inList       bool
}

var comment = regexp.MustCompile(`^<!-- (not run|file): (.*) -->$`)

// listed matches what belongs to an item of a numbered list.
var listed = regexp.MustCompile("^   (<!--|```)")

// blocksOf returns the blocks of code in a page.
func blocksOf(t *testing.T, file string) []docBlock {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []docBlock
	var next docBlock // what the comments say of it
	fence := false
	for i, line := range strings.Split(string(src), "\n") {
		if !fence && listed.MatchString(line) || fence && next.inList {
			line = strings.TrimPrefix(line, "   ")
			next.inList = true
		}
		switch m := comment.FindStringSubmatch(line); {
		case fence && line == "```":
			fence = false
			blocks = append(blocks, next)
			next = docBlock{}
		case fence:
			next.code += line + "\n"
		case strings.HasPrefix(line, "```"):
			fence = true
			next.lang, next.line = strings.TrimPrefix(line, "```"), i+1
		case m != nil && m[1] == "not run":
			next.notRun = m[2]
		case m != nil:
			next.file = m[2]
		case strings.HasPrefix(line, "    "):
			t.Errorf("%s:%d: code without a fence", file, i+1)
		}
	}
	return blocks
}

// A docCommand is a command in a page, with what it prints if the page tells.
type docCommand struct {
	text string
	want []string
}

func (b *docBlock) commands() []docCommand {
	var cmds []docCommand
	switch b.lang {
	case "sh":
		for line := range strings.Lines(strings.ReplaceAll(b.code, "\\\n", "")) {
			line, _, _ = strings.Cut(line, " #")
			if words := strings.Fields(line); len(words) > 0 {
				cmds = append(cmds, docCommand{text: strings.Join(words, " ")})
			}
		}
	case "console":
		for line := range strings.Lines(b.code) {
			line = strings.TrimRight(line, " \n")
			if text, ok := strings.CutPrefix(line, "$ "); ok {
				cmds = append(cmds, docCommand{text: text})
			} else if n := len(cmds); n > 0 {
				cmds[n-1].want = append(cmds[n-1].want, line)
			}
		}
	}
	return cmds
}

// A docsRun runs the commands of a page.
type docsRun struct {
	page, dir, demo string
}

func (d *docsRun) run(t *testing.T, blocks []docBlock) {
	own := slices.ContainsFunc(blocks, func(b docBlock) bool { return b.file != "" })
	if !own {
		if err := os.CopyFS(d.dir, os.DirFS(d.demo)); err != nil {
			t.Fatal(err)
		}
	} else if err := os.Mkdir(d.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		if b.file != "" {
			if err := os.WriteFile(filepath.Join(d.dir, b.file), []byte(b.code), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.git(t, "init", "-q")
	d.git(t, "add", ".")
	d.git(t, "-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-q", "-m", "All there is")
	d.git(t, "update-ref", "refs/remotes/origin/main", "HEAD") // pages name that branch
	for _, b := range blocks {
		if b.notRun != "" {
			continue
		}
		d.git(t, "checkout", "-q", ".")
		for _, c := range b.commands() {
			d.command(t, b, c)
		}
	}
}

func (d *docsRun) git(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = d.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// finds matches the commands whose exit status 1 means findings.
var finds = regexp.MustCompile(`^(bodyvet|go vet|go fix|go tool bodyvet)\b`)

func (d *docsRun) command(t *testing.T, b docBlock, c docCommand) {
	t.Helper()
	got, stderr, status := shell(t, d.dir, c.text)
	if status != 0 && (status != 1 || !finds.MatchString(c.text)) {
		t.Errorf("%s:%d: %s: exit status %d\n%s%s", d.page, b.line, c.text, status, got, stderr)
		return
	}
	if b.lang == "console" && !outputIs(got, c.want) {
		t.Errorf("%s:%d: %s prints\n%s", d.page, b.line, c.text, got)
	}
}

// shell runs a command with its output on a terminal of 100 columns without colours.
func shell(t *testing.T, dir, text string) (stdout, stderr string, status int) {
	t.Helper()
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	defer ours.Close()
	if err := pty.Setsize(theirs, &pty.Winsize{Rows: 50, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	var errs, out bytes.Buffer
	cmd := exec.Command("sh", "-c", text)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TERM=dumb", "GOFLAGS=", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = theirs, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	// Linux ends a terminal that nobody writes to any more with EIO.
	if _, err := io.Copy(&out, ours); err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n"), errs.String(), status
}

// outputIs reports whether got is what a page tells.
func outputIs(got string, want []string) bool {
	var re strings.Builder
	re.WriteString(`(?s)\A\n*`)
	for _, line := range want {
		if line == "..." {
			re.WriteString(`(?:.*\n)?`)
			continue
		}
		re.WriteString(regexp.QuoteMeta(line) + ` *\n`)
	}
	re.WriteString(`\n*\z`)
	return regexp.MustCompile(re.String()).MatchString(got)
}

var goTest = regexp.MustCompile(`\bgo test (?:-race )?\./(\S+) (?:-run XXX -fuzz|-run) (\w+)(?: |/|$)`)

// checkTestCommand demands that a test that a command names is there.
func checkTestCommand(t *testing.T, root, text string) {
	t.Helper()
	m := goTest.FindStringSubmatch(text)
	if m == nil {
		return
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(m[1]), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if src, err := os.ReadFile(f); err != nil {
			t.Fatal(err)
		} else if bytes.Contains(src, []byte("\nfunc "+m[2]+"(t *testing.T)")) || bytes.Contains(src, []byte("\nfunc "+m[2]+"(f *testing.F)")) {
			return
		}
	}
	t.Errorf("%s: there is no such test", text)
}

var (
	invocation = regexp.MustCompile("(?m)(?:^|[\\s(`])bodyvet( [^\\n|>;&#`)]*)")
	helpFlag   = regexp.MustCompile(`(?m)^\s+-([\w-]+)`)
	inlineCode = regexp.MustCompile("`[^`\n]+`")
)

// TestDocsFlags demands that each flag of bodyvet that README and docs speak of is there.
func TestDocsFlags(t *testing.T) {
	t.Parallel()
	pages := []string{filepath.Join("..", "..", "README.md"), filepath.Join("..", "..", "CONTRIBUTING.md")}
	for _, pattern := range []string{"*.md", filepath.Join("rules", "*.md")} {
		more, err := filepath.Glob(filepath.Join("..", "..", "docs", pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, more...)
	}
	flags := map[string][]string{"": flagsOf(t, "help")}
	flags[""] = append(flags[""], passNames(t)...)
	for _, sub := range []string{"bench", "debug", "demo", "gopls"} {
		flags[sub] = flagsOf(t, sub, "-h")
	}
	n := 0
	for _, page := range pages {
		src, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		code := strings.Join(inlineCode.FindAllString(string(src), -1), "\n")
		for _, b := range blocksOf(t, page) {
			code += "\n" + b.code
		}
		for _, m := range invocation.FindAllStringSubmatch(code, -1) {
			words := strings.Fields(m[1])
			known := flags[""]
			if len(words) > 0 {
				if sub, ok := flags[words[0]]; ok {
					known = sub
				}
			}
			for _, w := range words {
				name, isFlag := strings.CutPrefix(w, "-")
				if !isFlag {
					continue
				}
				name, _, _ = strings.Cut(name, "=")
				n++
				if name = strings.TrimRight(name, ",.:\""); !slices.Contains(known, name) {
					t.Errorf("%s: bodyvet%s: there is no flag -%s", page, m[1], name)
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d flags found", n)
	}
}

func flagsOf(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("bodyvet", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("bodyvet %v: %v\n%s", args, err, out)
	}
	var names []string
	for _, m := range helpFlag.FindAllSubmatch(out, -1) {
		names = append(names, string(m[1]))
	}
	if len(names) == 0 {
		t.Fatalf("bodyvet %v tells no flags:\n%s", args, out)
	}
	return names
}

func passNames(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("bodyvet", "passes").Output()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		name := strings.Fields(line)[0]
		names = append(names, name, fmt.Sprint(name, ".go"), fmt.Sprint(name, ".unproved"))
	}
	return names
}
