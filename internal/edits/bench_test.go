package edits_test

import (
	"go/ast"
	"testing"

	"github.com/bodyvet/bodyvet/internal/edits"
)

// BenchmarkEdits deletes one statement of a large file.
func BenchmarkEdits(b *testing.B) {
	p := loadStd(b, "net/http")
	const name = "server.go"
	var stmt ast.Stmt
	ast.Inspect(p.files[name], func(n ast.Node) bool {
		if s, ok := n.(*ast.ExprStmt); ok && stmt == nil {
			stmt = s
		}
		return stmt == nil
	})
	b.Run("file", func(b *testing.B) {
		for b.Loop() {
			edits.NewFile(p.fset, p.files[name], p.src[name], p.info, p.types)
		}
	})
	f := p.file(name)
	b.Run("change", func(b *testing.B) {
		for b.Loop() {
			c := f.NewChange()
			c.Delete(stmt)
			if _, err := c.Edits(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
