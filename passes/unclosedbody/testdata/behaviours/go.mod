module unclosedbody.test

go 1.26

require (
	github.com/cenkalti/backoff v0.0.0
	github.com/projectdiscovery/retryablehttp-go v0.0.0
	github.com/sethgrid/pester v0.0.0
	golang.org/x/net v0.0.0
	k8s.io/apimachinery v0.0.0
)

replace (
	github.com/cenkalti/backoff => ../stubs/backoff
	github.com/projectdiscovery/retryablehttp-go => ../stubs/retryablehttp
	github.com/sethgrid/pester => ../stubs/pester
	golang.org/x/net => ../stubs/xnet
	k8s.io/apimachinery => ../stubs/apimachinery
)
