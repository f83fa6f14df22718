package httpmodel

import "go/types"

// Configures reports whether fn changes the transport that it is given, and keeps
// nothing of it.
func Configures(fn *types.Func) bool { return configures.of(fn) }

var configures = newTable(map[string]bool{
	"golang.org/x/net/http2.ConfigureTransport":  true,
	"golang.org/x/net/http2.ConfigureTransports": true,
})

// RunsOnce reports whether fn runs the function that it is given once, and keeps it
// no longer than that takes.
func RunsOnce(fn *types.Func) bool { return fn != nil && runsOnce.of(fn) }

var runsOnce = newTable(map[string]bool{
	"(*sync.Once).Do":                             true,
	"(*sync.WaitGroup).Go":                        true,
	"(*golang.org/x/sync/errgroup.Group).Go":      true,
	"(*github.com/sourcegraph/conc.WaitGroup).Go": true,
})
