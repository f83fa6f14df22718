package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bodyvet/bodyvet"
	"github.com/bodyvet/bodyvet/internal/bench/measure"
)

// oldest is the oldest Go that builds the worker.
const oldest = "go1.26"

// toolchains reads the value of -go.
func toolchains(list string) ([]string, error) {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		given := strings.TrimSpace(name)
		name = "go" + strings.TrimPrefix(given, "go")
		switch {
		case !version.IsValid(name):
			return nil, fmt.Errorf("-go=%s: %q is no version of Go; it takes a list like go1.26.8,go1.27.3", list, given)
		case version.Compare(name, oldest) < 0:
			return nil, fmt.Errorf("-go=%s: %s is older than %s, the oldest that package drain is for", list, name, oldest)
		case !slices.Contains(names, name):
			names = append(names, name)
		}
	}
	return names, nil
}

// writeWorker writes the module that the worker is built in.
func writeWorker(dir string) error {
	gomod := []byte("module github.com/bodyvet/bodyvet\n\ngo 1.26.0\n")
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), gomod, 0o666); err != nil {
		return err
	}
	return fs.WalkDir(bodyvet.BenchSource, ".", func(name string, d fs.DirEntry, err error) error {
		target := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case err != nil || name == ".":
			return err
		case d.IsDir():
			return os.Mkdir(target, 0o777)
		}
		content, err := bodyvet.BenchSource.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666)
	})
}

// buildWorker builds the worker in dir with a toolchain and returns its file.
func buildWorker(ctx context.Context, dir, toolchain string) (string, error) {
	file := filepath.Join(dir, toolchain+".exe")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", file, "./internal/bench/worker")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOFLAGS=", "GO111MODULE=on", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("-go needs the go command, which isn't there")
	case err != nil:
		if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); lines[0] != "" {
			err = errors.New(strings.TrimPrefix(strings.TrimSpace(lines[len(lines)-1]), "go: "))
		}
		return "", fmt.Errorf("building with %s: %w", toolchain, err)
	}
	return file, nil
}

// runWorker measures with the worker in file. An interrupt reaches the worker as well,
// and it then sends what it has.
func runWorker(ctx context.Context, file string, c *measure.Config, progress func(protocol, mode string, n int), done func(measure.Row)) error {
	config, err := json.Marshal(c)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, file)
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	cmd.WaitDelay = 2 * time.Second
	cmd.Stdin = bytes.NewReader(config)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	decoded := decode(stdout, progress, done)
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return decoded
}

func decode(r io.Reader, progress func(protocol, mode string, n int), done func(measure.Row)) error {
	lines := json.NewDecoder(r)
	for {
		var message struct {
			Protocol, Mode string
			N              int
			Row            *measure.Row
		}
		switch err := lines.Decode(&message); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case message.Row != nil:
			done(*message.Row)
		default:
			progress(message.Protocol, message.Mode, message.N)
		}
	}
}
