package videogeneration

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
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
	reader := outputReader{seen: map[string]bool{}}
	decoder := json.NewDecoder(bytes.NewReader(output))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		reader.take(token)
	}
	for i := range reader.found {
		if reader.found[i].Row == unknownRow {
			reader.found[i].Row = i + 1
		}
	}
	return reader.found
}

// outputReader walks over the tokens of a value: the value may be nested as deep as its sender likes.
type outputReader struct {
	found []OutputAddress
	seen  map[string]bool
	open  []container
}

// container is a list or an object that has begun.
type container struct {
	isList bool
	// items counts the items of a list.
	items int
	// first is the index of the first address in the object, or in the item of the list.
	first int
	// key is the name of the field that is read; nil before a name.
	key *string
	row int
}

func (r *outputReader) take(token json.Token) {
	inside := len(r.open) > 0
	if text, ok := token.(string); ok && inside && !r.top().isList && r.top().key == nil {
		r.top().key = &text
		return
	}
	switch value := token.(type) {
	case json.Delim:
		if value == '[' || value == '{' {
			r.open = append(r.open, container{isList: value == '[', first: len(r.found), row: unknownRow})
			return
		}
		if closed := r.top(); !closed.isList {
			r.setRow(closed.first, closed.row)
		}
		r.open = r.open[:len(r.open)-1]
	case string:
		if isAddress(value) && !r.seen[value] {
			r.seen[value] = true
			r.found = append(r.found, OutputAddress{value, unknownRow})
		}
	case json.Number:
		if row, err := strconv.Atoi(value.String()); err == nil && row >= 0 && inside && r.top().key != nil && *r.top().key == "row" {
			r.top().row = row
		}
	}
	if len(r.open) > 0 {
		r.endItem(r.top())
	}
}

func (r *outputReader) endItem(around *container) {
	around.key = nil
	if around.isList {
		around.items++
		r.setRow(around.first, around.items)
		around.first = len(r.found)
	}
}

func (r *outputReader) top() *container { return &r.open[len(r.open)-1] }

// setRow gives the row to those addresses that nothing closer to them has given one.
func (r *outputReader) setRow(first, row int) {
	for i := first; i < len(r.found); i++ {
		if r.found[i].Row == unknownRow {
			r.found[i].Row = row
		}
	}
}

var webAddress = regexp.MustCompile(`(?i)^https?://`)

func isAddress(text string) bool {
	if !webAddress.MatchString(text) {
		return false
	}
	parsed, err := url.Parse(text)
	return err == nil && parsed.Hostname() != ""
}
