package http2drain_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/http2drain"
)

// Each folder is one behaviour, in a module of Go 1.26. There are no golden files:
// no fix comes by itself.
func TestAnalyzer(t *testing.T) {
	t.Parallel()
	for _, diag := range analysistest.Run(t, analysistest.TestData(), http2drain.New(check.Options{}), "./...") {
		for _, d := range diag.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%s: a fix that nobody asked for", d.Message)
			}
		}
	}
}

// Whoever asks for unproved fixes gets them, with the open line in the title.
func TestUnproved(t *testing.T) {
	t.Parallel()
	fixes := 0
	for _, res := range analysistest.Run(t, analysistest.TestData()+"/unproved", http2drain.New(check.Options{Unproved: true}), "./...") {
		for _, d := range res.Diagnostics {
			for _, f := range d.SuggestedFixes {
				fixes++
				if want := "Remove the drain and keep the Close (unproved: an early Close resets the stream, which the server sees)"; f.Message != want {
					t.Errorf("the fix is %q, want %q", f.Message, want)
				}
			}
		}
	}
	if fixes != 1 {
		t.Errorf("%d fixes, want 1", fixes)
	}
}
