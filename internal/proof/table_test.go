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
		t.Fatalf("%d rows by %s, %d by %s", len(native), newer, len(ours), older)
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
	if len(only) == 0 {
		addRows(t, rows, version, subject, "^(TestTable|TestTableOverLoopback)$")
	}
	for _, row := range only {
		addRows(t, rows, version, subject, exactly(row+"/"+subject))
	}
	return rows
}

// addRows adds the rows that the given tests of package drain say.
func addRows(t *testing.T, rows map[string]int, version, subject, tests string) {
	t.Helper()
	cmd := exec.Command("go", "test", "-count=1", "-json", "-run", tests, ".")
	cmd.Dir = filepath.Join("..", "..", "drain")
	cmd.Env = environ(toolchain(version))
	out, err := cmd.Output()
	exit := new(exec.ExitError)
	switch {
	case errors.As(err, &exit) && len(out) == 0:
		t.Fatalf("%s: %v\n%s", version, err, exit.Stderr)
	case exit.ProcessState != nil:
		t.Logf("%s: %s: %v", version, tests, err) // those that passed count
	case err != nil:
		t.Fatal(err)
	}
	events := json.NewDecoder(bytes.NewReader(out))
	for {
		var e struct{ Test, Output string }
		if err := events.Decode(&e); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v\n%s", version, err, out)
		}
		row, ok := strings.CutSuffix(e.Test, "/"+subject)
		if m := counted.FindStringSubmatch(e.Output); ok && m != nil {
			rows[row], _ = strconv.Atoi(m[1])
		}
	}
}

// exactly returns the argument of go test -run for one test or subtest.
func exactly(test string) string {
	parts := strings.Split(test, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}
