// Package corpus reads the labelled code below testdata/corpus: which pass has to
// report on which line, and what a file is after its fixes. Its tests hold the passes
// to it.
//
// A comment at the end of a line marks it. DRAIN stands for a drain, a drain helper or
// a call of one, LEAK for a body that stays open, and "WANT name name" for reports of
// the passes with those names. A line without a mark must stay silent. The file
// case.go.golden is case.go after the fixes; where there is none, fixes must leave
// the file as it is. Goldens have no marks, so files are compared without them.
package corpus

import (
	"regexp"
	"slices"
	"strings"
)

// A Mark is what the comment of a line asks for. It is "DRAIN", "LEAK", or the name of
// a pass.
type Mark string

var passesOf = map[Mark][]string{
	"DRAIN": {"manualdrain", "drainhelper", "http2drain", "deaddrain"},
	"LEAK":  {"unclosedbody"},
}

// AskedOf reports whether a report of the pass is what m asks for.
func (m Mark) AskedOf(pass string) bool {
	if passes, ok := passesOf[m]; ok {
		return slices.Contains(passes, pass)
	}
	return string(m) == pass
}

var (
	label = regexp.MustCompile(`//\s*(LEAK|DRAIN)\b`)
	want  = regexp.MustCompile(`//\s*WANT ([\w ]+)`)
	mark  = regexp.MustCompile(`\s*//\s*(?:DRAIN|LEAK|WANT [\w ]+)\b.*$`)
)

// Marks returns the marks of a file by line.
func Marks(src string) map[int][]Mark {
	marks := make(map[int][]Mark)
	no := 0
	for line := range strings.Lines(src) {
		no++
		code, _, _ := strings.Cut(line, "//")
		if m := label.FindStringSubmatch(line); m != nil && strings.TrimSpace(code) != "" {
			marks[no] = append(marks[no], Mark(m[1]))
		}
		if m := want.FindStringSubmatch(line); m != nil {
			for name := range strings.FieldsSeq(m[1]) {
				marks[no] = append(marks[no], Mark(name))
			}
		}
	}
	return marks
}

// Unmarked returns a file without its marks, to compare two with each other.
func Unmarked(src string) string {
	var b strings.Builder
	for line := range strings.Lines(src) {
		b.WriteString(mark.ReplaceAllString(strings.TrimSuffix(line, "\n"), ""))
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}
