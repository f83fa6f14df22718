module oldcorpus407

go 1.26
