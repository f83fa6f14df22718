package driver_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/driver"
)

// FuzzArguments gives the command what nobody would type. Nothing is analyzed, since
// the user has pressed Ctrl-C already: what is left is to understand the arguments, or to
// say in a line why not.
func FuzzArguments(f *testing.F) {
	for _, args := range []string{
		"", "./...", "-fix\n./...", "-diff\n-fix", "-format=sarif\na b", "-format=", "-go=1.27\n-toy.go", "-go=x", "-C\n", "-C=/nowhere",
		"-new-from=--upload-pack=x", "-toy=false", "-toy=perhaps", "-idle\n-toy=0", "help\nfix", "explain\ntoy\nx", "explain\n\x00", "passes\n-x",
		"-\n--\n---", "-tags=a,b\n-tests=no", "-html=/dev/null/x", "./...\n-fix", "-unproved=2", "-json\n-format=text", "version\nmore",
	} {
		f.Add(args)
	}
	f.Fuzz(func(t *testing.T, joined string) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var stdout, stderr bytes.Buffer
		p := &driver.Program{
			Suite: []*analysis.Analyzer{toy}, All: []*analysis.Analyzer{toy, idle},
			Stdout: &stdout, Stderr: &stderr,
			Env: []string{"GOFLAGS=-mod=mod", "GOWORK=off"},
		}
		args := strings.Split(joined, "\n")
		switch status := p.Run(ctx, args); status {
		case driver.Clean:
			if stdout.Len() == 0 {
				t.Errorf("%q: nothing was done, and nothing said", args)
			}
		case driver.CouldNot:
			if n := strings.Count(stderr.String(), "\n"); n == 0 || n > 30 {
				t.Errorf("%q: %d lines say what is wrong:\n%s", args, n, &stderr)
			}
		default:
			t.Errorf("%q: status %d\n%s%s", args, status, &stdout, &stderr)
		}
	})
}
