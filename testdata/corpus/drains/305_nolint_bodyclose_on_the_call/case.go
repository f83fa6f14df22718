// kind: nolint:bodyclose on the call of a helper
// expect: it was there for the helper: report, it goes when the call becomes defer Close

package case305

import (
	"encoding/json"
	"io"
	"net/http"
)

func finished(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

func translations(c *http.Client, lang string) (map[string]string, error) {
	resp, err := c.Get("https://i18n.example.com/" + lang)
	if err != nil {
		return nil, err
	}
	defer finished(resp) //nolint:bodyclose // DRAIN
	out := map[string]string{}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}
