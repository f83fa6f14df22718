package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// An Upgrade is the change to a newer version of Go that a run looks ahead to.
type Upgrade struct {
	Version string // such as "1.27"
	// Affects reports whether a file is of a module that says an older version.
	Affects func(file string) bool
}

// needsUpgrade are the passes whose findings are there for the newer version alone. Drains
// that help on no version could go without it.
var needsUpgrade = []string{"manualdrain", "drainhelper"}

// An upgradeRow is what an upgrade would let go in a file.
type upgradeRow struct{ File, Gain string }

// upgradeRows says file by file, and in total in the last row, what an upgrade of Go
// would let go. There are none where there is no upgrade, or nothing to gain by it.
func (r *Result) upgradeRows() []upgradeRow {
	if r.Upgrade == nil {
		return nil
	}
	gone, _ := split(r.Findings, func(f finding.Finding) bool {
		return slices.Contains(needsUpgrade, f.Pass) && r.Upgrade.Affects(f.Pos.File)
	})
	var rows []upgradeRow
	for rest := gone; len(rest) > 0; {
		file := rest[0].Pos.File
		var here []finding.Finding
		here, rest = split(rest, func(f finding.Finding) bool { return f.Pos.File == file })
		rows = append(rows, upgradeRow{r.Rel(file), gain(count(len(here), "drain"), here)})
	}
	if len(rows) == 0 {
		return nil
	}
	total := count(len(gone), "drain") + " in " + count(len(rows), "file")
	return append(rows, upgradeRow{"in total", gain(total, gone)})
}

// Preview prints what an upgrade of Go would let go, if that is anything.
func Preview(out io.Writer, r *Result) error {
	rows := r.upgradeRows()
	if len(rows) == 0 {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "\nGo %s would let go:\n", r.Upgrade.Version)
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(table, "  %s\t%s\n", row.File, row.Gain)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// gain says how many of some drains go without a person's look.
func gain(what string, drains []finding.Finding) string {
	fixable, _ := split(drains, func(f finding.Finding) bool { return f.Fixable() })
	switch n := len(fixable); {
	case n == 0:
		return what + ", to be looked at"
	case n == len(drains):
		return what + ", by -fix"
	default:
		return fmt.Sprintf("%s, %d by -fix", what, n)
	}
}
