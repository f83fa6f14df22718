// Package truth makes programs of which it is known which responses they leave open:
// each is made as a tree that can be carried out as well as written as Go, and is
// carried out with all values of its parameters.
package truth

import (
	"fmt"
	"slices"
	"strings"
)

// A Program is one source file of package p.
type Program struct {
	Source string
	// Requests has the line of each request, and whether some execution leaves its
	// body open.
	Requests map[int]bool
}

const prelude = `package p

import (
	"io"
	"net/http"
)

var (
	sink *http.Response
	_    = io.Discard
)

func get(c *http.Client) (*http.Response, error) {
	resp, err := c.Get("http://localhost")
	if err != nil {
		return nil, err
	}
	return resp, nil
}

func shut(r *http.Response) {
	if r != nil {
		r.Body.Close()
	}
}

func shutIf(yes bool, r *http.Response) {
	if yes {
		r.Body.Close()
	}
}
`

// Make makes a program out of bytes, which choose; when they are used up, it comes to
// its end.
func Make(choices []byte) *Program {
	g := &generator{choices: choices, requests: make(map[int]bool)}
	g.text.WriteString(prelude)
	g.line = 1 + strings.Count(prelude, "\n")
	for n := 0; n == 0 || len(g.choices) > 0 && n < 8; n++ {
		g.function(n)
	}
	return &Program{g.text.String(), g.requests}
}

// params is how many truth values a function is given.
const params = 4

type generator struct {
	choices  []byte
	text     strings.Builder
	line     int
	requests map[int]bool
	vars     int // responses of the present function
	nodes    int
}

// choose returns a number below n; 0 when all bytes are used up.
func (g *generator) choose(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := int(g.choices[0])
	g.choices = g.choices[1:]
	return c % n
}

func (g *generator) function(n int) {
	g.vars, g.nodes = 0, 0
	body := g.block(0, nil)
	g.emit(0, "")
	g.emit(0, fmt.Sprintf("func f%d(c *http.Client, n int, b0, b1, b2, b3 bool) error {", n))
	g.write(1, body)
	g.emit(1, "return nil")
	g.emit(0, "}")
	for bits := range 1 << params {
		for rounds := range 3 {
			e := &execution{bits: bits, rounds: rounds, vars: make(map[int]*response), flags: make(map[int]bool), leaks: g.requests}
			e.run(body)
			e.leave()
		}
	}
}

func (g *generator) emit(depth int, text string) {
	g.text.WriteString(strings.Repeat("\t", depth) + text + "\n")
	g.line++
}

// A node is one statement.
type node struct {
	op    op
	v     int // the response's variable
	cond  int // the parameter, or the request whose flag it is
	neg   bool
	line  int // of a request
	body  []*node
	other []*node
}

type op int

const (
	opGet op = iota
	opGetHelper
	opClose
	opDefer
	opDeferFunc
	opShut
	opShutIf
	opGo
	opHand
	opUse
	opRead
	opDrain
	opIf
	opIfElse
	opFlagIf
	opLoop
	opReturn
)

// block makes the statements of one block; open has the responses in scope.
func (g *generator) block(depth int, scope []int) []*node {
	var list []*node
	for k := 0; k < 6 && len(g.choices) > 0 && g.nodes < 40; k++ {
		g.nodes++
		o := op(g.choose(int(opReturn) + 1))
		if o > opGetHelper && len(scope) == 0 && o < opIf || o == opFlagIf && len(scope) == 0 {
			o = opGet
		}
		x := &node{op: o}
		switch {
		case o <= opGetHelper:
			x.v = g.vars
			g.vars++
			list = append(list, x)
			scope = append(scope[:len(scope):len(scope)], x.v)
			continue
		case o < opIf || o == opFlagIf:
			x.v = scope[g.choose(len(scope))]
		}
		x.cond, x.neg = g.choose(params), g.choose(2) == 1
		switch o {
		case opIf, opIfElse, opLoop:
			if depth > 2 {
				continue
			}
			x.body = g.block(depth+1, scope)
			if o == opIfElse {
				x.other = g.block(depth+1, scope)
			}
		case opReturn:
			if depth == 0 {
				continue // what is behind it would be dead
			}
			list = append(list, x)
			return list
		}
		list = append(list, x)
	}
	return list
}

func (x *node) condition() string {
	not := ""
	if x.neg {
		not = "!"
	}
	return fmt.Sprintf("%sb%d", not, x.cond)
}

func (g *generator) write(depth int, list []*node) {
	for _, x := range list {
		r := fmt.Sprintf("r%d", x.v)
		switch x.op {
		case opGet, opGetHelper:
			call := "c.Get(\"http://localhost\")"
			if x.op == opGetHelper {
				call = "get(c)"
			}
			x.line = g.line
			g.requests[x.line] = false
			g.emit(depth, r+", err := "+call)
			g.emit(depth, "if err != nil {")
			g.emit(depth+1, "return err")
			g.emit(depth, "}")
			g.emit(depth, fmt.Sprintf("done%d := false", x.v))
			g.emit(depth, fmt.Sprintf("_, _ = %s, done%d", r, x.v))
		case opClose:
			g.emit(depth, r+".Body.Close()")
		case opDefer:
			g.emit(depth, "defer "+r+".Body.Close()")
		case opDeferFunc:
			g.emit(depth, "defer func() {")
			g.emit(depth+1, "println("+r+".Status)")
			g.emit(depth+1, r+".Body.Close()")
			g.emit(depth, "}()")
		case opShut:
			g.emit(depth, "shut("+r+")")
		case opShutIf:
			g.emit(depth, fmt.Sprintf("shutIf(%s, %s)", x.condition(), r))
		case opGo:
			g.emit(depth, "go shut("+r+")")
		case opHand:
			g.emit(depth, "sink = "+r)
		case opUse:
			g.emit(depth, "println("+r+".StatusCode)")
		case opRead:
			g.emit(depth, "if _, err := io.ReadAll("+r+".Body); err != nil {")
			g.emit(depth+1, "println(err.Error())")
			g.emit(depth, "}")
		case opDrain:
			g.emit(depth, "io.Copy(io.Discard, "+r+".Body)")
		case opIf, opIfElse:
			g.emit(depth, "if "+x.condition()+" {")
			g.write(depth+1, x.body)
			if x.op == opIfElse {
				g.emit(depth, "} else {")
				g.write(depth+1, x.other)
			}
			g.emit(depth, "}")
		case opFlagIf:
			// It is closed once, and a variable tells.
			g.emit(depth, fmt.Sprintf("if !done%d {", x.v))
			g.emit(depth+1, r+".Body.Close()")
			g.emit(depth+1, fmt.Sprintf("done%d = true", x.v))
			g.emit(depth, "}")
		case opLoop:
			g.emit(depth, "for range n {")
			g.write(depth+1, x.body)
			g.emit(depth, "}")
		case opReturn:
			g.emit(depth, "return nil")
		}
	}
}

// A response is one that an execution got.
type response struct {
	line   int
	closed bool // or somebody else's
}

// An execution is that of one function with given values. Each request may fail, and the
// function is left there.
type execution struct {
	bits   int
	rounds int
	vars   map[int]*response
	flags  map[int]bool
	all    []*response
	defers []*response
	leaks  map[int]bool
}

// run carries out a block, and reports whether the function goes on behind it.
func (e *execution) run(list []*node) bool {
	for _, x := range list {
		r := e.vars[x.v]
		truth := e.bits>>x.cond&1 == 1 != x.neg
		switch x.op {
		case opGet, opGetHelper:
			e.leave() // the request fails
			r := &response{line: x.line}
			e.vars[x.v], e.flags[x.v] = r, false
			e.all = append(e.all, r)
		case opClose, opShut, opGo, opHand:
			r.closed = true
		case opShutIf:
			r.closed = r.closed || truth
		case opDefer, opDeferFunc:
			e.defers = append(e.defers, r)
		case opFlagIf:
			if !e.flags[x.v] {
				r.closed, e.flags[x.v] = true, true
			}
		case opIf, opIfElse:
			branch := x.body
			if !truth {
				branch = x.other
			}
			if !e.run(branch) {
				return false
			}
		case opLoop:
			for range e.rounds {
				if !e.run(x.body) {
					return false
				}
			}
		case opReturn:
			return false
		}
	}
	return true
}

// leave notes what is left open once the deferred calls have run.
func (e *execution) leave() {
	for _, r := range e.all {
		if !r.closed && !slices.Contains(e.defers, r) {
			e.leaks[r.line] = true
		}
	}
}
