// kind: in place, ioutil.Discard
// expect: old spelling, its imports go too: report, the line goes

package case007

import (
	"fmt"
	"io"
	"io/ioutil"
	"log"
	"net/http"
	"net/url"
)

// tell sends one message through a chat bot.
func tell(token, room, text string) error {
	form := url.Values{"room": {room}, "text": {text}}
	res, err := http.PostForm("https://chat.example.com/bot"+token+"/send", form)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	io.Copy(ioutil.Discard, res.Body) // DRAIN
	if res.StatusCode >= 400 {
		log.Printf("chat said %s", res.Status)
		return fmt.Errorf("chat: %d", res.StatusCode)
	}
	return nil
}
