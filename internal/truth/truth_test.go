package truth_test

import (
	"fmt"
	"go/format"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/inmem"
	"github.com/bodyvet/bodyvet/internal/truth"
)

// run analyzes one source file with all passes.
func run(t testing.TB, source string) (*inmem.World, []analysis.Diagnostic) {
	t.Helper()
	list, err := analyzer.New(analyzer.Settings{Go: "1.27"})
	if err != nil {
		t.Fatal(err)
	}
	w := inmem.New("go1.26")
	p, err := w.Check("p", map[string]string{"p.go": source})
	if err != nil {
		t.Fatalf("%v\n%s", err, numbered(source))
	}
	found, err := w.Run(p, list)
	if err != nil {
		t.Fatalf("%v\n%s", err, numbered(source))
	}
	return w, found
}

func numbered(source string) string {
	var b strings.Builder
	for i, line := range strings.Split(source, "\n") {
		fmt.Fprintf(&b, "%d\t%s\n", i+1, line)
	}
	return b.String()
}

// check holds the leaks that are reported to those that there are: a report where there
// is none is false. It returns how many leaks were found and how many there are.
func check(t testing.TB, p *truth.Program) (found, all int) {
	t.Helper()
	w, diags := run(t, p.Source)
	reported := make(map[int]bool)
	for _, d := range diags {
		if d.Category != "unclosedbody" {
			continue
		}
		line := w.Fset.Position(d.Pos).Line
		leaks, isRequest := p.Requests[line]
		if isRequest && !leaks {
			t.Errorf("false report in line %d: %s\n%s", line, d.Message, numbered(p.Source))
		}
		reported[line] = true
	}
	for line, leaks := range p.Requests {
		if leaks {
			all++
			if reported[line] {
				found++
			}
		}
	}
	return found, all
}

// checkFixes applies the fixes of what has nothing to do with leaks, and again those of
// what is left, and sees that each result builds, is formatted, leaves nothing more
// open, and that this comes to its end.
func checkFixes(t testing.TB, p *truth.Program) {
	t.Helper()
	source := p.Source
	w, diags := run(t, source)
	for range 4 { // of two drains of one body the first one stays until the second is gone
		fixed, n := apply(w, source, diags)
		if n == 0 {
			return
		}
		formatted, err := format.Source([]byte(fixed))
		if err != nil || string(formatted) != fixed {
			t.Errorf("the fixed file is not formatted: %v\n%s", err, numbered(fixed))
			return
		}
		was := leaks(diags)
		w, diags = run(t, fixed) // which type-checks it
		if is := leaks(diags); is > was {
			t.Errorf("%d leaks before, %d after\n%s\nto\n%s", was, is, numbered(source), numbered(fixed))
			return
		}
		source = fixed
	}
	t.Errorf("it is changed again and again, in the end to\n%s", numbered(source))
}

func leaks(diags []analysis.Diagnostic) (n int) {
	for _, d := range diags {
		if d.Category == "unclosedbody" {
			n++
		}
	}
	return n
}

// apply applies the fixes of all diagnostics but those of leaks.
func apply(w *inmem.World, source string, diags []analysis.Diagnostic) (string, int) {
	var edits []analysis.TextEdit
	for _, d := range diags {
		if d.Category != "unclosedbody" && len(d.SuggestedFixes) > 0 {
			edits = append(edits, d.SuggestedFixes[0].TextEdits...)
		}
	}
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return int(b.Pos - a.Pos) })
	for _, e := range edits {
		start := w.Fset.Position(e.Pos).Offset
		end := w.Fset.Position(e.End).Offset
		source = source[:start] + string(e.NewText) + source[end:]
	}
	return source, len(edits)
}

// TestEngine runs a fixed number of programs; the fuzzer below goes on where it ends.
func TestEngine(t *testing.T) {
	t.Parallel()
	found, all := 0, 0
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		choices := make([]byte, 20+r.IntN(120))
		for i := range choices {
			choices[i] = byte(r.Uint32())
		}
		p := truth.Make(choices)
		f, a := check(t, p)
		found, all = found+f, all+a
		checkFixes(t, p)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d leaks found", found, all)
	if found < all*85/100 {
		t.Errorf("%d of %d leaks found", found, all)
	}
}

func FuzzEngine(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		choices := make([]byte, 60)
		for i := range choices {
			choices[i] = byte(r.Uint32())
		}
		f.Add(choices)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) > 200 {
			return
		}
		p := truth.Make(choices)
		check(t, p)
		checkFixes(t, p)
	})
}
