// kind: function: a RoundTripper that follows a challenge
// expect: the first answer is closed in Good and forgotten in Bad

package p

import "net/http"

type Signer interface {
	Sign(*http.Request, http.Header) (*http.Request, error)
}

type Good struct {
	http.RoundTripper
	Signer
}

func (t Good) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.RoundTripper.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	resp.Body.Close()
	signed, err := t.Sign(req, resp.Header)
	if err != nil {
		return nil, err
	}
	return t.RoundTripper.RoundTrip(signed)
}

type Bad struct {
	http.RoundTripper
	Signer
}

func (t Bad) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.RoundTripper.RoundTrip(req) // LEAK
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	signed, err := t.Sign(req, resp.Header)
	if err != nil {
		return nil, err
	}
	return t.RoundTripper.RoundTrip(signed)
}
