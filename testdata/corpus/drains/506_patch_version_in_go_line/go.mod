module newcorpus506

go 1.27.1
