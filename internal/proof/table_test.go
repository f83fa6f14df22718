package proof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTable has package drain's table measured by both toolchains, net/http's transport
// by the newer and drain.NewTransport by the older. Row by row they are to be within one
// connection of each other.
//
// Where the next request comes at once, it races with the drain of the body before it,
// and a busy machine makes it lose now and then: the fewest connections of some runs are
// what the transport can do, and a run more can only lower them. So rows that are apart
// are measured again, alone.
func TestTable(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the tests of package drain twice")
	}
	const attempts = 30
	native, ours := make(map[string]int), make(map[string]int)
	var apart []string
	for attempt := range attempts {
		keepFewest(native, countRows(t, newer, "net/http", apart))
		keepFewest(ours, countRows(t, older, "drain", apart))
		if len(native) < 30 || !slices.Equal(slices.Sorted(maps.Keys(native)), slices.Sorted(maps.Keys(ours))) {
			// A row that its own test found too far from what it should be has no number.
			t.Logf("attempt %d: %d rows by %s, %d by %s", attempt, len(native), newer, len(ours), older)
			continue
		}
		apart = nil
		for _, row := range slices.Sorted(maps.Keys(native)) {
			if a, b := native[row], ours[row]; max(a, b)-min(a, b) > 1 {
				apart = append(apart, row)
				t.Logf("attempt %d: %s: %d by %s, %d with drain by %s", attempt, row, a, newer, b, older)
			}
		}
		if len(apart) == 0 {
			for _, row := range slices.Sorted(maps.Keys(native)) {
				t.Logf("%s: %d by %s, %d with drain by %s", row, native[row], newer, ours[row], older)
			}
			return
		}
	}
	if len(apart) == 0 {
		t.Errorf("%d rows by %s, %d by %s", len(native), newer, len(ours), older)
	}
	t.Errorf("more than one connection apart: %s", strings.Join(apart, "; "))
}

// keepFewest lowers the rows of into to those of rows.
func keepFewest(into, rows map[string]int) {
	for row, n := range rows {
		if old, ok := into[row]; !ok || n < old {
			into[row] = n
		}
	}
}

var counted = regexp.MustCompile(`: (\d+) connections\n`)

// countRows returns the connections of the rows that the tests of package drain say,
// for one of their subjects: of all rows, or of some only.
func countRows(t *testing.T, version, subject string, only []string) map[string]int {
	t.Helper()
	rows := make(map[string]int)
	tests := []string{"^(TestTable|TestTableOverLoopback)$"}
	if len(only) > 0 {
		tests = nil
		for _, row := range only {
			tests = append(tests, exactly(row+"/"+subject))
		}
	}
	for _, test := range tests {
		cmd := exec.Command("go", "test", "-count=1", "-json", "-run", test, ".")
		cmd.Dir = filepath.Join("..", "..", "drain")
		cmd.Env = environ(toolchain(version))
		out, err := cmd.Output()
		exit := new(exec.ExitError)
		if failed := errors.As(err, &exit); err != nil && !failed {
			t.Fatal(err)
		}
		events := json.NewDecoder(bytes.NewReader(out))
		n := 0
		for {
			var e struct{ Test, Output string }
			if err := events.Decode(&e); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v\n%s", version, err, out)
			}
			n++
			row, ok := strings.CutSuffix(e.Test, "/"+subject)
			if m := counted.FindStringSubmatch(e.Output); ok && m != nil {
				rows[row], _ = strconv.Atoi(m[1])
			}
		}
		if n == 0 {
			t.Fatalf("%s: %v\n%s", version, err, exit.Stderr)
		}
		if err != nil {
			t.Logf("%s: %s: %v", version, test, err)
		}
	}
	return rows
}

// exactly returns the argument of go test -run for one test or subtest.
func exactly(test string) string {
	parts := strings.Split(test, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}
