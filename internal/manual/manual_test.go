package manual_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/manual"
)

// Every manual says the same kinds of things, in the same order.
func TestSections(t *testing.T) {
	t.Parallel()
	for _, a := range analyzer.All() {
		at := 0
		for _, heading := range []string{"Wrong", "Right", "Why", "What is reported, and what is not", "To silence it", "Proof"} {
			i := strings.Index(a.Doc[at:], "\n\n# "+heading+"\n\n")
			if i < 0 {
				t.Errorf("%s: no section %q where it belongs", a.Name, heading)
				break
			}
			at += i + 1
		}
		if !strings.Contains(a.Doc, "//lint:ignore "+a.Name+" reason") {
			t.Errorf("%s doesn't say how it is silenced", a.Name)
		}
	}
}

// The pages are what go generate makes of the manuals.
func TestPages(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "docs", "rules")
	pages := manual.Pages(analyzer.All(), analyzer.Suite)
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(got), "\r\n", "\n") != want {
			t.Errorf("docs/rules/%s is out of date; go generate ./internal/manual writes it", name)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := pages[e.Name()]; !ok {
			t.Errorf("docs/rules/%s is of no pass", e.Name())
		}
	}
}

func TestTerminal(t *testing.T) {
	t.Parallel()
	const doc = "do things\n\nA paragraph that takes more than one line where the lines are short.\n\n" +
		"# Wrong\n\n\tf()\n\t// ^ the message\n\t//   goes on\n\nA list:\n  - one\n  - two, which is\n    longer than the line\n"
	const want = "A paragraph that takes more\nthan one line where the lines\nare short.\n\nWrong\n\n" +
		"    f()\n    // ^ the message\n    //   goes on\n\nA list:\n\n  - one\n  - two, which is longer than\n    the line\n"
	if got := manual.Terminal(manual.Body(doc), 30, false); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	colours := manual.Terminal(manual.Body(doc), 30, true)
	if got := ansi.Strip(colours); got != want || colours == want {
		t.Errorf("with colours:\n%q", colours)
	}
}
