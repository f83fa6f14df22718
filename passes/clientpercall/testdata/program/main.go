// Command program ends soon, but its handler runs often.
package main

import "net/http"

func main() {
	c := &http.Client{Transport: &http.Transport{}}
	if resp, err := c.Get("http://localhost"); err == nil {
		resp.Body.Close()
	}
	run()
	http.HandleFunc("/", serve)
}

func run() {
	c := &http.Client{Transport: &http.Transport{}}
	if resp, err := c.Get("http://localhost"); err == nil {
		resp.Body.Close()
	}
}

func serve(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Transport: &http.Transport{}} // want `for each call of serve`
	if resp, err := c.Get("http://localhost"); err == nil {
		resp.Body.Close()
	}
}
