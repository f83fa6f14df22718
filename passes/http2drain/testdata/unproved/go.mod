module example.com/unproved

go 1.26
