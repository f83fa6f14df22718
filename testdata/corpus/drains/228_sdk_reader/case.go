// kind: body of an SDK that is not net/http's
// expect: nobody can see what is behind it: silent

package case228

import (
	"context"
	"io"
)

// An Output is what the storage SDK returns.
type Output struct {
	Body io.ReadCloser
	ETag string
}

// Storage is the part of the SDK that we use.
type Storage interface {
	GetObject(ctx context.Context, bucket, key string) (*Output, error)
}

func etag(ctx context.Context, s Storage, bucket, key string) (string, error) {
	out, err := s.GetObject(ctx, bucket, key)
	if err != nil {
		return "", err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, out.Body)
		_ = out.Body.Close()
	}()
	return out.ETag, nil
}
