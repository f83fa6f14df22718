package fixer

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/bodyvet/bodyvet/internal/finding"
)

// merge collects the edits of fixes, file by file and in order, and the fixes that
// they come from. A fix is left out where one of its edits overlaps another fix's;
// two that make the same edit, such as the removal of a shared const, both count.
func merge(fixes []*finding.Fix) (merged []*finding.Fix, edits map[string][]finding.Edit) {
	edits = make(map[string][]finding.Edit)
	for _, fix := range fixes {
		with, ok := add(edits, fix)
		if !ok {
			continue
		}
		merged = append(merged, fix)
		maps.Copy(edits, with)
	}
	return merged, edits
}

// add returns the lists of the files that fix touches, with its edits added.
func add(edits map[string][]finding.Edit, fix *finding.Fix) (map[string][]finding.Edit, bool) {
	with := make(map[string][]finding.Edit)
	for _, e := range fix.Edits {
		list, ok := with[e.File]
		if !ok {
			list = slices.Clone(edits[e.File])
		}
		i, found := slices.BinarySearchFunc(list, e, compareEdits)
		switch {
		case found: // the same edit, made once
		case i > 0 && list[i-1].End > e.Start:
			return nil, false
		case i < len(list) && e.End > list[i].Start:
			return nil, false
		default:
			list = slices.Insert(list, i, e)
		}
		with[e.File] = list
	}
	return with, true
}

func compareEdits(d, e finding.Edit) int {
	return cmp.Or(cmp.Compare(d.Start, e.Start), cmp.Compare(d.End, e.End), cmp.Compare(d.New, e.New))
}

// splice carries out edits, which are in order and don't overlap. It fails where they
// don't fit the content.
func splice(content []byte, edits []finding.Edit) ([]byte, bool) {
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(content) {
			return nil, false
		}
		out.Write(content[at:e.Start])
		out.WriteString(e.New)
		at = e.End
	}
	out.Write(content[at:])
	return out.Bytes(), true
}
