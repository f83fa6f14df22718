// kind: parts of a multipart response
// expect: the parts are drained, not the body: silent

package case203

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
)

// snapshotFrom returns the first picture of a camera stream that is large enough.
func snapshotFrom(c *http.Client, camera string, least int) ([]byte, error) {
	resp, err := c.Get(camera)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	_, params, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	mr := multipart.NewReader(resp.Body, params["boundary"])
	for {
		part, err := mr.NextPart()
		if err == io.EOF {
			return nil, errors.New("no picture")
		}
		if err != nil {
			return nil, err
		}
		if part.Header.Get("Content-Type") != "image/jpeg" {
			_, _ = io.Copy(io.Discard, part)
			part.Close()
			continue
		}
		img, err := io.ReadAll(part)
		if err != nil || len(img) >= least {
			return img, err
		}
	}
}
