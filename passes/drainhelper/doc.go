// Package drainhelper reports functions that exist to drain response bodies.
package drainhelper

const doc = "report functions that exist to drain response bodies, and their calls"
