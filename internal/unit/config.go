package unit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// WithTests is appended to the ID of a package that is analyzed together with its
// own test files, to tell it from the same package without them: the go command
// calls both by the import path.
const WithTests = " [with tests]"

// onlyFacts reports whether the package of a configuration file is analyzed for its facts
// alone, as those are that others import.
func onlyFacts(cfg string) bool {
	data, err := os.ReadFile(cfg)
	if err != nil {
		return false
	}
	var pkg struct{ VetxOnly bool }
	return json.Unmarshal(data, &pkg) == nil && pkg.VetxOnly
}

// reportEverything replaces the configuration file cfg by one for the same package
// whose diagnostics are reported even if the package is only a dependency of those
// that were asked for, and returns the new file's name.
//
// Before Go 1.27, a package that has once been analyzed as a dependency is later
// found in the go command's cache when it is asked for itself, with the output of
// then, which is none: its diagnostics are lost until it changes. If the output
// never depends on the difference, it doesn't matter that the cache can't tell. The
// bodyvet command, which knows the packages asked for, drops the rest.
//
// A file that can't be rewritten is left to unitchecker and its error messages.
func reportEverything(cfg string) string {
	data, err := os.ReadFile(cfg)
	if err != nil {
		return cfg
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return cfg
	}
	var pkg struct {
		ID      string
		GoFiles []string
	}
	if err := json.Unmarshal(data, &pkg); err != nil {
		return cfg
	}
	if slices.ContainsFunc(pkg.GoFiles, isTest) {
		pkg.ID += WithTests
	}
	id, err := json.Marshal(pkg.ID)
	if err != nil {
		return cfg
	}
	fields["ID"] = id
	fields["VetxOnly"] = json.RawMessage("false")
	data, err = json.Marshal(fields)
	if err != nil {
		return cfg
	}
	// The go command's own file lies in a folder of this very package, which it
	// deletes when all is done.
	rewritten := filepath.Join(filepath.Dir(cfg), "bodyvet.cfg")
	if err := os.WriteFile(rewritten, data, 0o666); err != nil {
		return cfg
	}
	return rewritten
}

func isTest(file string) bool { return strings.HasSuffix(file, "_test.go") }
