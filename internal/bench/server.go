package bench

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A localServer is what is measured where no URL is given.
type localServer struct {
	tls      bool
	size     int           // of the body, in bytes
	delay    time.Duration // between the first half of the body and the second
	trailers bool
}

// start starts the server. It returns its URL, the certificate to trust, and what ends
// it.
func (s *localServer) start() (url string, roots []byte, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, nil, err
	}
	srv := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: time.Minute,
		ErrorLog:          log.New(io.Discard, "", 0), // the clients that go away are the measurement
		Protocols:         new(http.Protocols),
	}
	srv.Protocols.SetHTTP1(true)
	if !s.tls {
		srv.Protocols.SetUnencryptedHTTP2(true)
		go func() { _ = srv.Serve(l) }() // until it is closed
		return "http://" + l.Addr().String() + "/", nil, func() { _ = srv.Close() }, nil
	}
	srv.Protocols.SetHTTP2(true)
	cert, roots, err := newCertificate()
	if err != nil {
		return "", nil, nil, errors.Join(err, l.Close())
	}
	srv.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}}
	go func() { _ = srv.ServeTLS(l, "", "") }()
	return "https://" + l.Addr().String() + "/", roots, func() { _ = srv.Close() }, nil
}

// ServeHTTP implements [http.Handler].
func (s *localServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain")
	if s.trailers {
		w.Header().Set("Trailer", "X-Sum")
		defer w.Header().Set("X-Sum", "42")
	} else {
		w.Header().Set("Content-Length", strconv.Itoa(s.size))
	}
	first := s.size
	if s.delay > 0 {
		first /= 2
	}
	// What can't be written any more, the client doesn't want.
	_, _ = io.Copy(w, io.LimitReader(endless{}, int64(first)))
	if s.delay > 0 {
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(s.delay):
		case <-r.Context().Done():
			return
		}
		_, _ = io.Copy(w, io.LimitReader(endless{}, int64(s.size-first)))
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, filler), nil }

var filler = strings.Repeat("x", 32<<10)

// newCertificate makes a certificate for 127.0.0.1 that vouches for itself.
func newCertificate() (cert tls.Certificate, roots []byte, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return cert, nil, err
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "bodyvet bench"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return cert, nil, err
	}
	cert = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
	return cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), nil
}
