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
// what the transport can do, and a run more can only lower them.
func TestTable(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the tests of package drain twice")
	}
	const attempts = 5
	native, ours := make(map[string]int), make(map[string]int)
	var apart []string
	for range attempts {
		keepFewest(native, countRows(t, newer, "net/http"))
		keepFewest(ours, countRows(t, older, "drain"))
		if len(native) < 30 || !slices.Equal(slices.Sorted(maps.Keys(native)), slices.Sorted(maps.Keys(ours))) {
			t.Fatalf("%d rows by %s, %d by %s", len(native), newer, len(ours), older)
		}
		apart = nil
		for _, row := range slices.Sorted(maps.Keys(native)) {
			a, b := native[row], ours[row]
			t.Logf("%s: %d by %s, %d with drain by %s", row, a, newer, b, older)
			if max(a, b)-min(a, b) > 1 {
				apart = append(apart, row)
			}
		}
		if len(apart) == 0 {
			return
		}
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
// for one of their subjects.
func countRows(t *testing.T, version, subject string) map[string]int {
	t.Helper()
	cmd := exec.Command("go", "test", "-count=1", "-json", "-run", "^(TestTable|TestTableOverLoopback)$", ".")
	cmd.Dir = filepath.Join("..", "..", "drain")
	cmd.Env = environ(toolchain(version))
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		t.Fatalf("%s: %v\n%s%s", version, err, out, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string]int)
	events := json.NewDecoder(bytes.NewReader(out))
	for {
		var e struct{ Test, Output string }
		if err := events.Decode(&e); err == io.EOF {
			return rows
		} else if err != nil {
			t.Fatal(err)
		}
		row, ok := strings.CutSuffix(e.Test, "/"+subject)
		if m := counted.FindStringSubmatch(e.Output); ok && m != nil {
			rows[row], _ = strconv.Atoi(m[1])
		}
	}
}
