package check

import (
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Guarded returns run with a panic made into an error that names the pass, the function
// that was looked at, and the place of the panic: other packages, and other passes, go
// on.
func Guarded(pass string, run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(p *analysis.Pass) (result any, err error) {
		defer func() {
			if r := recover(); r != nil {
				result, err = nil, fmt.Errorf("internal error in %s%s: %v at %s (please report it)", pass, lookedAt(p), r, PanicOrigin())
			}
		}()
		return run(p)
	}
}

// lookedAt returns " in function F at POSITION", by what the results that the pass
// works with say that they were looking at.
func lookedAt(p *analysis.Pass) string {
	if p == nil {
		return ""
	}
	for _, result := range p.ResultOf {
		if w, ok := result.(interface{ LookedAt() string }); ok {
			if at := w.LookedAt(); at != "" {
				return ", looking at " + at
			}
		}
	}
	if p.Pkg != nil {
		return ", in package " + p.Pkg.Path()
	}
	return ""
}

// PanicOrigin returns the place of the panic that is being recovered from.
func PanicOrigin() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
