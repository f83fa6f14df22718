module example.com/drainclose

go 1.26.0

require github.com/bodyvet/bodyvet v0.0.0

replace github.com/bodyvet/bodyvet => ../../..
