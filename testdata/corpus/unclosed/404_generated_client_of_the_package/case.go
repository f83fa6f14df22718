// kind: function: generated client, (value, response, error) with the body closed
// expect: silent, also where the response is used after an error

package p

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type PetAPI struct {
	client *http.Client
	base   string
}

type Pet struct{ Name string }

func (a *PetAPI) GetPet(id int) (pet Pet, httpRes *http.Response, err error) {
	httpRes, err = a.client.Get(fmt.Sprintf("%s/pets/%d", a.base, id))
	if err != nil || httpRes == nil {
		return pet, httpRes, err
	}
	raw, err := io.ReadAll(httpRes.Body)
	httpRes.Body.Close()
	httpRes.Body = io.NopCloser(bytes.NewBuffer(raw))
	if err != nil {
		return pet, httpRes, err
	}
	if httpRes.StatusCode >= 300 {
		return pet, httpRes, fmt.Errorf("pets: %s", httpRes.Status)
	}
	err = json.Unmarshal(raw, &pet)
	return pet, httpRes, err
}

func Name(a *PetAPI, id int) (string, error) {
	pet, res, err := a.GetPet(id)
	if err != nil {
		if res != nil && res.StatusCode == http.StatusNotFound {
			return "", nil
		}
		return "", err
	}
	return pet.Name, nil
}

func Known(a *PetAPI, ids ...int) (n int) {
	for _, id := range ids {
		if _, _, err := a.GetPet(id); err == nil {
			n++
		}
	}
	return n
}
