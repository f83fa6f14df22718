// kind: helper that only drains, nobody closes
// expect: reading to EOF gave the connection back: report all, the call becomes the Close

package case109

import (
	"errors"
	"io"
	"net/http"
)

func swallow(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
}

// build starts a job on the build server.
func build(c *http.Client, job string) error {
	resp, err := c.Post("https://build.example.com/job/"+job+"/build", "", nil) // LEAK
	if err != nil {
		return err
	}
	swallow(resp) // DRAIN
	if resp.StatusCode != http.StatusCreated {
		return errors.New("job " + job + ": " + resp.Status)
	}
	return nil
}
