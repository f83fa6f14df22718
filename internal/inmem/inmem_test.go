package inmem_test

import (
	"testing"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/inmem"
)

// TestRun holds the passes to what they find with a driver of files: a leak, none
// where a function of another package closes, a drain, with its fix.
func TestRun(t *testing.T) {
	t.Parallel()
	w := inmem.New("go1.26")
	list, err := analyzer.New(analyzer.Settings{Go: "1.27"})
	if err != nil {
		t.Fatal(err)
	}
	run := func(path, src string) (categories []string) {
		t.Helper()
		p, err := w.Check(path, map[string]string{path + ".go": src})
		if err != nil {
			t.Fatal(err)
		}
		found, err := w.Run(p, list)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			categories = append(categories, d.Category)
			if len(d.SuggestedFixes) != 1 {
				t.Errorf("%s: %d fixes", d.Message, len(d.SuggestedFixes))
			}
		}
		return categories
	}
	run("closer", "package closer\n\nimport \"net/http\"\n\nfunc Shut(r *http.Response) { r.Body.Close() }\n\nfunc Leave(r *http.Response) { println(r.Status) }\n")
	const head = "package p\n\nimport (\n\t\"closer\"\n\t\"io\"\n\t\"net/http\"\n)\n\n" +
		"var _, _ = closer.Shut, io.Discard\n\nfunc f(c *http.Client) error {\n\tresp, err := c.Get(\"http://localhost\")\n\tif err != nil {\n\t\treturn err\n\t}\n"
	for _, tt := range []struct{ name, rest, want string }{
		{"leak", "\tcloser.Leave(resp)\n", "unclosedbody"},
		{"helper", "\tcloser.Shut(resp)\n", ""},
		{"drain", "\tdefer resp.Body.Close()\n\tio.Copy(io.Discard, resp.Body)\n", "manualdrain"},
	} {
		got := run("p"+tt.name, head+tt.rest+"\treturn nil\n}\n")
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || got[0] != tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestCheckBroken holds it to what a driver has that analyzes despite errors.
func TestCheckBroken(t *testing.T) {
	t.Parallel()
	w := inmem.New("go1.26")
	if _, err := w.CheckBroken("p", map[string]string{"p.go": "pack"}); err == nil {
		t.Error("no package clause, and no error")
	}
	p, err := w.CheckBroken("p", map[string]string{"p.go": "package p\n\nfunc f( { return 1 }\n\nvar x int = nothing\n"})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Errors) == 0 || p.Types == nil {
		t.Error("errors were not kept")
	}
}
