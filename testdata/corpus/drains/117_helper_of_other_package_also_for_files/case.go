// kind: helper of another package that files go through there
// expect: the helper is not reported, the call here is and becomes defer Close

package case117

import (
	"encoding/json"
	"net/http"

	"drainscorpus/117_helper_of_other_package_also_for_files/iox"
)

// Theme loads a theme from the shop, or from the disk when there is no shop.
func Theme(c *http.Client, shop, name string) (map[string]string, error) {
	if shop == "" {
		return iox.ReadTheme(name + ".json")
	}
	resp, err := c.Get(shop + "/themes/" + name)
	if err != nil {
		return nil, err
	}
	defer iox.Finish(resp.Body) // DRAIN
	theme := map[string]string{}
	if err := json.NewDecoder(resp.Body).Decode(&theme); err != nil {
		return nil, err
	}
	return theme, nil
}
