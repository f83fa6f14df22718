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
	lines []hunkLine
}

// A hunkLine is a line that goes ('-'), comes ('+') or stays (' '), with its number: in
// the file as it is, or for one that comes, as it will be.
type hunkLine struct {
	op     byte
	number int
	text   string
}

var hunkHeader = regexp.MustCompile(`^@@ -([0-9]+)(?:,[0-9]+)? \+([0-9]+)`)

// hunks returns what a fix changes, in the order of files and lines; nothing where
// that can't be told.
func (r *Result) hunks(fix *finding.Fix) []hunk {
	if r.After == nil {
		return nil
	}
	after := r.After(fix)
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
	var before, after int // numbers of the next line
	for text := range strings.Lines(string(bytes.ToValidUTF8(unified, []byte("\uFFFD")))) {
		text = strings.TrimRight(text, "\r\n")
		if m := hunkHeader.FindStringSubmatch(text); m != nil {
			before, _ = strconv.Atoi(m[1]) // they are digits
			after, _ = strconv.Atoi(m[2])
			hunks = append(hunks, hunk{file: file})
			continue
		}
		if len(hunks) == 0 || text == "" || text[0] == '\\' {
			continue // the header, or the missing end of the last line
		}
		h := &hunks[len(hunks)-1]
		l := hunkLine{text[0], before, text[1:]}
		switch l.op {
		case '+':
			l.number = after
			after++
		case '-':
			before++
		default:
			before++
			after++
		}
		h.lines = append(h.lines, l)
	}
	return hunks
}
