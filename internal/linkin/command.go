package linkin

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/version"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/bodyvet/bodyvet/internal/driver"
)

// Command is the subcommand "bodyvet gopls".
var Command = driver.Command{
	Name:    "gopls",
	Args:    "[-version V] [-o FILE] [-go V]",
	Summary: "build a gopls with the passes in it, for editors",
	Run:     run,
}

func run(ctx context.Context, p *driver.Program, args []string) int {
	fs := flag.NewFlagSet("gopls", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	v := fs.String("version", DefaultGopls, "the `version` of gopls")
	out := fs.String("o", "gopls"+exe(), "write the binary to this `file`")
	goVersion := fs.String("go", "", "take all code as built by this `version` of Go, whatever its go.mod says")
	source := fs.String("source", "", "take the passes from the work tree in this `folder`, not from the version that is installed")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return p.Usage(fs)
	case err != nil:
		return p.Fail(err)
	case fs.NArg() > 0:
		return p.Fail(errors.New("gopls takes flags alone: -version, -o, -go and -source"))
	}
	lang := strings.TrimPrefix(*goVersion, "go")
	if lang != "" && !version.IsValid("go"+lang) {
		return p.Fail(fmt.Errorf("-go=%s is no version of Go; it takes one like 1.27", *goVersion))
	}
	src, err := Own()
	if *source != "" {
		src, err = Tree(*source)
	}
	if err != nil {
		return p.Fail(fmt.Errorf("%w; -source names the folder of a work tree", err))
	}
	if info, err := os.Stat(*out); err == nil && info.IsDir() {
		*out = filepath.Join(*out, "gopls"+exe())
	}
	p.Warn("building gopls %s, which takes a minute or two the first time", *v)
	b := &Builder{Source: src, Env: p.Env, Progress: p.Stderr}
	if err := b.Gopls(ctx, *v, lang, *out); err != nil {
		return p.Fail(err)
	}
	if _, err := fmt.Fprintln(p.Stdout, *out); err != nil {
		return p.Fail(err)
	}
	return driver.Clean
}

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}
