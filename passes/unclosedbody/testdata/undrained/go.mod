module undrained.test

go 1.26
