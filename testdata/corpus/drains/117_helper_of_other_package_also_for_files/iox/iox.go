// Package iox reads things that have to be read to their end.
package iox

import (
	"encoding/json"
	"io"
	"os"
)

// Finish reads rc to its end and closes it.
func Finish(rc io.ReadCloser) {
	_, _ = io.Copy(io.Discard, rc)
	_ = rc.Close()
}

// ReadTheme reads a theme from a file or a named pipe.
func ReadTheme(name string) (map[string]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer Finish(f)
	theme := map[string]string{}
	err = json.NewDecoder(f).Decode(&theme)
	return theme, err
}
