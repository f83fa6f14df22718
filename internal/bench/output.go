package bench

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"github.com/bodyvet/bodyvet/internal/bench/measure"
)

// modeNames say what becomes of a body.
var modeNames = map[string]string{
	measure.Close:     "closed",
	measure.Manual:    "drained, closed",
	measure.Transport: "drain.NewTransport",
	measure.Never:     "never closed",
}

// A report is what was measured.
type report struct {
	URL  string // "" for the local server
	What string // what was asked of it
	Rows []measure.Row
	// Skipped are the protocols that the server doesn't speak, and what it said.
	Skipped []skipped
}

type skipped struct{ Protocol, Error string }

// maxConnections is what the longest bar stands for.
func (r *report) maxConnections() int {
	most := 1
	for _, row := range r.Rows {
		most = max(most, row.Connections)
	}
	return most
}

var (
	header = lipgloss.NewStyle().Bold(true).PaddingRight(2)
	cell   = lipgloss.NewStyle().PaddingRight(2)
	number = cell.Align(lipgloss.Right)
	good   = cell.Foreground(lipgloss.Green)
	bad    = cell.Foreground(lipgloss.Red)
	frame  = lipgloss.NewStyle().Faint(true)
)

// barColumn is the one with the bars.
const barColumn = 5

// writeTable prints the table. Where w is no terminal it has no colours.
func (r *report) writeTable(w io.Writer) error {
	most := r.maxConnections()
	t := table.New().
		Border(lipgloss.NormalBorder()).BorderStyle(frame).BorderColumn(false).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		Headers("go", "protocol", "body", "sent", "conns", "", "TLS", "reused", "time", "p50", "p90", "p99", "max").
		StyleFunc(func(row, col int) lipgloss.Style {
			switch {
			case row == table.HeaderRow:
				return header
			case col == barColumn && 2*r.Rows[row].Connections > r.Rows[row].Requests:
				return bad
			case col == barColumn:
				return good
			case col < 3:
				return cell
			}
			return number
		})
	for _, row := range r.Rows {
		t.Row(strings.TrimPrefix(row.Go, "go"), row.Protocol, modeNames[row.Mode],
			strconv.Itoa(row.Requests), strconv.Itoa(row.Connections), bar(row.Connections, most),
			strconv.Itoa(row.Handshakes), strconv.Itoa(row.Reused),
			short(row.Wall), short(row.P50), short(row.P90), short(row.P99), short(row.Max))
	}
	var notes strings.Builder
	for _, s := range r.Skipped {
		fmt.Fprintf(&notes, "%s is left out: %s\n", s.Protocol, s.Error)
	}
	for _, row := range r.Rows {
		if row.Error != "" {
			fmt.Fprintf(&notes, "%s, %s, %s ended after %d requests: %s\n", row.Go, row.Protocol, modeNames[row.Mode], row.Requests, row.Error)
		}
	}
	_, err := lipgloss.Fprintf(w, "%s\n%s\n%s", r.What, t, notes.String())
	return err
}

// bar draws n as a part of most.
func bar(n, most int) string {
	const width = 12 * 8
	eighths := n * width / most
	if n > 0 && eighths == 0 {
		eighths = 1
	}
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

// short rounds to three digits.
func short(d time.Duration) string {
	unit := time.Nanosecond
	for unit*1000 <= d {
		unit *= 10
	}
	return d.Round(unit).String()
}

// A document is what -json prints. Times are in seconds.
type document struct {
	Version  int           `json:"version"`
	URL      string        `json:"url,omitempty"`
	What     string        `json:"what"`
	Rows     []documentRow `json:"rows"`
	Skipped  []documentRow `json:"skipped,omitempty"`
	Complete bool          `json:"complete"`
}

type documentRow struct {
	Go          string  `json:"go,omitempty"`
	Protocol    string  `json:"protocol"`
	Mode        string  `json:"mode,omitempty"`
	Requests    int     `json:"requests"`
	Connections int     `json:"connections"`
	Handshakes  int     `json:"tlsHandshakes"`
	Reused      int     `json:"reused"`
	Wall        float64 `json:"wallSeconds"`
	P50         float64 `json:"p50Seconds"`
	P90         float64 `json:"p90Seconds"`
	P99         float64 `json:"p99Seconds"`
	Max         float64 `json:"maxSeconds"`
	Error       string  `json:"error,omitempty"`
}

func (r *report) writeJSON(w io.Writer, complete bool) error {
	d := document{Version: 1, URL: r.URL, What: r.What, Rows: []documentRow{}, Complete: complete}
	for _, row := range r.Rows {
		d.Rows = append(d.Rows, documentRow{
			Go: row.Go, Protocol: row.Protocol, Mode: row.Mode,
			Requests: row.Requests, Connections: row.Connections, Handshakes: row.Handshakes, Reused: row.Reused,
			Wall: row.Wall.Seconds(), P50: row.P50.Seconds(), P90: row.P90.Seconds(), P99: row.P99.Seconds(), Max: row.Max.Seconds(),
			Error: row.Error,
		})
	}
	for _, s := range r.Skipped {
		d.Skipped = append(d.Skipped, documentRow{Protocol: s.Protocol, Error: s.Error})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(d)
}

// The picture's measures, in pixels.
const (
	lineHeight = 22
	labelWidth = 300
	barWidth   = 400
)

var picture = template.Must(template.New("svg").Parse(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{.Width}} {{.Height}}" width="{{.Width}}" height="{{.Height}}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>TCP connections: {{.What}}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="12" y="22" font-size="15" font-weight="bold">TCP connections: {{.What}}</text>
{{range .Lines}}{{if .Group}}<text x="12" y="{{.Y}}" font-weight="bold">{{.Group}}</text>
{{else}}<text x="24" y="{{.Y}}">{{.Label}}</text>
<rect x="{{.X}}" y="{{.Top}}" width="{{.Bar}}" height="15" fill="{{.Fill}}"/>
<text x="{{.TextX}}" y="{{.Y}}">{{.Text}}</text>
{{end}}{{end}}</svg>
`))

type pictureLine struct {
	Group, Label, Text, Fill string
	X, Y, Top, TextX         int
	Bar                      int
}

// replaceSVG draws the connections in place of what is in f.
func (r *report) replaceSVG(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		if err := f.Truncate(0); err != nil {
			return err
		}
	}
	return r.writeSVG(f)
}

// writeSVG draws the connections as bars.
func (r *report) writeSVG(w io.Writer) error {
	var lines []pictureLine
	y := 50
	add := func(l pictureLine) {
		l.Y, l.Top = y, y-12
		lines = append(lines, l)
		y += lineHeight
	}
	most := r.maxConnections()
	group := ""
	for _, row := range r.Rows {
		if g := row.Go + ", " + row.Protocol; g != group {
			group = g
			add(pictureLine{Group: g})
		}
		l := pictureLine{
			Label: modeNames[row.Mode],
			Fill:  "#2e7d32",
			X:     labelWidth,
			Bar:   max(1, row.Connections*barWidth/most),
			Text:  fmt.Sprintf("%d for %d requests, p50 %s", row.Connections, row.Requests, short(row.P50)),
		}
		if 2*row.Connections > row.Requests {
			l.Fill = "#c62828"
		}
		l.TextX = labelWidth + l.Bar + 6
		add(l)
	}
	return picture.Execute(w, map[string]any{
		"What": r.What, "Lines": slices.Clip(lines),
		"Width": labelWidth + barWidth + 260, "Height": y,
	})
}
