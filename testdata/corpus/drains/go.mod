module drainscorpus

go 1.27
