// kind: in place, ReadAll with its error only logged
// expect: an old err is reused and only logged: report, both statements go

package case009

import (
	"io"
	"log"
	"net/http"
	"strings"
)

func annotate(grafana *http.Client, url, note string) (int, error) {
	resp, err := grafana.Post(url, "text/plain", strings.NewReader(note))
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.ReadAll(resp.Body) // DRAIN
	if err != nil {
		log.Printf("annotation: rest of the answer: %v", err)
	}
	return resp.StatusCode, nil
}
