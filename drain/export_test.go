package drain

// Native is whether this toolchain's net/http drains on its own.
const Native = native
