// kind: path: nobody keeps the response
// expect: blank identifier, go and defer statements all drop an open body

package p

import (
	"bytes"
	"log"
	"net/http"
)

type Notifier struct {
	URL    string
	Client *http.Client
}

func (n *Notifier) Alert(msg string) {
	if _, err := n.Client.Post(n.URL, "text/plain", bytes.NewBufferString(msg)); err != nil { // LEAK
		log.Printf("alert: %v", err)
	}
}

func (n *Notifier) Run(job func()) {
	go n.Client.Get(n.URL + "/started")    // LEAK
	defer n.Client.Get(n.URL + "/stopped") // LEAK
	job()
}
