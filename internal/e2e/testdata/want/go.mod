module example.com/want

go 1.26
