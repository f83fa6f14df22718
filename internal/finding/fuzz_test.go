package finding

import (
	"testing"
)

// FuzzParse reads what a go command of the future, or one that was cut off, may print.
func FuzzParse(f *testing.F) {
	f.Add([]byte(vetJSON))
	f.Add([]byte(vetJSON[:len(vetJSON)/2]))
	f.Add([]byte("# example.com/a\n{}"))
	f.Add([]byte(`{"a":{"p":[{"posn":":","end":"a:-1:99999999999999999999","suggested_fixes":[{"message":" (unproved: )"}]}]}}`))
	f.Add([]byte(`{"a":{"p":null,"q":[null],"r":{"error":1},"s":3}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		findings, errs, err := Parse(data, func(id string) (string, bool) { return id, id != "" })
		if err != nil && (len(findings) > 0 || len(errs) > 0) {
			t.Errorf("%d findings and %d errors of packages beside the error %v", len(findings), len(errs), err)
		}
		for i, f := range Sort(findings) {
			if f.Pos.Line < 0 || f.Pos.Column < 0 {
				t.Errorf("finding %d is at %v", i, f.Pos)
			}
		}
	})
}
