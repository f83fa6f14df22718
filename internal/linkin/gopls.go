package linkin

import (
	"bytes"
	"context"
	_ "embed" // for the extra file
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/mod/modfile"
)

const (
	goplsModule = "golang.org/x/tools/gopls"
	toolsModule = "golang.org/x/tools"
)

// DefaultGopls is the version of gopls that is built unless another one is asked for.
const DefaultGopls = "v0.24.0"

// extra is the file that goes beside gopls's main.go. It is not compiled here, where
// gopls can't be imported.
//
//go:embed gopls.go.txt
var extra []byte

// Gopls builds gopls of the given version with the passes in it. Nothing of gopls is
// changed: the generated module's path lies below gopls's own, so that it may import
// gopls's internal packages, and its main package is gopls's with one more file.
//
// goVersion, such as "1.27", is the version of Go that the passes take the code to be
// built by; "" leaves that to go.mod.
func (b *Builder) Gopls(ctx context.Context, v, goVersion, out string) error {
	m, err := b.download(ctx, goplsModule+"@"+v)
	if err != nil {
		return err
	}
	main, err := os.ReadFile(filepath.Join(m.Dir, "main.go"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(m.Dir, "go.sum"))
	if err != nil {
		return err
	}
	data, err := os.ReadFile(m.GoMod)
	if err != nil {
		return err
	}
	mod, err := modfile.ParseLax(m.GoMod, data, nil)
	if err != nil {
		return err
	}
	// gopls only builds with the very x/tools that it was released with.
	tools := ""
	for _, r := range mod.Require {
		if r.Mod.Path == toolsModule {
			tools = r.Mod.Version
		}
	}
	if tools == "" {
		return fmt.Errorf("gopls %s doesn't say which %s it needs", m.Version, toolsModule)
	}
	goLine := "1.26.0"
	if mod.Go != nil {
		goLine = newer(goLine, mod.Go.Version)
	}
	return b.build(ctx, &program{
		module:  goplsModule + "/bodyvet",
		goLine:  goLine,
		require: map[string]string{goplsModule: m.Version},
		replace: map[string]string{toolsModule: toolsModule + "@" + tools},
		files: map[string][]byte{
			"main.go":    main,
			"bodyvet.go": bytes.ReplaceAll(extra, []byte(`"GOVERSION"`), []byte(strconv.Quote(goVersion))),
			"go.sum":     sum,
		},
		ldflags: "-X main.version=" + m.Version + "-bodyvet",
	}, out)
}

func compareGo(a, b string) int { return version.Compare("go"+a, "go"+b) }
