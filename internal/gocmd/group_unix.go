//go:build unix

package gocmd

import (
	"os/exec"
	"syscall"
)

// inOwnGroup gives cmd a process group of its own, so that cancelling its context
// interrupts the processes that it started too, and not just itself.
func inOwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
}
