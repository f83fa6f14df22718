// kind: owner: a group of goroutines with errors
// expect: silent: the function given to Go closes

package p

import (
	"fmt"
	"io"
	"net/http"
	"sync"
)

type group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

func (g *group) Wait() error {
	g.wg.Wait()
	return g.err
}

func Fan(c *http.Client, urls []string, dst func(i int) io.Writer) error {
	var g group
	for i, u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			g.Go(func() error { return fmt.Errorf("%s: %w", u, err) })
			continue
		}
		g.Go(func() error {
			defer resp.Body.Close()
			_, err := io.Copy(dst(i), resp.Body)
			return err
		})
	}
	return g.Wait()
}
