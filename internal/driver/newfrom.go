package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// changes are the lines that differ from a revision, by file. Files are named without
// symbolic links.
type changes map[string]*changedLines

type changedLines struct {
	all    bool // the whole file is new
	ranges [][2]int
}

func (c *changedLines) has(first, last int) bool {
	return c.all || slices.ContainsFunc(c.ranges, func(r [2]int) bool { return first <= r[1] && r[0] <= last })
}

// changedSince returns the lines of the work tree around dir that differ from rev, or
// from where the history of rev and that of the work tree part: what others have done
// since then is not a change of this work tree's.
func changedSince(ctx context.Context, dir, rev string) (changes, error) {
	top, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	root := strings.TrimRight(string(top), "\r\n")
	if _, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err != nil {
		return nil, fmt.Errorf("-new-from=%s is no commit of the repository in %s (a shallow clone may lack it)", rev, root)
	}
	// Without a common commit the revision itself has to do.
	if base, err := git(ctx, dir, "merge-base", rev, "HEAD"); err == nil {
		rev = strings.TrimSpace(string(base))
	}
	diff, err := git(ctx, root, "diff", "--no-ext-diff", "--no-color", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "--unified=0", rev, "--", "*.go")
	if err != nil {
		return nil, err
	}
	files, _, err := gitdiff.Parse(bytes.NewReader(diff))
	if err != nil {
		return nil, fmt.Errorf("git diff printed something else than a diff: %w", err)
	}
	c := make(changes)
	for _, f := range files {
		if f.IsDelete {
			continue
		}
		lines := &changedLines{all: f.IsNew}
		for _, frag := range f.TextFragments {
			first, last := int(frag.NewPosition), int(frag.NewPosition+frag.NewLines)-1
			if frag.NewLines == 0 {
				// Something is gone between these two.
				last = first + 1
			}
			lines.ranges = append(lines.ranges, [2]int{first, last})
		}
		c[realPath(filepath.Join(root, filepath.FromSlash(f.NewName)))] = lines
	}
	untracked, err := git(ctx, root, "ls-files", "-z", "--others", "--exclude-standard", "--", "*.go")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(untracked), "\x00"), "\x00") {
		if name != "" {
			c[realPath(filepath.Join(root, filepath.FromSlash(name)))] = &changedLines{all: true}
		}
	}
	return c, nil
}

// concern reports whether a finding is about a changed line: its own, or one on the way
// that it describes, such as a return that was put before the Close.
func (c changes) concern(f *finding.Finding) bool {
	if lines := c[realPath(f.Pos.File)]; lines != nil && lines.has(f.Pos.Line, max(f.Pos.Line, f.End.Line)) {
		return true
	}
	return slices.ContainsFunc(f.Related, func(r finding.Related) bool {
		lines := c[realPath(r.Pos.File)]
		return lines != nil && lines.has(r.Pos.Line, r.Pos.Line)
	})
}

func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("-new-from needs git, which isn't in PATH")
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return nil, fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return out, err
}

// realPath is path without symbolic links, if that can be told.
func realPath(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

// onlyNew drops the findings that the changes don't concern. Those that it drops stay
// dropped when fixes have moved them to other lines.
func (s *session) onlyNew(findings []finding.Finding, overlaid bool) []finding.Finding {
	if s.changed == nil {
		return findings
	}
	if !overlaid {
		s.old = make(map[string]int)
		return slices.DeleteFunc(findings, func(f finding.Finding) bool {
			if s.changed.concern(&f) {
				return false
			}
			s.old[s.oldKey(&f)]++
			return true
		})
	}
	left := make(map[string]int)
	return slices.DeleteFunc(findings, func(f finding.Finding) bool {
		key := s.oldKey(&f)
		left[key]++
		return left[key] <= s.old[key]
	})
}

// oldKey names a finding by the text of its line.
func (s *session) oldKey(f *finding.Finding) string {
	var line []byte
	if content, err := s.tree.Content(f.Pos.File); err == nil {
		lines := bytes.Split(content, []byte("\n"))
		if n := f.Pos.Line; n >= 1 && n <= len(lines) {
			line = bytes.TrimSpace(lines[n-1])
		}
	} else if !os.IsNotExist(err) {
		line = []byte(err.Error())
	}
	return strings.Join([]string{f.Pass, f.Pos.File, string(line)}, "\x00")
}
