// kind: path: closed in one branch of two
// expect: only the verbose branch reads and closes

package p

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func Trigger(c *http.Client, req *http.Request, verbose bool) (code int, err error) {
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return 0, err
	}
	code = resp.StatusCode
	if verbose {
		fmt.Println(resp.Status)
		_, err = io.Copy(os.Stdout, resp.Body)
		resp.Body.Close()
	} else {
		fmt.Println(code)
	}
	return code, err
}
