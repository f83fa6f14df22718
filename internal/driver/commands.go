package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/manual"
	"github.com/bodyvet/bodyvet/internal/report"
)

// commands returns all subcommands: the driver's own, then the program's.
func (p *Program) commands() []Command {
	return append([]Command{
		{"help", "", "print this", help},
		{"explain", "[PASS]", "print the manual of a pass, or list them", explain},
		{"passes", "", "list the passes", passes},
		{"version", "", "print the version of bodyvet and of the Go that built it", printVersion},
	}, p.Commands...)
}

func help(ctx context.Context, p *Program, args []string) int {
	if len(args) == 1 && args[0] == "json" {
		if _, err := io.WriteString(p.Stdout, report.JSONDescription); err != nil {
			return p.Fail(err)
		}
		return Clean
	}
	if len(args) > 0 {
		for _, c := range p.Commands {
			if len(args) == 1 && c.Name == args[0] {
				return c.Run(ctx, p, []string{"-h"})
			}
		}
		return explain(ctx, p, args)
	}
	var b strings.Builder
	b.WriteString(`bodyvet finds what goes wrong with HTTP response bodies in Go clients, and deletes the
draining code that Go 1.27 made needless.

Usage:

	bodyvet [flags] [packages]	analyze packages, ./... by default
	go vet -vettool=$(which bodyvet) [packages]
	go fix -fixtool=$(which bodyvet) [packages]
`)
	w := tabwriter.NewWriter(&b, 0, 8, 3, ' ', 0)
	for _, c := range p.commands() {
		fmt.Fprintf(w, "\tbodyvet %s\t%s\n", strings.TrimSpace(c.Name+" "+c.Args), c.Summary)
	}
	fmt.Fprint(w, "\nFlags:\n\n")
	fs, _ := p.flagSet(new(options))
	for _, f := range fs.own {
		arg, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "\t-%s\t%s\n", strings.TrimSpace(f.Name+" "+arg), usage)
	}
	fmt.Fprint(w, "\t-PASS\trun only this pass, or with =false all but this one\n")
	fmt.Fprint(w, "\t-PASS.FLAG\tset a flag of one pass\n")
	fmt.Fprint(w, "\nPasses:\n\n")
	p.listPasses(w)
	fmt.Fprint(w, "\nExit status: 0 nothing to report, 1 findings, 2 something could not be analyzed.\n"+
		"With -fix: 0 if everything that was found is fixed.\n")
	return p.print(&b, w)
}

// Usage prints what the subcommand that has these flags is for, and the flags, and
// returns the exit status for that.
func (p *Program) Usage(fs *flag.FlagSet) int {
	var b strings.Builder
	c := p.Commands[slices.IndexFunc(p.Commands, func(c Command) bool { return c.Name == fs.Name() })]
	fmt.Fprintf(&b, "Usage: bodyvet %s %s\n\n%s%s.\n\nFlags:\n\n", c.Name, c.Args, strings.ToUpper(c.Summary[:1]), c.Summary[1:])
	fs.SetOutput(&b)
	fs.PrintDefaults()
	if _, err := io.WriteString(p.Stdout, b.String()); err != nil {
		return p.Fail(err)
	}
	return Clean
}

func passes(_ context.Context, p *Program, args []string) int {
	if len(args) > 0 {
		return p.Fail(errors.New("passes takes no arguments"))
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 8, 3, ' ', 0)
	p.listPasses(w)
	return p.print(&b, w)
}

func (p *Program) listPasses(w *tabwriter.Writer) {
	for _, a := range p.All {
		title := manual.Title(a.Doc)
		if off := " (off by default)"; !slices.Contains(p.Suite, a) && !strings.HasSuffix(title, off) {
			title += off
		}
		fmt.Fprintf(w, "\t%s\t%s\n", a.Name, strings.TrimPrefix(title, a.Name+": "))
	}
}

// print ends what was written through w and prints it all, without the indent that
// some editors' terminals would wrap.
func (p *Program) print(b *strings.Builder, w *tabwriter.Writer) int {
	if err := w.Flush(); err != nil {
		return p.Fail(err)
	}
	if _, err := fmt.Fprint(p.Stdout, b.String()); err != nil {
		return p.Fail(err)
	}
	return Clean
}

func explain(ctx context.Context, p *Program, args []string) int {
	if len(args) == 0 {
		return passes(ctx, p, nil)
	}
	if len(args) != 1 {
		return p.Fail(errors.New("explain takes the name of one pass; \"bodyvet passes\" lists them"))
	}
	i := slices.IndexFunc(p.All, func(a *analysis.Analyzer) bool { return a.Name == args[0] })
	if i < 0 {
		return p.Fail(fmt.Errorf("there is no pass %s; \"bodyvet passes\" lists them", args[0]))
	}
	a := p.All[i]
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s", a.Name, manual.Title(a.Doc), manual.Body(a.Doc))
	b.WriteString("\n\n# Flags\n\n")
	a.Flags.VisitAll(func(f *flag.Flag) {
		arg, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(&b, "\t-%s\n\t\t%s\n", strings.TrimSpace(a.Name+"."+f.Name+" "+arg), usage)
	})
	fmt.Fprintf(&b, "\nThis manual is %s too.\n", a.URL)
	out, width, colour := p.terminal()
	if _, err := io.WriteString(out, manual.Terminal(b.String(), width, colour)); err != nil {
		return p.Fail(err)
	}
	return Clean
}

func printVersion(_ context.Context, p *Program, args []string) int {
	if len(args) > 0 {
		return p.Fail(errors.New("version takes no arguments"))
	}
	if _, err := fmt.Fprintf(p.Stdout, "bodyvet %s built by %s\n", Version(), runtime.Version()); err != nil {
		return p.Fail(err)
	}
	return Clean
}
