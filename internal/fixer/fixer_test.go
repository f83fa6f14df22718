package fixer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// newTree returns a tree over one file, and the file's name.
func newTree(t *testing.T, content string) (*Tree, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return &Tree{
		MayChange: func(string) string { return "" },
		Names: func(_ string, paths []string) map[string]string {
			names := make(map[string]string)
			for _, p := range paths {
				if p == "example.com/go-odd" {
					names[p] = "odd"
				}
			}
			return names
		},
	}, file
}

// replace is a fix that replaces the first occurrence of each old text in content.
func replace(t *testing.T, file, content string, oldnew ...string) *finding.Fix {
	t.Helper()
	fix := new(finding.Fix)
	for i := 0; i < len(oldnew); i += 2 {
		at := strings.Index(content, oldnew[i])
		if at < 0 {
			t.Fatalf("no %q in the file", oldnew[i])
		}
		fix.Edits = append(fix.Edits, finding.Edit{File: file, Start: at, End: at + len(oldnew[i]), New: oldnew[i+1]})
	}
	return fix
}

func TestApply(t *testing.T) {
	t.Parallel()
	const content = "package a\n\nvar v T = 1\n\nfunc f() {\n\tone()\n\ttwo()\n\tthree()\n}\n"
	tests := map[string]struct {
		fixes   [][]string // pairs of old and new text
		applied int
		broken  int
		want    string
	}{
		"apart": {
			[][]string{{"\tone()\n", ""}, {"\tthree()\n", ""}}, 2, 0,
			"package a\n\nvar v T = 1\n\nfunc f() {\n\ttwo()\n}\n",
		},
		"side by side": {
			[][]string{{"\tone()\n", ""}, {"\ttwo()\n", "\t2()\n"}}, 2, 0,
			"package a\n\nvar v T = 1\n\nfunc f() {\n\t2()\n\tthree()\n}\n",
		},
		"overlapping, so only the first": {
			[][]string{{"one()\n\ttwo()", "x()"}, {"two()\n\tthree()", "y()"}}, 1, 0,
			"package a\n\nvar v T = 1\n\nfunc f() {\n\tx()\n\tthree()\n}\n",
		},
		"one edit in common": {
			[][]string{{"one()", "1()", "three()", "3()"}, {"three()", "3()", "two()", "2()"}}, 2, 0,
			"package a\n\nvar v T = 1\n\nfunc f() {\n\t1()\n\t2()\n\t3()\n}\n",
		},
		"no half of the second": {
			[][]string{{"one()", "1()"}, {"three()", "3()", "one()", "eins()"}}, 1, 0,
			"package a\n\nvar v T = 1\n\nfunc f() {\n\t1()\n\ttwo()\n\tthree()\n}\n",
		},
		"unparsable": {
			[][]string{{"one()", "1()"}, {"two()", "{"}}, 1, 1,
			"package a\n\nvar v T = 1\n\nfunc f() {\n\t1()\n\ttwo()\n\tthree()\n}\n",
		},
		"unformatted": {
			[][]string{{"one()", "x:=1;_=x"}}, 1, 0,
			"package a\n\nvar v T = 1\n\nfunc f() {\n\tx := 1\n\t_ = x\n\ttwo()\n\tthree()\n}\n",
		},
		"parsable each, but not together": {
			[][]string{{"= 1", ""}, {"T", ""}, {"one()", "1()"}}, 1, 0,
			"package a\n\nvar v T\n\nfunc f() {\n\tone()\n\ttwo()\n\tthree()\n}\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree, file := newTree(t, content)
			var fixes []*finding.Fix
			for _, oldnew := range test.fixes {
				fixes = append(fixes, replace(t, file, content, oldnew...))
			}
			applied, broken, err := tree.Apply(fixes)
			if err != nil {
				t.Fatal(err)
			}
			if len(applied) != test.applied || len(broken) != test.broken {
				t.Errorf("%d fixes applied and %d broken, want %d and %d", len(applied), len(broken), test.applied, test.broken)
			}
			got, err := tree.Content(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
		})
	}
}

func TestImports(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		before, old, want string
	}{
		"last use": {
			"package a\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n\nfunc f() {\n\tio.X()\n\tfmt.X()\n}\n", "\tio.X()\n",
			"package a\n\nimport (\n\t\"fmt\"\n)\n\nfunc f() {\n\tfmt.X()\n}\n",
		},
		"another use": {
			"package a\n\nimport \"io\"\n\nfunc f() {\n\tio.X()\n\tio.Y()\n}\n", "\tio.X()\n",
			"package a\n\nimport \"io\"\n\nfunc f() {\n\tio.Y()\n}\n",
		},
		"other uses are of a variable": {
			"package a\n\nimport \"io\"\n\nfunc f() {\n\tio.X()\n\tvar io T\n\tio.Y()\n}\n", "\tio.X()\n",
			"package a\n\nfunc f() {\n\tvar io T\n\tio.Y()\n}\n",
		},
		"named": {
			"package a\n\nimport my \"io\"\n\nfunc f() {\n\tmy.X()\n}\n", "\tmy.X()\n",
			"package a\n\nfunc f() {\n}\n",
		},
		"blank and dot stay": {
			"package a\n\nimport (\n\t. \"fmt\"\n\t\"io\"\n\t_ \"log\"\n)\n\nfunc f() {\n\tio.X()\n}\n", "\tio.X()\n",
			"package a\n\nimport (\n\t. \"fmt\"\n\t_ \"log\"\n)\n\nfunc f() {\n}\n",
		},
		"major version": {
			"package a\n\nimport \"math/rand/v2\"\n\nfunc f() {\n\trand.X()\n}\n", "\trand.X()\n",
			"package a\n\nfunc f() {\n}\n",
		},
		"version after a dot": {
			"package a\n\nimport \"gopkg.in/yaml.v3\"\n\nfunc f() {\n\tyaml.X()\n}\n", "\tyaml.X()\n",
			"package a\n\nfunc f() {\n}\n",
		},
		"name that the path doesn't tell": {
			"package a\n\nimport (\n\t\"example.com/go-odd\"\n\t\"example.com/go-even\"\n)\n\nfunc f() {\n\todd.X()\n\teven.X()\n}\n", "\todd.X()\n",
			"package a\n\nimport (\n\t\"example.com/go-even\"\n)\n\nfunc f() {\n\teven.X()\n}\n",
		},
		"never used, which is not ours": {
			"package a\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n\nfunc f() {\n\tfmt.X()\n\tx()\n}\n", "\tx()\n",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n\nfunc f() {\n\tfmt.X()\n}\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree, file := newTree(t, test.before)
			if _, _, err := tree.Apply([]*finding.Fix{replace(t, file, test.before, test.old, "")}); err != nil {
				t.Fatal(err)
			}
			got, err := tree.Content(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBarred(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ content, want string }{
		"fine":           {"package a\n\nfunc f() {}\n", ""},
		"generated":      {"// Code generated by x. DO NOT EDIT.\n\npackage a\n\nfunc f() {}\n", "the file is generated"},
		"line directive": {"package a\n\n//line b.go:7\nfunc f() {}\n", "a line directive in the file moves its positions"},
		"no Go":          {"package a\n\nfunc f() {\n", "the file can't be parsed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree, file := newTree(t, test.content)
			fix := replace(t, file, test.content, "func", "fun")
			if got := tree.Barred(fix); got != test.want {
				t.Errorf("Barred = %q, want %q", got, test.want)
			}
			if applied, _, err := tree.Apply([]*finding.Fix{fix}); test.want != "" && (err != nil || len(applied) > 0) {
				t.Errorf("Apply = %v, %v, want nothing applied", applied, err)
			}
		})
	}
}

func TestStaleEdit(t *testing.T) {
	t.Parallel()
	tree, file := newTree(t, "package a\n")
	fix := &finding.Fix{Edits: []finding.Edit{{File: file, Start: 5, End: 99}}}
	applied, broken, err := tree.Apply([]*finding.Fix{fix})
	if err != nil || len(applied) > 0 || len(broken) != 1 {
		t.Errorf("Apply = %v, %v, %v, want one broken fix", applied, broken, err)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	const content = "package a\r\n\r\nfunc f() {\r\n\tone()\r\n\ttwo()\r\n}"
	tree, file := newTree(t, content+"\r\n")
	if _, _, err := tree.Apply([]*finding.Fix{replace(t, file, content, "\tone()\r\n", "")}); err != nil {
		t.Fatal(err)
	}
	const wantDiff = "--- a/a.go\n+++ b/a.go\n@@ -1,6 +1,5 @@\n package a\r\n \r\n func f() {\r\n-\tone()\r\n \ttwo()\r\n }\r\n"
	if diff := cmp.Diff(wantDiff, string(tree.Diff(filepath.Base))); diff != "" {
		t.Errorf("diff (-want +got):\n%s", diff)
	}
	written, err := tree.Write()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{file}, written); diff != "" {
		t.Errorf("written files (-want +got):\n%s", diff)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := "package a\r\n\r\nfunc f() {\r\n\ttwo()\r\n}\r\n"; string(got) != want {
		t.Errorf("file is %q, want %q", got, want)
	}
	onlyFile(t, file)
}

func TestWriteToChangedFile(t *testing.T) {
	t.Parallel()
	const content = "package a\n\nfunc f() { one() }\n"
	tree, file := newTree(t, content)
	if _, _, err := tree.Apply([]*finding.Fix{replace(t, file, content, "one()", "")}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("package b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Write(); err == nil || !strings.Contains(err.Error(), "nothing was changed: ") {
		t.Errorf("Write = %v, want an error", err)
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != "package b\n" {
		t.Errorf("file is %q, %v, want it as the other writer left it", got, err)
	}
	onlyFile(t, file)
}

// onlyFile checks that nothing else was left in file's folder.
func onlyFile(t *testing.T, file string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("%d files in the folder, want 1: %v", len(entries), entries)
	}
}

func TestUndo(t *testing.T) {
	t.Parallel()
	_, file := newTree(t, "package b\n")
	if err := undo([]*replacement{{file: file, old: []byte("package a\n")}}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "package a\n" {
		t.Errorf("file is %q, %v", got, err)
	}
	onlyFile(t, file)
}
