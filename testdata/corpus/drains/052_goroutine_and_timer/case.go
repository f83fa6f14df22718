// kind: drain in a goroutine with a timer, in a test
// expect: the drain that 1.27 does by itself: report at the copy, no automatic fix in a test file

package case052

import (
	"fmt"
	"net/http"
)

// Stream never ends before its client is gone.
func Stream(w http.ResponseWriter, r *http.Request) {
	for i := 0; r.Context().Err() == nil; i++ {
		_, _ = fmt.Fprintln(w, i)
		_ = http.NewResponseController(w).Flush()
	}
}
