// kind: path: select with default
// expect: Publish drops the response where the channel is full, Replace closes it

package p

import "net/http"

type Mailbox struct{ latest chan *http.Response }

func (m *Mailbox) Publish(c *http.Client, u string) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	select {
	case m.latest <- resp:
	default:
	}
	return nil
}

func (m *Mailbox) Replace(c *http.Client, u string) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	select {
	case m.latest <- resp:
		return nil
	default:
		return resp.Body.Close()
	}
}
