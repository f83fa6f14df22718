package gocmd

import "testing"

// What the go command's vet prints is counted by packages while it comes, in pieces.
func TestDocuments(t *testing.T) {
	t.Parallel()
	const out = "{\n\t\"a\": {\n\t\t\"x\": []\n\t}\n}\n{}\n{\n\t\"b\": {}\n}\n"
	for size := 1; size <= len(out); size++ {
		n := 0
		d := &documents{each: func() { n++ }}
		for at := 0; at < len(out); at += size {
			if _, err := d.Write([]byte(out[at:min(at+size, len(out))])); err != nil {
				t.Fatal(err)
			}
		}
		if n != 3 {
			t.Errorf("in pieces of %d bytes: %d documents, want 3", size, n)
		}
	}
}
