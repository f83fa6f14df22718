package perf

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Tool is a program for go vet -vettool.
type Tool struct {
	Name string
	path string
}

// Build builds the tool whose main package is pkg, as seen from this module's folder,
// into dir.
func Build(module, dir, name, pkg string) (Tool, error) {
	t := Tool{Name: name, path: filepath.Join(dir, filepath.Base(pkg))}
	cmd := exec.Command("go", "build", "-o", t.path, pkg)
	cmd.Dir = module
	if out, err := cmd.CombinedOutput(); err != nil {
		return t, fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
	}
	return t, nil
}

// A Vetting is what whole runs of go vet took.
type Vetting struct {
	Cold, Warm time.Duration // of the processor, over all processes
	Peak       int64         // bytes: the most that one process of the tool held
	Facts      int64         // bytes: what the tool wrote about all packages
	Units      int           // how often the tool ran
}

// Vet runs "go vet -vettool" over packages of the module in dir: cold, where all is
// compiled and nothing was analyzed, warm, and once more cold to see what each process
// holds. Runs of several tools can take turns.
func (t Tool) Vet(dir string, patterns ...string) (Vetting, error) {
	var v Vetting
	scratch, err := os.MkdirTemp("", "perf")
	if err != nil {
		return v, err
	}
	defer os.RemoveAll(scratch)
	fresh := filepath.Join(scratch, "tool")
	// The go command knows a tool by its content: one that it has never seen is one
	// whose results it doesn't have.
	if err := copyOf(t.path, fresh); err != nil {
		return v, err
	}
	if v.Cold, err = vet(dir, fresh, nil, patterns); err != nil {
		return v, err
	}
	if v.Warm, err = vet(dir, fresh, nil, patterns); err != nil {
		return v, err
	}
	self, err := os.Executable()
	if err != nil {
		return v, err
	}
	watcher, log := filepath.Join(scratch, "watcher"), filepath.Join(scratch, "log")
	if err := copyOf(self, watcher); err != nil {
		return v, err
	}
	again := filepath.Join(scratch, "again") // the watcher's version is that of what it watches
	if err := copyOf(t.path, again); err != nil {
		return v, err
	}
	if _, err := vet(dir, watcher, []string{watched + "=" + again, logged + "=" + log}, patterns); err != nil {
		return v, err
	}
	data, err := os.ReadFile(log)
	if err != nil {
		return v, fmt.Errorf("go vet ran no tool in %s (does it build?): %w", dir, err)
	}
	for line := range strings.Lines(string(data)) {
		var peak, facts int64
		if _, err := fmt.Sscan(line, &peak, &facts); err != nil {
			return v, err
		}
		v.Peak = max(v.Peak, peak)
		v.Facts += facts
		v.Units++
	}
	return v, nil
}

// copyOf copies a program, with something behind its end that no other copy has.
func copyOf(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	data = fmt.Appendf(data, "%d %s", time.Now().UnixNano(), to)
	return os.WriteFile(to, data, 0o777)
}

func vet(dir, tool string, env, patterns []string) (time.Duration, error) {
	cmd := exec.Command("go", slices.Concat([]string{"vet", "-vettool=" + tool}, patterns)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) { // findings are a failure as well
		return 0, err
	}
	if strings.Contains(stderr.String(), "internal error") {
		return 0, errors.New(stderr.String())
	}
	took, _ := usage(cmd.ProcessState)
	return took, nil
}

const (
	watched = "BODYVET_PERF_TOOL"
	logged  = "BODYVET_PERF_LOG"
)

// Watch runs the tool that [Tool.Vet] has put this very program in the place of, notes
// what it took, and exits, if it is the go command that has started this process.
func Watch() {
	tool, log := os.Getenv(watched), os.Getenv(logged)
	if tool == "" || log == "" {
		return
	}
	cmd := exec.Command(tool, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if cfg := os.Args[len(os.Args)-1]; strings.HasSuffix(cfg, ".cfg") {
		_, peak := usage(cmd.ProcessState)
		if err := note(log, peak, factsBeside(cfg)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(cmd.ProcessState.ExitCode())
}

func note(log string, peak, facts int64) error {
	f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f, "%d %d\n", peak, facts); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

// factsBeside is the size of the facts that the tool has written for a unit.
func factsBeside(cfg string) (size int64) {
	err := filepath.WalkDir(filepath.Dir(cfg), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(name) != "vet.out" {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		return 0
	}
	return size
}
