package analyzer_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
)

// The names are written out on purpose: they are an interface.
func TestSuite(t *testing.T) {
	t.Parallel()
	want := []string{"unclosedbody", "manualdrain", "drainhelper", "http2drain", "deaddrain", "canceledbody", "clientpercall", "draincaps", "draintransport"}
	if got := names(analyzer.Suite); !slices.Equal(got, want) {
		t.Errorf("Suite is %v, want %v", got, want)
	}
	if err := analysis.Validate(analyzer.All()); err != nil {
		t.Error(err)
	}
	for _, a := range analyzer.All() {
		for _, flag := range []string{"go", "unproved"} {
			if a.Flags.Lookup(flag) == nil {
				t.Errorf("%s has no flag -%s", a.Name, flag)
			}
		}
		if a.URL == "" {
			t.Errorf("%s has no URL", a.Name)
		}
	}
}

func names(list []*analysis.Analyzer) []string {
	var out []string
	for _, a := range list {
		out = append(out, a.Name)
	}
	return out
}

func TestNew(t *testing.T) {
	t.Parallel()
	got, err := analyzer.New(analyzer.Settings{Go: "1.27", Disable: []string{"unclosedbody"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"manualdrain", "drainhelper", "http2drain", "deaddrain", "canceledbody", "clientpercall", "draincaps", "draintransport"}; !slices.Equal(names(got), want) {
		t.Errorf("got %v, want %v", names(got), want)
	}
	if v := got[0].Flags.Lookup("go").Value.String(); v != "1.27" {
		t.Errorf("-go is %q", v)
	}
	for _, bad := range []struct {
		settings analyzer.Settings
		names    string
	}{
		{analyzer.Settings{Go: "new"}, "setting go"},
		{analyzer.Settings{Enable: []string{"nosuch"}}, "setting enable"},
		{analyzer.Settings{Disable: []string{"nosuch"}}, "setting disable"},
	} {
		if _, err := analyzer.New(bad.settings); err == nil || !strings.Contains(err.Error(), bad.names) {
			t.Errorf("%+v: got error %v, want one that names %q", bad.settings, err, bad.names)
		}
	}
}
