// Package deaddrain reports drains of response bodies that can never help.
package deaddrain

const doc = `report drains of response bodies that can never help

A drain is there to get the connection back. It can't where

  - the client has keep-alives disabled (DisableKeepAlives, or MaxIdleConnsPerHost
    below zero), also where another package made it;
  - the request has Close set, or the header "Connection: close";
  - the response was seen to say "Connection: close" (resp.Close);
  - the body is at its end: it was read by io.ReadAll, copied to io.Discard, or
    copied elsewhere without an error; or it answers a HEAD;
  - it is capped, and the body is known to be longer:

	if resp.ContentLength > max {
		io.CopyN(io.Discard, resp.Body, max) // ends before the body does
	}

That holds on every version of Go, and so do the reports. A fix comes with the
proof that manualdrain asks for, less what is about connections: where nothing
closes the body the fix puts the Close in. A header "Connection: close" that is
set by hand counts only if the server honours it, so there is no automatic fix.

Taken for granted: that a request with Close set isn't redirected, for net/http
makes the next one without it; and, on a connection that turns out to be HTTP/2,
that the end of the body has arrived (else an early Close resets the stream).

	//lint:ignore deaddrain reason

on the line, or on the line before it, silences a report.`
