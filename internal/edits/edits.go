// Package edits computes the text edits that delete code whole.
//
// A fix that removes a statement is only half a fix when the result does not
// compile, is not gofmt-clean, or has lost a comment. This package takes the
// statements and declarations that are to go (the roots) and finds what existed
// for them alone: the constant, the buffer, the condition around them, the
// closure they were wrapped in, the comment that explained them, the import. It
// either returns edits after which the file compiles, or a [Refusal] that says
// in a few words why it can't.
//
// It knows nothing about response bodies, except for the list of words by
// which it recognises a comment that speaks of draining ([AboutDraining]), and
// nothing about go/analysis. Whether a deletion is right is for the caller to
// say.
package edits

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// An Edit replaces the source text from Pos up to End by New.
type Edit struct {
	Pos, End token.Pos
	New      string
}

// A Refusal is the error of a change that can't be made whole. Reason is lower
// case, has no full stop, and is fit to stand in a message to an end user.
type Refusal struct {
	Reason string
	Pos    token.Pos // the place that stands in the way, if there is one
}

func (r *Refusal) Error() string { return r.Reason }

// refuse leaves the current computation with a [Refusal]; the entry points
// recover it. The rules below are a mutual recursion through the syntax tree
// in which almost everything can refuse, so errors would hide the rules.
func refuse(pos token.Pos, format string, args ...any) {
	panic(&Refusal{Reason: fmt.Sprintf(format, args...), Pos: pos})
}

// catch stores a Refusal thrown by [refuse] in err.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Refusal:
		*err = r
	default:
		panic(r)
	}
}

// A File is one file that changes can be made to. Its exported fields are
// options and must be set before the first change is made. A File and its
// changes belong to one goroutine.
type File struct {
	// Foreign reports whether a package-level name occurs somewhere that the
	// type checker did not see: in a file that this build leaves out, in a
	// test file, in an assembly file. Such a name is never deleted. A nil
	// Foreign says that nothing is hidden.
	Foreign func(name string) bool

	fset *token.FileSet
	file *ast.File
	src  []byte
	info *types.Info
	pkg  *types.Package

	tok      *token.File
	err      error                       // src and file don't belong together
	parent   map[ast.Node]ast.Node       // the syntax tree upside down
	defs     map[types.Object]*ast.Ident // where an object is declared, this file only
	uses     map[types.Object][]*ast.Ident
	symbols  map[types.Object]*ast.TypeSwitchStmt // v of switch v := x.(type), one object per clause
	pkgUses  map[types.Object][]*ast.Ident        // lazily: uses of package-level objects, all files
	comments []*comment
	lines    []int // offsets at which lines begin
	crlf     bool
	clean    *bool // see isClean
}

// NewFile prepares a file for changes. The file must have been parsed with
// comments from exactly src, and info must hold what the type checker found out
// about the whole package (Types, Defs, Uses, Implicits and Selections).
func NewFile(fset *token.FileSet, file *ast.File, src []byte, info *types.Info, pkg *types.Package) *File {
	f := &File{fset: fset, file: file, src: src, info: info, pkg: pkg, tok: fset.File(file.Package)}
	if f.tok == nil || f.tok.Size() != len(src) || !bytes.HasPrefix(src[f.tok.Offset(file.Package):], []byte("package")) {
		f.err = &Refusal{Reason: "the file's text is not what was analyzed", Pos: file.Package}
		return f
	}
	return f
}

// prepare indexes the file when its first change is worked out.
func (f *File) prepare() error {
	if f.err != nil || f.parent != nil {
		return f.err
	}
	f.crlf = bytes.Contains(f.src, []byte("\r\n"))
	f.index()
	f.scanText()
	return nil
}

// isClean reports whether the file is gofmt-clean, but for its line ends.
func (f *File) isClean() bool {
	if f.clean == nil {
		unix := f.src
		if f.crlf {
			unix = bytes.ReplaceAll(unix, []byte("\r\n"), []byte("\n"))
		}
		formatted, err := format.Source(unix)
		clean := err == nil && bytes.Equal(formatted, unix)
		f.clean = &clean
	}
	return *f.clean
}

// NewChange returns an empty change of the file.
func (f *File) NewChange() *Change {
	c := &Change{file: f}
	c.group = &group{changes: []*Change{c}}
	return c
}

// index builds the maps from objects to identifiers and from nodes to parents.
func (f *File) index() {
	f.parent = make(map[ast.Node]ast.Node)
	f.defs = make(map[types.Object]*ast.Ident)
	f.uses = make(map[types.Object][]*ast.Ident)
	f.symbols = make(map[types.Object]*ast.TypeSwitchStmt)
	ast.PreorderStack(f.file, nil, func(n ast.Node, stack []ast.Node) bool {
		if len(stack) > 0 {
			f.parent[n] = stack[len(stack)-1]
		}
		switch n := n.(type) {
		case *ast.Ident:
			if obj := f.info.Defs[n]; obj != nil {
				f.defs[obj] = n
			}
			if obj := f.info.Uses[n]; obj != nil {
				obj = origin(obj)
				f.uses[obj] = append(f.uses[obj], n)
			}
		case *ast.CaseClause:
			if sw, ok := f.parent[f.parent[n]].(*ast.TypeSwitchStmt); ok {
				if obj := f.info.Implicits[n]; obj != nil {
					f.symbols[obj] = sw
				}
			}
		}
		return true
	})
}

// origin maps a method or field of an instantiated type to the declared one.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// usesOf returns all identifiers that refer to obj, in every file of the package
// if obj can be seen from other files.
func (f *File) usesOf(obj types.Object) []*ast.Ident {
	if isLocal(obj) {
		return f.uses[obj]
	}
	if f.pkgUses == nil {
		f.pkgUses = make(map[types.Object][]*ast.Ident)
		for id, obj := range f.info.Uses {
			if obj.Pkg() == f.pkg && !isLocal(obj) {
				obj = origin(obj)
				f.pkgUses[obj] = append(f.pkgUses[obj], id)
			}
		}
	}
	return f.pkgUses[obj]
}

// isLocal reports whether obj is declared inside a function (or is a name of an
// imported package), so that all its uses are in the file that declares it.
func isLocal(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Label, *types.PkgName:
		return true
	case *types.Func:
		return false
	case *types.Var:
		if obj.IsField() {
			return false
		}
	}
	return obj.Pkg() != nil && obj.Parent() != obj.Pkg().Scope()
}

// contains reports whether pos lies in this file.
func (f *File) contains(pos token.Pos) bool {
	return token.Pos(f.tok.Base()) <= pos && pos <= token.Pos(f.tok.Base()+f.tok.Size())
}

// offset is the byte offset of pos; pos is the inverse.
func (f *File) offset(pos token.Pos) int { return int(pos) - f.tok.Base() }
func (f *File) pos(offset int) token.Pos { return token.Pos(f.tok.Base() + offset) }

// text is the source of a node.
func (f *File) text(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

// Apply applies edits to src, the text of the one file that they all lie in. The
// edits may come in any order and from several changes, but must not overlap.
func Apply(src []byte, fset *token.FileSet, edits []Edit) ([]byte, error) {
	if len(edits) == 0 {
		return slices.Clone(src), nil
	}
	tok := fset.File(edits[0].Pos)
	if tok == nil || tok.Size() != len(src) {
		return nil, fmt.Errorf("edits are not for this text")
	}
	spans := make([]span, len(edits))
	for i, e := range edits {
		spans[i] = span{int(e.Pos) - tok.Base(), int(e.End) - tok.Base(), e.New}
	}
	return applySpans(src, spans)
}

// A span replaces src[start:end] by text.
type span struct {
	start, end int
	text       string
}

func sortSpans(spans []span) {
	slices.SortStableFunc(spans, func(a, b span) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return a.end - b.end
	})
}

func applySpans(src []byte, spans []span) ([]byte, error) {
	spans = slices.Clone(spans)
	sortSpans(spans)
	var out bytes.Buffer
	last := 0
	for _, s := range spans {
		if s.start < last || s.end < s.start || s.end > len(src) {
			return nil, fmt.Errorf("edits overlap or lie outside of the file (at offset %d)", s.start)
		}
		out.Write(src[last:s.start])
		out.WriteString(s.text)
		last = s.end
	}
	out.Write(src[last:])
	return out.Bytes(), nil
}

// indent is the white space that the line of offset begins with.
func (f *File) indent(offset int) string {
	line := f.src[f.lineStart(offset):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// newline is the line end that the file uses.
func (f *File) newline() string {
	if f.crlf {
		return "\r\n"
	}
	return "\n"
}

// isSpace reports whether s holds nothing but white space.
func isSpace(s []byte) bool { return len(bytes.TrimSpace(s)) == 0 }

// oneLine shortens source text for use in a message.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 40 {
		s = string(r[:37]) + "..."
	}
	return s
}
