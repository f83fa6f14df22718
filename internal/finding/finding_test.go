package finding

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const vetJSON = `{}
{
	"example.com/a": {
		"manualdrain": [
			{
				"category": "copy",
				"posn": "/src/a b/a.go:12:2",
				"end": "/src/a b/a.go:12:32",
				"message": "drain of resp.Body; no automatic fix: the request is cancelled; at line 3",
				"suggested_fixes": [
					{"message": "Remove the drain", "edits": [{"filename": "/src/a b/a.go", "start": 3, "end": 9, "new": "x"}]}
				],
				"related": [{"posn": "/src/a b/a.go:3:1", "end": "/src/a b/a.go:3:2", "message": "cancelled here"}]
			},
			{"posn": "C:\\src\\a.go:2:1", "end": "-", "message": "m"}
		],
		"drainhelper": {"error": "failed prerequisites: bodyflow"}
	},
	"example.com/dep": {"manualdrain": [{"posn": "/src/dep.go:1:1", "end": "/src/dep.go:1:1", "message": "m"}]}
}
{
	"example.com/a_test": {"manualdrain": [{"posn": "/src/a_test.go:1:1", "end": "/src/a_test.go:1:1", "message": "m"}]}
}
`

func TestParse(t *testing.T) {
	t.Parallel()
	findings, errs, err := Parse([]byte(vetJSON), func(id string) (string, bool) {
		return strings.TrimSuffix(id, "_test"), id != "example.com/dep"
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{
		{
			Pass: "manualdrain", Package: "example.com/a", Message: "m",
			Pos: Position{`C:\src\a.go`, 2, 1}, End: Position{File: "-"},
		},
		{
			Pass: "manualdrain", Kind: "copy", Package: "example.com/a",
			Pos: Position{"/src/a b/a.go", 12, 2}, End: Position{"/src/a b/a.go", 12, 32},
			Message: "drain of resp.Body", Reason: "the request is cancelled; at line 3",
			Fix:     &Fix{"Remove the drain", []Edit{{"/src/a b/a.go", 3, 9, "x"}}},
			Related: []Related{{Position{"/src/a b/a.go", 3, 1}, "cancelled here"}},
		},
		{
			Pass: "manualdrain", Package: "example.com/a", Message: "m",
			Pos: Position{"/src/a_test.go", 1, 1}, End: Position{"/src/a_test.go", 1, 1},
		},
	}
	got := Sort(findings)
	// Letters of drives sort before slashes or after, as the platform has them.
	if diff := cmp.Diff(len(want), len(got)); diff != "" {
		t.Fatalf("number of findings (-want +got):\n%s", diff)
	}
	for _, f := range want {
		if !contains(got, f) {
			t.Errorf("no %+v in %+v", f, got)
		}
	}
	wantErrs := []Error{{"example.com/a", "drainhelper could not run: failed prerequisites: bodyflow"}}
	if diff := cmp.Diff(wantErrs, errs); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

func contains(findings []Finding, f Finding) bool {
	for _, g := range findings {
		if cmp.Equal(f, g) {
			return true
		}
	}
	return false
}

func TestParseOtherOutput(t *testing.T) {
	t.Parallel()
	if _, _, err := Parse([]byte("# example.com/a\n{}"), nil); err == nil {
		t.Error("no error for output that isn't JSON")
	}
}

func TestSort(t *testing.T) {
	t.Parallel()
	at := func(file string, line, column int, pass string, fix *Fix) Finding {
		return Finding{Pass: pass, Pos: Position{file, line, column}, Message: "m", Fix: fix}
	}
	fix := new(Fix)
	got := Sort([]Finding{
		at("b.go", 1, 1, "p", nil),
		at("a.go", 10, 1, "p", nil),
		at("a.go", 9, 5, "q", nil),
		at("a.go", 9, 5, "p", nil),
		at("a.go", 10, 1, "p", fix),
		at("a.go", 9, 1, "p", nil),
	})
	want := []Finding{
		at("a.go", 9, 1, "p", nil),
		at("a.go", 9, 5, "p", nil),
		at("a.go", 9, 5, "q", nil),
		at("a.go", 10, 1, "p", fix),
		at("b.go", 1, 1, "p", nil),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
