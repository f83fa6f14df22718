// Gen writes the pages of docs/rules from the manuals of the passes. It is run in
// internal/manual, by go generate.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/manual"
)

func main() {
	if err := run(filepath.Join("..", "..", "docs", "rules")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, content := range manual.Pages(analyzer.All(), analyzer.Suite) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	return nil
}
