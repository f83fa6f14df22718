package proof_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/bodyvet/bodyvet/internal/conncount"
)

const (
	module = "example.com/proof"
	newer  = "go1.27" // what has the new transport
	older  = "go1.26" // what has not
)

// toolchains are those that programs are built by, where it isn't the one that runs
// the tests.
var toolchains = map[string]string{newer: "go1.27.3", older: "go1.26.8"}

// A situation is one file of testdata.
type situation struct {
	name     string
	files    []txtar.File
	server   conncount.Kind
	reports  []string
	fix      string // "yes", "no" or, where it doesn't matter, ""
	verdicts map[run]verdict
}

// A run is one build of a situation's program.
type run struct{ form, version string }

// The forms of a program.
const (
	asIs   = "program"
	fixed  = "fixed"
	byHand = "by hand"
)

// A verdict is what a run is like, compared with the program as it is.
type verdict struct {
	effect   string // "same", "helps", "hurts"
	measures []string
}

// An outcome is what a run came to.
type outcome struct {
	connections, goroutines, cancelled int
	requests                           []string
	output                             string
}

// TestProofs builds all programs of a kind as one, since linking is what takes long.
func TestProofs(t *testing.T) {
	tool := buildTool(t)
	proofs := newProofs(t, tool, readSituations(t))
	for _, s := range proofs.situations {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range proofs.check(t, s) {
				t.Error(fault)
			}
		})
	}
}

// proofs are situations with the programs that they need.
type proofs struct {
	situations []*situation
	dirs       map[string]string   // the module in each form
	findings   map[string][]string // the passes that report, by situation
	programs   map[run]string
}

// newProofs has tool fix the programs, with flags, and builds them.
func newProofs(t *testing.T, tool string, situations []*situation, flags ...string) *proofs {
	p := &proofs{situations: situations, dirs: make(map[string]string), programs: make(map[run]string)}
	for _, form := range []string{asIs, fixed, byHand} {
		p.dirs[form] = writeModule(t, situations, form)
	}
	p.findings = fix(t, tool, p.dirs[fixed], flags...)
	for _, s := range situations {
		for r := range s.verdicts {
			for _, needed := range []run{r, {asIs, r.version}} {
				if p.programs[needed] == "" {
					p.programs[needed] = build(t, p.dirs[needed.form], needed.version)
				}
			}
		}
	}
	return p
}

// check returns what isn't as the situation says.
func (p *proofs) check(t *testing.T, s *situation) []string {
	faults := slices.Concat(s.checkReports(p.findings[s.name]), s.checkFix(t, p.dirs))
	for _, r := range slices.SortedFunc(maps.Keys(s.verdicts), compareRuns) {
		faults = append(faults, s.check(t, r, p.programs)...)
	}
	return faults
}

func compareRuns(a, b run) int { return strings.Compare(a.version+a.form, b.version+b.form) }

func readSituations(t *testing.T) []*situation {
	names, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no situations: %v", err)
	}
	var list []*situation
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := &situation{
			name:     strings.TrimSuffix(filepath.Base(name), ".txtar"),
			files:    archive.Files,
			server:   conncount.HTTP,
			verdicts: map[run]verdict{{fixed, newer}: {effect: "same"}},
		}
		_, head, _ := strings.Cut(string(archive.Comment), "\n\n")
		for line := range strings.Lines(head) {
			if err := s.set(strings.TrimSpace(line)); err != nil {
				t.Fatalf("%s: %q: %v", name, line, err)
			}
		}
		list = append(list, s)
	}
	return list
}

// set takes over what a line of the head says.
func (s *situation) set(line string) error {
	key, value, ok := strings.Cut(line, ": ")
	if !ok {
		return errors.New("want KEY: VALUE")
	}
	value = strings.TrimSpace(value)
	form, version, versioned := strings.Cut(key, ", ")
	switch {
	case key == "reports":
		s.reports = strings.Fields(value)
	case key == "fix":
		if value != "yes" && value != "no" {
			return errors.New("want yes or no")
		}
		s.fix = value
	case key == "server":
		s.server = conncount.Kind(value)
	case form == fixed || form == byHand || form == asIs && versioned:
		if !versioned {
			version = newer
		} else if version != older {
			return fmt.Errorf("want %s", older)
		}
		fields := strings.Fields(value)
		v := verdict{fields[0], fields[1:]}
		if v.effect != "same" && v.effect != "helps" && v.effect != "hurts" || (v.effect == "same") != (len(v.measures) == 0) {
			return errors.New(`want "same", or "helps" or "hurts" and what`)
		}
		for _, m := range v.measures {
			if _, ok := measures[m]; !ok {
				return fmt.Errorf("there is no measure %s", m)
			}
		}
		s.verdicts[run{form, version}] = v
	default:
		return fmt.Errorf("there is no key %s", key)
	}
	return nil
}

// writeModule writes the programs, all as one module, in one of their forms.
func writeModule(t *testing.T, situations []*situation, form string) string {
	dir := t.TempDir()
	write := func(name string, content []byte) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var imports, table strings.Builder
	for i, s := range situations {
		fmt.Fprintf(&imports, "\tp%d %q\n", i, path.Join(module, s.name))
		fmt.Fprintf(&table, "\t%q: p%d.Main,\n", s.name, i)
		for _, f := range s.files {
			if strings.HasPrefix(f.Name, "hand/") {
				continue
			}
			content := f.Data
			if form == byHand {
				content = withoutMarked(content)
			}
			write(path.Join(s.name, f.Name), content)
		}
		for _, f := range s.files {
			if name, ok := strings.CutPrefix(f.Name, "hand/"); ok && form == byHand {
				write(path.Join(s.name, name), f.Data)
			}
		}
	}
	main, err := os.ReadFile(filepath.Join("testdata", "main.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	write("main.go", main)
	write("situations.go", fmt.Appendf(nil, "package main\n\nimport (\n%s)\n\nvar situations = map[string]func(string){\n%s}\n", &imports, &table))
	// Package drain has no requirements, and so is a module that needs no go.sum.
	write("go.mod", fmt.Appendf(nil, `module %s

go 1.26.0

godebug x509usefallbackroots=1

require github.com/bodyvet/bodyvet v0.0.0

replace github.com/bodyvet/bodyvet => ./bodyvet
`, module))
	write("bodyvet/go.mod", []byte("module github.com/bodyvet/bodyvet\n\ngo 1.26.0\n"))
	sources, err := filepath.Glob(filepath.Join("..", "..", "drain", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		content, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		write("bodyvet/drain/"+filepath.Base(source), content)
	}
	return dir
}

// withoutMarked drops the lines that are marked to go by hand.
func withoutMarked(content []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(content) {
		if !bytes.HasSuffix(bytes.TrimSpace(line), []byte("// by hand")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

// buildTool builds bodyvet.
func buildTool(t *testing.T, flags ...string) string {
	tool := filepath.Join(t.TempDir(), "bodyvet.exe")
	args := append([]string{"build", "-buildvcs=false", "-o", tool}, flags...)
	goCommand(t, filepath.Join("..", ".."), "local", append(args, "./cmd/bodyvet")...)
	return tool
}

// fix has bodyvet fix the module in dir, and returns the passes that reported
// something, by situation.
func fix(t *testing.T, tool, dir string, flags ...string) map[string][]string {
	bodyvet := func(args ...string) []byte {
		t.Helper()
		cmd := exec.Command(tool, slices.Concat(args, flags, []string{"-go=1.27", "./..."})...)
		cmd.Dir = dir
		cmd.Env = environ("local")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("bodyvet %v: %v\n%s%s", args, err, out, &stderr)
		}
		return out
	}
	var document struct {
		Findings []struct{ Pass, Package string }
	}
	if err := json.Unmarshal(bodyvet("-json"), &document); err != nil {
		t.Fatal(err)
	}
	bodyvet("-fix")
	passes := make(map[string][]string)
	for _, f := range document.Findings {
		name, _, _ := strings.Cut(strings.TrimPrefix(f.Package, module+"/"), "/")
		passes[name] = append(passes[name], f.Pass)
	}
	return passes
}

// build returns the program in dir, built by a version of Go.
func build(t *testing.T, dir, version string) string {
	program := filepath.Join(t.TempDir(), "program.exe")
	goCommand(t, dir, toolchain(version), "build", "-ldflags=-s -w", "-o", program, ".")
	return program
}

// toolchain returns what to set GOTOOLCHAIN to.
func toolchain(version string) string {
	if v := runtime.Version(); v == version || strings.HasPrefix(v, version+".") {
		return "local"
	}
	return toolchains[version]
}

func goCommand(t *testing.T, dir, toolchain string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = environ(toolchain)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %v (GOTOOLCHAIN=%s): %v\n%s", args, toolchain, err, out)
	}
}

func environ(toolchain string) []string {
	return append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOFLAGS=", "GOWORK=off")
}

func (s *situation) checkReports(got []string) (faults []string) {
	switch {
	case slices.Equal(s.reports, []string{"nothing"}):
		if len(got) > 0 {
			faults = append(faults, fmt.Sprintf("reports of %v, want none", got))
		}
	default:
		for _, pass := range s.reports {
			if !slices.Contains(got, pass) {
				faults = append(faults, fmt.Sprintf("%s doesn't report; reports are of %v", pass, got))
			}
		}
	}
	return faults
}

// checkFix checks whether there was a fix.
func (s *situation) checkFix(t *testing.T, dirs map[string]string) (faults []string) {
	changed := false
	for _, f := range s.files {
		name := filepath.Join(s.name, filepath.FromSlash(f.Name))
		if strings.HasPrefix(f.Name, "hand/") {
			continue
		}
		after, err := os.ReadFile(filepath.Join(dirs[fixed], name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(f.Data, after) {
			changed = true
			t.Logf("%s, fixed:\n%s", f.Name, after)
		}
	}
	if s.fix != "" && changed != (s.fix == "yes") {
		faults = append(faults, fmt.Sprintf("changed by bodyvet -fix: %v, want %s", changed, s.fix))
	}
	return faults
}

// check compares a run with the program as it is. A machine that is busy may cost a
// connection or two, so it tries more than once.
func (s *situation) check(t *testing.T, r run, programs map[run]string) (faults []string) {
	const attempts = 4
	v := s.verdicts[r]
	base := run{asIs, r.version}
	if r.form == asIs {
		base.version = newer
	}
	for range attempts {
		before := s.run(t, programs[base])
		after := s.run(t, programs[r])
		faults = v.faults(before, after)
		t.Logf("%s by %s: %v; %s by %s: %v", base.form, base.version, before, r.form, r.version, after)
		if len(faults) == 0 {
			return nil
		}
	}
	for i := range faults {
		faults[i] = fmt.Sprintf("%s by %s: %s", r.form, r.version, faults[i])
	}
	return faults
}

func (s *situation) run(t *testing.T, program string) outcome {
	srv := newServer(t, s.server)
	report := filepath.Join(t.TempDir(), "goroutines")
	args := []string{s.name, srv.URL, report}
	if srv.cert != "" {
		args = append(args, srv.cert)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	goroutines, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	srv.mu.Lock()
	defer srv.mu.Unlock()
	return outcome{
		connections: srv.Opened(),
		goroutines:  goroutines,
		cancelled:   srv.cancelled,
		requests:    slices.Clone(srv.requests),
		output:      string(out),
	}
}

func (o outcome) String() string {
	return fmt.Sprintf("%d connections, %d goroutines stay, %d requests, %d cancelled, prints %.200q",
		o.connections, o.goroutines, len(o.requests), o.cancelled, o.output)
}

// measures tell by how much a run is worse than another: not at all if it's zero, and
// better below.
var measures = map[string]func(before, after outcome) int{
	"connections": func(before, after outcome) int { return after.connections - before.connections },
	"goroutines":  func(before, after outcome) int { return after.goroutines - before.goroutines },
	"cancelled":   func(before, after outcome) int { return after.cancelled - before.cancelled },
	"requests":    func(before, after outcome) int { return differ(before.requests, after.requests) },
	"output":      func(before, after outcome) int { return differ([]string{before.output}, []string{after.output}) },
}

func differ(a, b []string) int {
	if slices.Equal(a, b) {
		return 0
	}
	return 1
}

// The background drain races the next request, which may open one more connection. That
// one then has its two goroutines.
var tolerance = map[string]int{"connections": 1, "goroutines": 2}

// faults tells where two outcomes are not what the verdict says.
func (v verdict) faults(before, after outcome) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(measures)) {
		worse := measures[name](before, after)
		named := slices.Contains(v.measures, name)
		switch {
		case v.effect == "hurts" && named:
			if worse <= tolerance[name] {
				list = append(list, name+" not worse, which they should be")
			}
		case v.effect == "hurts":
			// What else it does isn't claimed.
		case v.effect == "helps" && named:
			if worse >= -tolerance[name] {
				list = append(list, name+" not better, which they should be")
			}
		case worse > tolerance[name]:
			list = append(list, fmt.Sprintf("%s worse by %d", name, worse))
		}
	}
	return list
}
