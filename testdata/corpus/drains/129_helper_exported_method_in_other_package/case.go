// kind: exported helper method of another package
// expect: report def and call, the call becomes defer Close

package case129

import (
	"fmt"
	"io"

	"drainscorpus/129_helper_exported_method_in_other_package/wire"
)

// Export writes the whole index to w.
func Export(conn *wire.Conn, w io.Writer) (int64, error) {
	resp, err := conn.Get("/index")
	if err != nil {
		return 0, err
	}
	defer conn.Release(resp) // DRAIN
	if resp.StatusCode/100 != 2 {
		return 0, fmt.Errorf("export: %s", resp.Status)
	}
	return io.Copy(w, resp.Body)
}
