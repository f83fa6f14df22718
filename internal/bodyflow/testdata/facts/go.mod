module facts.test

go 1.26
