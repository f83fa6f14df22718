package driver

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/schollz/progressbar/v3"

	"github.com/bodyvet/bodyvet/internal/report"
)

// maxWidth is where lines end on a terminal that is wider: longer ones are hard to read.
const maxWidth = 120

// asTerminal returns the file behind w and its width in columns, if it is a terminal.
func asTerminal(w io.Writer) (f *os.File, width int, ok bool) {
	f, ok = w.(*os.File)
	if !ok {
		return nil, 0, false
	}
	width, _, err := term.GetSize(f.Fd())
	if err != nil || width <= 0 {
		return nil, 0, false
	}
	return f, min(width, maxWidth), true
}

// terminal returns what prints for a person on the standard output: how wide its lines
// are, and whether it is a terminal, which then gets colours as far as it and the
// environment want them.
func (p *Program) terminal() (out io.Writer, width int, ok bool) {
	f, width, ok := asTerminal(p.Stdout)
	if !ok {
		return p.Stdout, report.DefaultWidth, false
	}
	lipgloss.EnableLegacyWindowsANSI(f)
	return colorprofile.NewWriter(f, os.Environ()), width, true
}

// showText prints the findings as suits where they go to: with their code, and in
// colours, on a terminal; else one a line.
func (p *Program) showText(s *session, r *report.Result) error {
	out, width, ok := p.terminal()
	if s.opts.format == "text" && (s.opts.formatGiven || !ok) {
		return report.Text(p.Stdout, r)
	}
	return report.FullWidth(out, r, width, ok)
}

// quiet is how long bodyvet may take without a sign of life.
const quiet = 700 * time.Millisecond

// A progress tells on a terminal how far a long run is. The zero value, and nil, tell
// nothing.
type progress struct {
	out io.Writer

	mu   sync.Mutex
	bar  *progressbar.ProgressBar // nil while there is nothing to tell
	done int                      // packages
	stop chan struct{}
	over sync.WaitGroup
}

// newProgress returns what tells on stderr, if that is a terminal.
func newProgress(stderr io.Writer) *progress {
	f, _, ok := asTerminal(stderr)
	if !ok || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{out: f}
}

// start begins to tell; what it returns ends that.
func (p *progress) start() (stop func()) {
	if p == nil {
		return func() {}
	}
	p.stop, p.done = make(chan struct{}), 0
	p.over.Go(p.tell)
	return func() {
		close(p.stop)
		p.over.Wait()
	}
}

func (p *progress) tell() {
	tick := time.NewTicker(quiet)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.bar != nil {
				_ = p.bar.Finish() // what the terminal doesn't take nobody misses
				p.bar = nil
			}
			return
		case <-tick.C:
			tick.Reset(100 * time.Millisecond)
			p.show()
		}
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		p.bar = progressbar.NewOptions(-1,
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSpinnerType(14),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetElapsedTime(true),
		)
	}
	what := "listing packages"
	if p.done > 0 {
		what = fmt.Sprintf("%s analyzed, dependencies included", packages(p.done))
	}
	p.bar.Describe(what)
	_ = p.bar.Add(1) // as above
}

// analyzed counts one more package.
func (p *progress) analyzed() {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.done++
	p.mu.Unlock()
}

// news returns a writer for lines that stay, in place of out.
func (p *progress) news(out io.Writer) io.Writer {
	if p == nil {
		return out
	}
	return newsWriter{p, out}
}

type newsWriter struct {
	p   *progress
	out io.Writer
}

// Write implements [io.Writer].
func (w newsWriter) Write(b []byte) (int, error) {
	w.p.mu.Lock()
	defer w.p.mu.Unlock()
	if w.p.bar != nil {
		_ = w.p.bar.Clear() // or else the line stands behind the spinner
	}
	return w.out.Write(b)
}
