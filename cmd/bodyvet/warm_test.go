package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestWarm holds the command to what it adds to the go command, which caches: on a
// program of many packages, when nothing has changed and when one file has, it takes not
// much longer than "go vet" with the same tool. The times are compared, side by side, and
// not taken for themselves, since a machine may be slow or busy.
func TestWarm(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes 500 packages")
	}
	const (
		packages = 500
		rounds   = 3
		most     = 2 // times what go vet takes
	)
	tool, err := exec.LookPath("bodyvet")
	if err != nil {
		t.Fatal(err)
	}
	dir := program(t, packages)
	command := func() time.Duration { return timed(t, dir, tool, "-go=1.27", "./...") }
	vet := func() time.Duration {
		return timed(t, dir, "go", "vet", "-vettool="+tool, "-json", "-alldeps", "-go=1.27", "./...")
	}
	cold := command()

	fastest := func(prepare func()) (bodyvet, goVet time.Duration) {
		bodyvet, goVet = time.Hour, time.Hour
		for range rounds {
			prepare()
			bodyvet = min(bodyvet, command())
			prepare()
			goVet = min(goVet, vet())
		}
		return bodyvet, goVet
	}
	version := 0
	for _, c := range []struct {
		name    string
		prepare func()
	}{
		{"nothing", func() {}},
		{"a package that 14 others need", func() { version++; edit(t, dir, 60, version) }},
	} {
		bodyvet, goVet := fastest(c.prepare)
		t.Logf("%s has changed: %v, of which go vet takes %v; the first run took %v", c.name, bodyvet, goVet, cold)
		if bodyvet > most*goVet {
			t.Errorf("%s has changed: bodyvet takes %v, go vet alone %v", c.name, bodyvet, goVet)
		}
		if bodyvet > cold/2 {
			t.Errorf("%s has changed: bodyvet takes %v, and %v for all packages", c.name, bodyvet, cold)
		}
	}
}

// timed runs a program that finds something, or not, and returns how long that took.
func timed(t *testing.T, dir, name string, args ...string) time.Duration {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%s: %v\n%s", name, err, out.Bytes())
	}
	return took
}

// program makes a module of n packages, which make up a binary tree: each imports the one
// with half its number. Each has a request in it, and one in ten a drain.
func program(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/warm\n\ngo 1.26\n")
	for i := range n {
		if err := os.Mkdir(filepath.Join(dir, fmt.Sprintf("p%d", i)), 0o777); err != nil {
			t.Fatal(err)
		}
		edit(t, dir, i, 0)
	}
	return dir
}

// edit writes a version of a package.
func edit(t *testing.T, dir string, i, version int) {
	t.Helper()
	imports, use, drain := "", "url", ""
	if i > 0 {
		imports = fmt.Sprintf("\n\t\"example.com/warm/p%d\"", i/2)
		use = fmt.Sprintf("p%d.URL(url)", i/2)
	}
	if i%10 == 0 {
		imports = "\n\t\"io\"" + imports
		drain = "\tio.Copy(io.Discard, resp.Body)\n"
	}
	write(t, filepath.Join(dir, fmt.Sprintf("p%d", i), "client.go"), fmt.Sprintf(`package p%d

import (
	"net/http"%s
)

const version = %d

func URL(url string) string { return url }

func Status(c *http.Client, url string) (int, error) {
	resp, err := c.Get(%s)
	if err != nil {
		return version, err
	}
	defer resp.Body.Close()
%s	return resp.StatusCode, nil
}
`, i, imports, version, use, drain))
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
