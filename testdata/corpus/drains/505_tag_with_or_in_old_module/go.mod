module oldcorpus505

go 1.26
