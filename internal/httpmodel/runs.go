package httpmodel

import "go/types"

// RunsArgument returns the argument (the receiver not counted) that fn calls before
// it comes back, if it does so with one. Where both return an error, that of fn is
// nil exactly if the last call's was; where the argument returns a bool as well, that
// has to be true.
func RunsArgument(fn *types.Func) (arg int, ok bool) {
	if !runs.has(fn) {
		return 0, false
	}
	fn = fn.Origin()
	name := fn.FullName()
	if pkg := fn.Pkg(); pkg != nil && fn.Signature().Recv() == nil {
		if arg, ok := runs.rows[name]; ok {
			return arg, true
		}
		name = trimVersion(pkg.Path()) + "." + fn.Name()
	}
	arg, ok = runs.rows[name]
	return arg, ok
}

var runs = newTable(map[string]int{
	"(*sync.Once).Do": 0, // or has done so before

	// Retries: until it returns nil, or they give up.
	"github.com/cenkalti/backoff/v5.Retry":            1,
	"github.com/cenkalti/backoff.Retry":               0,
	"github.com/cenkalti/backoff.RetryNotify":         0,
	"github.com/cenkalti/backoff.RetryWithData":       0,
	"github.com/cenkalti/backoff.RetryNotifyWithData": 0,
	"github.com/avast/retry-go.Do":                    0,
	"github.com/avast/retry-go.DoWithData":            0,
	"github.com/sethvargo/go-retry.Do":                2,
	"github.com/sethvargo/go-retry.DoValue":           2,
	"k8s.io/client-go/util/retry.OnError":             2,
	"k8s.io/client-go/util/retry.RetryOnConflict":     1,

	// Polls: until it returns true.
	"k8s.io/apimachinery/pkg/util/wait.ExponentialBackoff":      1,
	"k8s.io/apimachinery/pkg/util/wait.Poll":                    2,
	"k8s.io/apimachinery/pkg/util/wait.PollImmediate":           2,
	"k8s.io/apimachinery/pkg/util/wait.PollUntilContextCancel":  3,
	"k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout": 4,
})
