module oldcorpus501

go 1.26
