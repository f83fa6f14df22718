// Package proof runs what the passes claim. Each file of testdata is one situation: a
// small client program, built and run against a real server as it is, again after
// bodyvet's own fix, and where that is of interest again as somebody changed it by
// hand. Its connections, its goroutines, what it prints and what the server saw are
// compared.
//
// A fix may never open more connections (but the one that the race of the background
// drain against the next request may cost), leave a goroutine, have the server see
// other requests or more of them cancelled, or change what the program prints. Where
// bodyvet gives no fix because that would do harm, the program changed by hand shows
// the harm.
//
// # A situation
//
// A file is a txtar archive. Before its files stands a paragraph of prose, and after a blank
// line this, one a line and all of it optional:
//
//	server: http               or https (HTTP/1 alone), h2 (TLS), h2c (without TLS)
//	reports: PASS...           these passes report here, or "nothing": not one does
//	fix: yes                   bodyvet -fix changes the program, or "no"
//	fixed: VERDICT             what the fixed program is like, compared with the one as it is
//	by hand: VERDICT           the same of the one changed by hand
//	fixed, go1.26: VERDICT     the same with both built by Go 1.26
//	by hand, go1.26: VERDICT
//	program, go1.26: VERDICT   the program as it is, compared with itself built by Go 1.27
//
// A VERDICT is "same" (nothing is worse), or "helps" or "hurts" and what it does that
// to: connections, goroutines, output, requests or cancelled. The first three speak of
// the client, the others of the server: which requests it got, and in how many of them
// its handler was cancelled. The fixed program under Go 1.27 is held to "same" where
// nothing else is said; "hurts" is for what a manual names as an assumption.
//
// The archive's files are a package whose Main gets the URL of the server; the query of a
// request says what the server answers (see type server). Folders in it are packages
// below example.com/proof/NAME, NAME being the name of the situation. The
// program changed by hand lacks each line that ends in "// by hand", and has the files
// in folder "hand" in place of those of the same name.
//
// That a proof can fail is shown by TestBrokenRules: it builds bodyvet with a condition of
// a rule taken out, and wants the rule's situation to fail. It runs if asked to, with
// -broken.
//
// Programs send their requests with a pause between them (a client that has nothing else
// to do loses the race against the background drain), unless that is what they are about.
package proof
