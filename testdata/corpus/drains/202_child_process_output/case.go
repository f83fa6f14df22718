// kind: output of a child process
// expect: a pipe that must be emptied so that the child can end: silent

package case202

import (
	"bufio"
	"io"
	"os/exec"
)

// firstLine runs a program and returns the first line that it prints.
func firstLine(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	_, _ = io.Copy(io.Discard, out)
	return line, cmd.Wait()
}
