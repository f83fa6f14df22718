// kind: entries of a zip archive
// expect: reading an entry checks its sum: silent

package case204

import (
	"archive/zip"
	"fmt"
	"io"
)

// verify reads every entry to its end, where the checksum is compared.
func verify(name string) error {
	z, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		rc, err := f.Open()
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, rc)
		rc.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}
