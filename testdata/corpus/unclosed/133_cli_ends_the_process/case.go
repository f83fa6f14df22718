// kind: path: no-return calls in a command
// expect: silent: log.Panicf, Logger.Fatal and os.Exit end every path that skips the Close

package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	flag.Parse()
	lg := log.New(os.Stderr, "get: ", 0)
	resp, err := http.Get(flag.Arg(0))
	if err != nil {
		lg.Fatalln(err)
	}
	if resp.StatusCode == http.StatusTeapot {
		log.Panicf("%s is a teapot", flag.Arg(0))
	}
	if resp.StatusCode >= 400 {
		fmt.Fprintln(os.Stderr, resp.Status)
		os.Exit(22)
	}
	if _, err := io.Copy(os.Stdout, resp.Body); err != nil {
		lg.Fatal(err)
	}
	resp.Body.Close()
}
