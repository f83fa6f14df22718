// Package linkin builds other people's programs with bodyvet's passes linked in, each
// as the main package of a generated module that requires both.
package linkin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

const self = "github.com/bodyvet/bodyvet"

// A Source says where bodyvet's own passes come from: a version of the module, or else
// the folder of a work tree.
type Source struct {
	Version string
	Dir     string
}

// Own is the source that this program was built from.
func Own() (Source, error) {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
			if m.Path != self {
				continue
			}
			switch {
			case m.Replace != nil && m.Replace.Version == "":
				return Tree(m.Replace.Path)
			case m.Sum != "": // it came from the module proxy
				return Source{Version: m.Version}, nil
			}
		}
	}
	// Built in a work tree, whose place the compiler wrote down.
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		return Tree(filepath.Dir(filepath.Dir(filepath.Dir(file))))
	}
	return Source{}, errors.New("this bodyvet doesn't know which source it was built from")
}

// Tree is the source in a folder.
func Tree(dir string) (Source, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Source{}, err
	}
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return Source{}, fmt.Errorf("the source of bodyvet isn't there: %w", err)
	}
	if path := modfile.ModulePath(data); path != self {
		return Source{}, fmt.Errorf("%s has the module %s, not %s", dir, path, self)
	}
	return Source{Dir: dir}, nil
}

// A Builder builds programs.
type Builder struct {
	Source   Source
	Env      []string // additions to the environment of the go command
	Progress io.Writer
}

// A program is what to build.
type program struct {
	module  string // the generated module's path
	goLine  string
	require map[string]string // versions by module
	replace map[string]string // "path@version" or a folder, by module
	files   map[string][]byte
	ldflags string
}

// build builds p into the file out.
func (b *Builder) build(ctx context.Context, p *program, out string) (err error) {
	out, err = filepath.Abs(out)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bodyvet-build-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	mod, err := b.modFile(p)
	if err != nil {
		return err
	}
	files := maps.Clone(p.files)
	files["go.mod"] = mod
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	// With -mod=mod the go command completes go.mod and go.sum for what is built,
	// and not, as "go mod tidy" would, for the tests of everything.
	_, err = b.goCommand(ctx, dir, "build", "-mod=mod", "-ldflags=-s -w "+p.ldflags, "-o", out, ".")
	return err
}

func (b *Builder) modFile(p *program) ([]byte, error) {
	f := new(modfile.File)
	if err := f.AddModuleStmt(p.module); err != nil {
		return nil, err
	}
	if err := f.AddGoStmt(p.goLine); err != nil {
		return nil, err
	}
	require, replace := maps.Clone(p.require), maps.Clone(p.replace)
	if replace == nil {
		replace = make(map[string]string)
	}
	require[self] = b.Source.Version
	if b.Source.Dir != "" {
		require[self] = "v0.0.0"
		replace[self] = b.Source.Dir
	}
	for _, path := range slices.Sorted(maps.Keys(require)) {
		if err := f.AddRequire(path, require[path]); err != nil {
			return nil, err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(replace)) {
		to, version, _ := strings.Cut(replace[path], "@")
		if filepath.IsAbs(replace[path]) {
			to, version = filepath.ToSlash(replace[path]), ""
		}
		if err := f.AddReplace(path, "", to, version); err != nil {
			return nil, err
		}
	}
	f.Cleanup()
	return f.Format()
}

// A downloaded module is what "go mod download" says of it.
type downloaded struct {
	Version, Dir, GoMod, Error string
}

// download returns a module from the module cache, or from the proxy.
func (b *Builder) download(ctx context.Context, module string) (*downloaded, error) {
	out, err := b.goCommand(ctx, os.TempDir(), "mod", "download", "-json", module)
	m := new(downloaded)
	if jsonErr := json.Unmarshal(out, m); jsonErr == nil && m.Error != "" {
		return nil, errors.New(m.Error)
	} else if err == nil {
		err = jsonErr
	}
	return m, err
}

func (b *Builder) goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir), b.Env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if b.Progress != nil {
		cmd.Stderr = io.MultiWriter(&stderr, &downloads{w: b.Progress})
	}
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return stdout.Bytes(), fmt.Errorf("go %s: %w\n%s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return stdout.Bytes(), nil
}

// downloads passes on what the go command says of modules that it downloads.
type downloads struct{ w io.Writer }

// Write implements [io.Writer]. The go command writes whole lines.
func (d *downloads) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("go: downloading ")) {
		return d.w.Write(p)
	}
	return len(p), nil
}

// newer is the newer of two go lines.
func newer(a, b string) string {
	if compareGo(a, b) < 0 {
		return b
	}
	return a
}
