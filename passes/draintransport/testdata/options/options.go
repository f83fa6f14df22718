// Package options has the default limits as options.
package options

import (
	"net/http"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

// Client says what is so anyway.
var Client = &http.Client{Transport: drain.NewTransport(nil, drain.MaxBytes(drain.DefaultMaxBytes), drain.MaxTime(50*time.Millisecond))} // want `needless round http.DefaultTransport`
