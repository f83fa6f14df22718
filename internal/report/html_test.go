package report

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/bodyvet/bodyvet/internal/finding"
)

const pageSource = "package a\n\nfunc f() {\n\tresp, err := get(\"</pre><script>alert(1)</script>\")\n\tif err != nil {\n\t\treturn\n\t}\n\tuse(resp)\n}\n"

// pageResult has a leak in a package whose names try to be markup, and a drain with a
// fix in another.
func pageResult(t *testing.T) *Result {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	at := func(line, column int) finding.Position {
		return finding.Position{File: file, Line: line, Column: column}
	}
	fix := &finding.Fix{Title: "Remove <it>"}
	return &Result{
		Dir: dir, Version: "v1.2.3", GoVersion: "go1.27.3", Packages: 2,
		Passes: []Pass{
			{Name: "unclosedbody", Doc: "report leaks", URL: "https://example.com/unclosedbody"},
			{Name: "manualdrain", Doc: "report drains", URL: "javascript:alert(1)"},
		},
		Source: func(string) ([]byte, error) { return []byte(pageSource), nil },
		After: func(*finding.Fix) map[string][]byte {
			return map[string][]byte{file: []byte(strings.Replace(pageSource, "\tuse(resp)\n", "", 1))}
		},
		Upgrade: &Upgrade{Version: "1.27", Affects: func(string) bool { return true }},
		Findings: []finding.Finding{
			{
				Pass: "unclosedbody", Package: "example.com/a", Pos: at(4, 15), End: at(4, 18), Message: `the body of "x" <b>is open</b>`,
				Related: []finding.Related{{Pos: at(5, 5), Message: "when err == nil"}, {Pos: at(9, 1), Message: "the function returns here, with the body open"}},
			},
			{Pass: "manualdrain", Package: `example.com/"b`, Pos: at(8, 2), End: at(8, 11), Message: "drained\x1b[31m", Fix: fix},
		},
		Errors: []finding.Error{{Package: "example.com/<c>", Message: "c.go:1:1: no\nsecond line"}},
	}
}

func pageOf(t *testing.T, r *Result) string {
	t.Helper()
	var page bytes.Buffer
	if err := HTML(&page, r); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// elements returns the elements of a page by their names.
func elements(t *testing.T, page string) map[string][]*html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string][]*html.Node)
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			byName[n.Data] = append(byName[n.Data], n)
		}
	}
	return byName
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func content(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// The page says what was found, loads nothing, and takes no markup from what it shows.
func TestHTML(t *testing.T) {
	t.Parallel()
	page := pageOf(t, pageResult(t))
	el := elements(t, page)
	for name, want := range map[string]int{"article": 2, "script": 1, "style": 1, "b": 3, "link": 0, "img": 0, "iframe": 0, "form": 1, "main": 1, "h1": 1, "table": 1} {
		if got := len(el[name]); got != want {
			t.Errorf("%d elements %s, want %d", got, name, want)
		}
	}
	if strings.ContainsRune(page, '\x1b') {
		t.Error("the page has control characters in it")
	}
	ids := make(map[string]bool)
	for _, nodes := range el {
		for _, n := range nodes {
			if id := attr(n, "id"); id != "" && ids[id] {
				t.Errorf("two elements have the id %s", id)
			} else {
				ids[id] = true
			}
			if src := attr(n, "src"); src != "" {
				t.Errorf("the page loads %s", src)
			}
		}
	}
	for _, a := range el["a"] {
		href := attr(a, "href")
		if id, ok := strings.CutPrefix(href, "#"); ok && ids[id] {
			continue
		}
		if !strings.HasPrefix(href, "https://example.com/") && href != "#ZgotmplZ" {
			t.Errorf("a link to %s", href)
		}
	}
	leak := content(el["article"][0])
	for _, want := range []string{
		`the body of "x" <b>is open</b>`, `resp, err := get("</pre><script>alert(1)</script>")`,
		"line 4: opened here", "line 5: left open when err == nil", "line 9: returns here, with the body open",
	} {
		if !strings.Contains(leak, want) {
			t.Errorf("the leak doesn't say %q:\n%s", want, leak)
		}
	}
	if got := content(el["mark"][0]); got != "get" {
		t.Errorf("marked is %q", got)
	}
	drain := content(el["article"][1])
	for _, want := range []string{"Fix: Remove <it>", "8-     use(resp)\n"} {
		if !strings.Contains(drain, want) {
			t.Errorf("the drain doesn't say %q:\n%s", want, drain)
		}
	}
	whole := content(el["main"][0])
	for _, want := range []string{"What Go 1.27 would let go", "1 drain in 1 file, by -fix", "example.com/<c>", "second line"} {
		if !strings.Contains(whole, want) {
			t.Errorf("the page doesn't say %q", want)
		}
	}
}

func TestHTMLNothing(t *testing.T) {
	t.Parallel()
	page := pageOf(t, &Result{Packages: 1, Version: "v1.2.3", GoVersion: "go1.27.3"})
	if el := elements(t, page); len(el["form"]) != 0 || !strings.Contains(content(el["header"][0]), "Nothing to report.") {
		t.Errorf("got:\n%s", page)
	}
}

// In a browser the page can be filtered, by its address too.
func TestHTMLFilter(t *testing.T) {
	t.Parallel()
	browser := findBrowser(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(pageOf(t, pageResult(t))), 0o666); err != nil {
		t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	for fragment, want := range map[string]struct{ shown, hidden string }{
		"":                   {shown: "2 of 2 shown"},
		"#rules=manualdrain": {"1 of 2 shown", "f1"},
		"#package=" + url.QueryEscape(`example.com/"b`): {"1 of 2 shown", "f1"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", address+fragment).Output()
		if err != nil {
			t.Fatalf("%s: %v", browser, err)
		}
		el := elements(t, string(out))
		if got := content(el["output"][0]); got != want.shown {
			t.Errorf("with %q the page says %q, want %q", fragment, got, want.shown)
		}
		for _, a := range el["article"] {
			hidden := false
			for _, at := range a.Attr {
				hidden = hidden || at.Key == "hidden"
			}
			if want.hidden != "" && hidden != (attr(a, "id") == want.hidden) {
				t.Errorf("with %q %s is hidden: %v", fragment, attr(a, "id"), hidden)
			}
		}
	}
}

// findBrowser skips the test where there is no browser, and says so.
func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("NO BROWSER: the filter of the HTML page is not tested; install chromium or chromium-headless-shell")
	return ""
}
