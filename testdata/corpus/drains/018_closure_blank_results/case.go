// kind: deferred closure, both results blank
// expect: SDK call: report, the closure becomes defer Close

package case018

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// A Client talks to the inventory service.
type Client struct {
	base *url.URL
	http *http.Client
}

type Item struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

func (c *Client) Item(ctx context.Context, sku string) (*Item, error) {
	u := c.base.ResolveReference(&url.URL{Path: "items/" + url.PathEscape(sku)})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("inventory: %w", err)
	}
	defer func() {
		_, _ = io.Copy(io.Discard, res.Body) // DRAIN
		_ = res.Body.Close()
	}()
	if res.StatusCode == http.StatusNotFound {
		return nil, nil
	}
	it := new(Item)
	if err := json.NewDecoder(res.Body).Decode(it); err != nil {
		return nil, fmt.Errorf("inventory: %s: %w", sku, err)
	}
	return it, nil
}
