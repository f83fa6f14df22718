// Package app calls the helper of another package.
package app

import (
	"net/http"

	"x/api"
)

func afterTheErrorCheck(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer api.Finish(resp) // want `^api\.Finish drains resp\.Body: since Go 1\.27 a plain Close does the same for the connection$`
	return nil
}

func beforeTheErrorCheck(url string) error {
	resp, err := http.Get(url)
	defer api.Finish(resp) // want `no automatic fix: the response may be nil here, and the helper guards for it$`
	return err
}
