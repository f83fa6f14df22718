// kind: drain in a goroutine with a timer, in a test
// expect: what 1.27 does by itself: report at the copy, no automatic fix in a test file

package case052

import "net/http"

// Gone answers what was moved away long ago.
func Gone(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "moved away long ago", http.StatusGone)
}
