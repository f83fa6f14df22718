// Package driver is the bodyvet command as people call it: it has the go command
// analyze packages with bodyvet itself as the vet tool, and shows or fixes what that
// finds.
package driver

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"golang.org/x/tools/go/analysis"
)

// The exit statuses.
const (
	Clean    = 0 // nothing found, or with -fix nothing left
	Found    = 1 // something found, or with -fix left
	CouldNot = 2 // some package, or everything, couldn't be analyzed
)

// A Program is the command with all that is built into it.
type Program struct {
	Suite    []*analysis.Analyzer // the passes that are on by default
	All      []*analysis.Analyzer // all passes
	Commands []Command            // the subcommands, besides the driver's own

	Stdout, Stderr io.Writer
	Env            []string // additions to the environment of the go command
}

// A Command is a subcommand of bodyvet.
type Command struct {
	Name    string
	Args    string // what may follow the name, for the usage message
	Summary string // one line, lower case, no full stop
	Run     func(ctx context.Context, p *Program, args []string) (status int)
}

// Main runs the program with the process's arguments and returns its exit status. An
// interrupt ends what it started; a second one ends the process.
func (p *Program) Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return p.Run(ctx, args)
}

// Run is [Program.Main] under the caller's context.
func (p *Program) Run(ctx context.Context, args []string) int {
	if len(args) > 0 {
		for _, c := range p.commands() {
			if c.Name == args[0] {
				return c.Run(ctx, p, args[1:])
			}
		}
	}
	opts, err := p.parse(args)
	switch {
	case err != nil:
		return p.Fail(err)
	case opts.help:
		return help(ctx, p, nil)
	}
	return p.check(ctx, opts)
}

// Fail prints err in a line and returns the exit status for it.
func (p *Program) Fail(err error) int {
	if isCanceled(err) {
		err = errInterrupted
	}
	p.Warn("%v", err)
	return CouldNot
}

// Warn prints a line about the run itself.
func (p *Program) Warn(format string, args ...any) {
	// There is nothing left to do where not even the error stream can be written.
	_, _ = fmt.Fprintf(p.Stderr, "bodyvet: "+format+"\n", args...)
}

// Version is bodyvet's own version, as the go command that built it knew it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
