// Package fixer carries out the fixes of findings: in memory first, where they are
// merged, formatted and can be shown as a diff or type-checked, then on the disk, all
// files or none.
//
// For one and the same list of fixes the result is that of "go vet -fix", whose code
// can't be called from outside. Beyond that it writes no file in part, and leaves
// alone what isn't the user's source.
package fixer

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// A Tree is the source as it would be after some fixes.
type Tree struct {
	// MayChange says why a file must not be changed, or "". What can be seen in
	// the file itself, such as that it's generated, the Tree looks at.
	MayChange func(file string) string
	// Names looks up the names of packages by import path, as seen from dir.
	Names func(dir string, paths []string) map[string]string

	onDisk  map[string][]byte
	changed map[string][]byte
	barred  map[string]string // why a file must not be changed; "" if it may
}

// Content is a file with the fixes applied so far.
func (t *Tree) Content(file string) ([]byte, error) {
	if content, ok := t.changed[file]; ok {
		return content, nil
	}
	return t.original(file)
}

func (t *Tree) original(file string) ([]byte, error) {
	if content, ok := t.onDisk[file]; ok {
		return content, nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if t.onDisk == nil {
		t.onDisk = make(map[string][]byte)
	}
	t.onDisk[file] = content
	return content, nil
}

// Changed holds the new content of every file that differs from the disk's.
func (t *Tree) Changed() map[string][]byte { return maps.Clone(t.changed) }

// Restore sets the changed files to what [Tree.Changed] returned earlier.
func (t *Tree) Restore(changed map[string][]byte) { t.changed = maps.Clone(changed) }

// Preview returns the files that a fix changes, with it applied to what the tree has
// now; nothing where it can't be applied. The tree stays as it is.
func (t *Tree) Preview(fix *finding.Fix) map[string][]byte {
	if t.Barred(fix) != "" {
		return nil
	}
	_, edits := merge([]*finding.Fix{fix})
	// Looking up packages takes the go command, too long for a look: of imports whose
	// last use goes, those stay that are named otherwise than their path says.
	contents, err := t.rewriteNamed(edits, func(string, []string) map[string]string { return nil })
	if err != nil {
		return nil
	}
	return contents
}

// Barred says why fix can't be applied in this tree whatever else is, or "".
func (t *Tree) Barred(fix *finding.Fix) string {
	for _, e := range fix.Edits {
		if why := t.barredFile(e.File); why != "" {
			return why
		}
	}
	return ""
}

func (t *Tree) barredFile(file string) string {
	why, ok := t.barred[file]
	if ok {
		return why
	}
	if t.barred == nil {
		t.barred = make(map[string]string)
	}
	why = t.MayChange(file)
	if why == "" {
		why = t.barredContent(file)
	}
	t.barred[file] = why
	return why
}

func (t *Tree) barredContent(file string) string {
	content, err := t.original(file)
	if err != nil {
		return fmt.Sprintf("the file can't be read: %v", errors.Unwrap(err))
	}
	if bytes.Contains(content, []byte("\n//line ")) || bytes.Contains(content, []byte("/*line ")) {
		// The passes' positions are those that the directive claims.
		return "a line directive in the file moves its positions"
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "the file can't be parsed"
	}
	if ast.IsGenerated(f) {
		return "the file is generated"
	}
	return ""
}

// Apply adds fixes, whose offsets are those of the current content, to the tree. A
// fix that is barred, or that doesn't go together with an earlier one, is left out as
// a whole. It returns the fixes that were applied, and those that can't ever be since
// they leave no Go behind.
func (t *Tree) Apply(fixes []*finding.Fix) (applied, broken []*finding.Fix, err error) {
	fixes = slices.DeleteFunc(slices.Clone(fixes), func(fix *finding.Fix) bool { return t.Barred(fix) != "" })
	for {
		applied, edits := merge(fixes)
		contents, err := t.rewrite(edits)
		var bad *noGoError
		switch {
		case err == nil:
			if t.changed == nil {
				t.changed = make(map[string][]byte)
			}
			maps.Copy(t.changed, contents)
			return applied, broken, nil
		case !errors.As(err, &bad):
			return nil, nil, err
		}
		culprits, err := t.culprits(fixes, bad.file)
		if err != nil {
			return nil, nil, err
		}
		if len(culprits) == 0 {
			// Each is good Go by itself, so the later ones get their turn in
			// another round.
			culprits = allButFirst(fixes, bad.file)
		} else {
			broken = append(broken, culprits...)
		}
		fixes = slices.DeleteFunc(fixes, func(fix *finding.Fix) bool { return slices.Contains(culprits, fix) })
	}
}

// culprits returns the fixes that by themselves make a file unparsable.
func (t *Tree) culprits(fixes []*finding.Fix, file string) ([]*finding.Fix, error) {
	var culprits []*finding.Fix
	for _, fix := range fixes {
		if !touches(fix, file) {
			continue
		}
		_, edits := merge([]*finding.Fix{fix})
		_, err := t.rewrite(edits)
		var bad *noGoError
		switch {
		case errors.As(err, &bad):
			culprits = append(culprits, fix)
		case err != nil:
			return nil, err
		}
	}
	return culprits, nil
}

func allButFirst(fixes []*finding.Fix, file string) []*finding.Fix {
	var touching []*finding.Fix
	for _, fix := range fixes {
		if touches(fix, file) {
			touching = append(touching, fix)
		}
	}
	return touching[1:]
}

func touches(fix *finding.Fix, file string) bool {
	return slices.ContainsFunc(fix.Edits, func(e finding.Edit) bool { return e.File == file })
}

// A noGoError says that a file comes out of its edits as something else than Go.
type noGoError struct {
	file string
	err  error // what the parser says, or nil where the edits don't fit the file
}

// Error implements [error].
func (e *noGoError) Error() string { return fmt.Sprintf("%s: %v", e.file, e.err) }

// rewrite returns the content of the files after edits. Its error is a [noGoError]
// where that is not to be had for a file.
func (t *Tree) rewrite(edits map[string][]finding.Edit) (map[string][]byte, error) {
	return t.rewriteNamed(edits, t.Names)
}

func (t *Tree) rewriteNamed(edits map[string][]finding.Edit, names func(dir string, paths []string) map[string]string) (map[string][]byte, error) {
	contents := make(map[string][]byte)
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		before, err := t.Content(file)
		if err != nil {
			return nil, err
		}
		after, ok := splice(before, edits[file])
		if !ok {
			return nil, &noGoError{file, nil}
		}
		after, err = tidy(file, before, after, names)
		if err != nil {
			return nil, &noGoError{file, err}
		}
		if !bytes.Equal(before, after) {
			contents[file] = after
		}
	}
	return contents, nil
}
