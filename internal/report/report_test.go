package report

import (
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// found returns n findings of a pass, the first fixable of which have a fix.
func found(pass string, n, fixable int) []finding.Finding {
	findings := make([]finding.Finding, n)
	for i := range findings {
		findings[i].Pass = pass
		if i < fixable {
			findings[i].Fix = new(finding.Fix)
		}
	}
	return findings
}

func TestSummary(t *testing.T) {
	t.Parallel()
	concat := func(lists ...[]finding.Finding) (all []finding.Finding) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	tests := map[string]Result{
		"": {},
		"12 drains can go: 9 fixed by -fix, 3 need a look; 2 bodies are never closed on some path": {
			Findings: concat(found("manualdrain", 8, 7), found("unclosedbody", 2, 0), found("drainhelper", 4, 2)),
		},
		"1 drain can go: 1 fixed by -fix":                                         {Findings: found("http2drain", 1, 1)},
		"1 drain can go: 1 needs a look":                                          {Findings: found("deaddrain", 1, 0)},
		"2 bodies are never closed on some path: 1 fixed by -fix, 1 needs a look": {Findings: found("unclosedbody", 2, 1)},
		"1 body is never closed on some path; 1 other finding": {
			Findings: concat(found("later", 1, 0), found("unclosedbody", 1, 0)),
		},
		"fixed 2 of 3 findings in 1 file; 1 needs a look": {
			Before: found("manualdrain", 3, 2), Findings: found("manualdrain", 1, 0), Changed: []string{"a.go"},
		},
		"fixed 1 of 1 finding in 2 files": {
			Before: found("drainhelper", 1, 1), Changed: []string{"a.go", "b.go"},
		},
	}
	for want, r := range tests {
		if got := Summary(&r); got != want {
			t.Errorf("Summary = %q, want %q", got, want)
		}
	}
}

// The description names every field, each on a line of its own or in a list.
func TestJSONDescription(t *testing.T) {
	t.Parallel()
	var check func(typ reflect.Type)
	check = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice:
			check(typ.Elem())
		case reflect.Struct:
			for i := range typ.NumField() {
				f := typ.Field(i)
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if !regexp.MustCompile(`(?m)^\t *(\w+, )*` + name + `\b`).MatchString(JSONDescription) {
					t.Errorf("the description has no field %s", name)
				}
				check(f.Type)
			}
		}
	}
	check(reflect.TypeFor[Document]())
}

func TestRel(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "module")
	tests := map[string]string{
		filepath.Join(dir, "a", "b.go"):                   filepath.Join("a", "b.go"),
		filepath.Join(filepath.Dir(dir), "other", "b.go"): filepath.Join("..", "other", "b.go"),
		string(filepath.Separator) + "x.go":               string(filepath.Separator) + "x.go",
	}
	for file, want := range tests {
		if got := Rel(dir, file); got != want {
			t.Errorf("Rel(%q) = %q, want %q", file, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	err := Errors(&out, []finding.Error{
		{Message: "go: no such thing"},
		{Message: "a/a.go:3:8: no module provides it; to add it:\n\tgo get it"},
		{Package: "example.com/b", Message: "b.go:1:2: no"},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "bodyvet: no such thing\na/a.go:3:8: no module provides it; to add it:\n\tgo get it\n# example.com/b\nb.go:1:2: no\n"
	if got := out.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
