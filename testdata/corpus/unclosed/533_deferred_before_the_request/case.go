// kind: defer: a round of a loop defers the Close of the round before, above its own request
// expect: nothing where the last one is closed as well, a report where it is forgotten

package p

import "net/http"

func closesTheLast(urls []string) error {
	var resp *http.Response
	for _, url := range urls {
		if resp != nil {
			defer resp.Body.Close()
		}
		var err error
		resp, err = http.Get(url)
		if err != nil {
			return err
		}
		println(resp.Status)
	}
	if resp != nil {
		resp.Body.Close()
	}
	return nil
}

func forgetsTheLast(urls []string) error {
	var resp *http.Response
	for _, url := range urls {
		if resp != nil {
			defer resp.Body.Close()
		}
		var err error
		resp, err = http.Get(url) // LEAK
		if err != nil {
			return err
		}
		println(resp.Status)
	}
	return nil
}

// The deferred Close is that of the first response, whatever is requested below it.
func first(urls [2]string) error {
	a, err := http.Get(urls[0])
	if err != nil {
		return err
	}
	defer a.Body.Close()
	a, err = http.Get(urls[1]) // LEAK
	if err != nil {
		return err
	}
	println(a.Status)
	return nil
}
