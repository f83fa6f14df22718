// Package analyzer is the suite of bodyvet's passes: the list, what is on by
// default, and the settings that every driver shares.
package analyzer

import (
	"fmt"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/passes/canceledbody"
	"github.com/bodyvet/bodyvet/passes/clientpercall"
	"github.com/bodyvet/bodyvet/passes/deaddrain"
	"github.com/bodyvet/bodyvet/passes/draincaps"
	"github.com/bodyvet/bodyvet/passes/drainhelper"
	"github.com/bodyvet/bodyvet/passes/draintransport"
	"github.com/bodyvet/bodyvet/passes/http2drain"
	"github.com/bodyvet/bodyvet/passes/manualdrain"
	"github.com/bodyvet/bodyvet/passes/unclosedbody"
	"github.com/bodyvet/bodyvet/passes/unreadbody"
)

// A maker makes a pass with settings of its own.
type maker func(check.Options) *analysis.Analyzer

// passes are all passes, in the order of the documentation.
var passes = []struct {
	analyzer *analysis.Analyzer
	make     maker
	// off says why the pass is off by default; "" if it is on.
	off string
}{
	{analyzer: unclosedbody.Analyzer, make: unclosedbody.New},
	{analyzer: manualdrain.Analyzer, make: manualdrain.New},
	{analyzer: drainhelper.Analyzer, make: drainhelper.New},
	{analyzer: http2drain.Analyzer, make: http2drain.New},
	{analyzer: deaddrain.Analyzer, make: deaddrain.New},
	{analyzer: canceledbody.Analyzer, make: canceledbody.New},
	{analyzer: clientpercall.Analyzer, make: clientpercall.New},
	{analyzer: draincaps.Analyzer, make: draincaps.New},
	{analyzer: draintransport.Analyzer, make: draintransport.New},
	{analyzer: unreadbody.Analyzer, make: unreadbody.New, off: "what it reports isn't wrong, only slow, and goes away with Go 1.27"},
}

// Suite holds the passes that are on by default.
var Suite = selected(func(off string) bool { return off == "" })

// All returns every pass, those that are off by default included.
func All() []*analysis.Analyzer { return selected(func(string) bool { return true }) }

func selected(want func(off string) bool) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, p := range passes {
		if want(p.off) {
			list = append(list, p.analyzer)
		}
	}
	return list
}

// Settings are what every driver can set. The zero value is the default.
type Settings struct {
	// Go is the version of Go, such as "1.27", that builds the code, where the
	// passes must not ask go.mod.
	Go string `json:"go"`
	// Unproved asks for fixes whose proof is incomplete, too.
	Unproved bool `json:"unproved"`
	// Enable names passes to run that are off by default; Disable names passes
	// not to run.
	Enable  []string `json:"enable"`
	Disable []string `json:"disable"`
}

// New returns fresh passes with the given settings. The error names the setting
// that is wrong.
func New(s Settings) ([]*analysis.Analyzer, error) {
	if s.Go != "" && !version.IsValid("go"+strings.TrimPrefix(s.Go, "go")) {
		return nil, fmt.Errorf("setting go: %q is no version of Go", s.Go)
	}
	for setting, names := range map[string][]string{"enable": s.Enable, "disable": s.Disable} {
		for _, name := range names {
			if !known(name) {
				return nil, fmt.Errorf("setting %s: there is no pass %q", setting, name)
			}
		}
	}
	var list []*analysis.Analyzer
	for _, p := range passes {
		name := p.analyzer.Name
		if slices.Contains(s.Disable, name) || p.off != "" && !slices.Contains(s.Enable, name) {
			continue
		}
		a := p.make(check.Options{Go: s.Go, Unproved: s.Unproved})
		a.Run = check.Guarded(a.Name, a.Run)
		list = append(list, a)
	}
	return list, nil
}

func known(name string) bool {
	for _, p := range passes {
		if p.analyzer.Name == name {
			return true
		}
	}
	return false
}
