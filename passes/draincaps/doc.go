// Package draincaps reports limits of net/http's transport that were copied into
// code.
package draincaps

const doc = `report limits of the transport that were copied into a drain

Since Go 1.27 the HTTP/1 transport drains a body that is closed before its end,
within limits of its own: today 256 KiB and 50 ms. These are details of its
implementation, not documented, and may change in any release. Code that repeats
them

	io.CopyN(io.Discard, resp.Body, 256<<10) // 256 KiB is the transport's own limit

is tied to one release of Go, and makes readers believe that the number means
something to the program. Where a drain is needed at all, its limit is a matter
of the program: how many bytes a connection is worth. Where the numbers are there
because the transport has them, the drain can go with them: Close does that.

The pass reports 256 KiB, in every spelling, as the count of an io.CopyN, as the
limit of an io.LimitReader, io.LimitedReader or http.MaxBytesReader, as what the
read bytes of a loop or resp.ContentLength are compared with, and as an argument of a
drain helper; and 50 ms, as the timer that ends the drain. It does so only round a drain
of a response body, and never changes code: the report of the drain itself
(manualdrain, drainhelper) has the fix.

The proof finds the limits of the transport that it is built with:

	go test ./passes/draincaps -run TestLimitsAreTheTransports

	//lint:ignore draincaps reason

on the line, or on the line before it, silences a report.`
