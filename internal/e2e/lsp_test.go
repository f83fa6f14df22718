package e2e

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// The types below are those of the Language Server Protocol that an editor needs for
// diagnostics and quick fixes.
type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"` // in UTF-16 units
	}
	textRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string    `json:"uri"`
		Range textRange `json:"range"`
	}
	diagnostic struct {
		Range           textRange `json:"range"`
		Severity        int       `json:"severity,omitempty"`
		Code            any       `json:"code,omitempty"`
		CodeDescription *struct {
			Href string `json:"href"`
		} `json:"codeDescription,omitempty"`
		Source  string `json:"source,omitempty"`
		Message string `json:"message"`
		Related []struct {
			Location location `json:"location"`
			Message  string   `json:"message"`
		} `json:"relatedInformation,omitempty"`
		Data json.RawMessage `json:"data,omitempty"`
	}
	published struct {
		URI         string       `json:"uri"`
		Version     int          `json:"version"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	textEdit struct {
		Range   textRange `json:"range"`
		NewText string    `json:"newText"`
	}
	documentEdit struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
		Edits []textEdit `json:"edits"`
	}
	codeAction struct {
		Title string `json:"title"`
		Kind  string `json:"kind"`
		Edit  *struct {
			DocumentChanges []documentEdit `json:"documentChanges"`
		} `json:"edit"`
	}
)

// object is JSON to send.
type object = map[string]any

const (
	warning = 2 // a severity
	// patience bounds how long an answer may take on a loaded machine.
	patience = 2 * time.Minute
)

// An editor speaks the Language Server Protocol with one server.
type editor struct {
	t      *testing.T
	dir    string
	client *jrpc2.Client
	docs   map[string]*document // by URI

	mu    sync.Mutex
	diags map[string]published // by URI, what came last
	news  chan struct{}        // closed when something is published
}

// A document is a file that is open in the editor.
type document struct {
	file    string // as seen from the editor's folder
	text    string
	version int
}

// newEditor starts a language server in a folder.
func newEditor(t *testing.T, dir, program string, env []string) *editor {
	t.Helper()
	cmd := exec.Command(program, "serve")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(slices.Clip(env), "PWD="+dir), os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e := &editor{t: t, dir: dir, docs: make(map[string]*document), diags: make(map[string]published), news: make(chan struct{})}
	e.client = jrpc2.NewClient(channel.LSP(out, in), &jrpc2.ClientOptions{OnNotify: e.notified, OnCallback: asked})
	t.Cleanup(func() {
		e.call("shutdown", nil, nil)
		e.notify("exit", nil)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server's end: %v", err)
		}
		_ = e.client.Close() // the server closed it already
	})
	e.call("initialize", object{
		"rootUri":          uriOf(dir),
		"workspaceFolders": []object{{"uri": uriOf(dir), "name": "module"}},
		"capabilities": object{
			"workspace": object{"configuration": true, "workspaceEdit": object{"documentChanges": true}},
			"textDocument": object{
				"publishDiagnostics": object{"relatedInformation": true, "dataSupport": true, "versionSupport": true, "codeDescriptionSupport": true},
				"codeAction":         object{"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix", "source.organizeImports"}}}, "dataSupport": true},
			},
		},
		// People type for longer than this program does.
		"initializationOptions": settings,
	}, nil)
	e.notify("initialized", object{})
	return e
}

var settings = object{"diagnosticsDelay": "10ms"}

func uriOf(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	answer, err := e.client.Call(ctx, method, params)
	if err == nil && result != nil {
		err = answer.UnmarshalResult(result)
	}
	if err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.client.Notify(context.Background(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// notified is for what the server tells.
func (e *editor) notified(r *jrpc2.Request) {
	if r.Method() != "textDocument/publishDiagnostics" {
		return
	}
	var p published
	if err := r.UnmarshalParams(&p); err != nil {
		e.t.Errorf("%s: %v", r.Method(), err)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.diags[p.URI] = p
	close(e.news)
	e.news = make(chan struct{})
}

// asked is for what the server asks.
func asked(_ context.Context, r *jrpc2.Request) (any, error) {
	if r.Method() != "workspace/configuration" {
		return nil, nil
	}
	var p struct{ Items []any }
	err := r.UnmarshalParams(&p)
	answers := make([]object, len(p.Items))
	for i := range answers {
		answers[i] = settings
	}
	return answers, err
}

// open opens a file of the editor's folder.
func (e *editor) open(file string) string {
	e.t.Helper()
	name := filepath.Join(e.dir, filepath.FromSlash(file))
	uri := uriOf(name)
	if e.docs[uri] != nil {
		return uri
	}
	text, err := os.ReadFile(name)
	if err != nil {
		e.t.Fatal(err)
	}
	e.docs[uri] = &document{file, string(text), 1}
	e.notify("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "go", "version": 1, "text": string(text)}})
	return uri
}

// diagnostics waits until the passes' diagnostics of a file, as it is now, are those
// that ok accepts, and returns the last ones that came in any case. gopls publishes what
// the compiler says first, and what the passes say later.
func (e *editor) diagnostics(uri string, ok func([]diagnostic) bool) ([]diagnostic, bool) {
	timeout := time.After(patience)
	for {
		e.mu.Lock()
		p, news := e.diags[uri], e.news
		e.mu.Unlock()
		ours := slices.DeleteFunc(slices.Clone(p.Diagnostics), func(d diagnostic) bool { return !isPass(d.Source) })
		if p.Version == e.docs[uri].version && ok(ours) {
			return ours, true
		}
		select {
		case <-news:
		case <-timeout:
			return ours, false
		}
	}
}

// actions asks for the code actions of a kind.
func (e *editor) actions(uri, kind string, at textRange, diagnostics ...diagnostic) []codeAction {
	e.t.Helper()
	var actions []codeAction
	e.call("textDocument/codeAction", object{
		"textDocument": object{"uri": uri},
		"range":        at,
		"context":      object{"diagnostics": append([]diagnostic{}, diagnostics...), "only": []string{kind}},
	}, &actions)
	return slices.DeleteFunc(actions, func(a codeAction) bool { return a.Edit == nil || a.Kind != kind })
}

// apply makes the edits of an action in all files that they are about.
func (e *editor) apply(a codeAction) {
	e.t.Helper()
	for _, change := range a.Edit.DocumentChanges {
		uri := change.TextDocument.URI
		if e.docs[uri] == nil {
			u, err := url.Parse(uri)
			if err != nil {
				e.t.Fatal(err)
			}
			rel, err := filepath.Rel(e.dir, filepath.FromSlash(u.Path))
			if err != nil {
				e.t.Fatal(err)
			}
			if opened := e.open(filepath.ToSlash(rel)); opened != uri {
				e.t.Fatalf("%s was opened as %s", uri, opened)
			}
		}
		e.change(uri, change.Edits)
	}
}

func (e *editor) change(uri string, edits []textEdit) {
	e.t.Helper()
	d := e.docs[uri]
	text := edited(d.text, edits)
	if text == d.text {
		return
	}
	d.text = text
	d.version++
	e.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": uri, "version": d.version},
		"contentChanges": []object{{"text": d.text}},
	})
}

// tidy organizes imports and formats, as editors do on save.
func (e *editor) tidy(uri string) {
	e.t.Helper()
	for _, a := range e.actions(uri, "source.organizeImports", textRange{}) {
		e.apply(a)
	}
	var edits []textEdit
	e.call("textDocument/formatting", object{"textDocument": object{"uri": uri}, "options": object{"tabSize": 8, "insertSpaces": false}}, &edits)
	e.change(uri, edits)
}

// edited is a text with edits made in it.
func edited(text string, edits []textEdit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b textEdit) int { return offset(text, b.Range.Start) - offset(text, a.Range.Start) })
	result := text
	for _, edit := range edits {
		result = result[:offset(text, edit.Range.Start)] + edit.NewText + result[offset(text, edit.Range.End):]
	}
	return result
}

// offset counts the bytes up to a position.
func offset(text string, p position) int {
	at := 0
	for range p.Line {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	units := 0
	for i, r := range text[at:] {
		if units >= p.Character {
			return at + i
		}
		units += utf16.RuneLen(r)
	}
	return len(text)
}
