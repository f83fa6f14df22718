// Package bench is the subcommand "bodyvet bench": it counts the connections that a
// client opens, for each thing that can become of a response's body.
package bench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/bodyvet/bodyvet/internal/bench/measure"
	"github.com/bodyvet/bodyvet/internal/driver"
)

// Command is the subcommand.
var Command = driver.Command{
	Name:    "bench",
	Args:    "[flags] [URL]",
	Summary: `count the connections that requests need, by what becomes of the body ("bench -h": the flags)`,
	Run:     run,
}

const usage = `Usage: bodyvet bench [flags] [URL]

bench sends requests to the URL, or to a server of its own, one after the other, over
HTTP/1 and over HTTP/2. It counts the TCP connections that they need when each
response's body is
	closed unread,
	drained by hand and then closed,
	closed unread, with the transport of package drain,
	neither read nor closed.

Flags:

`

// options are what the flags say.
type options struct {
	config measure.Config
	local  localServer
	tools  []string // the toolchains to measure with, none for the one that built this
	json   bool
	svg    string
	help   string // the text, if it was asked for
}

// localFlags are those that say what the local server does.
var localFlags = []string{"tls", "size", "delay", "trailers"}

func parse(args []string) (*options, error) {
	o := &options{config: measure.Config{Header: make(http.Header), Protocols: measure.Protocols}}
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.IntVar(&o.config.N, "n", 100, "send this `number` of requests for each row of the table")
	list := fs.String("go", "", "measure with clients built by each of these toolchains, a comma-separated `list` such as go1.26.8,go1.27.3")
	fs.BoolVar(&o.json, "json", false, "print one JSON document instead of the table; times are in seconds")
	fs.StringVar(&o.svg, "svg", "", "draw the connections into this `file`, too")
	fs.DurationVar(&o.config.Gap, "gap", 0, "wait this `long` between requests")
	fs.DurationVar(&o.config.Timeout, "timeout", 30*time.Second, "give up when a request takes this `long`")
	fs.Func("H", "send this `header`, \"Name: value\", with each request; may be repeated", func(h string) error {
		name, value, ok := strings.Cut(h, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return errors.New(`want "Name: value"`)
		}
		o.config.Header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		return nil
	})
	fs.BoolVar(&o.config.Insecure, "insecure", false, "take any certificate of the server")
	fs.BoolVar(&o.local.tls, "tls", false, "the server of its own speaks TLS")
	fs.IntVar(&o.local.size, "size", 1024, "the body that it sends has this many `bytes`")
	fs.DurationVar(&o.local.delay, "delay", 0, "the second half of the body comes this much `later`")
	fs.BoolVar(&o.local.trailers, "trailers", false, "a trailer follows the body, which is chunked then")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		var b strings.Builder
		b.WriteString(usage)
		fs.SetOutput(&b)
		fs.PrintDefaults()
		o.help = b.String()
		return o, nil
	case err != nil:
		return nil, fmt.Errorf(`%w ("bodyvet bench -h" lists the flags)`, err)
	}

	set := make(map[string]bool)
	fs.Visit(func(f *flag.Flag) { set[f.Name] = true })
	if set["go"] {
		var err error
		if o.tools, err = toolchains(*list); err != nil {
			return nil, err
		}
	}
	switch {
	case o.config.N < 1:
		return nil, fmt.Errorf("-n=%d: there must be a request at least", o.config.N)
	case o.config.Gap < 0 || o.local.delay < 0:
		return nil, errors.New("-gap and -delay can't be negative")
	case o.config.Timeout <= 0:
		return nil, errors.New("-timeout must be more than nothing")
	case o.local.size < 0:
		return nil, fmt.Errorf("-size=%d: a body can't be smaller than nothing", o.local.size)
	case fs.NArg() == 0:
		return o, nil
	case fs.NArg() > 1 && strings.HasPrefix(fs.Arg(1), "-"):
		return nil, fmt.Errorf("%s stands after the URL; flags come before it", fs.Arg(1))
	case fs.NArg() > 1:
		return nil, errors.New("bench takes one URL")
	}
	for _, name := range localFlags {
		if set[name] {
			return nil, fmt.Errorf("-%s is about the server that bench starts if there is no URL", name)
		}
	}
	u, err := url.Parse(fs.Arg(0))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%s is no HTTP URL; it takes one like https://example.com/", fs.Arg(0))
	}
	o.config.URL = u.String()
	return o, nil
}

func run(ctx context.Context, p *driver.Program, args []string) int {
	o, err := parse(args)
	switch {
	case err != nil:
		return p.Fail(err)
	case o.help != "":
		if _, err := io.WriteString(p.Stdout, o.help); err != nil {
			return p.Fail(err)
		}
		return driver.Clean
	}

	r := &report{URL: o.config.URL}
	if r.URL == "" {
		url, roots, stop, err := o.local.start()
		if err != nil {
			return p.Fail(err)
		}
		defer stop()
		o.config.URL, o.config.Roots = url, roots
	}
	r.What = o.what(r.URL)
	var svg *os.File
	if o.svg != "" {
		// Now, since to find out after the measurement would be late. A picture that is
		// there already stays until there is another one.
		_, missing := os.Stat(o.svg)
		if svg, err = os.OpenFile(o.svg, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
			return p.Fail(err)
		}
		defer func() {
			_ = svg.Close()
			if len(r.Rows) == 0 && missing != nil {
				_ = os.Remove(o.svg)
			}
		}()
	}
	if r.Skipped, err = o.probe(ctx); err != nil {
		return p.Fail(err)
	}
	runErr := o.measure(ctx, p, r)
	if len(r.Rows) == 0 && runErr != nil {
		return p.Fail(runErr)
	}
	if err := o.show(p, r, svg, runErr == nil); err != nil {
		return p.Fail(err)
	}
	if runErr != nil {
		return p.Fail(runErr)
	}
	for _, row := range r.Rows {
		if row.Error != "" {
			return driver.CouldNot
		}
	}
	return driver.Clean
}

// what says in a line what is measured, at a URL or, without one, at the local server.
func (o *options) what(where string) string {
	if where == "" {
		where = fmt.Sprintf("a local server, %d bytes", o.local.size)
		if o.local.tls {
			where += ", TLS"
		}
		if o.local.delay > 0 {
			where += fmt.Sprintf(", the second half after %v", o.local.delay)
		}
		if o.local.trailers {
			where += ", chunked, with a trailer"
		}
	}
	s := fmt.Sprintf("%d requests to %s", o.config.N, where)
	if o.config.Gap > 0 {
		s += fmt.Sprintf(", %v between them", o.config.Gap)
	}
	return s
}

// probe finds out which protocols the server speaks. It is an error if it speaks none.
func (o *options) probe(ctx context.Context) ([]skipped, error) {
	ctx, cancel := context.WithTimeout(ctx, o.config.Timeout)
	defer cancel()
	var (
		spoken []string
		mute   []skipped
		first  error
	)
	for _, protocol := range o.config.Protocols {
		err := o.config.Probe(ctx, protocol)
		if err == nil {
			spoken = append(spoken, protocol)
			continue
		}
		if first == nil {
			first = err
		}
		// The URL that the client puts before it has been said.
		if inner := new(url.Error); errors.As(err, &inner) {
			err = inner.Err
		}
		mute = append(mute, skipped{protocol, err.Error()})
	}
	if len(spoken) == 0 {
		return nil, first
	}
	o.config.Protocols = spoken
	return mute, nil
}

// measure fills in the rows.
func (o *options) measure(ctx context.Context, p *driver.Program, r *report) error {
	bar := newProgress(p.Stderr, o.config.N)
	defer bar.clear()
	add := func(row measure.Row) { r.Rows = append(r.Rows, row) }
	if len(o.tools) == 0 {
		measure.Run(ctx, &o.config, func(protocol, mode string, n int) {
			bar.show(runtime.Version(), protocol, mode, n)
		}, add)
		return context.Cause(ctx)
	}
	dir, err := os.MkdirTemp("", "bodyvet-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := writeWorker(dir); err != nil {
		return err
	}
	workers := make(map[string]string)
	for _, toolchain := range o.tools {
		bar.say("building with " + toolchain)
		if workers[toolchain], err = buildWorker(ctx, dir, toolchain); err != nil {
			return err
		}
	}
	for _, toolchain := range o.tools {
		err := runWorker(ctx, workers[toolchain], &o.config, func(protocol, mode string, n int) {
			bar.show(toolchain, protocol, mode, n)
		}, add)
		if err != nil {
			return err
		}
	}
	return nil
}

// show prints what was measured, and draws it if svg isn't nil.
func (o *options) show(p *driver.Program, r *report, svg *os.File, complete bool) error {
	var drawn error
	if svg != nil {
		drawn = errors.Join(r.replaceSVG(svg), svg.Close())
	}
	if o.json {
		return errors.Join(r.writeJSON(p.Stdout, complete), drawn)
	}
	return errors.Join(r.writeTable(p.Stdout), drawn)
}

// A progress is a line of a terminal that tells how far things are. Elsewhere it is
// nothing.
type progress struct {
	w    io.Writer
	n    int
	last time.Time
}

func newProgress(w io.Writer, n int) *progress {
	if f, ok := w.(*os.File); !ok || !term.IsTerminal(f.Fd()) {
		w = nil
	}
	return &progress{w: w, n: n}
}

func (p *progress) show(toolchain, protocol, mode string, n int) {
	const often = 100 * time.Millisecond
	if p.w == nil || time.Since(p.last) < often {
		return
	}
	p.last = time.Now()
	p.say(fmt.Sprintf("%s %s, %s: %d of %d", toolchain, protocol, modeNames[mode], n, p.n))
}

func (p *progress) say(text string) {
	if p.w != nil {
		_, _ = fmt.Fprintf(p.w, "\r\x1b[K%s", text)
	}
}

func (p *progress) clear() { p.say("") }
