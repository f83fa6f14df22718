module github.com/bodyvet/bodyvet/internal/e2e

go 1.26.0

require (
	github.com/bodyvet/bodyvet v0.0.0
	github.com/creachadair/jrpc2 v1.3.6
	github.com/google/go-cmp v0.7.0
	golang.org/x/tools v0.51.0
)

require (
	github.com/bluekeyes/go-gitdiff v0.9.0 // indirect
	github.com/creachadair/mds v0.31.0 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)

replace github.com/bodyvet/bodyvet => ../..
