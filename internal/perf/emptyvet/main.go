// The emptyvet command is a tool for go vet that does nothing, with facts: the least
// that any such tool costs.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/bodyvet/bodyvet/internal/perf"
)

func main() { unitchecker.Main(perf.Empty) }
