// kind: path: early return in a server's handler
// expect: the return on a wrong content type comes before the defer

package p

import (
	"io"
	"net/http"
	"strings"
)

type Relay struct {
	Upstream string
	Client   *http.Client
}

func (r *Relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	up, err := r.Client.Get(r.Upstream + req.URL.Path) // LEAK
	if err != nil {
		http.Error(w, "upstream is down", http.StatusBadGateway)
		return
	}
	ct := up.Header.Get("Content-Type")
	if !strings.HasPrefix(ct, "image/") {
		http.Error(w, "not an image: "+ct, http.StatusUnsupportedMediaType)
		return
	}
	defer up.Body.Close()
	w.Header().Set("Content-Type", ct)
	_, _ = io.Copy(w, up.Body)
}
