package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestEveryFlag gives each flag that the tool tells the go command of to go vet and to go
// fix. What they do is up to the passes' own tests; the package here imports nothing, so
// that nothing else is analyzed anew for these flags.
func TestEveryFlag(t *testing.T) {
	tool, err := exec.LookPath("bodyvet")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-flags").Output()
	if err != nil {
		t.Fatal(err)
	}
	var flags []struct {
		Name string
		Bool bool
	}
	if err := json.Unmarshal(out, &flags); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/flags\n\ngo 1.26\n",
		"a.go":   "package flags\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var on, off []string
	seen := make(map[string]bool)
	for _, f := range flags {
		seen[f.Name] = true
		switch {
		case flag.Lookup(f.Name) != nil:
			// The tool is this very test, whose own flags are among its.
		case f.Name == "c" || f.Name == "diff" || f.Name == "fix" || f.Name == "json" || f.Name == "tags" || f.Name == "V":
			// They are the go command's too.
		case f.Bool:
			on, off = append(on, "-"+f.Name), append(off, "-"+f.Name+"=false")
		case filepath.Ext(f.Name) == ".go" || f.Name == "go":
			on, off = append(on, "-"+f.Name+"=1.27"), append(off, "-"+f.Name+"=")
		default:
			t.Errorf("the flag %s takes what?", f.Name)
		}
	}
	for _, name := range []string{"go", "unproved", "manualdrain", "manualdrain.go", "manualdrain.unproved", "unreadbody", "unreadbody.go"} {
		if !seen[name] {
			t.Errorf("there is no flag %s", name)
		}
	}
	for _, verb := range [][]string{{"vet", "-vettool=" + tool}, {"fix", "-fixtool=" + tool}} {
		for _, flags := range [][]string{on, off} {
			args := append(append(verb, flags...), "./...")
			cmd := exec.Command("go", args...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("go %q: %v\n%s", args, err, out)
			}
		}
	}
}
