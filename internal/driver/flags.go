package driver

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/version"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/report"
	"github.com/bodyvet/bodyvet/internal/unit"
)

// options are what the flags said.
type options struct {
	dir      string // absolute
	patterns []string
	build    []string // flags for the go command
	tool     []string // flags for the vet tool

	fix, diff bool
	format    string // one of report.Formats
	// formatGiven is set where the user named the format, rather than leave it to
	// where the output goes.
	formatGiven bool
	html        string // the file for the page, if any
	newFrom     string // a revision of git's
	tests       bool
	preview     string          // what -go said, such as "1.27"
	passes      map[string]bool // those that are on
	help        bool
}

// flags defines the command's own flags in the order in which help lists them; those
// of passes come after.
type flags struct {
	set  *flag.FlagSet
	own  []*flag.Flag
	pass []*passFlag
}

func (f *flags) add(name string) { f.own = append(f.own, f.set.Lookup(name)) }

// parse reads the command line. Errors are for the user, in one line.
func (p *Program) parse(args []string) (*options, error) {
	opts := new(options)
	fs, values := p.flagSet(opts)
	if err := fs.set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			opts.help = true
			return opts, nil
		}
		return nil, fmt.Errorf(`%w ("bodyvet help" lists the flags)`, err)
	}
	opts.patterns = fs.set.Args()
	if len(opts.patterns) == 0 {
		opts.patterns = []string{"./..."}
	}
	for _, pattern := range opts.patterns {
		if strings.HasPrefix(pattern, "-") {
			return nil, fmt.Errorf("%s stands after the packages; flags come before them", pattern)
		}
	}
	if err := values.apply(opts); err != nil {
		return nil, err
	}
	opts.tool = toolFlags(values, fs.pass)
	opts.passes = selection(p.Suite, fs.pass)
	return opts, nil
}

// values are flags that need a second look once all are parsed.
type values struct {
	dir, goVersion, tags, mod string
	format                    string
	json, unproved            bool
}

// flagSet defines all flags. Usage and errors are printed by the caller.
func (p *Program) flagSet(opts *options) (*flags, *values) {
	v := new(values)
	f := &flags{set: flag.NewFlagSet("bodyvet", flag.ContinueOnError)}
	f.set.SetOutput(io.Discard)
	own := []struct {
		name string
		add  func(name string)
	}{
		{"fix", func(n string) { f.set.BoolVar(&opts.fix, n, false, "apply the proved fixes") }},
		{"diff", func(n string) {
			f.set.BoolVar(&opts.diff, n, false, "change nothing, print what -fix would do as a unified diff")
		}},
		{"unproved", func(n string) {
			f.set.BoolVar(&v.unproved, n, false, "offer, and with -fix apply, fixes that need a person's look too")
		}},
		{"go", func(n string) {
			f.set.StringVar(&v.goVersion, n, "", "treat the code as built by this `version` of Go, such as 1.27, to see what an upgrade would let go")
		}},
		{"json", func(n string) {
			f.set.BoolVar(&v.json, n, false, `print one JSON document, as -format=json does ("bodyvet help json" describes it)`)
		}},
		{"format", func(n string) {
			f.set.StringVar(&v.format, n, "", "print findings as full (with their code; the default on a terminal), text (one a line; the default elsewhere), json, sarif, github, gitlab or rdjson (a `name`)")
		}},
		{"html", func(n string) {
			f.set.StringVar(&opts.html, n, "", "write a page for a browser to this `file` as well")
		}},
		{"new-from", func(n string) {
			f.set.StringVar(&opts.newFrom, n, "", "report, and with -fix change, only what lines concern that differ from this `revision` of git's")
		}},
		{"test", func(n string) { f.set.BoolVar(&opts.tests, n, true, "report on test files too") }},
		{"tags", func(n string) {
			f.set.StringVar(&v.tags, n, "", "the build tags to analyze for, a comma-separated `list`")
		}},
		{"mod", func(n string) {
			f.set.StringVar(&v.mod, n, "", "how the go command uses go.mod: readonly, vendor or mod (a `mode`)")
		}},
		{"C", func(n string) { f.set.StringVar(&v.dir, n, "", "change to folder `dir` first") }},
	}
	for _, o := range own {
		o.add(o.name)
		f.add(o.name)
	}
	for _, a := range p.All {
		f.addPass(a)
	}
	return f, v
}

// apply checks the values and puts them into the options.
func (v *values) apply(opts *options) error {
	dir, err := folder(v.dir)
	if err != nil {
		return err
	}
	opts.dir = dir
	if opts.html != "" && !filepath.IsAbs(opts.html) {
		opts.html = filepath.Join(dir, opts.html)
	}
	if v.goVersion != "" {
		lang := strings.TrimPrefix(v.goVersion, "go")
		if !version.IsValid("go" + lang) {
			return fmt.Errorf("-go=%s is no version of Go; it takes one like 1.27", v.goVersion)
		}
		v.goVersion, opts.preview = lang, lang
	}
	if err := v.applyFormat(opts); err != nil {
		return err
	}
	if v.tags != "" {
		opts.build = append(opts.build, "-tags="+v.tags)
	}
	if v.mod != "" {
		opts.build = append(opts.build, "-mod="+v.mod)
	}
	return nil
}

func (v *values) applyFormat(opts *options) error {
	opts.format, opts.formatGiven = cmp.Or(v.format, "text"), v.format != ""
	if v.json {
		opts.format = "json"
	}
	switch {
	case report.Formats[opts.format] == nil:
		return fmt.Errorf("there is no format %s; there are %s", opts.format, strings.Join(slices.Sorted(maps.Keys(report.Formats)), ", "))
	case v.json && v.format != "" && v.format != "json":
		return fmt.Errorf("-json and -format=%s can't be used together", v.format)
	case opts.diff && v.json:
		return errors.New("-json and -diff can't be used together")
	case opts.diff && opts.format != "text":
		return fmt.Errorf("-format=%s and -diff can't be used together", opts.format)
	}
	return nil
}

// folder is the absolute name of the folder to run in.
func folder(name string) (string, error) {
	dir, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if name == "" {
		return dir, nil
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return "", fmt.Errorf("-C: %w", err)
	case !info.IsDir():
		return "", fmt.Errorf("-C: %s is no folder", name)
	}
	return dir, nil
}

// A passFlag is -PASS, which selects a pass, or -PASS.flag.
type passFlag struct {
	pass, flag string // flag is "" for the one that selects
	isBool     bool
	value      *string
}

func (f *flags) addPass(a *analysis.Analyzer) {
	f.addPassFlag(&passFlag{pass: a.Name, isBool: true}, "run only this pass, or with =false all but this one")
	a.Flags.VisitAll(func(af *flag.Flag) {
		b, ok := af.Value.(interface{ IsBoolFlag() bool })
		f.addPassFlag(&passFlag{a.Name, af.Name, ok && b.IsBoolFlag(), nil}, af.Usage)
	})
}

func (f *flags) addPassFlag(pf *passFlag, usage string) {
	f.set.Var(pf, pf.name(), usage)
	f.pass = append(f.pass, pf)
}

func (f *passFlag) name() string {
	if f.flag == "" {
		return f.pass
	}
	return f.pass + "." + f.flag
}

// Set implements [flag.Value].
func (f *passFlag) Set(value string) error {
	if f.isBool {
		if _, err := strconv.ParseBool(value); err != nil {
			return errors.New("want true or false")
		}
	}
	f.value = &value
	return nil
}

// String implements [flag.Value].
func (f *passFlag) String() string {
	if f == nil || f.value == nil {
		return ""
	}
	return *f.value
}

// IsBoolFlag tells package flag that the value may be missing.
func (f *passFlag) IsBoolFlag() bool { return f.isBool }

// isTrue reports whether the flag was given and is true.
func (f *passFlag) isTrue() bool {
	if f.value == nil {
		return false
	}
	on, err := strconv.ParseBool(*f.value)
	return err == nil && on
}

// selection works out which passes are on, as the go command's vet does: if one is
// selected, only those that are; else those of suite that aren't deselected.
func selection(suite []*analysis.Analyzer, flags []*passFlag) map[string]bool {
	chosen := make(map[string]bool)
	on := make(map[string]bool)
	for _, a := range suite {
		on[a.Name] = true
	}
	for _, f := range flags {
		switch {
		case f.flag != "" || f.value == nil:
		case f.isTrue():
			chosen[f.pass] = true
		default:
			delete(on, f.pass)
		}
	}
	if len(chosen) > 0 {
		return chosen
	}
	return on
}

// toolFlags returns the flags of the vet tool.
//
// To the go command's cache, other flags are another analysis, of all dependencies
// too, which takes a while. So the tool always runs all passes, and what isn't wanted
// is left out of its answer.
func toolFlags(v *values, flags []*passFlag) []string {
	args := []string{"-" + unit.AllDeps}
	if v.goVersion != "" {
		args = append(args, "-go="+v.goVersion)
	}
	if v.unproved {
		args = append(args, "-unproved")
	}
	for _, f := range flags {
		if f.value != nil && f.flag != "" {
			args = append(args, "-"+f.name()+"="+*f.value)
		}
	}
	return args
}
