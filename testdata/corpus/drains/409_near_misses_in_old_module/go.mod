module oldcorpus409

go 1.26
