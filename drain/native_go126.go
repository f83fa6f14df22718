//go:build !go1.27

package drain

// native is whether net/http's own transport drains what is closed unread. That
// depends on the toolchain alone, never on a go.mod file or a GODEBUG setting.
const native = false
