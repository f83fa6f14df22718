// Package e2e holds all drivers to the same findings and the same fixed files: package
// analysistest, the command, go vet, go fix, golangci-lint with the plugin in it, and
// gopls over its own protocol. It is a module of its own, so that what only these tests
// need stays out of go.mod.
package e2e
