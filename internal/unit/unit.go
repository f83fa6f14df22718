// Package unit is bodyvet as the go command calls it: the tool behind
// "go vet -vettool" and "go fix -fixtool", which analyzes one package at a time.
//
// The work itself is unitchecker's. This package adds what that has no place for:
// the flags all passes share, passes that are off unless asked for, one clear line
// where the binary is too old for the toolchain, and no panic.
package unit

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/bodyvet/bodyvet/internal/gocmd"
)

// AllDeps is the name of the flag with which the bodyvet command asks for the
// diagnostics of all passes, and of dependencies too; see reportEverything.
const AllDeps = "alldeps"

// Called reports whether args, without the program's name, are the go command's.
func Called(args []string) bool {
	switch {
	case len(args) == 0:
		return false
	case len(args) == 1 && (args[0] == "-flags" || strings.HasPrefix(args[0], "-V")):
		return true
	}
	return strings.HasSuffix(args[len(args)-1], ".cfg")
}

// Main answers the go command and exits. The passes of suite run unless flags say
// otherwise; those that only all has run where a flag names them.
func Main(suite, all []*analysis.Analyzer) {
	if msg := gocmd.Skew(runtime.Version(), os.Getenv("GOVERSION")); msg != "" && os.Args[1] != "-flags" {
		// The go command shows what -V=full says when it fails, and stops there;
		// what -flags says it would throw away.
		fmt.Fprintln(os.Stderr, "bodyvet: "+msg)
		os.Exit(2)
	}

	analyzers := all
	if args := os.Args[1:]; strings.HasSuffix(args[len(args)-1], ".cfg") {
		analyzers, args = selected(suite, all, args)
		os.Args = append(os.Args[:1:1], args...)
	}
	if onlyFacts(os.Args[len(os.Args)-1]) {
		idle(analyzers)
	}
	guard(analyzers)
	addSharedFlags(analyzers)
	unitchecker.Main(analyzers...)
}

// selected returns the passes to hand to unitchecker, which takes every one it is
// given to be on, and args without the flags of passes that it is not given.
func selected(suite, all []*analysis.Analyzer, args []string) ([]*analysis.Analyzer, []string) {
	asked := make(map[string]bool)
	for _, arg := range args {
		if name, on := enables(arg); on {
			asked[name] = true
		}
	}
	everything := asked[AllDeps]
	var analyzers []*analysis.Analyzer
	dropped := make(map[string]bool)
	for _, a := range all {
		if everything || slices.Contains(suite, a) || asked[a.Name] {
			analyzers = append(analyzers, a)
			continue
		}
		dropped[a.Name] = true
	}

	cfg := args[len(args)-1]
	var kept []string
	for _, arg := range args[:len(args)-1] {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if name == AllDeps {
			cfg = reportEverything(cfg)
			continue
		}
		pass, _, _ := strings.Cut(name, ".")
		if dropped[pass] {
			continue
		}
		kept = append(kept, arg)
	}
	return analyzers, append(kept, cfg)
}

// enables reports whether arg is -NAME or -NAME=true.
func enables(arg string) (name string, on bool) {
	name, value, found := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if !found {
		return name, true
	}
	on, err := strconv.ParseBool(value)
	return name, err == nil && on
}

// addSharedFlags registers the flags that set the flag of the same name in every
// pass that has one, and those that only need to be known to the go command.
func addSharedFlags(analyzers []*analysis.Analyzer) {
	for name, usage := range sharedFlags {
		flag.Var(newShared(name, analyzers), name, usage)
	}
	flag.Bool(AllDeps, false, "run all passes, and report on dependencies too (the bodyvet command's own)")
}

// sharedFlags are the flags of passes that can be set for all of them at once.
var sharedFlags = map[string]string{
	"go":       "treat the code as built by this `version` of Go, in every pass",
	"unproved": "attach fixes that are not proved, too, in every pass",
}

// A shared is a flag that stands for the flags of one name in several passes.
type shared struct {
	targets []flag.Value
	boolean bool
}

func newShared(name string, analyzers []*analysis.Analyzer) *shared {
	s := new(shared)
	for _, a := range analyzers {
		f := a.Flags.Lookup(name)
		if f == nil {
			continue
		}
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		s.boolean = ok && b.IsBoolFlag()
		s.targets = append(s.targets, f.Value)
	}
	return s
}

// Set implements [flag.Value].
func (s *shared) Set(value string) error {
	for _, target := range s.targets {
		if err := target.Set(value); err != nil {
			return err
		}
	}
	return nil
}

// String implements [flag.Value], whose zero value is asked for it as well.
func (s *shared) String() string {
	if len(s.targets) == 0 {
		return ""
	}
	return s.targets[0].String()
}

// IsBoolFlag tells package flag that the value may be missing.
func (s *shared) IsBoolFlag() bool { return s.boolean }
