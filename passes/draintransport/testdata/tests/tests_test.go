package tests

import (
	"net/http"

	"github.com/bodyvet/bodyvet/drain"
)

var client = &http.Client{Transport: drain.NewTransport(nil)} // want `needless round http.DefaultTransport: .*; no automatic fix: the file is a test`
