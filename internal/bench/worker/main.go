// Worker measures as the JSON document on its standard input says. "bodyvet bench"
// builds it with toolchains other than its own.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/bodyvet/bodyvet/internal/bench/measure"
)

// A Message is a line of what the worker prints: how far it is, or a row.
type Message struct {
	Protocol, Mode string
	N              int
	Row            *measure.Row
}

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	var config measure.Config
	if err := json.NewDecoder(os.Stdin).Decode(&config); err != nil {
		log.Fatal(err)
	}
	out := json.NewEncoder(os.Stdout)
	send := func(m Message) {
		if err := out.Encode(m); err != nil {
			log.Fatal(err) // nobody reads on
		}
	}
	measure.Run(ctx, &config,
		func(protocol, mode string, n int) { send(Message{Protocol: protocol, Mode: mode, N: n}) },
		func(row measure.Row) { send(Message{Row: &row}) })
}
