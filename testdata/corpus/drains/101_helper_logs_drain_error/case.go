// kind: helper, drain error logged
// expect: unexported, every call after the error check: report all, calls become Close, the helper goes

package case101

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
)

type forecast struct{ High, Low float64 }

// finish leaves the connection in a state in which it can be reused.
func finish(resp *http.Response) { // DRAIN
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		log.Printf("drain: %v", err)
	}
	resp.Body.Close()
}

func weather(c *http.Client, city string) (*forecast, error) {
	resp, err := c.Get("https://weather.example.com/v1/" + city)
	if err != nil {
		return nil, err
	}
	defer finish(resp) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("weather in %s: %s", city, resp.Status)
	}
	f := new(forecast)
	return f, json.NewDecoder(resp.Body).Decode(f)
}

func reachable(c *http.Client) bool {
	resp, err := c.Get("https://weather.example.com/ping")
	if err != nil {
		return false
	}
	finish(resp) // DRAIN
	log.Printf("ping: %s", resp.Status)
	return resp.StatusCode == http.StatusOK
}
