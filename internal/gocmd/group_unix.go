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

// endGroup kills what is left of cmd's group after it was interrupted.
func endGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // most often nothing is left
	}
}
