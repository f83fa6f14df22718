module oldcorpus502

go 1.26
