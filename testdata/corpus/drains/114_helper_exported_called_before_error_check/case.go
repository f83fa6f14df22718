// kind: exported helper of another package, called before the error check
// expect: the call is reported and stays, the guarded helper loses its drain

package case114

import (
	"net/http"

	"drainscorpus/114_helper_exported_called_before_error_check/rest"
)

// Remove deletes a record; a record that isn't there is fine.
func Remove(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	defer rest.Done(resp) // DRAIN
	if err != nil {
		return err
	}
	return rest.Check(resp, http.StatusNoContent, http.StatusNotFound)
}
