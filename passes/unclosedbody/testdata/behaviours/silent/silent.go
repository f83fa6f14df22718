// Package silent is left alone: what is said about it has been said.
package silent

import "net/http"

func asked(u string) {
	//lint:ignore unclosedbody the process ends here
	http.Get(u)
	http.Get(u) //lint:ignore unclosedbody the process ends here
}

func withoutReason(u string) {
	//lint:ignore unclosedbody
	http.Get(u) // want `never closed`
}
