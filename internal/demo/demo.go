// Package demo is the subcommand "bodyvet demo": bodyvet at work on an example module
// that it brings along.
package demo

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bodyvet/bodyvet/internal/driver"
)

// Command is the subcommand.
var Command = driver.Command{
	Name:    "demo",
	Args:    "[-o DIR]",
	Summary: "show findings and fixes on an example module, as for Go 1.27",
	Run:     run,
}

//go:embed testdata/apiclient
var modules embed.FS

// run writes the example module to a folder, and prints what bodyvet finds there and
// what it would change. The folder is a temporary one unless -o names it.
func run(ctx context.Context, p *driver.Program, args []string) int {
	fs := flag.NewFlagSet("demo", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	out := fs.String("o", "", "write the example to this `folder`, which must not be there yet, and keep it")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return p.Usage(fs)
	case err != nil:
		return p.Fail(err)
	case fs.NArg() > 0:
		return p.Fail(errors.New("demo takes no packages; -o DIR is where it writes its example"))
	}
	dir, remove, err := folder(*out)
	if err != nil {
		return p.Fail(err)
	}
	defer remove()
	if err := write(dir); err != nil {
		return p.Fail(err)
	}
	return show(ctx, p, dir, *out != "")
}

// folder returns the folder to write to, and what removes it if it's a temporary one.
func folder(out string) (dir string, remove func(), err error) {
	if out != "" {
		if err := os.Mkdir(out, 0o777); err != nil {
			return "", nil, err
		}
		return out, func() {}, nil
	}
	dir, err = os.MkdirTemp("", "bodyvet-demo-")
	return dir, func() { _ = os.RemoveAll(dir) }, err
}

// write writes the example module. Its go.mod has another name as long as it is a
// part of bodyvet, which otherwise couldn't embed it.
func write(dir string) error {
	src, err := fs.Sub(modules, "testdata/apiclient")
	if err != nil {
		return err
	}
	return fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case d.IsDir():
			return os.Mkdir(filepath.Join(dir, name), 0o777)
		}
		content, err := fs.ReadFile(src, name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, strings.TrimSuffix(name, ".txt")), content, 0o666)
	})
}

// show prints the findings in the module, then the diff that fixes them.
func show(ctx context.Context, p *driver.Program, dir string, kept bool) int {
	// The example is a module of its own, whatever the user's setup is.
	own := *p
	own.Env = append(own.Env, "GOFLAGS=-mod=readonly", "GO111MODULE=on", "GOWORK=off")
	p = &own
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(p.Stdout, format+"\n", args...) }

	say("A small API client, read as for Go 1.27 (bodyvet -go=1.27 ./...):\n")
	if status := p.Run(ctx, []string{"-C", dir, "-go=1.27", "./..."}); status == driver.CouldNot {
		return status
	}
	say("\nWhat -fix would change (bodyvet -go=1.27 -diff ./...):\n")
	if status := p.Run(ctx, []string{"-C", dir, "-go=1.27", "-diff", "./..."}); status == driver.CouldNot {
		return status
	}
	if kept {
		say("\nThe example is in %s.", dir)
	}
	return driver.Clean
}
