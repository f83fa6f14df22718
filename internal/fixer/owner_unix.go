//go:build unix

package fixer

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner that info tells of, as far as that is allowed: root
// in a container must not end up as the owner of a mounted checkout.
func keepOwner(name string, info fs.FileInfo) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = os.Chown(name, int(s.Uid), int(s.Gid))
	}
}
