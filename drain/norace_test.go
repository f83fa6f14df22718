//go:build !race

package drain_test

// raceEnabled is whether the race detector is in this build.
const raceEnabled = false
