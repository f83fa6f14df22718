// Package manualdrain reports drains of response bodies that are written in place.
package manualdrain

const doc = "report drains of response bodies that are written by hand"
