// Build prints the name of a golangci-lint, or a gopls, that has the passes of this
// work tree in it, and builds it first where it isn't in the cache:
//
//	go run ./internal/linkin/build golangci-lint VERSION CACHEDIR
//	go run ./internal/linkin/build gopls VERSION CACHEDIR
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/bodyvet/bodyvet/internal/linkin"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: build golangci-lint|gopls VERSION CACHEDIR")
	}
	source, err := linkin.Own()
	if err != nil {
		return err
	}
	b := &linkin.Builder{Source: source, Progress: os.Stderr}
	name, version, cache := args[0], args[1], args[2]
	file, err := b.Cached(context.Background(), cache, name+"-"+version, func(ctx context.Context, out string) error {
		if name == "gopls" {
			return b.Gopls(ctx, version, "", out)
		}
		return b.Golangci(ctx, version, out)
	})
	if err != nil {
		return err
	}
	fmt.Println(file)
	return nil
}
