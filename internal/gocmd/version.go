package gocmd

import (
	"fmt"
	"go/version"
	"strings"
)

// Oldest is the oldest Go whose vet protocol bodyvet speaks: earlier ones mix a
// tool's output with its error messages.
const Oldest = "go1.26"

// Skew says, in one line for a person, why a binary built by the toolchain built
// can't analyze code for the toolchain running. It is "" if it can.
//
// A type checker knows only the language and the export data of its own release,
// so an older build fails on the newer standard library, with a hundred messages
// that name neither version.
func Skew(built, running string) string {
	b, r := language(built), language(running)
	if b == "" || r == "" || version.Compare(b, r) >= 0 {
		return ""
	}
	return fmt.Sprintf("this bodyvet was built by %s and can't analyze code for %s; build it again with the newer one, "+
		`or let "go tool bodyvet" or "go run" do that`, built, running)
}

// TooOld says why the go command of the given version can't run bodyvet's passes,
// or "" if it can.
func TooOld(running string) string {
	r := language(running)
	if r == "" || version.Compare(r, Oldest) >= 0 {
		return ""
	}
	return fmt.Sprintf("the go command here is %s; bodyvet needs %s or newer", running, Oldest)
}

// language reduces a version as runtime.Version and "go env GOVERSION" print it
// ("go1.27.3", "go1.27rc1 X:loopvar", "devel go1.28-0c5b2e7 Mon …") to that of its
// language. It is "" where there is none to be found.
func language(v string) string {
	for word := range strings.FieldsSeq(v) {
		word, _, _ = strings.Cut(word, "-")
		if version.IsValid(word) {
			return version.Lang(word)
		}
	}
	return ""
}
