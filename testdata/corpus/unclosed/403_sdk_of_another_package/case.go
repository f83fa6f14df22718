// kind: function: one method of an SDK leaves the body open, another closes it
// expect: only the call of Raw is an obligation

package p

import (
	"context"
	"net/http"

	"unclosedcorpus/403_sdk_of_another_package/sdk"
)

type Repo struct{ Name string }

func Exists(ctx context.Context, c *sdk.Client, name string) (bool, error) {
	resp, err := c.Raw(ctx, http.MethodGet, "/repos/"+name) // LEAK
	if err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, nil
}

func Delete(ctx context.Context, c *sdk.Client, name string) (int, error) {
	resp, err := c.Raw(ctx, http.MethodDelete, "/repos/"+name)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func List(ctx context.Context, c *sdk.Client) (repos []Repo, next string, err error) {
	resp, err := c.JSON(ctx, "/repos", &repos)
	if err != nil {
		return nil, "", err
	}
	return repos, resp.Header.Get("X-Next"), nil
}

func Warm(ctx context.Context, c *sdk.Client) error {
	_, err := c.JSON(ctx, "/warm", new(any))
	return err
}
