package bodyflow

import "github.com/bodyvet/bodyvet/internal/httpmodel"

// may says which values a switch can have: one of them, or both.
type may uint8

const (
	mayOff may = 1 << iota
	mayOn
	mayBoth = mayOff | mayOn
)

func mayBe(on bool) may {
	if on {
		return mayOn
	}
	return mayOff
}

// dials says which dial functions for TLS a transport can have. They are told apart by
// what they return: a connection that says nothing of TLS is a plain one to net/http.
type dials uint8

const (
	dialsNone dials = 1 << iota
	dialsPlain
	dialsUnknown
)

// protoSets says which values an *http.Protocols can have: bit i stands for the
// set i of setHTTP1, setHTTP2 and setUnencrypted, the bit above them for nil.
type protoSets uint16

const (
	setHTTP1 = 1 << iota
	setHTTP2
	setUnencrypted
)

const (
	zeroSet protoSets = 1
	nilSet  protoSets = 1 << 8
	anySet  protoSets = 1<<9 - 1
)

// with returns what the sets are once a member of them is switched on or off.
func (p protoSets) with(member int, to may) protoSets {
	var out protoSets
	for set := range 8 {
		if p&(1<<set) == 0 {
			continue
		}
		if to&mayOn != 0 {
			out |= 1 << (set | member)
		}
		if to&mayOff != 0 {
			out |= 1 << (set &^ member)
		}
	}
	return out
}

// An httpTransport is what the fields of an http.Transport may be that decide what
// it speaks and whether it uses a connection again. Its zero value is no transport
// at all.
type httpTransport struct {
	Sets    protoSets // Protocols
	Force   may       // ForceAttemptHTTP2
	Next    may       // TLSNextProto is set, and says nothing of h2
	H2      may       // TLSNextProto has an h2 entry
	Custom  may       // TLSClientConfig, Dial and their like are set
	DialTLS dials     // DialTLS or DialTLSContext
	Alive   may       // connections are kept alive
}

var (
	newTransport = httpTransport{nilSet, mayOff, mayOff, mayOff, mayOff, dialsNone, mayOn}
	// defaultTransport may have been changed by anybody.
	defaultTransport = httpTransport{nilSet, mayOn, mayOff, mayOff, mayOn, dialsNone, mayBoth}
	anyTransport     = httpTransport{anySet, mayBoth, mayBoth, mayBoth, mayBoth, dialsNone | dialsUnknown, mayBoth}
)

func (t httpTransport) or(u httpTransport) httpTransport {
	return httpTransport{
		t.Sets | u.Sets, t.Force | u.Force, t.Next | u.Next, t.H2 | u.H2, t.Custom | u.Custom, t.DialTLS | u.DialTLS, t.Alive | u.Alive,
	}
}

// speaks returns what the transport may speak on a scheme. Where it can't connect at
// all there is no response to ask about.
func (t httpTransport) speaks(https bool) httpmodel.Protocols {
	var out httpmodel.Protocols
	for set := range 8 {
		if t.Sets&(1<<set) == 0 {
			continue
		}
		if https {
			out |= t.overTLS(set)
		} else {
			out |= unencrypted(set)
		}
	}
	if t.Sets&nilSet != 0 {
		out |= httpmodel.HTTP1
		if https && t.negotiates() {
			out |= httpmodel.HTTP2
		}
	}
	return out
}

// unencrypted returns what a transport with the given Protocols speaks on a connection
// without TLS.
func unencrypted(set int) httpmodel.Protocols {
	if set&setUnencrypted != 0 && set&setHTTP1 == 0 {
		return httpmodel.HTTP2
	}
	return httpmodel.HTTP1
}

// overTLS returns what a transport with the given Protocols speaks on https.
func (t httpTransport) overTLS(set int) httpmodel.Protocols {
	var out httpmodel.Protocols
	if t.DialTLS&dialsPlain != 0 {
		out |= unencrypted(set)
	}
	if t.DialTLS&dialsUnknown != 0 { // nobody knows what it has negotiated, if anything
		out |= httpmodel.HTTP1
		if set&setHTTP2 != 0 {
			out |= httpmodel.HTTP2
		}
		out |= unencrypted(set)
	}
	if t.DialTLS&dialsNone != 0 {
		// Nobody knows what an own entry for h2 does, either.
		own := t.Next&mayOn != 0 || t.H2&mayOn != 0
		if set&setHTTP2 != 0 {
			out |= httpmodel.HTTP2
		}
		if set&setHTTP2 == 0 || set&setHTTP1 != 0 || own {
			out |= httpmodel.HTTP1
		}
	}
	return out
}

// negotiates reports whether a transport without Protocols may offer HTTP/2.
func (t httpTransport) negotiates() bool {
	if t.H2&mayOn != 0 {
		return true
	}
	return t.Next&mayOff != 0 && (t.Force&mayOn != 0 || t.Custom&mayOff != 0)
}
