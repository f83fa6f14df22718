// kind: client whose transport, of another package, records bodies up to their end
// expect: not net/http's transport: silent

package case332

import (
	"io"
	"net/http"

	"drainscorpus/332_transport_of_other_package_records/tape"
)

type replayed struct{ client *http.Client }

func newReplayed(keep func(string, []byte)) *replayed {
	return &replayed{client: &http.Client{Transport: &tape.Recorder{Base: http.DefaultTransport, Keep: keep}}}
}

func (r *replayed) record(url string) error {
	resp, err := r.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return nil
}
