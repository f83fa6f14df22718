module example.com/clients

go 1.26.0

godebug x509usefallbackroots=1

require (
	github.com/quic-go/quic-go v0.60.0
	golang.org/x/net v0.63.0
)

require (
	github.com/quic-go/qpack v0.6.0 // indirect
	golang.org/x/crypto v0.59.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)
