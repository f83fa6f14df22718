package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/analyzer"
)

var update = flag.Bool("u", false, "rewrite the scripts' expectations to what comes out")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bodyvet": main})
}

// TestScript runs the command, and the go command with it as a tool, in the modules
// of testdata/script. Each script is a folder of its own, so nothing that an earlier
// run left in the go command's cache belongs to it.
func TestScript(t *testing.T) {
	warmUp(t)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		Setup:               shareCaches,
		Condition:           condition,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

var warm sync.Once

// warmUp has the standard library analyzed for the sets of flags that most scripts
// use. The first ones, which run side by side, would each do it otherwise.
func warmUp(t *testing.T) {
	warm.Do(func() { analyzeStd(t) })
}

func analyzeStd(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod": "module example.com/warmup\n\ngo 1.26\n",
		"a.go":   "package warmup\n\nimport _ \"net/http\"\n",
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"-go=1.27"}, nil} {
		cmd := exec.Command("bodyvet", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("bodyvet %v: %v\n%s", args, err, out)
		}
	}
}

// shareCaches lets the scripts use the caches of the user who runs the tests: with
// empty ones each would compile and analyze the standard library first.
func shareCaches(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH", "GOTOOLCHAIN").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	values := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	for i, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOTOOLCHAIN"} {
		env.Setenv(name, values[i])
	}
	path, err := exec.LookPath("bodyvet")
	if err != nil {
		return err
	}
	source, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	env.Setenv("BODYVET", path)
	env.Setenv("BODYVET_SOURCE", source)
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOFLAGS", "")
	env.Setenv("GOWORK", "")
	return nil
}

// condition adds [cgo], which holds where a C compiler can be used, and
// [toolchain:VERSION], which holds where that one is there without a download, and
// [pass:NAME], which holds where there is that pass.
func condition(cond string) (bool, error) {
	if name, ok := strings.CutPrefix(cond, "pass:"); ok {
		return slices.ContainsFunc(analyzer.All(), func(a *analysis.Analyzer) bool { return a.Name == name }), nil
	}
	if version, ok := strings.CutPrefix(cond, "toolchain:"); ok {
		cmd := exec.Command("go", "version")
		cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+version, "GOPROXY=off")
		return cmd.Run() == nil, nil
	}
	if cond != "cgo" {
		return false, fmt.Errorf("unknown condition %s", cond)
	}
	out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	return strings.TrimSpace(string(out)) == "1", err
}

// status runs a program and demands an exit status: status 2 bodyvet ./... or, for either of two, status 0,1 bodyvet ./...
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status STATUS PROGRAM [ARGS...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = fmt.Sprint(exit.ExitCode())
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if !slices.Contains(strings.Split(args[0], ","), got) {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// TestScriptsAreNamed keeps a typing error in a file's name from hiding its script.
func TestScriptsAreNamed(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join("..", "..", "testdata", "script"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".txtar" {
			t.Errorf("%s: not a .txtar file", e.Name())
		}
	}
}
