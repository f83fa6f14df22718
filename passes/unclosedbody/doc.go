// Package unclosedbody reports response bodies that some path never closes.
package unclosedbody

const doc = "report response bodies that some path never closes"
