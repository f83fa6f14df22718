package p

import (
	"net/http"
	"testing"
)

func TestNoSuchHost(t *testing.T) {
	_, err := http.Get("http://no.such.host.invalid")
	if got := codeOf(err); got != 1 {
		t.Errorf("code %d", got)
	}
}

func TestAnswers(t *testing.T) {
	_, err := http.Get("http://localhost") // LEAK
	t.Log(err)
}
