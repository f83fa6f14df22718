package deaddrain

import (
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/drainfix"
)

const name = "deaddrain"

// Analyzer reports drains of response bodies that can never help.
var Analyzer = New(check.Options{})

// New returns the pass with the given settings.
func New(opts check.Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     name,
		Doc:      doc,
		URL:      check.DocURL(name),
		Requires: []*analysis.Analyzer{bodyflow.Analyzer},
	}
	opts.AddFlags(a)
	a.Run = func(pass *analysis.Pass) (any, error) {
		drainfix.ReportKind(pass, &opts, bodyflow.DeadDrain, message)
		return nil, nil
	}
	return a
}

func message(who, body, why string) string {
	return drainfix.Message(who, body, why, "")
}
