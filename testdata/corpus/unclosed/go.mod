module unclosedcorpus

go 1.26
