package edits

import "slices"

// Groups sorts changes of one file into sets that can be applied or left out
// independently of each other. Two changes belong together when they touch the
// same text, or when together they leave something behind that neither does
// alone: a buffer that both drains shared, an if that held just the two. Each set
// should become one change, by [File.Merge], or all but one of its members should
// be dropped. Changes that are refused stand alone. Import edits are left out of
// the comparison; with [Change.Imports] set on more than one change they
// may conflict all the same.
//
// The result holds indices into changes.
func (f *File) Groups(changes ...*Change) [][]int {
	var groups [][]int
	var refused [][]int
	for i, c := range changes {
		if _, err := f.bare(c).Edits(); err != nil {
			refused = append(refused, []int{i})
		} else {
			groups = append(groups, []int{i})
		}
	}
	merged := func(indices ...int) *Change {
		var list []*Change
		for _, i := range indices {
			list = append(list, changes[i])
		}
		return f.bare(list...)
	}
	for again := true; again; {
		again = false
	pairs:
		for i := range groups {
			for j := i + 1; j < len(groups); j++ {
				both := slices.Concat(groups[i], groups[j])
				if !f.independent(merged(both...), merged(groups[i]...), merged(groups[j]...)) {
					groups[i] = both
					groups = slices.Delete(groups, j, j+1)
					again = true
					break pairs
				}
			}
		}
	}
	// Three changes can share what no two of them do.
	var all []int
	var parts []*Change
	for _, g := range groups {
		all = append(all, g...)
		parts = append(parts, merged(g...))
	}
	if len(groups) > 2 && !f.independent(merged(all...), parts...) {
		groups = [][]int{all}
	}
	groups = append(groups, refused...)
	for _, g := range groups {
		slices.Sort(g)
	}
	slices.SortFunc(groups, slices.Compare)
	return groups
}

// bare is Merge without import edits, and with the links to other files.
func (f *File) bare(changes ...*Change) *Change {
	m := f.Merge(changes...)
	m.Imports = false
	for _, c := range changes {
		for _, d := range c.group.changes {
			if d.file != f && !slices.Contains(m.group.changes, d) {
				m.group.changes = append(m.group.changes, d)
			}
		}
	}
	return m
}

// independent reports whether the edits of the whole are those of its parts, and
// no two of them touch.
func (f *File) independent(whole *Change, parts ...*Change) bool {
	want, err := whole.Edits()
	if err != nil {
		return false
	}
	var got []Edit
	for _, p := range parts {
		edits, err := p.Edits()
		if err != nil {
			return false
		}
		got = append(got, edits...)
	}
	slices.SortFunc(got, func(a, b Edit) int { return int(a.Pos) - int(b.Pos) })
	for i := 1; i < len(got); i++ {
		if got[i].Pos < got[i-1].End {
			return false
		}
	}
	if slices.Equal(got, want) {
		return true
	}
	// Neighbouring edits may have been joined.
	a, errA := Apply(f.src, f.fset, got)
	b, errB := Apply(f.src, f.fset, want)
	return errA == nil && errB == nil && string(a) == string(b)
}
