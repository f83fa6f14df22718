module oldcorpus404

go 1.26
