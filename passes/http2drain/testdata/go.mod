module example.com/http2drain

go 1.26

require (
	github.com/quic-go/quic-go v0.0.0
	golang.org/x/net v0.0.0
)

replace (
	github.com/quic-go/quic-go => ./peers/quic
	golang.org/x/net => ./peers/xnet
)
