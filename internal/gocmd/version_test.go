package gocmd

import "testing"

func TestSkew(t *testing.T) {
	t.Parallel()
	tests := []struct {
		built, running string
		skewed         bool
	}{
		{"go1.26.8", "go1.26.8", false},
		{"go1.26.1", "go1.26.8", false}, // the language is the same
		{"go1.26.8", "go1.27.3", true},
		{"go1.26.8", "go1.27rc1", true},
		{"go1.27.3", "go1.26.8", false},
		{"go1.9", "go1.26.0", true}, // numbers, not strings
		{"devel go1.28-0c5b2e7 Mon Jan 2", "go1.27.3", false},
		{"go1.27.3", "devel go1.28-0c5b2e7 Mon Jan 2", true},
		{"go1.27.3 X:loopvar", "go1.27.3 X:loopvar", false},
		{"go1.26.8", "", false}, // nothing known, nothing said
		{"unknown", "go1.27.3", false},
	}
	for _, test := range tests {
		if got := Skew(test.built, test.running) != ""; got != test.skewed {
			t.Errorf("Skew(%q, %q) = %t, want %t", test.built, test.running, got, test.skewed)
		}
	}
}

func TestTooOld(t *testing.T) {
	t.Parallel()
	for running, want := range map[string]bool{"go1.25.7": true, "go1.26": false, "go1.26.0": false, "go1.27.3": false, "": false} {
		if got := TooOld(running) != ""; got != want {
			t.Errorf("TooOld(%q) = %t, want %t", running, got, want)
		}
	}
}
