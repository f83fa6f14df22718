package main

import (
	"os"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/internal/unit"
)

func main() {
	if unit.Called(os.Args[1:]) {
		unit.Main(analyzer.Suite, analyzer.All())
	}
}
