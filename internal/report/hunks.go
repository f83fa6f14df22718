package report

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// A hunk is a part of a file that a fix changes, with a few lines around it.
type hunk struct {
	file  string // absolute
	line  int    // of the first line, before the fix
	lines []hunkLine
}

// A hunkLine is a line that goes ('-'), comes ('+') or stays (' ').
type hunkLine struct {
	op   byte
	text string
}

var hunkHeader = regexp.MustCompile(`^@@ -([0-9]+)`)

// hunks returns what a fix changes, in the order of files and lines; nothing where
// that can't be told.
func (r *Result) hunks(fix *finding.Fix) []hunk {
	if r.Preview == nil {
		return nil
	}
	after := r.Preview(fix)
	var hunks []hunk
	for _, file := range slices.Sorted(maps.Keys(after)) {
		before, err := r.Source(file)
		if err != nil {
			continue
		}
		hunks = append(hunks, parseDiff(file, diff.Diff("a", before, "b", after[file]))...)
	}
	return hunks
}

// parseDiff reads one file's unified diff.
func parseDiff(file string, unified []byte) []hunk {
	var hunks []hunk
	for text := range strings.Lines(string(bytes.ToValidUTF8(unified, []byte("\uFFFD")))) {
		text = strings.TrimRight(text, "\r\n")
		if m := hunkHeader.FindStringSubmatch(text); m != nil {
			line, _ := strconv.Atoi(m[1]) // it is digits
			hunks = append(hunks, hunk{file: file, line: line})
			continue
		}
		if len(hunks) == 0 || text == "" || text[0] == '\\' {
			continue // the header, or the missing end of the last line
		}
		h := &hunks[len(hunks)-1]
		h.lines = append(h.lines, hunkLine{text[0], text[1:]})
	}
	return hunks
}
