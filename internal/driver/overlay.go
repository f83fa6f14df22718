package driver

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// An overlay lets the go command see other contents for some files.
type overlay struct {
	dir    string
	config string // the file for the go command's flag -overlay
}

// overlayPrefix begins the name of every overlay's folder. Below it a replacement has the
// absolute name of the file that it stands for, with the volume, such as C:, in
// hexadecimal digits.
//
// So the one name can be told from the other without the overlay: the go command's cache
// goes by contents, and answers a later run, to which the fixed files are those on the
// disk, with the names that they had when it first saw them.
const overlayPrefix = "bodyvet-overlay-"

// newOverlay writes the contents into a new temporary folder.
func newOverlay(contents map[string][]byte) (*overlay, error) {
	dir, err := os.MkdirTemp("", overlayPrefix)
	if err != nil {
		return nil, err
	}
	o := &overlay{dir: dir, config: filepath.Join(dir, "overlay.json")}
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
	done := make(map[string]bool)
	for file := range contents {
		dir := filepath.Dir(file)
		if done[dir] {
			continue
		}
		done[dir] = true
		replacements := o.replacement(dir)
		if err := os.MkdirAll(replacements, 0o777); err != nil {
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
			replacement := filepath.Join(replacements, e.Name())
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

// replacement is the name of what stands for an absolute name.
func (o *overlay) replacement(name string) string {
	volume := filepath.VolumeName(name)
	return filepath.Join(o.dir, "v"+hex.EncodeToString([]byte(volume)), name[len(volume):])
}

// undoOverlays gives files the names that they have on the disk.
func undoOverlays(findings []finding.Finding, errs []finding.Error) {
	for i := range findings {
		f := &findings[i]
		f.Pos.File, f.End.File = original(f.Pos.File), original(f.End.File)
		for j := range f.Related {
			f.Related[j].Pos.File = original(f.Related[j].Pos.File)
		}
		if f.Fix == nil {
			continue
		}
		for j := range f.Fix.Edits {
			f.Fix.Edits[j].File = original(f.Fix.Edits[j].File)
		}
	}
	for i := range errs {
		errs[i].Message = originals(errs[i].Message)
	}
}

// replaced matches what stands before the rest of an absolute name.
const replaced = overlayPrefix + `[0-9]+[/\\]v([0-9a-f]*)`

var replacedName = regexp.MustCompile(`^.*` + replaced)

// original is the name of the file that a replacement stands for. Other names it returns
// as they are.
func original(file string) string { return replacedName.ReplaceAllStringFunc(file, volumeOf) }

// originals is a message with all names as they are on the disk. Spaces in the name of the
// folder for temporary files are no end of a name.
func originals(message string) string {
	if !strings.Contains(message, overlayPrefix) {
		return message
	}
	temp := regexp.QuoteMeta(filepath.Clean(os.TempDir()) + string(filepath.Separator))
	return regexp.MustCompile(`(`+temp+`|\S*)`+replaced).ReplaceAllStringFunc(message, volumeOf)
}

func volumeOf(prefix string) string {
	volume, err := hex.DecodeString(prefix[strings.LastIndexByte(prefix, 'v')+1:])
	if err != nil {
		return prefix
	}
	return string(volume)
}
