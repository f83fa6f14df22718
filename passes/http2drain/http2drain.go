package http2drain

import (
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/drainfix"
)

const name = "http2drain"

// Analyzer reports drains on clients that speak only HTTP/2 or HTTP/3.
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
		drainfix.ReportKind(pass, &opts, bodyflow.HTTP2Drain, message)
		return nil, nil
	}
	return a
}

func message(who, body, why string) string {
	return drainfix.Message(who, body, why, ": there a plain Close keeps the connection on every version of Go")
}
