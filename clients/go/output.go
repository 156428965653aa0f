package videogeneration

import (
	"bytes"
	"encoding/json"
	"math"
	"net/url"
)

// OutputAddress is an address that an output holds.
type OutputAddress struct {
	// URL is an http or https address.
	URL string
	// Row is the row that it belongs to: the field "row" of the object around it, else its place in
	// the list around it, else its place among all addresses, from 1.
	Row int
}

// unknownRow marks an address until something around it tells its row.
const unknownRow = -1

// AddressesIn finds what the output of a job points to: every http or https address in a JSON value,
// once each, in their order. The shape of an output is not documented.
func AddressesIn(output json.RawMessage) []OutputAddress {
	// It is nested 10,000 deep at most.
	if !json.Valid(output) {
		return nil
	}
	finder := addressFinder{decoder: json.NewDecoder(bytes.NewReader(output)), seen: map[string]bool{}}
	finder.decoder.UseNumber()
	finder.read()
	for i := range finder.found {
		if finder.found[i].Row == unknownRow {
			finder.found[i].Row = i + 1
		}
	}
	return finder.found
}

// addressFinder reads the tokens of a value, since a map of Go does not keep the order of its fields.
type addressFinder struct {
	decoder *json.Decoder
	found   []OutputAddress
	seen    map[string]bool
}

// read reads a value, and gives its first token.
func (f *addressFinder) read() json.Token {
	token, _ := f.decoder.Token()
	if text, ok := token.(string); ok && isAddress(text) && !f.seen[text] {
		f.seen[text] = true
		f.found = append(f.found, OutputAddress{text, unknownRow})
	}
	if token != json.Delim('[') && token != json.Delim('{') {
		return token
	}
	first, row := len(f.found), unknownRow
	for place := 1; f.decoder.More(); place++ {
		if token == json.Delim('[') {
			at := len(f.found)
			f.read()
			f.setRow(at, place)
			continue
		}
		name, _ := f.decoder.Token()
		number, isNumber := f.read().(json.Number)
		// JSON may write a whole number as 7.0; beyond 1<<53 JavaScript knows no neighbours.
		value, err := number.Float64()
		if name == "row" && isNumber && err == nil && value >= 0 && value < 1<<53 && value == math.Trunc(value) {
			row = int(value)
		}
	}
	_, _ = f.decoder.Token()
	f.setRow(first, row)
	return token
}

// setRow gives the row to those addresses that nothing closer to them has given one.
func (f *addressFinder) setRow(first, row int) {
	for i := first; i < len(f.found); i++ {
		if f.found[i].Row == unknownRow {
			f.found[i].Row = row
		}
	}
}

func isAddress(text string) bool {
	parsed, err := url.Parse(text)
	return err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") && parsed.Hostname() != ""
}
