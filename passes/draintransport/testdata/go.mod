module example.com/draintransport

go 1.26.0

require github.com/bodyvet/bodyvet v0.0.0

replace github.com/bodyvet/bodyvet => ../../..
