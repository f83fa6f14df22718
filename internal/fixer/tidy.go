package fixer

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// tidy formats a file after its edits as gofmt does and removes the imports that lost
// their last use. It keeps a file's line ends.
func tidy(file string, before, after []byte, names func(dir string, paths []string) map[string]string) ([]byte, error) {
	fset := token.NewFileSet()
	// Objects are resolved since that is how the parser tells a package's name
	// from a variable's.
	f, err := parser.ParseFile(fset, file, after, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	old, err := parser.ParseFile(token.NewFileSet(), file, before, 0)
	if err != nil {
		return nil, err
	}
	ast.SortImports(fset, f)
	removeImports(fset, f, lost(old, f), func(paths []string) map[string]string {
		return names(filepath.Dir(file), paths)
	})

	// The mode is gofmt's, whose last bit go/printer doesn't export.
	const normalizeNumbers = 1 << 30
	cfg := printer.Config{Mode: printer.UseSpaces | printer.TabIndent | normalizeNumbers, Tabwidth: 8}
	var out bytes.Buffer
	if err := cfg.Fprint(&out, fset, f); err != nil {
		return nil, err
	}
	if onlyCRLF(before) {
		return bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte("\r\n")), nil
	}
	return out.Bytes(), nil
}

func onlyCRLF(content []byte) bool {
	n := bytes.Count(content, []byte("\n"))
	return n > 0 && n == bytes.Count(content, []byte("\r\n"))
}

// lost returns the names x that a file uses as in x.Y before and not after, and that
// it doesn't declare itself: those of imports, and of variables of other files.
func lost(before, after *ast.File) map[string]bool {
	names := qualifiers(before)
	for name := range qualifiers(after) {
		delete(names, name)
	}
	return names
}

func qualifiers(f *ast.File) map[string]bool {
	undeclared := make(map[*ast.Ident]bool)
	for _, id := range f.Unresolved {
		undeclared[id] = true
	}
	names := make(map[string]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok && undeclared[id] {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// removeImports removes the imports with the given names. Where an import doesn't
// say its name, and the paths leave a doubt, the packages are asked for.
func removeImports(fset *token.FileSet, f *ast.File, names map[string]bool, lookup func(paths []string) map[string]string) {
	left := maps.Clone(names)
	guesses := make(map[string][]string)
	var unnamed []string
	for _, spec := range slices.Clone(f.Imports) {
		p := importPath(spec)
		switch {
		case spec.Name == nil:
			unnamed = append(unnamed, p)
			guesses[guess(p)] = append(guesses[guess(p)], p)
		case names[spec.Name.Name]:
			astutil.DeleteNamedImport(fset, f, spec.Name.Name, p)
			delete(left, spec.Name.Name)
		}
	}
	for name := range names {
		if paths := guesses[name]; left[name] && len(paths) == 1 {
			astutil.DeleteImport(fset, f, paths[0])
			delete(left, name)
		}
	}
	if len(left) == 0 || len(unnamed) == 0 {
		return
	}
	for p, name := range lookup(unnamed) {
		if left[name] {
			astutil.DeleteImport(fset, f, p)
		}
	}
}

func importPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return spec.Path.Value
	}
	return p
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// guess is the name that the package with import path p has by convention.
func guess(p string) string {
	base := path.Base(p)
	if majorVersion.MatchString(base) && path.Dir(p) != "." {
		base = path.Base(path.Dir(p))
	}
	name, _, _ := strings.Cut(base, ".")
	return name
}
