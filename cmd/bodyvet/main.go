// Bodyvet finds what goes wrong with HTTP response bodies in Go clients, and deletes
// the draining code that Go 1.27 made needless.
//
// Usage:
//
//	bodyvet [flags] [packages]
//	go vet -vettool=$(which bodyvet) [packages]
//	go fix -fixtool=$(which bodyvet) [packages]
//
// The first form is for people: it runs the go command with itself as the vet tool,
// and prints findings, fixes and a summary. "bodyvet help" lists the flags and the
// subcommands.
//
// The exit status is 0 if there was nothing to report, 1 if there was, and 2 if
// something could not be analyzed. With -fix it is 0 if everything found was fixed.
package main

import (
	"os"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/bench"
	"github.com/bodyvet/bodyvet/internal/debug"
	"github.com/bodyvet/bodyvet/internal/demo"
	"github.com/bodyvet/bodyvet/internal/driver"
	"github.com/bodyvet/bodyvet/internal/linkin"
	"github.com/bodyvet/bodyvet/internal/unit"
)

func main() {
	suite, all := analyzer.Suite, analyzer.All()
	if unit.Called(os.Args[1:]) {
		unit.Main(suite, all)
	}
	p := &driver.Program{
		Suite: suite,
		All:   all,
		Commands: []driver.Command{
			debug.Command,
			demo.Command,
			linkin.Command,
			bench.Command,
		},
		Stdout: os.Stdout,
		Stderr: os.Stderr,
	}
	os.Exit(p.Main(os.Args[1:]))
}
