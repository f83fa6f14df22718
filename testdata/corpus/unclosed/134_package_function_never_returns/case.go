// kind: path: functions of the package that never return
// expect: silent: die and usage exit in all their branches

package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func usage() {
	fmt.Fprintln(os.Stderr, "usage: mirror URL")
	os.Exit(2)
}

func die(err error) {
	if os.Getenv("MIRROR_TRACE") != "" {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, "mirror:", err)
	os.Exit(1)
}

func main() {
	if len(os.Args) != 2 {
		usage()
	}
	resp, err := http.Get(os.Args[1])
	if err != nil {
		die(err)
	}
	if resp.StatusCode != http.StatusOK {
		die(fmt.Errorf("status %s", resp.Status))
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		die(err)
	}
	if len(b) == 0 {
		usage()
	}
	resp.Body.Close()
	os.Stdout.Write(b)
}
