package edits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// UnusedImports returns the imports of the file whose last use goes with this
// change alone: those that were used before and are not afterwards. It returns
// nil where [Change.Edits] would refuse.
//
// With [Change.Imports] set, Edits removes them. Drivers built on x/tools do so
// themselves, for all fixes of a file together; golangci-lint doesn't. When two
// changes each remove an import, or when both share the last uses of one, set
// Imports on neither, or merge them: edits of one import declaration touch each
// other, the more so as the parentheses go with the last but one spec.
func (c *Change) UnusedImports() []*ast.ImportSpec {
	if c.solve() != nil {
		return nil
	}
	return c.state.unusedImports()
}

func (s *state) unusedImports() []*ast.ImportSpec {
	var unused []*ast.ImportSpec
	for _, spec := range s.f.file.Imports {
		if s.lostUses(spec) {
			unused = append(unused, spec)
		}
	}
	return unused
}

// lostUses reports whether an import had uses and has none any more.
func (s *state) lostUses(spec *ast.ImportSpec) bool {
	f := s.f
	if spec.Path.Value == `"C"` {
		return false
	}
	if spec.Name != nil && spec.Name.Name == "_" {
		return false
	}
	if spec.Name != nil && spec.Name.Name == "." {
		return s.lostDotUses(spec)
	}
	obj := f.importedName(spec)
	if obj == nil || len(f.uses[obj]) == 0 {
		return false
	}
	return len(s.liveUses(obj)) == 0 && !s.g.mentioned(obj)
}

// importedName is the object that an import spec declares.
func (f *File) importedName(spec *ast.ImportSpec) types.Object {
	if spec.Name != nil {
		return f.info.Defs[spec.Name]
	}
	return f.info.Implicits[spec]
}

// lostDotUses is lostUses for import . "path", whose objects are used by their bare
// names.
func (s *state) lostDotUses(spec *ast.ImportSpec) bool {
	f := s.f
	var pkg *types.Package
	for _, p := range f.pkg.Imports() {
		if `"`+p.Path()+`"` == spec.Path.Value {
			pkg = p
		}
	}
	if pkg == nil {
		return false
	}
	had := false
	for obj, ids := range f.uses {
		if obj.Pkg() != pkg || obj.Parent() != pkg.Scope() {
			continue
		}
		for _, id := range ids {
			if sel, ok := f.parent[id].(*ast.SelectorExpr); ok && sel.Sel == id {
				continue // by another import of the same package
			}
			if !s.isDead(id) || s.g.mentioned(obj) {
				return false
			}
			had = true
		}
	}
	return had
}

// imports returns what to delete and to edit of the file's import declarations.
// A dot import goes in any case, because no driver removes those.
func (s *state) imports() (units []*unit, subs []span) {
	f := s.f
	unused := slices.DeleteFunc(s.unusedImports(), func(spec *ast.ImportSpec) bool {
		return !s.c.Imports && (spec.Name == nil || spec.Name.Name != ".")
	})
	if len(unused) == 0 {
		return nil, nil
	}
	for _, decl := range f.file.Decls {
		decl, ok := decl.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			continue
		}
		var gone, kept []*ast.ImportSpec
		for _, spec := range decl.Specs {
			if spec := spec.(*ast.ImportSpec); slices.Contains(unused, spec) {
				gone = append(gone, spec)
			} else {
				kept = append(kept, spec)
			}
		}
		switch {
		case len(gone) == 0:
		case len(kept) == 0:
			units = append(units, s.unit(decl))
		case len(kept) == 1 && !f.hasComments(decl, gone):
			// import ( "io" ⏎ "net/http" ) becomes import "net/http"
			subs = append(subs, span{f.offset(decl.Lparen), f.offset(decl.Rparen) + 1, f.text(kept[0])})
		default:
			for _, spec := range gone {
				units = append(units, s.unit(spec))
			}
		}
	}
	return units, subs
}

// hasComments reports whether there are comments between the parentheses of an
// import declaration other than those behind the specs that go.
func (f *File) hasComments(decl *ast.GenDecl, gone []*ast.ImportSpec) bool {
	for _, c := range f.comments {
		if f.offset(decl.Lparen) < c.start && c.end <= f.offset(decl.Rparen) {
			trails := slices.ContainsFunc(gone, func(spec *ast.ImportSpec) bool {
				return !c.own && f.line(f.offset(spec.Pos())) == c.line
			})
			if !trails {
				return true
			}
		}
	}
	return false
}
