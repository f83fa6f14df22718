package gocmd

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestFilter(t *testing.T) {
	t.Parallel()
	var progress bytes.Buffer
	f := &filter{progress: &progress}
	for _, s := range []string{"# example.com/a\na.go:1:", "2: no\ngo: downl", "oading example.com/b v1.0.0\n", "go: done"} {
		if n, err := f.Write([]byte(s)); n != len(s) || err != nil {
			t.Errorf("Write = %d, %v", n, err)
		}
	}
	if got, want := f.rest(), "# example.com/a\na.go:1:2: no\ngo: done"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	if got, want := progress.String(), "go: downloading example.com/b v1.0.0\n"; got != want {
		t.Errorf("passed on %q, want %q", got, want)
	}
}

// An interrupt reaches what the go command started, even if that holds on to the
// command's output.
func TestInterrupt(t *testing.T) {
	bin := t.TempDir()
	if os.PathSeparator != '/' {
		t.Skip("plays the go command with a shell script")
	}
	pidFile := filepath.Join(bin, "pid")
	// A shell's background processes ignore interrupts.
	script := "#!/bin/sh\nsleep 60 &\necho $! >" + pidFile + ".new; mv " + pidFile + ".new " + pidFile + "\nwait\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for range 1000 {
			if _, err := os.Stat(pidFile); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	start := time.Now()
	r := &Runner{Dir: bin}
	if _, err := r.Describe(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Describe = %v, want %v", err, context.Canceled)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	pid, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if exec.Command("kill", "-0", strings.TrimSpace(string(pid))).Run() != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("what the go command started still runs")
}

func TestNoGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	r := &Runner{Dir: t.TempDir()}
	if _, err := r.Describe(context.Background()); !errors.Is(err, ErrNoGo) {
		t.Errorf("Describe = %v, want %v", err, ErrNoGo)
	}
}
