package driver

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOriginals gives the names of an overlay to what reads the go command's answers.
func TestOriginals(t *testing.T) {
	temp := filepath.Join(t.TempDir(), "John Doe")
	if err := os.Mkdir(temp, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, temp)
	}
	file := filepath.Join(t.TempDir(), "große clients", "a.go")
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("package a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	o, err := newOverlay(map[string][]byte{file: []byte("package b\n")})
	if err != nil {
		t.Fatal(err)
	}
	defer o.remove()
	name := o.replacement(file)
	if content, err := os.ReadFile(name); err != nil || string(content) != "package b\n" {
		t.Fatalf("the replacement has %q (%v)", content, err)
	}
	if got := original(name); got != file {
		t.Errorf("original(%s) = %s, want %s", name, got, file)
	}
	if got := original(file); got != file {
		t.Errorf("original(%s) = %s", file, got)
	}
	// Another run's folder for temporary files may have been another one.
	elsewhere := filepath.Join(string(filepath.Separator)+"var", "tmp", filepath.Base(o.dir), name[len(o.dir):])
	if got := original(elsewhere); got != file {
		t.Errorf("original(%s) = %s, want %s", elsewhere, got, file)
	}
	for _, name := range []string{name, elsewhere} {
		if got, want := originals("at "+name+":3:1: x, "+name), "at "+file+":3:1: x, "+file; got != want {
			t.Errorf("originals: %s, want %s", got, want)
		}
	}
}
