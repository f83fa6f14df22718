package httpmodel

import "go/types"

// Configures reports whether fn changes the transport that it is given, and keeps
// nothing of it.
func Configures(fn *types.Func) bool { return configures.of(fn) }

var configures = newSet(
	"golang.org/x/net/http2.ConfigureTransport",
	"golang.org/x/net/http2.ConfigureTransports",
)

// RunsOnce reports whether fn runs the function that it is given once, and keeps it
// no longer than that takes.
func RunsOnce(fn *types.Func) bool { return fn != nil && runsOnce.of(fn) }

var runsOnce = newSet(
	"(*sync.Once).Do",
	"(*sync.WaitGroup).Go",
	"(*golang.org/x/sync/errgroup.Group).Go",
	"(*github.com/sourcegraph/conc.WaitGroup).Go",
)
