//go:build unix

// Screens makes the pictures in docs/img: what bodyvet prints on a terminal about the
// example module of "bodyvet demo", as SVG, whole and as an excerpt, and its page in a
// browser, light and dark.
// It needs a Unix and headless Chromium, and is run in the root of the module:
//
//	go run ./internal/screens
package main

import (
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

const columns = 100

func main() {
	if err := run(filepath.Join("docs", "img")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(images string) error {
	dir, err := os.MkdirTemp("", "bodyvet-screens-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tool, module, page := filepath.Join(dir, "bodyvet"), filepath.Join(dir, "apiclient"), filepath.Join(dir, "page.html")
	if out, err := exec.Command("go", "build", "-o", tool, "./cmd/bodyvet").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	// Its exit status says that something was found.
	if out, err := exec.Command(tool, "demo", "-o", module).CombinedOutput(); !found(err) {
		return fmt.Errorf("demo: %w: %s", err, out)
	}
	screen, err := terminal(exec.Command(tool, "-C", module, "-go=1.27", "-html", page))
	if err != nil {
		return err
	}
	for name, screen := range map[string]string{"terminal.svg": screen, "excerpt.svg": excerpt(screen)} {
		if err := os.WriteFile(filepath.Join(images, name), []byte(svg(screen)), 0o666); err != nil {
			return err
		}
	}
	for name, scheme := range map[string]string{"report-light.png": "1", "report-dark.png": "0"} {
		cmd := exec.Command("chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--window-size=900,1300",
			"--blink-settings=preferredColorScheme="+scheme, "--screenshot="+filepath.Join(images, name), "file://"+page)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	return nil
}

func found(err error) bool {
	var exit *exec.ExitError
	return err == nil || errors.As(err, &exit) && exit.ExitCode() == 1
}

// terminal returns what a program prints on one.
func terminal(cmd *exec.Cmd) (string, error) {
	ours, theirs, err := pty.Open()
	if err != nil {
		return "", err
	}
	defer ours.Close()
	if err := pty.Setsize(theirs, &pty.Winsize{Rows: 50, Cols: columns}); err != nil {
		return "", err
	}
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=")
	cmd.Stdout = theirs
	if err := cmd.Start(); err != nil {
		return "", err
	}
	if err := theirs.Close(); err != nil {
		return "", err
	}
	out, err := io.ReadAll(ours)
	if err != nil && !errors.Is(err, syscall.EIO) { // so does Linux say that nobody writes any more
		return "", err
	}
	if err := cmd.Wait(); !found(err) {
		return "", err
	}
	return strings.ReplaceAll(string(out), "\r\n", "\n"), nil
}

// place matches the first line of a finding, and summary that of what stands below all.
var (
	place   = regexp.MustCompile(`^  \d+:\d+  `)
	summary = regexp.MustCompile(`^\d+ \w+ can go`)
)

// excerpt is the screen with two of its findings.
func excerpt(screen string) string {
	var b strings.Builder
	findings, below := 0, false
	for line := range strings.Lines(screen) {
		text := ansi.Strip(line)
		if place.MatchString(text) {
			if findings++; findings == 3 {
				b.WriteString("  …\n\n")
			}
		}
		below = below || summary.MatchString(text)
		if findings < 3 || below {
			b.WriteString(line)
		}
	}
	return b.String()
}

// The sizes of a character and its line.
const (
	charWidth, lineHeight = 7.83, 18
	margin                = 16
)

var sgr = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// svg draws lines with the styles that a terminal's report has.
func svg(screen string) string {
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	var b strings.Builder
	height := len(lines)*lineHeight + 2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="ui-monospace, 'DejaVu Sans Mono', Consolas, monospace" font-size="13" role="img" aria-label="what bodyvet prints on a terminal">`+"\n", columns*8+2*margin, height)
	b.WriteString(`<style>text{fill:#e4e7ea;white-space:pre}.c1{font-weight:bold}.c2{fill:#8b949e}.c31{fill:#ff8a80}.c32{fill:#6fdd8b}.c33{fill:#f0b849}.c35{fill:#d2a8ff}.c36{fill:#79d7e6}</style>` + "\n")
	fmt.Fprintf(&b, `<rect width="100%%" height="%d" rx="8" fill="#14171a"/>`+"\n", height)
	class := ""
	for i, line := range lines {
		y := margin + i*lineHeight + 13
		column := 0
		for line != "" {
			at := sgr.FindStringSubmatchIndex(line)
			text := line
			if at != nil {
				text = line[:at[0]]
			}
			if strings.TrimSpace(text) != "" {
				fmt.Fprintf(&b, `<text x="%.1f" y="%d"%s xml:space="preserve">%s</text>`+"\n", margin+float64(column)*charWidth, y, class, html.EscapeString(text))
			}
			column += ansi.StringWidth(text)
			if at == nil {
				break
			}
			class = classOf(line[at[2]:at[3]])
			line = line[at[1]:]
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// classOf is the class for the parameters of a terminal's style.
func classOf(parameters string) string {
	var classes []string
	for p := range strings.SplitSeq(parameters, ";") {
		if p != "" && p != "0" {
			classes = append(classes, "c"+p)
		}
	}
	if len(classes) == 0 {
		return ""
	}
	return ` class="` + strings.Join(classes, " ") + `"`
}
