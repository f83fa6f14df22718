// Package growth makes programs of any size, each of one shape, that show how the time
// that the passes take grows with the code.
package growth

import (
	"fmt"
	"strings"
)

// A Package is one package of a program; those that it imports come before it.
type Package struct {
	Path   string
	Source string
}

// A Shape makes programs that differ in how much there is of one thing.
type Shape struct {
	Name string
	// Doc says what there is n times.
	Doc  string
	Make func(n int) []Package
}

// Shapes are all shapes.
var Shapes = []Shape{
	{"branches", "branches in one function, while a body is open", branches},
	{"returns", "error returns in one function, each of which closes the body", returns},
	{"requests", "requests in one function, one after the other", requests},
	{"leaks", "requests in one function that are never closed", leaks},
	{"defers", "requests in one function, each with a deferred Close", defers},
	{"loops", "loops in one function, with a request in each", loops},
	{"cases", "cases of a switch, with a request in each", cases},
	{"drains", "drains in one function", drains},
	{"literals", "function literals in one function, with a request in each", literals},
	{"fields", "fields written in a literal beside a request", fields},
	{"functions", "functions with a request", functions},
	{"helpers", "helpers, each of which calls the one before", helpers},
	{"results", "functions, each of which returns the response of the one before", results},
	{"callers", "calls of one drain helper, each in a function of its own", callers},
	{"methods", "methods of one client type that share a helper", methods},
	{"bystanders", "functions that have nothing to do with responses", bystanders},
	{"packages", "packages, each of which closes through the one before", packages},
}

const head = "package p\n\nimport (\n\t\"errors\"\n\t\"io\"\n\t\"net/http\"\n\t\"strconv\"\n)\n\nvar (\n\t_ = errors.New\n\t_ = io.Discard\n\t_ = strconv.Itoa\n)\n\n"

// A writer writes one source file.
type writer struct{ strings.Builder }

func (w *writer) add(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func one(write func(w *writer)) []Package {
	var w writer
	w.add(head)
	write(&w)
	return []Package{{"p", w.String()}}
}

const get = "\tresp, err := c.Get(\"http://localhost\")\n\tif err != nil {\n\t\treturn err\n\t}\n"

func branches(n int) []Package {
	return one(func(w *writer) {
		w.add("func f(c *http.Client, a []int) error {\n%s\tx := 0\n", get)
		for i := range n {
			w.add("\tif a[%d] > 0 {\n\t\tx += %d\n\t}\n", i, i)
		}
		w.add("\tprintln(x)\n\treturn resp.Body.Close()\n}\n")
	})
}

func returns(n int) []Package {
	return one(func(w *writer) {
		w.add("func f(c *http.Client, a []int) error {\n%s", get)
		for i := range n {
			w.add("\tif a[%d] > 0 {\n\t\tresp.Body.Close()\n\t\treturn errors.New(\"%d\")\n\t}\n", i, i)
		}
		w.add("\treturn resp.Body.Close()\n}\n")
	})
}

func request(i int) string {
	return fmt.Sprintf("\tr%d, err := c.Get(\"http://localhost/%d\")\n\tif err != nil {\n\t\treturn err\n\t}\n", i, i)
}

func each(n int, params string, body func(w *writer, i int)) []Package {
	return one(func(w *writer) {
		w.add("func f(c *http.Client%s) error {\n", params)
		for i := range n {
			body(w, i)
		}
		w.add("\treturn nil\n}\n")
	})
}

func requests(n int) []Package {
	return each(n, "", func(w *writer, i int) {
		w.add("%s\tif _, err := io.ReadAll(r%d.Body); err != nil {\n\t\tr%d.Body.Close()\n\t\treturn err\n\t}\n\tr%d.Body.Close()\n", request(i), i, i, i)
	})
}

func leaks(n int) []Package {
	return each(n, "", func(w *writer, i int) { w.add("%s\tprintln(r%d.StatusCode)\n", request(i), i) })
}

func defers(n int) []Package {
	return each(n, "", func(w *writer, i int) { w.add("%s\tdefer r%d.Body.Close()\n", request(i), i) })
}

func loops(n int) []Package {
	return each(n, ", urls []string", func(w *writer, i int) {
		w.add("\tfor _, u := range urls {\n\t\tresp, err := c.Get(u)\n\t\tif err != nil {\n\t\t\tcontinue\n\t\t}\n\t\tprintln(%d, resp.Status)\n\t\tresp.Body.Close()\n\t}\n", i)
	})
}

func cases(n int) []Package {
	return one(func(w *writer) {
		w.add("func f(c *http.Client, k int) error {\n\tswitch k {\n")
		for i := range n {
			w.add("\tcase %d:\n%s\tdefer r%d.Body.Close()\n", i, request(i), i)
		}
		w.add("\t}\n\treturn nil\n}\n")
	})
}

func drains(n int) []Package {
	return each(n, "", func(w *writer, i int) {
		w.add("%s\tif _, err := io.Copy(io.Discard, r%d.Body); err != nil {\n\t\tprintln(err)\n\t}\n\tr%d.Body.Close()\n", request(i), i, i)
	})
}

func literals(n int) []Package {
	return each(n, "", func(w *writer, i int) {
		w.add("\tif err := func() error {\n%s\tdefer r%d.Body.Close()\n\treturn nil\n\t}(); err != nil {\n\t\treturn err\n\t}\n", request(i), i)
	})
}

func fields(n int) []Package {
	return one(func(w *writer) {
		w.add("type entry struct {\n\tname string\n\tn    int\n\tr    *http.Request\n}\n\nfunc f(c *http.Client) error {\n\ttable := []entry{\n")
		for i := range n {
			w.add("\t\t{name: %q, n: %d},\n", fmt.Sprint("n", i), i)
		}
		w.add("\t}\n%s\tdefer resp.Body.Close()\n\tprintln(len(table))\n\treturn nil\n}\n", get)
	})
}

func functions(n int) []Package {
	return one(func(w *writer) {
		for i := range n {
			w.add("func f%d(c *http.Client) error {\n%s\tdefer resp.Body.Close()\n\tif resp.StatusCode != 200 {\n\t\treturn errors.New(resp.Status)\n\t}\n\t_, err = io.ReadAll(resp.Body)\n\treturn err\n}\n\n", i, get)
		}
	})
}

func helpers(n int) []Package {
	return one(func(w *writer) {
		w.add("func shut0(r *http.Response) {\n\tr.Body.Close()\n}\n\n")
		for i := 1; i < n; i++ {
			w.add("func shut%d(r *http.Response) {\n\tshut%d(r)\n}\n\n", i, i-1)
		}
		w.add("func f(c *http.Client) error {\n%s\tshut%d(resp)\n\treturn nil\n}\n", get, n-1)
	})
}

func results(n int) []Package {
	return one(func(w *writer) {
		w.add("func get0(c *http.Client) (*http.Response, error) {\n\treturn c.Get(\"http://localhost\")\n}\n\n")
		for i := 1; i < n; i++ {
			w.add("func get%d(c *http.Client) (*http.Response, error) {\n\tresp, err := get%d(c)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn resp, nil\n}\n\n", i, i-1)
		}
		w.add("func f(c *http.Client) error {\n\tresp, err := get%d(c)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn resp.Body.Close()\n}\n", n-1)
	})
}

func callers(n int) []Package {
	return one(func(w *writer) {
		w.add("func drain(r *http.Response) {\n\tio.Copy(io.Discard, r.Body)\n\tr.Body.Close()\n}\n\n")
		for i := range n {
			w.add("func f%d(c *http.Client) error {\n%s\tdefer drain(resp)\n\tprintln(resp.Status)\n\treturn nil\n}\n\n", i, get)
		}
	})
}

func methods(n int) []Package {
	return one(func(w *writer) {
		w.add("type API struct{ c *http.Client }\n\nfunc (a *API) do(req *http.Request) (*http.Response, error) {\n\tresp, err := a.c.Do(req)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tif resp.StatusCode >= 400 {\n\t\tresp.Body.Close()\n\t\treturn nil, errors.New(resp.Status)\n\t}\n\treturn resp, nil\n}\n\n")
		for i := range n {
			w.add("func (a *API) Call%d(id int) ([]byte, error) {\n\treq, err := http.NewRequest(\"GET\", \"http://localhost/\"+strconv.Itoa(id), nil)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tresp, err := a.do(req)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tdefer resp.Body.Close()\n\treturn io.ReadAll(resp.Body)\n}\n\n", i)
		}
	})
}

func bystanders(n int) []Package {
	return one(func(w *writer) {
		w.add("func f(c *http.Client) error {\n%s\treturn resp.Body.Close()\n}\n\n", get)
		for i := range n {
			w.add("func b%d(xs []int, name string) (string, error) {\n\ttotal := 0\n\tfor i, x := range xs {\n\t\tif x%%2 == 0 {\n\t\t\ttotal += x * i\n\t\t} else if total > %d {\n\t\t\treturn \"\", errors.New(name)\n\t\t}\n\t}\n\treturn name + strconv.Itoa(total), nil\n}\n\n", i, i)
		}
	})
}

func packages(n int) []Package {
	var all []Package
	for i := range n {
		var w writer
		w.add("package p%d\n\nimport (\n\t\"net/http\"\n", i)
		shut := "r.Body.Close()"
		if i > 0 {
			w.add("\n\tprev \"p%d\"\n", i-1)
			shut = "prev.Shut(r)"
		}
		w.add(")\n\nfunc Shut(r *http.Response) {\n\t%s\n}\n\nfunc Get(c *http.Client) (*http.Response, error) {\n\treturn c.Get(\"http://localhost\")\n}\n\nfunc Use(c *http.Client) error {\n\tresp, err := Get(c)\n\tif err != nil {\n\t\treturn err\n\t}\n\tShut(resp)\n\treturn nil\n}\n", shut)
		all = append(all, Package{fmt.Sprint("p", i), w.String()})
	}
	return all
}
