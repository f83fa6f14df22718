// kind: file with drains of several kinds and reads that must stay
// expect: each fix applies beside the others

package case330

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// slurpLimit bounds how much is read from a body before it is closed.
const slurpLimit = 128 << 10

// A Bucket is one bucket of an object store.
type Bucket struct {
	Client *http.Client
	URL    string
}

// finish reads a bounded rest and closes.
func finish(resp *http.Response) { // DRAIN
	_, _ = io.CopyN(io.Discard, resp.Body, slurpLimit)
	resp.Body.Close()
}

func (b *Bucket) do(ctx context.Context, method, key string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.URL+"/"+key, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return b.Client.Do(req)
}

func (b *Bucket) Put(ctx context.Context, key string, data []byte) error {
	resp, err := b.do(ctx, http.MethodPut, key, data)
	if err != nil {
		return err
	}
	defer finish(resp) // DRAIN
	sum := md5.Sum(data)
	if got := resp.Header.Get("ETag"); got != hex.EncodeToString(sum[:]) {
		return fmt.Errorf("put %s: stored as %s", key, got)
	}
	return nil
}

func (b *Bucket) Delete(ctx context.Context, key string) error {
	for try := 1; ; try++ {
		resp, err := b.do(ctx, http.MethodDelete, key, nil)
		if err != nil {
			return err
		}
		finish(resp) // DRAIN
		switch {
		case resp.StatusCode == http.StatusNoContent:
			return nil
		case try == 3:
			return errors.New("delete " + key + ": " + resp.Status)
		}
		time.Sleep(time.Second)
	}
}

func (b *Bucket) Keys(ctx context.Context) (keys []string, err error) {
	resp, err := b.do(ctx, http.MethodGet, "", nil)
	if err != nil {
		return nil, err
	}
	defer func() {
		// Drain what the decoder left.
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	err = json.NewDecoder(resp.Body).Decode(&keys)
	return keys, err
}

func (b *Bucket) Exists(ctx context.Context, key string) (bool, error) {
	resp, err := b.do(ctx, http.MethodHead, key, nil)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // DRAIN
	return resp.StatusCode == http.StatusOK, nil
}

// Verify reads an object and compares its sum.
func (b *Bucket) Verify(ctx context.Context, key, want string) error {
	resp, err := b.do(ctx, http.MethodGet, key, nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	h := md5.New()
	if _, err := io.Copy(h, resp.Body); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("verify %s: %s", key, got)
	}
	return nil
}

// Size reads an object to learn its size.
func (b *Bucket) Size(ctx context.Context, key string) (int64, error) {
	resp, err := b.do(ctx, http.MethodGet, key, nil)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return io.Copy(io.Discard, resp.Body)
}
