// Compare scores what any analyzer says against the labels of the corpus. It reads
// lines that begin with file:line: from the standard input, with files named as seen
// from the folder that its argument names:
//
//	bodyvet -C testdata/corpus/unclosed -format=text -unclosedbody ./... | go run ./internal/corpus/compare testdata/corpus/unclosed
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if err := run(os.Stdin, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var (
	place = regexp.MustCompile(`^(\S+\.go):([0-9]+):`)
	leak  = regexp.MustCompile(`//\s*LEAK\b`)
)

func run(in io.Reader, out io.Writer, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: compare FOLDER < what an analyzer says")
	}
	want, err := labels(args[0])
	if err != nil {
		return err
	}
	got := make(map[string]bool)
	for s := bufio.NewScanner(in); s.Scan(); {
		if m := place.FindStringSubmatch(s.Text()); m != nil {
			got[filepath.ToSlash(filepath.Clean(m[1]))+":"+m[2]] = true
		}
	}
	found := 0
	for at := range got {
		if want[at] {
			found++
		}
	}
	_, err = fmt.Fprintf(out, "%d leaks: %d found, %d missed, %d reports of what is none\n", len(want), found, len(want)-found, len(got)-found)
	return err
}

// labels are the lines that are marked as leaks.
func labels(dir string) (map[string]bool, error) {
	want := make(map[string]bool)
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		n := 0
		for line := range strings.Lines(string(src)) {
			if n++; leak.MatchString(line) {
				want[fmt.Sprintf("%s:%d", filepath.ToSlash(rel), n)] = true
			}
		}
		return nil
	})
	return want, err
}
