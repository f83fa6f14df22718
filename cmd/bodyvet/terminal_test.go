//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

const terminalModule = `package weather

import (
	"errors"
	"io"
	"net/http"
)

func Fetch(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound && resp.Header.Get("X-Reason-That-Takes-The-Line-Over-The-Edge") == "" {
		return nil, errors.New("no such place")
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func Ping(c *http.Client, url string) (bool, error) {
	resp, err := c.Get(url)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode == http.StatusOK, nil
}
`

// What stands on a terminal is fit to it: in colours as far as it and its user want
// them, in lines of its width, with the code and the path, and plain where asked for.
func TestTerminal(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":    "module example.com/weather\n\ngo 1.26\n",
		"client.go": terminalModule,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const (
		escape = "\x1b["
		red    = "\x1b[1;31m"
	)
	tests := map[string]struct {
		args    []string
		env     []string
		columns uint16
		has     []string // with the escapes in it
		hasNot  []string
		shows   []string // without
	}{
		"colours": {
			columns: 90,
			has:     []string{red + "^^^^", "\x1b[1mclient.go"},
			shows: []string{
				"  10:15  response body of resp is not closed",
				"    10 → opened here\n",
				"    15 → returns here, with the body open\n",
				"       fix: Move the Close up to the error check\n",
				"    27 -     io.Copy(io.Discard, resp.Body)\n",
				"1 drain can go: 1 fixed by -fix\n",
				"bodyvet -fix applies 2 fixes to 1 file;",
			},
		},
		"NO_COLOR": {
			columns: 90,
			env:     []string{"NO_COLOR=1"},
			hasNot:  []string{red, "\x1b[31m", "\x1b[32m", "\x1b[35m"},
			shows:   []string{"^^^^"},
		},
		"dumb": {
			columns: 90,
			env:     []string{"TERM=dumb"},
			hasNot:  []string{escape},
			shows:   []string{"^^^^"},
		},
		"narrow": {columns: 40, shows: []string{"^^^^", "…\n", "opened here", "if resp.StatusCode"}},
		"wide":   {columns: 300, shows: []string{"^^^^"}},
		"text": {
			columns: 90,
			args:    []string{"-format=text"},
			hasNot:  []string{escape, "^^^^"},
			shows:   []string{"client.go:10:15: response body of resp", "client.go:27:2: resp.Body is drained"},
		},
		"json": {columns: 90, args: []string{"-json"}, hasNot: []string{escape}, shows: []string{`"findings"`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := onTerminal(t, dir, test.columns, test.env, append(test.args, "-go=1.27", "./...")...)
			plain := ansi.Strip(got)
			for _, want := range test.has {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in:\n%q", want, got)
				}
			}
			for _, bad := range test.hasNot {
				if strings.Contains(got, bad) {
					t.Errorf("%q in:\n%q", bad, got)
				}
			}
			for _, want := range test.shows {
				if !strings.Contains(plain, want) {
					t.Errorf("no %q in:\n%s", want, plain)
				}
			}
			if len(test.args) > 0 {
				return // programs, and what is searched by line, take lines as they are
			}
			for line := range strings.Lines(plain) {
				if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > int(min(test.columns, 120)) {
					t.Errorf("%d columns on a terminal of %d: %s", w, test.columns, line)
				}
			}
		})
	}
}

// onTerminal runs bodyvet with its standard output on a terminal, and its errors not,
// and returns what stands there.
func onTerminal(t *testing.T, dir string, columns uint16, env []string, args ...string) string {
	t.Helper()
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	defer ours.Close()
	if err := pty.Setsize(theirs, &pty.Winsize{Rows: 40, Cols: columns}); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := exec.Command("bodyvet", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=", "CLICOLOR_FORCE=", "NO_COLOR=")
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdout, cmd.Stderr = theirs, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	var out bytes.Buffer
	// Linux ends a terminal that nobody writes to any more with EIO.
	if _, err := io.Copy(&out, ours); err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("exit status: %v\n%s", err, stderr.String())
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}
