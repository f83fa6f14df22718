// Package debug is the subcommand "bodyvet debug": what the engine makes of a
// function, for those who work on bodyvet.
package debug

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/driver"
)

// Command is the subcommand.
var Command = driver.Command{
	Name:    "debug",
	Args:    "FUNC [packages]",
	Summary: "print what the engine makes of a function: IR, bodies, states, drains, summary",
	Run:     run,
}

func run(ctx context.Context, p *driver.Program, args []string) int {
	fs := flag.NewFlagSet("debug", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	dir := fs.String("C", "", "change to this `folder` first")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return p.Usage(fs)
	case err != nil:
		return p.Fail(err)
	case fs.NArg() == 0:
		return p.Fail(errors.New("debug takes the name of a function, and packages (. by default)"))
	}
	patterns := fs.Args()[1:]
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	found, err := dump(ctx, p, *dir, fs.Arg(0), patterns)
	switch {
	case err != nil:
		return p.Fail(err)
	case !found:
		return p.Fail(fmt.Errorf("no function %s in these packages", fs.Arg(0)))
	}
	return driver.Clean
}

func dump(ctx context.Context, p *driver.Program, dir, name string, patterns []string) (found bool, err error) {
	cfg := &packages.Config{
		Mode:    packages.LoadAllSyntax | packages.NeedModule,
		Context: ctx,
		Dir:     dir,
		Env:     append(os.Environ(), p.Env...),
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		return false, err
	}
	var broken []error
	packages.Visit(pkgs, nil, func(pkg *packages.Package) {
		for _, e := range pkg.Errors {
			broken = append(broken, e)
		}
	})
	if len(broken) > 0 {
		return false, broken[0]
	}
	// The engine alone has no diagnostics; the pass round it asks for the dump.
	look := &analysis.Analyzer{
		Name:     "dump",
		Doc:      "print what the engine makes of a function",
		Requires: []*analysis.Analyzer{bodyflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			res := pass.ResultOf[bodyflow.Analyzer].(*bodyflow.Result)
			ok, err := res.Dump(p.Stdout, name)
			found = found || ok
			return nil, err
		},
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{look}, pkgs, &checker.Options{Sequential: true})
	if err != nil {
		return found, err
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			return found, act.Err
		}
	}
	return found, nil
}
