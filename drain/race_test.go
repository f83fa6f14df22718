//go:build race

package drain_test

// raceEnabled is whether the race detector is in this build. The scheduler then chooses
// at random what runs next.
const raceEnabled = true
