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

var secretHeader = regexp.MustCompile(`(?i)authorization|cookie|token([^s]|$)|secret|key`)

// minRedacted: shorter strings occur in texts by chance; replacing them would garble an error.
const minRedacted = 8

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
				value = "[redacted]"
			}
			header.Add(name, redact(value, token))
		}
	}
	// The two names that servers and proxies use.
	id := header.Get("X-Request-Id")
	if id == "" {
		id = header.Get("Request-Id")
	}
	return Answer{r.status, header, redactBody(r.body, token), id}
}

// redactBody finds the token also where JSON spells it with escapes.
func redactBody(body []byte, token string) []byte {
	plain := redact(string(body), token)
	decoder := json.NewDecoder(strings.NewReader(plain))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return []byte(plain)
	}
	var spelled bytes.Buffer
	encoder := json.NewEncoder(&spelled)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(value) != nil || !strings.Contains(spelled.String(), token) {
		return []byte(plain)
	}
	return []byte(redact(spelled.String(), token))
}

func redact(text, token string) string {
	if len(token) < minRedacted {
		return text
	}
	return strings.ReplaceAll(text, token, "[redacted]")
}

// parseRetryAfter takes the two forms of RFC 9110, section 10.2.3, and ignores anything else.
func parseRetryAfter(header http.Header) *time.Duration {
	value := header.Get("Retry-After")
	if regexp.MustCompile(`^\d+$`).MatchString(value) {
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
