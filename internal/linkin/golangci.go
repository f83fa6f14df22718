package linkin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const golangci = "github.com/golangci/golangci-lint/v2"

const plugins = `package main

import _ "` + self + `/plugin"
`

// Golangci builds golangci-lint of the given version, such as "v2.15.0", with the
// plugin in it. It is what "golangci-lint custom" makes, from the module proxy alone.
func (b *Builder) Golangci(ctx context.Context, version, out string) error {
	m, err := b.download(ctx, golangci+"@"+version)
	if err != nil {
		return err
	}
	main, err := os.ReadFile(filepath.Join(m.Dir, "cmd", "golangci-lint", "main.go"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(m.Dir, "go.sum"))
	if err != nil {
		return err
	}
	return b.build(ctx, &program{
		module:  "bodyvet.invalid/golangci-lint",
		goLine:  "1.26.0",
		require: map[string]string{golangci: m.Version},
		files:   map[string][]byte{"main.go": main, "plugins.go": []byte(plugins), "go.sum": sum},
		ldflags: fmt.Sprintf("-X main.version=%s-bodyvet -X main.date=unknown", strings.TrimPrefix(m.Version, "v")),
	}, out)
}
