//go:build unix

package perf

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// processorTime is how long the processor has worked for this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it can't fail for the process itself
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// usage is what a process took that has ended, with all that it waited for: the time of
// the processor, and the most memory that one process held at a time.
func usage(s *os.ProcessState) (time.Duration, int64) {
	u := s.SysUsage().(*syscall.Rusage)
	peak := u.Maxrss
	if runtime.GOOS != "darwin" {
		peak *= 1024 // kilobytes elsewhere
	}
	return s.UserTime() + s.SystemTime(), peak
}
