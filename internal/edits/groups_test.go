package edits_test

import (
	"go/ast"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bodyvet/bodyvet/internal/edits"
)

// one loads a package of one file.
func one(t *testing.T, src string) (*pkg, *edits.File) {
	t.Helper()
	p := newPackage()
	p.add(t, "a.go", []byte(src))
	p.check(t)
	return p, p.file("a.go")
}

// stmts returns the statements of the file whose source begins with a prefix.
func (p *pkg) stmts(prefix string) []ast.Stmt {
	var list []ast.Stmt
	tok := p.fset.File(p.files["a.go"].Package)
	ast.Inspect(p.files["a.go"], func(n ast.Node) bool {
		if s, ok := n.(ast.Stmt); ok && strings.HasPrefix(string(p.src["a.go"][tok.Offset(s.Pos()):]), prefix) {
			list = append(list, s)
		}
		return true
	})
	return list
}

func TestGroups(t *testing.T) {
	tests := []struct {
		name string
		body string // each drain(…) is a change of its own
		want [][]int
	}{
		{"independent", "drain(nil)\n\tprintln()\n\tdrain(nil)", [][]int{{0}, {1}}},
		{"neighbours", "drain(nil)\n\tdrain(nil)", [][]int{{0}, {1}}},
		{"shared buffer", "var b []byte\n\tdrain(b)\n\tprintln()\n\tdrain(b)\n\tprintln()\n\tdrain(nil)", [][]int{{0, 1}, {2}}},
		{"buffer of three", "var b []byte\n\tdrain(b)\n\tprintln()\n\tdrain(b)\n\tprintln()\n\tdrain(b)", [][]int{{0, 1, 2}}},
		{"emptied if", "println()\n\tif b := true; b {\n\t\tdrain(nil)\n\t\tdrain(nil)\n\t}", [][]int{{0, 1}}},
		{"shared blank line", "{\n\t\tdrain(nil)\n\n\t\tdrain(nil)\n\t\tprintln()\n\t}", [][]int{{0}, {1}}},
		{"refused", "for {\n\t\tdrain(nil)\n\t}\n\tdrain(nil)\n\tprintln()", [][]int{{0}, {1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, f := one(t, "package p\n\nfunc drain([]byte) {}\n\nfunc f() {\n\t"+tt.body+"\n}\n")
			var changes []*edits.Change
			for _, s := range p.stmts("drain(") {
				c := f.NewChange()
				c.Delete(s)
				changes = append(changes, c)
			}
			got := f.Groups(changes...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("groups differ (-want +got):\n%s", diff)
			}
			// All groups together leave a package that compiles.
			var all []edits.Edit
			for _, g := range got {
				var members []*edits.Change
				for _, i := range g {
					members = append(members, changes[i])
				}
				list, err := f.Merge(members...).Edits()
				if err != nil {
					continue
				}
				all = append(all, list...)
			}
			out, err := edits.Apply(p.src["a.go"], p.fset, all)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.recheck(map[string][]byte{"a.go": out}, true); err != nil {
				t.Errorf("the result does not compile: %v\n%s", err, out)
			}
		})
	}
}

// TestGroupsLinked deletes a helper whose only call goes in another file.
func TestGroupsLinked(t *testing.T) {
	p := newPackage()
	p.add(t, "a.go", []byte("package p\n\nfunc drain() {}\n\nfunc f() {\n\tprintln()\n}\n"))
	p.add(t, "b.go", []byte("package p\n\nfunc g() {\n\tdrain()\n}\n"))
	p.check(t)
	f := p.file("a.go")
	helper, other, call := f.NewChange(), f.NewChange(), p.file("b.go").NewChange()
	helper.DeleteDecl(p.files["a.go"].Decls[0])
	other.Delete(p.stmts("println()")...)
	call.Delete(p.files["b.go"].Decls[0].(*ast.FuncDecl).Body.List...)
	edits.Link(helper, call)
	if diff := cmp.Diff([][]int{{0}, {1}}, f.Groups(helper, other)); diff != "" {
		t.Errorf("groups differ (-want +got):\n%s", diff)
	}
	for _, c := range []*edits.Change{helper, other, call} {
		if list, err := c.Edits(); err != nil || len(list) != 1 {
			t.Errorf("edits: %v %v", list, err)
		}
	}
}

func TestUnused(t *testing.T) {
	p, f := one(t, `package p

import (
	"io"
	str "strings"
)

func drain(r io.Reader) { io.Copy(io.Discard, r) }

func size() int { return len(str.Repeat("x", 3)) }

func loop() { loop() }

func f(r io.Reader) {
	drain(r)
	println(size(), str.ToUpper("x"))
	loop()
}

func g() { println(size()) }
`)
	c := f.NewChange()
	c.Delete(p.stmts("drain(r)")...)
	c.Delete(p.stmts("println(size(), ")...)
	c.Delete(p.stmts("loop()")[1])
	var names []string
	for _, fn := range c.UnusedFuncs() {
		names = append(names, fn.Name.Name)
	}
	if diff := cmp.Diff([]string{"drain", "loop"}, names); diff != "" {
		t.Errorf("unused functions (-want +got):\n%s", diff)
	}
	if got := c.UnusedImports(); len(got) != 0 {
		t.Errorf("unused imports: %v", got)
	}
	for _, fn := range c.UnusedFuncs() {
		c.DeleteDecl(fn)
	}
	c.Delete(p.stmts("return len(str")...)
	if _, err := c.Edits(); err == nil || err.Error() != "the function would be left without a return" {
		t.Errorf("Edits: %v", err)
	}
}

func TestRemainingStmts(t *testing.T) {
	p, f := one(t, `package p

func f() {
	func() {
		x := 1
		println(x)
		print()
	}()
}
`)
	var lit *ast.FuncLit
	ast.Inspect(p.files["a.go"], func(n ast.Node) bool {
		if l, ok := n.(*ast.FuncLit); ok {
			lit = l
		}
		return true
	})
	c := f.NewChange()
	if n := len(c.RemainingStmts(lit)); n != 3 {
		t.Errorf("before: %d statements, want 3", n)
	}
	c.Delete(p.stmts("println(x)")...)
	if rest := c.RemainingStmts(lit); len(rest) != 1 || rest[0] != lit.Body.List[2] {
		t.Errorf("after: %v", rest)
	}
}

// TestRefusals asks for the impossible.
func TestRefusals(t *testing.T) {
	const src = "package p\n\nfunc f(c chan int) {\n\tfor i := 0; i < 3; i++ {\n\t\tprintln(i)\n\t}\n\tselect {\n\tcase <-c:\n\t}\n\tx := func() {}\n\tx()\n}\n"
	p, f := one(t, src)
	other, _ := one(t, src)
	tests := []struct {
		name string
		stmt ast.Stmt
		want string
	}{
		{"step", p.stmts("i++")[0], "the step of a loop can't be deleted alone"},
		{"communication", p.stmts("<-c")[0], "the communication of a select clause can't be deleted alone"},
		{"clause", p.stmts("case <-c")[0], "an empty select would be left, which blocks for ever"},
		{"used", p.stmts("i := 0")[0], "i is declared in the deleted code and still used"},
		{"foreign", other.stmts("i++")[0], "the code to delete is not part of the file"},
		{"new", new(ast.EmptyStmt), "the code to delete is not part of the file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := f.NewChange()
			c.Delete(tt.stmt)
			if _, err := c.Edits(); err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	c := edits.NewFile(p.fset, p.files["a.go"], []byte(src+" "), p.info, p.types).NewChange()
	c.Delete(p.stmts("x()")...)
	if _, err := c.Edits(); err == nil || err.Error() != "the file's text is not what was analyzed" {
		t.Errorf("other text: %v", err)
	}
	if list, err := f.NewChange().Edits(); err != nil || len(list) != 0 {
		t.Errorf("an empty change has edits: %v %v", list, err)
	}
}

func TestAboutDraining(t *testing.T) {
	for text, want := range map[string]bool{
		"// Drain the body":                        true,
		"// so that the conn is reused":            true,
		"// Keep alive needs this":                 true,
		"// keep-alives":                           true,
		"// ReadAll it":                            true,
		"// at most 4096 bytes":                    true,
		"// reusing sockets":                       true,
		"// non-reusable":                          true,
		"// we already spread the thread's header": false,
		"// connect to the server":                 false,
		"// ready":                                 false,
		"// ignore the error":                      false,
		"":                                         false,
	} {
		if got := edits.AboutDraining(text); got != want {
			t.Errorf("AboutDraining(%q) = %t", text, got)
		}
	}
}
