// Package clients makes a client for others.
package clients

import (
	"net/http"

	"github.com/bodyvet/bodyvet/drain"
)

func New() *http.Client { return &http.Client{Transport: drain.NewTransport(nil)} }
