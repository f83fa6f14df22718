package linkin

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// kept is how many builds of one program stay in the cache, each for another state of
// the source.
const kept = 3

// Cached returns a program that was built from the very same source by the very same
// toolchain, or has it built. name tells programs and versions apart.
func (b *Builder) Cached(ctx context.Context, dir, name string, build func(ctx context.Context, out string) error) (string, error) {
	goVersion, err := b.goCommand(ctx, os.TempDir(), "env", "GOVERSION")
	if err != nil {
		return "", err
	}
	sum, err := b.Source.hash()
	if err != nil {
		return "", err
	}
	prefix := fmt.Sprintf("%s-bodyvet-%s-", name, strings.TrimSpace(string(goVersion)))
	file := filepath.Join(dir, prefix+sum)
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	// Several may build it at once; each one's is as good as the others'.
	temp, err := os.MkdirTemp(dir, "building-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	out := filepath.Join(temp, name)
	if err := build(ctx, out); err != nil {
		return "", err
	}
	if err := os.Rename(out, file); err != nil {
		return "", err
	}
	return file, prune(dir, prefix)
}

// prune removes the oldest builds.
func prune(dir, prefix string) error {
	old, err := filepath.Glob(filepath.Join(dir, prefix+"*"))
	if err != nil {
		return err
	}
	age := func(file string) int64 {
		info, err := os.Stat(file)
		if err != nil {
			return 0 // removed by another process
		}
		return info.ModTime().UnixNano()
	}
	slices.SortFunc(old, func(a, b string) int { return cmp.Compare(age(b), age(a)) })
	for _, file := range old[min(kept, len(old)):] {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// hash stands for everything of the source that is compiled.
func (s Source) hash() (string, error) {
	h := sha256.New()
	if s.Dir == "" {
		fmt.Fprintln(h, s.Version)
		return hex.EncodeToString(h.Sum(nil)[:8]), nil
	}
	err := filepath.WalkDir(s.Dir, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != s.Dir && (name == "testdata" || strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(name, "_test.go"):
			return nil
		case filepath.Ext(name) != ".go" && !strings.HasSuffix(name, ".go.txt") && name != "go.mod":
			return nil
		}
		rel, err := filepath.Rel(s.Dir, path)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		fmt.Fprintln(h, filepath.ToSlash(rel))
		_, err = io.Copy(h, f)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:8]), err
}
