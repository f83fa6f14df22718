module unclosedbody.test

go 1.26

require (
	github.com/cenkalti/backoff v0.0.0
	golang.org/x/net v0.0.0
	k8s.io/apimachinery v0.0.0
)

replace (
	github.com/cenkalti/backoff => ../stubs/backoff
	golang.org/x/net => ../stubs/xnet
	k8s.io/apimachinery => ../stubs/apimachinery
)
