// kind: client whose transport, of another package, hands responses on as they are
// expect: drain reported and removed

package case331

import (
	"io"
	"net/http"

	"drainscorpus/331_transport_of_other_package_passes_on/auth"
)

type inventory struct{ client *http.Client }

func newInventory(key string) *inventory {
	return &inventory{client: &http.Client{Transport: &auth.Key{Value: key}}}
}

func (inv *inventory) touch(url string) error {
	resp, err := inv.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	return nil
}
