// kind: test: fatal helpers of the package
// expect: silent: noError and equal don't come back when they fail

package p

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"
)

func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatalf("unexpected: %v", err)
	}
}

func wantError(tb testing.TB, err error) {
	tb.Helper()
	if err == nil {
		tb.Fatal("want an error")
	}
}

func equal(tb testing.TB, got, want any) {
	tb.Helper()
	if !reflect.DeepEqual(got, want) {
		tb.Logf("got  %v\nwant %v", got, want)
		tb.FailNow()
	}
}

func testItems(t *testing.T, c *http.Client, u string) {
	resp, err := c.Get(u)
	noError(t, err)
	equal(t, resp.StatusCode, http.StatusOK)
	var items []string
	noError(t, json.NewDecoder(resp.Body).Decode(&items))
	resp.Body.Close()
	equal(t, items, []string{"a", "b"})

	_, err = c.Get("http://127.0.0.1:1")
	wantError(t, err)
}
