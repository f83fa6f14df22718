package httpmodel

import (
	"go/types"
	"strings"
)

// A Claim is what holds of an argument once an assertion has come back.
type Claim uint8

const (
	// ClaimNone: nothing is known.
	ClaimNone Claim = iota
	// ClaimNil: the argument is nil.
	ClaimNil
	// ClaimNotNil: the argument is not nil.
	ClaimNotNil
	// ClaimTrue and ClaimFalse: the argument has that value.
	ClaimTrue
	ClaimFalse
	// ClaimEqual: this argument and the next one are equal.
	ClaimEqual
	// ClaimHolds: the argument is a boolean that is true, an error that is nil, or
	// a comparison that succeeds (gotest.tools).
	ClaimHolds
)

func (c Claim) String() string {
	return [...]string{"unknown", "nil", "not nil", "true", "false", "equal to the next", "fulfilled"}[c]
}

// Asserts reports what a call of fn proves of its argument number arg (the
// receiver not counted) when it returns at all: require.NoError(t, err)
// returns only with a nil error.
func Asserts(fn *types.Func) (arg int, claim Claim) {
	pkg := fn.Pkg()
	if pkg == nil {
		return 0, ClaimNone
	}
	name := fn.Name()
	method := fn.Signature().Recv() != nil
	switch trimVersion(pkg.Path()) {
	case "github.com/stretchr/testify/require":
		claim = require[strings.TrimSuffix(name, "f")]
		if method { // require.New(t) keeps t
			return 0, claim
		}
		return 1, claim
	case "gotest.tools/assert":
		switch name {
		case "NilError":
			return 1, ClaimNil
		case "Assert":
			return 1, ClaimHolds
		case "Error", "ErrorContains", "ErrorIs", "ErrorType":
			return 1, ClaimNotNil
		case "Equal":
			return 1, ClaimEqual
		}
	}
	return 0, ClaimNone
}

// Expects is Asserts for a function that marks the test as failed and goes on
// where the claim doesn't hold.
func Expects(fn *types.Func) (arg int, claim Claim) {
	pkg := fn.Pkg()
	if pkg == nil {
		return 0, ClaimNone
	}
	switch trimVersion(pkg.Path()) {
	case "github.com/stretchr/testify/assert":
		claim = require[strings.TrimSuffix(fn.Name(), "f")]
		if fn.Signature().Recv() != nil {
			return 0, claim
		}
		return 1, claim
	case "gotest.tools/assert":
		if fn.Name() == "Check" {
			return 1, ClaimHolds
		}
	}
	return 0, ClaimNone
}

// Compares reports what the success of a comparison that fn makes says of fn's
// first argument.
func Compares(fn *types.Func) Claim {
	if pkg := fn.Pkg(); pkg == nil || trimVersion(pkg.Path()) != "gotest.tools/assert/cmp" {
		return ClaimNone
	}
	switch fn.Name() {
	case "Error", "ErrorContains", "ErrorIs", "ErrorType":
		return ClaimNotNil
	case "Nil":
		return ClaimNil
	}
	return ClaimNone
}

// require has the functions of testify's require, by their name without the
// f of the formatting variants.
var require = map[string]Claim{
	"NoError":       ClaimNil,
	"Nil":           ClaimNil,
	"Error":         ClaimNotNil,
	"ErrorIs":       ClaimNotNil,
	"ErrorAs":       ClaimNotNil,
	"ErrorContains": ClaimNotNil,
	"EqualError":    ClaimNotNil,
	"NotNil":        ClaimNotNil,
	"True":          ClaimTrue,
	"False":         ClaimFalse,
	"Equal":         ClaimEqual,
}

// FailsTest reports whether a call of fn marks the test as failed and goes on.
func FailsTest(fn *types.Func) bool { return failsTest.of(fn) }

var failsTest = newSet(
	"(*testing.common).Error",
	"(*testing.common).Errorf",
	"(*testing.common).Fail",
	"(testing.TB).Error",
	"(testing.TB).Errorf",
	"(testing.TB).Fail",
)

// SaysIfFailed reports whether fn's result false says that it has marked the
// test as failed.
func SaysIfFailed(fn *types.Func) bool {
	pkg := fn.Pkg()
	return pkg != nil && trimVersion(pkg.Path()) == "github.com/stretchr/testify/assert" && fn.Signature().Results().Len() == 1
}

// NotNilIfTrue reports whether fn's result true means that its first argument
// is not nil: errors.Is(err, target), os.IsTimeout(err).
func NotNilIfTrue(fn *types.Func) bool { return notNilIfTrue.of(fn) }

var notNilIfTrue = newSet(
	"errors.Is", "errors.As", "os.IsTimeout", "os.IsNotExist", "os.IsExist", "os.IsPermission",
	"k8s.io/apimachinery/pkg/api/errors.IsNotFound",
)

// ReturnsNotNil reports whether fn's only result is never nil.
func ReturnsNotNil(fn *types.Func) bool { return returnsNotNil.of(fn) }

var returnsNotNil = newSet(
	"errors.New", "fmt.Errorf", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf",
	"golang.org/x/xerrors.Errorf", "golang.org/x/xerrors.New",
	"google.golang.org/grpc/status.Errorf", "google.golang.org/grpc/status.Error",
)

// Logs reports whether a call of fn does nothing but log: the receiver or the
// package is a logger, and the method is one of those that loggers have.
// Functions that end the program or fail a test are not among them.
func Logs(fn *types.Func) bool {
	name := fn.Name()
	pkg := fn.Pkg()
	if pkg == nil || !logVerb(name) {
		return false
	}
	path := pkg.Path()
	switch path {
	case "log", "log/slog":
		return true
	case "fmt":
		return strings.HasPrefix(name, "Print")
	case "testing":
		return name == "Log" || name == "Logf"
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return strings.Contains(strings.ToLower(pathBase(path)), "log")
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return strings.Contains(strings.ToLower(n.Obj().Name()), "log") || strings.Contains(strings.ToLower(path), "log")
	}
	return strings.Contains(strings.ToLower(path), "log")
}

func pathBase(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// logVerb reports whether name is a method that a logger prints with.
func logVerb(name string) bool {
	for _, suffix := range []string{"Context", "Depth", "f", "ln", "w", "S", "Ctx", "Msg", "Fields"} {
		if cut, ok := strings.CutSuffix(name, suffix); ok && cut != "" && verbs[cut] {
			return true
		}
	}
	return verbs[name]
}

var verbs = map[string]bool{
	"Debug": true, "Info": true, "Warn": true, "Warning": true, "Error": true, "Trace": true, "Notice": true,
	"Log": true, "Print": true, "Verbose": true, "V": true, "Logf": true, "Printf": true, "Println": true,
	"Err": true, "Msg": true, "Send": true, "With": true, "WithError": true, "WithField": true, "WithFields": true,
	"Sugar": true, "Str": true, "DebugLevel": true, "LogAttrs": true, "Infoln": true, "Output": true,
}
