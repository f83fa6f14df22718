package check

import (
	"errors"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

type looking string

func (l looking) LookedAt() string { return string(l) }

func TestGuarded(t *testing.T) {
	t.Parallel()
	engine := &analysis.Analyzer{Name: "engine"}
	pass := &analysis.Pass{
		Pkg:      types.NewPackage("example.com/p", "p"),
		ResultOf: map[*analysis.Analyzer]any{engine: looking("p.F at p.go:3:1")},
	}
	run := func(p *analysis.Pass, f func()) error {
		_, err := Guarded("x", func(*analysis.Pass) (any, error) { f(); return nil, nil })(p)
		return err
	}
	var none map[string]int
	err := run(pass, func() { none["a"] = 1 })
	for _, want := range []string{"in x,", "p.F at p.go:3:1", "nil map", "guard_test.go:"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	pass.ResultOf = nil
	if err := run(pass, func() { panic("no") }); err == nil || !strings.Contains(err.Error(), "example.com/p") {
		t.Errorf("the package is not in: %v", err)
	}
	if err := run(nil, func() { panic(errors.New("no")) }); err == nil {
		t.Error("no error")
	}
	if err := run(pass, func() {}); err != nil {
		t.Error(err)
	}
}
