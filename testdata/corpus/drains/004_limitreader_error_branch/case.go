// kind: in place, Copy of a LimitReader
// expect: only the branch of a refused download drains: report, the line goes

package case004

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func download(url, name string) (err error) {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // DRAIN
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	}()
	_, err = io.Copy(out, resp.Body)
	return err
}
