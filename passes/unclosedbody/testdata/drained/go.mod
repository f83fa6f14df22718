module drained.test

go 1.26
