package plugin_test

import (
	"encoding/json"
	"testing"

	"github.com/bodyvet/bodyvet/plugin"
)

// FuzzSettings gives the plugin settings of every form: there is a linter or an error.
func FuzzSettings(f *testing.F) {
	for _, s := range []string{`null`, `{}`, `{"go":"1.27","enable":["unreadbody"]}`, `{"go":1.27}`, `[{}]`, `"x"`, `{"disable":[null,{}]}`, `{"Go":"go1.27rc1"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var settings any
		if json.Unmarshal(data, &settings) != nil {
			return
		}
		l, err := plugin.New(settings)
		if err != nil {
			return
		}
		if _, err := l.BuildAnalyzers(); err != nil {
			t.Error(err)
		}
	})
}
