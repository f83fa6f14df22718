// kind: test: an assertion of the package about any value
// expect: what isn't nil when it comes back is an error; one that only complains says nothing

package p

import (
	"net/http"
	"reflect"
	"testing"
)

func isNil(x any) bool {
	if x == nil {
		return true
	}
	v := reflect.ValueOf(x)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

func wantSome(t *testing.T, x any) {
	t.Helper()
	if isNil(x) {
		t.Fatal("want a value, got nil")
	}
}

func complainOfNil(t *testing.T, x any) {
	t.Helper()
	if isNil(x) {
		t.Error("want a value, got nil")
	}
}

func testUntrusted(t *testing.T, c *http.Client, u string) {
	_, err := c.Get(u)
	wantSome(t, err)
	resp, err := c.Get(u) // LEAK
	complainOfNil(t, err)
	t.Log(resp, err)
}
