//go:build !unix

package perf

import (
	"os"
	"time"
)

var began = time.Now()

// processorTime is the time on the clock, where there is no better one.
func processorTime() time.Duration { return time.Since(began) }

// usage is what a process took that has ended; its memory isn't known here.
func usage(s *os.ProcessState) (time.Duration, int64) { return s.UserTime() + s.SystemTime(), 0 }
