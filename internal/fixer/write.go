package fixer

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff returns the changes as a unified diff that "git apply" and "patch -p1" take.
// name turns a file's absolute name into the one to print.
func (t *Tree) Diff(name func(file string) string) []byte {
	var out bytes.Buffer
	for _, file := range slices.Sorted(maps.Keys(t.changed)) {
		shown := filepath.ToSlash(name(file))
		if bytes.ContainsRune([]byte(shown), ' ') {
			shown += "\t" // as git does: what follows a tab is no part of the name
		}
		d := diff.Diff("a/"+shown, t.onDisk[file], "b/"+shown, t.changed[file])
		if _, rest, ok := bytes.Cut(d, []byte("\n")); ok { // without the line "diff a/… b/…"
			out.Write(rest)
		}
	}
	return out.Bytes()
}

// Write puts the changed files on the disk and returns their names. Where one of
// them can't be written all are left as they were.
func (t *Tree) Write() ([]string, error) {
	var written []*replacement
	defer func() {
		for _, r := range written {
			r.discard()
		}
	}()
	// A fix can have been undone by a later one.
	files := slices.DeleteFunc(slices.Sorted(maps.Keys(t.changed)), func(file string) bool {
		return bytes.Equal(t.onDisk[file], t.changed[file])
	})
	for _, file := range files {
		r, err := prepare(file, t.onDisk[file], t.changed[file])
		if err != nil {
			return nil, fmt.Errorf("nothing was changed: %w", err)
		}
		written = append(written, r)
	}
	for i, r := range written {
		if err := r.commit(); err != nil {
			return nil, fmt.Errorf("nothing was changed: %w", errors.Join(err, undo(written[:i])))
		}
	}
	return files, nil
}

// A replacement is a new version of a file that lies beside it, complete, under
// another name.
type replacement struct {
	file, temp string
	old        []byte
}

func prepare(file string, old, content []byte) (*replacement, error) {
	// A symbolic link stays one; what it leads to is replaced.
	target, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(target)
	if err != nil {
		return nil, err
	}
	if info.Mode()&0o200 == 0 {
		return nil, &fs.PathError{Op: "write", Path: file, Err: fs.ErrPermission}
	}
	now, err := os.ReadFile(target)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(now, old) {
		return nil, fmt.Errorf("%s was changed by someone else while bodyvet ran", file)
	}
	temp, err := writeTemp(filepath.Dir(target), content, info)
	if err != nil {
		return nil, err
	}
	return &replacement{target, temp, old}, nil
}

// writeTemp writes a new file in dir that looks like the one that info describes.
func writeTemp(dir string, content []byte, info fs.FileInfo) (name string, err error) {
	f, err := os.CreateTemp(dir, ".bodyvet-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close())
	if err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	keepOwner(f.Name(), info)
	return f.Name(), nil
}

func (r *replacement) commit() error {
	err := os.Rename(r.temp, r.file)
	if err == nil {
		r.temp = ""
	}
	return err
}

func (r *replacement) discard() {
	if r.temp != "" {
		_ = os.Remove(r.temp) // the error that led here is the one to tell
	}
}

// undo puts back the files that were already replaced.
func undo(written []*replacement) error {
	var errs []error
	for _, r := range written {
		info, err := os.Stat(r.file)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		temp, err := writeTemp(filepath.Dir(r.file), r.old, info)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		errs = append(errs, os.Rename(temp, r.file))
	}
	return errors.Join(errs...)
}
