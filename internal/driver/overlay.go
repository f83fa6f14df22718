package driver

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// An overlay lets the go command see other contents for some files.
type overlay struct {
	dir    string
	config string            // the file for the go command's flag -overlay
	dirs   map[string]string // the folders replaced, by the name of their folder in dir
}

const overlayPrefix = "bodyvet-overlay-"

// newOverlay writes the contents into a new temporary folder.
func newOverlay(contents map[string][]byte) (*overlay, error) {
	dir, err := os.MkdirTemp("", overlayPrefix)
	if err != nil {
		return nil, err
	}
	o := &overlay{dir: dir, config: filepath.Join(dir, "overlay.json"), dirs: make(map[string]string)}
	if err := o.write(contents); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return o, nil
}

// write writes the contents. All sources of a folder in which one file has changed are
// replaced: a pass that looks around in the folder of the files that it is given, for
// those of other builds, has to find there what it would find on the disk.
func (o *overlay) write(contents map[string][]byte) error {
	replace := make(map[string]string)
	for file := range contents {
		dir := filepath.Dir(file)
		sum := sha256.Sum256([]byte(dir))
		name := hex.EncodeToString(sum[:8])
		if _, done := o.dirs[name]; done {
			continue
		}
		o.dirs[name] = dir
		if err := os.Mkdir(filepath.Join(o.dir, name), 0o777); err != nil {
			return err
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			source := filepath.Join(dir, e.Name())
			if ext := filepath.Ext(source); e.IsDir() || ext != ".go" && ext != ".s" {
				continue
			}
			replacement := filepath.Join(o.dir, name, e.Name())
			if err := copyFile(replacement, source, contents); err != nil {
				return err
			}
			replace[source] = replacement
		}
	}
	config, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(o.config, config, 0o666)
}

// copyFile writes what contents has for source, or else its content on the disk.
func copyFile(replacement, source string, contents map[string][]byte) error {
	content, ok := contents[source]
	if !ok {
		var err error
		if content, err = os.ReadFile(source); err != nil {
			return err
		}
	}
	return os.WriteFile(replacement, content, 0o666)
}

func (o *overlay) remove() { _ = os.RemoveAll(o.dir) }

// undo gives files the names that they have on the disk.
func (o *overlay) undo(findings []finding.Finding, errs []finding.Error) {
	for i := range findings {
		f := &findings[i]
		f.Pos.File, f.End.File = o.original(f.Pos.File), o.original(f.End.File)
		for j := range f.Related {
			f.Related[j].Pos.File = o.original(f.Related[j].Pos.File)
		}
		if f.Fix == nil {
			continue
		}
		for j := range f.Fix.Edits {
			f.Fix.Edits[j].File = o.original(f.Fix.Edits[j].File)
		}
	}
	for i := range errs {
		errs[i].Message = named.ReplaceAllStringFunc(errs[i].Message, o.original)
	}
}

var (
	// replaced matches the name of a replacement. Its folder may be that of
	// another process: the go command's cache goes by contents, and answers with
	// the names that they had when it first saw them.
	replaced = regexp.MustCompile(overlayPrefix + `[^/\\]*[/\\]([0-9a-f]{16})[/\\]`)
	// named matches one in a message.
	named = regexp.MustCompile(`[^\s:]*` + overlayPrefix + `[^\s:]*\.go`)
)

// original is the name of the file that a replacement stands for.
func (o *overlay) original(file string) string {
	if m := replaced.FindStringSubmatch(file); m != nil {
		if dir, ok := o.dirs[m[1]]; ok {
			return filepath.Join(dir, filepath.Base(file))
		}
	}
	return file
}
