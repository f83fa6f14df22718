// kind: path: goto a label that cleans up
// expect: silent: every jump goes to the nil-checked Close

package p

import (
	"errors"
	"io"
	"net/http"
	"os"
)

func Mirror(c *http.Client, u, path string) error {
	var (
		resp *http.Response
		file *os.File
		err  error
	)
	if resp, err = c.Get(u); err != nil {
		goto done
	}
	if resp.StatusCode != http.StatusOK {
		err = errors.New(resp.Status)
		goto done
	}
	if file, err = os.Create(path); err != nil {
		goto done
	}
	_, err = io.Copy(file, resp.Body)
done:
	if file != nil {
		file.Close()
	}
	if resp != nil {
		resp.Body.Close()
	}
	return err
}
