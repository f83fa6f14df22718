//go:build unix

package driver

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A progress says nothing of a short run; of a long one it says how far it is, makes
// room for lines that stay, and leaves nothing behind.
func TestProgress(t *testing.T) {
	t.Setenv("TERM", "xterm")
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	defer ours.Close()
	defer theirs.Close()
	if err := pty.Setsize(theirs, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}

	p := newProgress(theirs)
	p.start()()
	fmt.Fprintln(theirs, "short")
	if got := readLine(t, ours); got != "short\r\n" {
		t.Errorf("a short run says %q", got)
	}

	stop := p.start()
	p.analyzed()
	p.analyzed()
	time.Sleep(quiet + 300*time.Millisecond)
	fmt.Fprintln(p.news(theirs), "news")
	stop()
	fmt.Fprintln(theirs, "long")
	got := readLine(t, ours)
	if !strings.Contains(got, "2 packages analyzed") || !strings.HasSuffix(cleared(got), "news\r\n") {
		t.Errorf("a long run says %q", got)
	}
	if got := cleared(readLine(t, ours)); strings.TrimSpace(got) != "long" {
		t.Errorf("a long run leaves %q", got)
	}
}

// readLine returns what was written up to the end of a line.
func readLine(t *testing.T, f *os.File) string {
	t.Helper()
	var line []byte
	for b := make([]byte, 1); ; {
		if _, err := f.Read(b); err != nil {
			t.Fatal(err)
		}
		if line = append(line, b...); b[0] == '\n' {
			return string(line)
		}
	}
}

// cleared is what is left of a line that was written over.
func cleared(line string) string {
	body := strings.TrimSuffix(line, "\r\n")
	return body[strings.LastIndexByte(body, '\r')+1:] + "\r\n"
}

func TestNoTerminal(t *testing.T) {
	t.Parallel()
	f, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p := newProgress(f); p != nil {
		t.Error("a file gets a progress")
	}
	var p *progress
	p.analyzed()
	p.start()()
	if p.news(f) != f {
		t.Error("lines go elsewhere")
	}
}
