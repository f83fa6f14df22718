// kind: helper that is also passed as a value
// expect: it can't go: report it and its call, only its drain goes, the call stays

package case111

import (
	"errors"
	"io"
	"net/http"
)

func discard(resp *http.Response) { // DRAIN
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func each(list []*http.Response, do func(*http.Response)) {
	for _, resp := range list {
		do(resp)
	}
}

// quorum asks all nodes and wants more than half of them to agree.
func quorum(c *http.Client, nodes []string) error {
	var yes []*http.Response
	for _, n := range nodes {
		resp, err := c.Get(n + "/vote")
		if err != nil {
			continue
		}
		if resp.StatusCode == http.StatusOK {
			yes = append(yes, resp)
			continue
		}
		resp.Body.Close()
	}
	defer each(yes, discard)
	if 2*len(yes) <= len(nodes) {
		return errors.New("no quorum")
	}
	return nil
}

func resign(c *http.Client, node string) error {
	resp, err := c.Post(node+"/resign", "", nil)
	if err != nil {
		return err
	}
	defer discard(resp) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}
