// Package drain gives HTTP/1 connections back although nobody read the response.
//
// A connection can carry the next request only when the body before it has been
// read to its end. Until Go 1.26 net/http threw the connection away if a program
// closed an unread body, and so programs drained bodies by hand. Since Go 1.27
// net/http's transport does that itself, in the background, within limits. This
// package brings the same to programs that are still built by Go 1.26, and steps
// aside where the toolchain is newer:
//
//	client := &http.Client{Transport: drain.NewTransport(nil)}
//
// With that a plain
//
//	defer resp.Body.Close()
//
// is all a program needs, under either toolchain. [NewTransport] tells what is
// drained and what is not.
//
// [Close] is for the few places that need the connection before the next line
// runs: it drains in the foreground, within the same limits, and closes.
//
// # Limits
//
// A drain reads at most [DefaultMaxBytes] and takes at most [DefaultMaxTime].
// Both are what net/http's transport used when this was written. They are not part
// of its contract, nor of this package's: either may change in any release. The
// only thing to rely on is that the connection is reused if what is left of the
// body is small and arrives soon.
//
// # What it costs
//
// Under Go 1.26 a request through [NewTransport] whose body is read to its end costs one
// allocation more than without, and on loopback about 1 percent of the time. If its
// context can be cancelled, that is two allocations at most, about 3 percent, and a
// goroutine while the request lasts, which waits for the cancellation. A small body that is
// closed unread takes less time than one that is drained by hand. BenchmarkFullyRead and
// BenchmarkUnread, in this package, measure it. Under Go 1.27 and newer there is no cost,
// since NewTransport returns base.
//
// # What differs from Go 1.27
//
// Under Go 1.26 this package sees a body only through its Read method. Where
// net/http has undone a gzip encoding on its own account, the limit therefore
// counts decompressed bytes, not those of the wire, and a body that turned out to
// be corrupt is not drained.
//
// A cancellation through the deprecated [http.Request.Cancel] while a body is
// being drained ends the drain. One through the request's context doesn't. And the
// deprecated [http.Transport.CancelRequest] knows a request by its pointer, which
// is not the program's own if the request's context can be cancelled.
//
// Under both, [http.Client.Timeout] costs a timer and two goroutines per request as soon
// as the client's transport is not an [http.Transport]; a deadline in the request's
// context does not.
//
// Programs built by Go 1.27.0 or 1.27.1 want a newer toolchain: their transport can
// deadlock if Read and Close are called at the same time (https://go.dev/issue/81404).
package drain
