// kind: the program ends when the drain fails
// expect: log.Fatal acts on the error: silent

package case220

import (
	"flag"
	"io"
	"log"
	"net/http"
)

func run() {
	url := flag.String("url", "http://localhost:8080/", "what to fetch")
	flag.Parse()
	resp, err := http.Get(*url)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		log.Fatalf("%s: %v", *url, err)
	}
	resp.Body.Close()
	log.Print("complete")
}
