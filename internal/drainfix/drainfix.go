// Package drainfix turns what the engine found out about drains into fixes: the
// edits that take a drain away and leave a plain Close. The passes that report
// drains share it, since the fixes of one file must fit together whichever pass
// they belong to.
package drainfix

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/bodyvet/bodyvet/internal/bodyflow"
	"github.com/bodyvet/bodyvet/internal/check"
	"github.com/bodyvet/bodyvet/internal/edits"
)

// A Fix is what can be done about one diagnostic.
type Fix struct {
	// Title is a verb phrase.
	Title string
	Edits []analysis.TextEdit
	// Reason says why there is no fix, where Edits is empty.
	Reason string
}

// A Plan has the fixes of a package, by what they fix: a *bodyflow.Drain, a
// *bodyflow.Helper or a *bodyflow.HelperCall.
type Plan map[any]*Fix

// Call returns what can be done about a call of a helper. A call of the
// package's own helper is the business of the helper's fix.
func (p Plan) Call(c *bodyflow.HelperCall) *Fix {
	if fix, ok := p[c]; ok || c.Alone() {
		return fix
	}
	own := p[c.Helper()]
	switch {
	case own == nil:
		return &Fix{Reason: string(bodyflow.HoleMixed)}
	case len(own.Edits) > 0:
		return &Fix{Reason: "it goes with the fix of " + c.Name}
	}
	return &Fix{Reason: own.Reason}
}

// item is one fix in the making.
type item struct {
	key     any
	title   string
	changes map[*ast.File]*edits.Change
	file    *ast.File // of the diagnostic
}

type planner struct {
	pass     *analysis.Pass
	flow     *bodyflow.Result
	unproved bool
	files    map[*ast.File]*edits.File
	outside  []string // sources of the package that this build leaves out
	read     bool
	plan     Plan
	items    []*item
	around   map[*bodyflow.Helper]string // helpers that go with the one that calls them
}

// An Applier says for each file whether drains of a kind are reported there at all.
type Applier func(*ast.File, bodyflow.DrainKind) bool

// Applies returns the rule that all passes about drains go by: what only Go 1.27
// makes needless is reported where every build has it, the rest everywhere.
func Applies(pass *analysis.Pass, opts *check.Options, r *check.Reporter) Applier {
	return func(f *ast.File, kind bodyflow.DrainKind) bool {
		return !r.Silent(f.Package) && (kind != bodyflow.ManualDrain || check.AtLeast(pass, opts, f, "go1.27"))
	}
}

// New plans the fixes of a package where applies says so; unproved asks for fixes
// whose proof is incomplete.
func New(pass *analysis.Pass, flow *bodyflow.Result, applies Applier, unproved bool) Plan {
	p := &planner{pass: pass, flow: flow, unproved: unproved, files: make(map[*ast.File]*edits.File), plan: make(Plan)}
	d := flow.Drains()
	for _, m := range d.Manual {
		if applies(m.File, m.Kind) {
			p.manual(m, holes(m.Holes, m.Below, applies(m.File, bodyflow.ManualDrain)))
		}
	}
	p.around = make(map[*bodyflow.Helper]string)
	for _, h := range d.Helpers {
		for _, in := range h.Inner {
			if g := in.Callee(); g != nil && h.Inline {
				p.around[g] = h.Obj.Name()
			}
		}
	}
	manual := func(f *ast.File) bool { return applies(f, bodyflow.ManualDrain) }
	fixed := make(map[*bodyflow.Helper]bool)
	for _, h := range d.Helpers {
		if manual(h.File) {
			fixed[h] = true
			p.helper(h, manual)
		}
	}
	for _, c := range d.Calls {
		// A call of the package's own helper goes with that, unless it is reported
		// where the helper isn't.
		if applies(c.File, c.Kind) && (c.Alone() || c.Kind != bodyflow.ManualDrain && !fixed[c.Helper()]) {
			p.alone(c, holes(c.Holes, c.Below, applies(c.File, bodyflow.ManualDrain)))
		}
	}
	p.finish()
	return p.plan
}

// holes returns the open lines of a proof, for a file of which every build has Go
// 1.27 or not.
func holes(always, below []bodyflow.Hole, drains bool) []bodyflow.Hole {
	if drains {
		return always
	}
	return append(below[:len(below):len(below)], always...)
}

// Reason names the first open line of a proof.
func Reason(holes []bodyflow.Hole) string {
	if len(holes) == 0 {
		return ""
	}
	return string(holes[0])
}

func (p *planner) refuse(key any, reason string) { p.plan[key] = &Fix{Reason: reason} }

// file returns the editor of a file.
func (p *planner) file(f *ast.File) *edits.File {
	if ef, ok := p.files[f]; ok {
		return ef
	}
	name := p.pass.Fset.File(f.FileStart).Name()
	src, err := p.source(name)
	if err != nil {
		p.files[f] = nil
		return nil
	}
	ef := edits.NewFile(p.pass.Fset, f, src, p.pass.TypesInfo, p.pass.Pkg)
	ef.Foreign = p.mentionedOutside
	p.files[f] = ef
	return ef
}

func (p *planner) source(name string) ([]byte, error) { return check.ReadFile(p.pass, name) }

// mentionedOutside reports whether a name occurs in a file of the package's
// folder that the analysis doesn't see: of another build, a test, assembly.
func (p *planner) mentionedOutside(name string) bool {
	if !p.read {
		p.read = true
		p.readOutside()
	}
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	for _, src := range p.outside {
		if word.MatchString(src) {
			return true
		}
	}
	return false
}

func (p *planner) readOutside() {
	seen := make(map[string]bool)
	dirs := make(map[string]bool)
	for _, f := range p.pass.Files {
		name := p.pass.Fset.File(f.FileStart).Name()
		if !ast.IsGenerated(f) && !strings.HasSuffix(name, "_test.go") {
			seen[name] = true
		}
		dirs[filepath.Dir(name)] = true
	}
	add := func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		if src, err := p.source(name); err == nil {
			p.outside = append(p.outside, string(src))
		}
	}
	for _, name := range p.pass.IgnoredFiles {
		add(name)
	}
	for _, name := range p.pass.OtherFiles {
		add(name)
	}
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // what IgnoredFiles says must do
		}
		for _, e := range entries {
			if ext := filepath.Ext(e.Name()); ext == ".go" || ext == ".s" {
				add(filepath.Join(dir, e.Name()))
			}
		}
	}
}

// start begins a fix of key; nil where it can't be attached.
func (p *planner) start(key any, f *ast.File, holes []bodyflow.Hole, title string) *item {
	if len(holes) > 0 && !p.unproved {
		p.refuse(key, Reason(holes))
		return nil
	}
	if len(holes) > 0 {
		title = fmt.Sprintf("%s (unproved: %s)", title, Reason(holes))
	}
	if p.file(f) == nil {
		p.refuse(key, "the file can't be read")
		return nil
	}
	return &item{key: key, title: title, file: f, changes: make(map[*ast.File]*edits.Change)}
}

func (it *item) change(p *planner, f *ast.File) *edits.Change {
	c, ok := it.changes[f]
	if !ok {
		ef := p.file(f)
		if ef == nil {
			return nil
		}
		c = ef.NewChange()
		it.changes[f] = c
	}
	return c
}

// manual plans the fix of a drain in place.
func (p *planner) manual(d *bodyflow.Drain, open []bodyflow.Hole) {
	it := p.start(d, d.File, open, "Remove the drain and keep the Close")
	if it == nil {
		return
	}
	c := it.change(p, d.File)
	removeDrain(c, d)
	if d.Unclosed {
		it.title = strings.Replace(it.title, "Remove the drain and keep the Close", "Replace the drain with a Close", 1)
	}
	if d.Collapse != nil {
		c.CollapseDefer(d.Collapse)
	}
	p.items = append(p.items, it)
}

// removeDrain deletes a drain, or puts the Close in its place.
func removeDrain(c *edits.Change, d *bodyflow.Drain) {
	if !d.Unclosed {
		c.Delete(d.Stmts...)
		return
	}
	text := types.ExprString(d.Body) + ".Close()"
	if _, ok := d.Stmts[0].(*ast.DeferStmt); ok {
		text = "defer " + text
	}
	c.Replace(d.Stmts[0], text)
	c.Delete(d.Stmts[1:]...)
}

// helper plans the fix of a helper as a whole.
func (p *planner) helper(h *bodyflow.Helper, applies func(*ast.File) bool) {
	if h.Fact.Uses {
		p.refuse(h, Reason(h.Holes))
		return
	}
	name := h.Obj.Name()
	inline := h.Inline && (h.Lit != nil || !p.mentionedOutside(name))
	for _, c := range h.Calls {
		if !applies(c.File) {
			inline = false
		}
	}
	if inline {
		it := p.start(h, h.File, h.Holes, "Replace the calls of "+name+" with a plain Close")
		if it == nil {
			return
		}
		if p.inline(it, h) {
			return
		}
	}
	if outer := p.around[h]; outer != "" {
		p.refuse(h, "it goes with the fix of "+outer)
		return
	}
	if !h.Fact.Closes {
		reason := Reason(h.Holes)
		if reason == "" {
			reason = "its callers have to be changed by hand"
		}
		p.refuse(h, reason)
		return
	}
	it := p.start(h, h.File, h.Holes, "Make "+name+" a plain Close")
	if it == nil {
		return
	}
	c := it.change(p, h.File)
	for _, d := range h.Drains {
		c.Delete(d.Stmts...)
	}
	for _, in := range h.Inner {
		if in.Closes {
			c.Replace(in.Call, in.Body+".Close()")
		} else {
			c.Delete(in.Stmt)
		}
	}
	p.items = append(p.items, it)
}

// inline replaces the calls of a helper and deletes it. It reports false where
// the edits can't be made whole.
func (p *planner) inline(it *item, h *bodyflow.Helper) bool {
	for _, call := range h.Calls {
		c := it.change(p, call.File)
		if c == nil {
			return false
		}
		switch {
		case call.Closes || call.Unclosed:
			c.Replace(call.Call, call.Body+".Close()")
		case call.Stmt != nil:
			c.Delete(call.Stmt)
		default:
			return false
		}
	}
	c := it.change(p, h.File)
	for _, in := range h.Inner {
		if g := in.Callee(); g != nil && g.Decl != nil && !p.mentionedOutside(g.Obj.Name()) {
			it.change(p, g.File).DeleteDecl(g.Decl)
		}
	}
	if h.Decl != nil {
		c.DeleteDecl(h.Decl)
	} else {
		c.Delete(h.Assign)
	}
	var all []*edits.Change
	for _, c := range it.changes {
		all = append(all, c)
	}
	edits.Link(all...)
	for _, c := range all {
		if _, err := c.Edits(); err != nil {
			return false
		}
	}
	p.items = append(p.items, it)
	return true
}

// alone plans the fix of a call of a helper that stays as it is.
func (p *planner) alone(c *bodyflow.HelperCall, open []bodyflow.Hole) {
	it := p.start(c, c.File, open, "Replace "+c.Name+" with a plain Close")
	if it == nil {
		return
	}
	if !p.flow.FixedAlone(c) {
		p.refuse(c, string(bodyflow.HoleMaybeNil))
		return
	}
	it.change(p, c.File).Replace(c.Call, c.Body+".Close()")
	p.items = append(p.items, it)
}

// finish merges fixes that can't be applied apart, sees to the imports, and
// writes the edits out.
func (p *planner) finish() {
	byFile := make(map[*ast.File][]*item)
	for _, it := range p.items {
		if len(it.changes) == 1 {
			byFile[it.file] = append(byFile[it.file], it)
		}
	}
	dropped := make(map[*item]*item)
	for f, list := range byFile {
		if len(list) < 2 {
			continue
		}
		var cs []*edits.Change
		for _, it := range list {
			cs = append(cs, it.changes[f])
		}
		for _, g := range p.file(f).Groups(cs...) {
			if len(g) < 2 {
				continue
			}
			var parts []*edits.Change
			for _, i := range g {
				parts = append(parts, cs[i])
			}
			first := list[g[0]]
			first.changes[f] = p.file(f).Merge(parts...)
			for _, i := range g[1:] {
				dropped[list[i]] = first
			}
		}
	}
	p.imports(dropped)
	for _, it := range p.items {
		if into, ok := dropped[it]; ok {
			p.plan[it.key] = &Fix{Reason: fmt.Sprintf("it goes with the fix at line %d", p.line(into))}
			continue
		}
		p.plan[it.key] = p.write(it)
	}
}

func (p *planner) line(it *item) int {
	var pos token.Pos
	switch k := it.key.(type) {
	case *bodyflow.Drain:
		pos = k.Node.Pos()
	case *bodyflow.Helper:
		pos = k.Obj.Pos()
	case *bodyflow.HelperCall:
		pos = k.Call.Pos()
	}
	return p.pass.Fset.Position(pos).Line
}

// imports lets a fix remove the imports whose last use it takes away, where no
// other fix of the file removes one: their edits would touch each other.
func (p *planner) imports(dropped map[*item]*item) {
	users := make(map[*ast.File][]*edits.Change)
	for _, it := range p.items {
		if dropped[it] != nil {
			continue
		}
		for f, c := range it.changes {
			if len(c.UnusedImports()) > 0 {
				users[f] = append(users[f], c)
			}
		}
	}
	for _, cs := range users {
		if len(cs) == 1 {
			cs[0].Imports = true
		}
	}
}

func (p *planner) write(it *item) *Fix {
	fix := &Fix{Title: it.title}
	for _, f := range p.pass.Files { // in a fixed order
		c, ok := it.changes[f]
		if !ok {
			continue
		}
		list, err := c.Edits()
		if err != nil {
			var r *edits.Refusal
			if errors.As(err, &r) {
				return &Fix{Reason: r.Reason}
			}
			return &Fix{Reason: err.Error()}
		}
		for _, e := range list {
			fix.Edits = append(fix.Edits, analysis.TextEdit{Pos: e.Pos, End: e.End, NewText: []byte(e.New)})
		}
	}
	return fix
}

// Attach adds a fix to a diagnostic: its edits, or the reason why there are
// none at the end of the message.
func Attach(d *analysis.Diagnostic, fix *Fix) {
	switch {
	case fix == nil:
	case len(fix.Edits) > 0:
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: fix.Title, TextEdits: fix.Edits}}
	case fix.Reason != "":
		d.Message += "; no automatic fix: " + fix.Reason
	}
}
