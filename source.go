// Package bodyvet has nothing in it for importers: the command is cmd/bodyvet, the
// passes are below passes, their suite is package analyzer, and what programs use at run
// time is package drain.
package bodyvet

import "embed"

// BenchSource holds the Go source of the client that "bodyvet bench" measures with. The
// command builds it with other toolchains than its own, wherever it was installed. It is
// all of the module that this takes, and needs the standard library alone.
//
//go:embed drain/body.go drain/context.go drain/doc.go drain/drain.go
//go:embed drain/native_go126.go drain/native_go127.go drain/transport.go
//go:embed internal/bench/measure/measure.go internal/bench/worker/main.go
var BenchSource embed.FS
