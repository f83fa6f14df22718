module oldcorpus405

go 1.26
