package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// A source is one file's content, to translate places in it.
type source struct {
	content []byte
	lines   []int // the offset of each line
}

// sources reads each file once.
type sources struct {
	read  func(file string) ([]byte, error)
	files map[string]*source
}

func (r *Result) sources() *sources {
	return &sources{read: r.Source, files: make(map[string]*source)}
}

// file returns a file's content; it is empty where it can't be read, since a report
// that is less exact is better than none.
func (s *sources) file(name string) *source {
	if src, ok := s.files[name]; ok {
		return src
	}
	src := &source{lines: []int{0}}
	if s.read != nil {
		if content, err := s.read(name); err == nil {
			src.content = content
		}
	}
	for i, c := range src.content {
		if c == '\n' {
			src.lines = append(src.lines, i+1)
		}
	}
	s.files[name] = src
	return src
}

// line returns the text of a line, which counts from 1, without its end.
func (s *source) line(n int) []byte {
	if n < 1 || n > len(s.lines) {
		return nil
	}
	text := s.content[s.lines[n-1]:]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return bytes.TrimSuffix(text, []byte("\r"))
}

// utf16 turns a column in bytes into one in UTF-16 code units, which is how most
// services count.
func (s *source) utf16(line, column int) int {
	text := s.line(line)
	n := min(max(column-1, 0), len(text))
	return 1 + len(utf16.Encode([]rune(string(text[:n]))))
}

// between returns the text of a range, or nothing where the content has no such range.
func (s *source) between(pos, end finding.Position) []byte {
	if pos.Line < 1 || end.Line < 1 || max(pos.Line, end.Line) > len(s.lines) {
		return nil
	}
	from, to := s.lines[pos.Line-1]+pos.Column-1, s.lines[end.Line-1]+end.Column-1
	if from < 0 || to < from || to > len(s.content) {
		return nil
	}
	return s.content[from:to]
}

// place is the line and the column, in bytes, of an offset.
func (s *source) place(offset int) (line, column int) {
	offset = min(offset, len(s.content))
	line = 1 + bytes.Count(s.content[:offset], []byte("\n"))
	return line, 1 + offset - s.lines[line-1]
}

// fingerprints returns a name for each finding that stays the same when lines above
// it come or go, and that no other finding has.
func (r *Result) fingerprints(src *sources) []string {
	prints := make([]string, len(r.Findings))
	seen := make(map[string]int)
	for i := range r.Findings {
		f := &r.Findings[i]
		// Neither the line's number nor the message, which may tell other lines'
		// numbers.
		text := strings.Join(strings.Fields(string(src.file(f.Pos.File).line(f.Pos.Line))), " ")
		key := strings.Join([]string{f.Pass, f.Kind, r.fromRoot(f.Pos.File), text}, "\x00")
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// fromRoot is a file's name as seen from the repository's folder, with slashes; that
// of one outside is absolute.
func (r *Result) fromRoot(file string) string {
	root := r.Root
	if root == "" {
		root = r.Dir
	}
	for _, base := range []string{root, realPath(root)} {
		if rel, err := filepath.Rel(base, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(file)
}

// message is what there is to say about a finding where there is no other place for
// the rest.
func message(f *finding.Finding) string {
	switch {
	case f.Proved():
		return f.Message + " (fix: " + f.Fix.Title + ")"
	case f.Reason != "" && !f.Fixable():
		return f.Message + " (no automatic fix: " + f.Reason + ")"
	}
	return f.Message
}
