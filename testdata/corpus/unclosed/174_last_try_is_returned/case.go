// kind: path: a retry loop that closes all but the response of the last try
// expect: silent where the counter says so; one too few is a leak

package p

import (
	"net/http"
	"time"
)

func Send(c *http.Client, req *http.Request, retries int) (resp *http.Response, err error) {
	for try := 0; try <= retries; try++ {
		resp, err = c.Do(req)
		if err != nil {
			continue
		}
		if resp.StatusCode < 500 {
			break
		}
		if try < retries {
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func SendThrice(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for try := 0; try < 3; try++ {
		resp, err = c.Do(req)
		if err != nil {
			continue
		}
		if resp.StatusCode < 500 {
			break
		}
		if try < 2 {
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func SendOffByOne(c *http.Client, req *http.Request, retries int) (resp *http.Response, err error) {
	for try := 0; try <= retries; try++ {
		resp, err = c.Do(req) // LEAK
		if err != nil {
			continue
		}
		if resp.StatusCode < 500 {
			break
		}
		if try < retries-1 {
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return resp, err
}
