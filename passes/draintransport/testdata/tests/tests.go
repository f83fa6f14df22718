// Package tests has its drains in a test, and in a generated file.
package tests
