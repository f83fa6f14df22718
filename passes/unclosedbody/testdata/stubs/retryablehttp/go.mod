module github.com/projectdiscovery/retryablehttp-go

go 1.26
