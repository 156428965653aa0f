package videogeneration

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var secretHeader = regexp.MustCompile("(?i)" + policySecretHeaderPattern)

var wholeNumber = regexp.MustCompile(`^\d+$`)

// received is an answer read to the end.
type received struct {
	status int
	header http.Header
	body   []byte
}

// data gives the body of a success, or the error that the answer is.
func (r received) data(route route, facts Facts, token string) ([]byte, error) {
	if r.status < 200 || r.status > 299 {
		return nil, &APIError{facts, r.describe(token), parseRetryAfter(r.header)}
	}
	// A byte order mark is no part of the text.
	body := bytes.TrimPrefix(r.body, []byte("\ufeff"))
	if !json.Valid(body) {
		return nil, &InvalidResponseError{facts, r.describe(token), "no JSON"}
	}
	fields := readAs[map[string]json.RawMessage](body)
	for name, want := range route.required {
		// An empty identifier names nothing.
		if typeOf(fields[name]) != want || string(fields[name]) == `""` {
			return nil, &InvalidResponseError{facts, r.describe(token), "no usable " + name}
		}
	}
	return body, nil
}

// describe gives what errors show of an answer, without credentials.
func (r received) describe(token string) Answer {
	header := http.Header{}
	for name, values := range r.header {
		for _, value := range values {
			if secretHeader.MatchString(name) {
				value = redacted
			}
			header.Add(redact(name, token), redact(value, token))
		}
	}
	id := ""
	for _, name := range policyRequestIdHeaders {
		if id == "" {
			id = header.Get(name)
		}
	}
	return Answer{r.status, header, []byte(redact(string(r.body), token)), id}
}

const redacted = "[redacted]"

// redact takes the token out of a text, in any spelling: in another case, with the escapes of JSON
// or of Go, with percent signs.
func redact(text, token string) string {
	if len(token) < policyMinRedactedLength {
		return text
	}
	var kept strings.Builder
	from := 0
	for at := 0; at < len(text); {
		if length := spelled(text[at:], token); length > 0 {
			kept.WriteString(text[from:at] + redacted)
			at += length
			from = at
		} else {
			at++
		}
	}
	if from == 0 {
		return text
	}
	return kept.String() + text[from:]
}

// spelled gives the length of the token at the start of a text; 0 if something else is there.
func spelled(text, token string) int {
	rest := text
	for i := 0; i < len(token); i++ {
		letter, length := readLetter(rest)
		if length == 0 || lower(letter) != lower(token[i]) {
			return 0
		}
		rest = rest[length:]
	}
	return len(text) - len(rest)
}

// readLetter reads a letter as it is or as an escape, and gives the length of its spelling.
func readLetter(text string) (letter byte, length int) {
	const maxBackslashes = 3
	slashes := 0
	for slashes < maxBackslashes && slashes < len(text) && text[slashes] == '\\' {
		slashes++
	}
	for _, form := range []struct {
		mark     string
		isEscape bool
	}{{"u00", true}, {"x", true}, {"%", false}} {
		start := slashes + len(form.mark)
		if form.isEscape != (slashes > 0) || len(text) < start+2 || !strings.EqualFold(text[slashes:start], form.mark) {
			continue
		}
		if code, err := strconv.ParseUint(text[start:start+2], 16, 8); err == nil {
			return byte(code), start + 2
		}
	}
	if slashes < len(text) {
		return text[slashes], slashes + 1
	}
	return 0, 0
}

func lower(letter byte) byte {
	if 'A' <= letter && letter <= 'Z' {
		return letter + 'a' - 'A'
	}
	return letter
}

// parseRetryAfter takes the two forms of RFC 9110, section 10.2.3, and ignores anything else.
func parseRetryAfter(header http.Header) *time.Duration {
	value := header.Get("Retry-After")
	if wholeNumber.MatchString(value) {
		seconds, err := strconv.ParseInt(value, 10, 32)
		if err != nil {
			seconds = 1<<31 - 1
		}
		return Ptr(time.Duration(seconds) * time.Second)
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return nil
	}
	// Both dates come from the server's clock, so that a wrong clock on this machine does not
	// stretch the wait.
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	wait := until.Sub(now)
	if wait < 0 {
		wait = 0
	}
	return &wait
}
