package httpmodel

import (
	"go/types"
	"strings"
)

// A table has what is known of functions, by [types.Func.FullName]. Next to all
// functions that are looked up have no row, and to spell their names out would be most
// of the work: so their own names are looked up first.
type table[V any] struct {
	rows  map[string]V
	names map[string]bool // the last part of each key
}

func newTable[V any](rows map[string]V) table[V] {
	names := make(map[string]bool, len(rows))
	for key := range rows {
		names[key[strings.LastIndexByte(key, '.')+1:]] = true
	}
	return table[V]{rows, names}
}

// newSet returns a table of functions that have something in common.
func newSet(functions ...string) table[bool] {
	rows := make(map[string]bool, len(functions))
	for _, name := range functions {
		rows[name] = true
	}
	return newTable(rows)
}

// has reports whether there may be a row for a function of this name.
func (t table[V]) has(fn *types.Func) bool { return t.names[fn.Name()] }

// of returns the row of a function, or of the generic one that it is an instance of;
// zero if there is none.
func (t table[V]) of(fn *types.Func) V {
	if !t.has(fn) {
		var none V
		return none
	}
	return t.rows[fn.Origin().FullName()]
}
