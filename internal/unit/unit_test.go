package unit

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
)

func TestCalled(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args []string
		want bool
	}{
		{nil, false},
		{[]string{"./..."}, false},
		{[]string{"-fix", "./..."}, false},
		{[]string{"version"}, false},
		{[]string{"-flags"}, true},
		{[]string{"-V=full"}, true},
		{[]string{"/tmp/b001/vet.cfg"}, true},
		{[]string{"-go=1.27", "-json", "/tmp/b001/vet.cfg"}, true},
	}
	for _, test := range tests {
		if got := Called(test.args); got != test.want {
			t.Errorf("Called(%q) = %t, want %t", test.args, got, test.want)
		}
	}
}

func TestSelected(t *testing.T) {
	t.Parallel()
	a, b, off := &analysis.Analyzer{Name: "a"}, &analysis.Analyzer{Name: "b"}, &analysis.Analyzer{Name: "off"}
	suite, all := []*analysis.Analyzer{a, b}, []*analysis.Analyzer{a, b, off}
	tests := map[string]struct {
		args     []string
		passes   []string
		wantArgs []string
	}{
		"default":     {[]string{"-json", "x.cfg"}, []string{"a", "b"}, []string{"-json", "x.cfg"}},
		"one":         {[]string{"-a", "x.cfg"}, []string{"a", "b"}, []string{"-a", "x.cfg"}},
		"asked for":   {[]string{"-off", "-off.go=1.27", "x.cfg"}, []string{"a", "b", "off"}, []string{"-off", "-off.go=1.27", "x.cfg"}},
		"asked truly": {[]string{"--off=true", "x.cfg"}, []string{"a", "b", "off"}, []string{"--off=true", "x.cfg"}},
		"off anyway":  {[]string{"-off=false", "-off.go=1.27", "-a.go=1.27", "x.cfg"}, []string{"a", "b"}, []string{"-a.go=1.27", "x.cfg"}},
		"all":         {[]string{"-" + AllDeps, "-go=1.27", "x.cfg"}, []string{"a", "b", "off"}, []string{"-go=1.27", "x.cfg"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			passes, args := selected(suite, all, test.args)
			var names []string
			for _, p := range passes {
				names = append(names, p.Name)
			}
			if diff := cmp.Diff(test.passes, names); diff != "" {
				t.Errorf("passes (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.wantArgs, args); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReportEverything(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cfg := filepath.Join(dir, "vet.cfg")
	const before = `{"ID": "p", "VetxOnly": true, "GoFiles": ["/p/a.go", "/p/a_test.go"], "Later": [1, 2]}`
	if err := os.WriteFile(cfg, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(reportEverything(cfg))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"ID":       "p" + WithTests,
		"VetxOnly": false,
		"GoFiles":  []any{"/p/a.go", "/p/a_test.go"},
		"Later":    []any{1.0, 2.0}, // what is not known is kept
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	missing := filepath.Join(dir, "missing.cfg")
	if got := reportEverything(missing); got != missing {
		t.Errorf("a file that isn't there was replaced by %s", got)
	}
}

func TestShared(t *testing.T) {
	t.Parallel()
	a, b, c := new(analysis.Analyzer), new(analysis.Analyzer), new(analysis.Analyzer)
	av := a.Flags.String("go", "", "the `version`")
	bv := b.Flags.String("go", "", "the `version`")
	unproved := c.Flags.Bool("unproved", false, "")
	analyzers := []*analysis.Analyzer{a, b, c}

	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.Var(newShared("go", analyzers), "go", "")
	fs.Var(newShared("unproved", analyzers), "unproved", "")
	if err := fs.Parse([]string{"-go=1.27", "-unproved"}); err != nil {
		t.Fatal(err)
	}
	if *av != "1.27" || *bv != "1.27" || !*unproved {
		t.Errorf("got %q, %q and %t", *av, *bv, *unproved)
	}
	if err := newShared("other", analyzers).Set("x"); err != nil {
		t.Errorf("a flag that no pass has: %v", err)
	}
}

func TestOnlyFacts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"ID": "p", "VetxOnly": true}`:  true,
		`{"ID": "p", "VetxOnly": false}`: false,
		`{"ID": "p"}`:                    false,
		`{`:                              false,
	} {
		cfg := filepath.Join(t.TempDir(), "vet.cfg")
		if err := os.WriteFile(cfg, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := onlyFacts(cfg); got != want {
			t.Errorf("%s: only facts %t, want %t", text, got, want)
		}
	}
	if onlyFacts(filepath.Join(t.TempDir(), "missing.cfg")) {
		t.Error("a file that isn't there wants facts only")
	}
}

func TestIdle(t *testing.T) {
	t.Parallel()
	ran := func(*analysis.Pass) (any, error) { return "ran", nil }
	facts := &analysis.Analyzer{Name: "facts", FactTypes: []analysis.Fact{new(bodyflow.PkgFact)}, Run: ran}
	result := &analysis.Analyzer{Name: "result", ResultType: reflect.TypeFor[string](), Run: ran}
	pass := &analysis.Analyzer{Name: "pass", Requires: []*analysis.Analyzer{facts}, Run: ran}
	idle([]*analysis.Analyzer{facts, result, pass})
	for a, want := range map[*analysis.Analyzer]any{facts: "ran", result: "ran", pass: nil} {
		if got, err := a.Run(nil); got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", a.Name, got, err, want)
		}
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	inner := &analysis.Analyzer{Name: "inner", Run: func(*analysis.Pass) (any, error) { panic("no") }}
	outer := &analysis.Analyzer{Name: "outer", Requires: []*analysis.Analyzer{inner}, Run: func(*analysis.Pass) (any, error) {
		return 1, nil
	}}
	guard([]*analysis.Analyzer{outer, outer})
	if result, err := outer.Run(nil); result != 1 || err != nil {
		t.Errorf("outer: %v, %v", result, err)
	}
	if _, err := inner.Run(nil); err == nil {
		t.Error("inner: no error")
	}
}
