// kind: path: defer in a loop that ends
// expect: silent: late, yet every body is closed when the function returns

package p

import (
	"fmt"
	"io"
	"net/http"
)

// Concat writes the parts one after the other, all of them or none.
func Concat(w io.Writer, parts map[string]string, order []string) error {
	var readers []io.Reader
	for i := len(order) - 1; i >= 0; i-- {
		resp, err := http.Get(parts[order[i]])
		if err != nil {
			return fmt.Errorf("part %s: %w", order[i], err)
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("part %s: %s", order[i], resp.Status)
		}
		readers = append([]io.Reader{resp.Body}, readers...)
	}
	_, err := io.Copy(w, io.MultiReader(readers...))
	return err
}
