//go:build !unix

package gocmd

import "os/exec"

// inOwnGroup does nothing where there are no process groups: the console interrupts
// every process that is attached to it.
func inOwnGroup(*exec.Cmd) {}

func endGroup(*exec.Cmd) {}
