package case126

import "net/http"

func register(c *http.Client, host string) bool {
	resp, err := c.Post("https://updates.example.com/hosts/"+host, "", nil)
	if err != nil {
		return false
	}
	discard(resp)
	return online(c)
}
