module oldcorpus504

go 1.26

toolchain go1.27.3
