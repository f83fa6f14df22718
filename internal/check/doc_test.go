package check

import "testing"

func TestDoc(t *testing.T) {
	t.Parallel()
	const source = "// Package x reports things.\n//\n// # Analyzer x\n//\n// x: report things\n//\n// They are bad:\n//\n//\tf()\npackage x\n"
	const want = "report things\n\nThey are bad:\n\n\tf()"
	for _, src := range []string{source, crlf(source)} {
		if got := Doc(src); got != want {
			t.Errorf("Doc = %q, want %q", got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a package without a manual gets one")
		}
	}()
	Doc("// Package x reports things.\npackage x\n")
}

func crlf(s string) string {
	var b []byte
	for i := range len(s) {
		if s[i] == '\n' {
			b = append(b, '\r')
		}
		b = append(b, s[i])
	}
	return string(b)
}
