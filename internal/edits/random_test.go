package edits_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/bodyvet/bodyvet/internal/edits"
)

var (
	rounds   = flag.Int("rounds", 1, "how many changes to make to each file of the standard library")
	seed     = flag.Int("seed", 0, "where random numbers begin")
	packages = flag.String("packages", "io,os,bufio,net/url,net/textproto,encoding/json,text/template,net/http,net/http/httputil,go/printer,slices,sync",
		"the packages to make random changes to")
)

// TestRandomDeletions deletes statements at random from files of the standard
// library. Each change must either be refused, or leave a package that
// type-checks, is gofmt-clean and has all comments that it should have.
func TestRandomDeletions(t *testing.T) {
	for _, path := range strings.Split(*packages, ",") {
		t.Run(path, func(t *testing.T) {
			if testing.Short() && path == "net/http" {
				t.Skip("takes a second per round")
			}
			p := loadStd(t, path)
			made, refused := 0, make(map[string]int)
			for round := range *rounds {
				// One change in each file, all checked together; the culprit is
				// looked for only if that fails.
				results := make(map[string][]byte)
				for i, name := range p.names {
					got, reason := randomChange(t, p, name, uint64(*seed+round*1000+i))
					if reason != "" {
						refused[reason]++
						continue
					}
					made++
					results[name] = got
				}
				if p.recheck(results, true) == nil {
					continue
				}
				for name, got := range results {
					if err := p.recheck(map[string][]byte{name: got}, true); err != nil {
						t.Errorf("%s, round %d: %v\n%s", name, round, err, diffLines(p.src[name], got))
					}
				}
			}
			t.Logf("%d changes made, refused: %v", made, refused)
		})
	}
}

// TestCRLF makes the same changes to files with either kind of line ends: the
// results must differ in nothing else.
func TestCRLF(t *testing.T) {
	for _, path := range []string{"io", "net/textproto", "sync"} {
		unix, dos := loadStd(t, path), newPackage()
		for _, name := range unix.names {
			dos.add(t, name, bytes.ReplaceAll(unix.src[name], []byte("\n"), []byte("\r\n")))
		}
		dos.check(t)
		for i, name := range unix.names {
			for round := range 10 {
				n := uint64(*seed + round*1000 + i)
				got, reason := randomChange(t, dos, name, n)
				if strings.HasPrefix(reason, "a raw string") {
					continue
				}
				want, wantReason := randomChange(t, unix, name, n)
				if reason != wantReason {
					t.Errorf("%s, seed %d: refused: %q, with plain line ends %q", name, n, reason, wantReason)
				}
				if want = bytes.ReplaceAll(want, []byte("\n"), []byte("\r\n")); !bytes.Equal(want, got) {
					t.Errorf("%s, seed %d: the line ends matter:\n%s", name, n, diffLines(want, got))
				}
			}
		}
	}
}

// FuzzDeletions is TestRandomDeletions for one file and any seed.
func FuzzDeletions(f *testing.F) {
	p := loadStd(f, "io")
	f.Add(uint64(1), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, file uint8) {
		name := p.names[int(file)%len(p.names)]
		got, reason := randomChange(t, p, name, seed)
		if reason != "" {
			return
		}
		if err := p.recheck(map[string][]byte{name: got}, true); err != nil {
			t.Errorf("%s: %v\n%s", name, err, diffLines(p.src[name], got))
		}
	})
}

// loadStd type-checks a package of the standard library from source.
func loadStd(t testing.TB, path string) *pkg {
	bp, err := build.Import(path, "", 0)
	if err != nil {
		t.Skip(err)
	}
	p := newPackage()
	for _, name := range bp.GoFiles {
		src, err := os.ReadFile(filepath.Join(bp.Dir, name))
		if err != nil {
			t.Skip(err)
		}
		p.add(t, name, src)
	}
	p.check(t)
	return p
}

// randomChange deletes some statements of one file and returns the result, or why
// it was refused.
func randomChange(t testing.TB, p *pkg, name string, seed uint64) (result []byte, reason string) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 7))
	var lists [][]ast.Stmt
	ast.Inspect(p.files[name], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			lists = append(lists, n.List)
		case *ast.CaseClause:
			lists = append(lists, n.Body)
		case *ast.CommClause:
			lists = append(lists, n.Body)
		case *ast.IfStmt:
			if n.Else != nil {
				lists = append(lists, []ast.Stmt{n.Else})
			}
		}
		return true
	})
	if len(lists) == 0 {
		return nil, "no statements"
	}
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%s, seed %d: panic: %v", name, seed, r)
		}
	}()
	c := p.file(name).NewChange()
	c.Imports = true
	deleted := make(map[ast.Node]bool)
	for range 1 + rnd.IntN(3) {
		list := lists[rnd.IntN(len(lists))]
		if n := len(list); n > 1 {
			if _, ok := list[n-1].(*ast.ReturnStmt); ok && rnd.IntN(10) > 0 {
				list = list[:n-1] // or most changes would be refused
			}
		}
		if len(list) == 0 {
			continue
		}
		from := rnd.IntN(len(list))
		for _, stmt := range list[from:min(len(list), from+1+rnd.IntN(3))] {
			c.Delete(stmt)
			deleted[stmt] = true
		}
	}
	if len(deleted) == 0 {
		return nil, "no statements"
	}
	got, err := c.Edits()
	if err != nil {
		return nil, general(err.Error())
	}
	again, err := c.Edits()
	if err != nil || fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("%s, seed %d: not deterministic", name, seed)
	}
	result = p.result(t, name, got)
	unix := bytes.ReplaceAll(result, []byte("\r\n"), []byte("\n"))
	if formatted, err := format.Source(unix); err != nil || !bytes.Equal(formatted, unix) {
		t.Errorf("%s, seed %d: the result is not gofmt-clean (%v)\n%s", name, seed, err, diffLines(unix, formatted))
	}
	for text, n := range ownComments(t, p.src[name]) {
		if m := ownComments(t, result)[text]; m != n && !edits.AboutDraining(text) {
			t.Errorf("%s, seed %d: a comment was lost: %q\n%s", name, seed, text, diffLines(p.src[name], result))
		}
	}
	return result, ""
}

// general takes the name of an object out of a reason.
func general(reason string) string {
	if i := strings.Index(reason, " is declared in"); i >= 0 {
		return "X" + reason[i:]
	}
	return reason
}

// ownComments counts the comments inside of functions that stand on lines of their
// own. A paragraph counts as one comment.
func ownComments(t testing.TB, src []byte) map[string]int {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	inFunc := func(pos token.Pos) bool {
		for _, d := range file.Decls {
			if d.Pos() < pos && pos < d.End() {
				_, ok := d.(*ast.FuncDecl)
				return ok
			}
		}
		return false
	}
	count := make(map[string]int)
	for _, g := range file.Comments {
		if !inFunc(g.Pos()) {
			continue
		}
		start := fset.Position(g.Pos()).Offset
		line := src[bytes.LastIndexByte(src[:start], '\n')+1 : start]
		if len(bytes.TrimSpace(line)) > 0 {
			continue
		}
		var text []string
		for _, c := range g.List {
			text = append(text, c.Text)
		}
		count[strings.Join(text, "\n")]++
	}
	return count
}

// diffLines shows how two texts differ.
func diffLines(a, b []byte) string { return string(diff.Diff("before", a, "after", b)) }
