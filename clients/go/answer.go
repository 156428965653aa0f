package videogeneration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// received is an answer read to the end.
type received struct {
	status int
	header http.Header
	body   []byte
}

var errTooLarge = errors.New("the limit of bytes is passed")

// read reads an answer to its end, within the limit of its size.
func read(response *http.Response) (received, error) {
	answer := received{response.StatusCode, response.Header, nil}
	// What follows is of another protocol, and no context would end it.
	if response.StatusCode == http.StatusSwitchingProtocols {
		return answer, nil
	}
	var err error
	answer.body, err = io.ReadAll(io.LimitReader(response.Body, policyMaxBodyBytes+1))
	if len(answer.body) > policyMaxBodyBytes {
		err = errTooLarge
	}
	return answer, err
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

var secretHeader = regexp.MustCompile("(?i)" + policySecretHeaderPattern)

// describe gives what errors show of an answer, without credentials.
func (r received) describe(token string) Answer {
	header, redact := http.Header{}, redactor(token)
	for name, values := range r.header {
		for _, value := range values {
			if secretHeader.MatchString(name) {
				value = redacted
			}
			header.Add(redact(name), redact(value))
		}
	}
	id := ""
	for _, name := range policyRequestIdHeaders {
		if id == "" {
			id = header.Get(name)
		}
	}
	return Answer{r.status, header, []byte(redact(string(r.body))), id}
}

const redacted = "[redacted]"

// redactor takes a token out of texts, in any spelling: in another case, with the escapes of JSON or of
// Go, and with percent signs.
func redactor(token string) func(string) string {
	if len(token) < policyMinRedactedLength {
		return func(text string) string { return text }
	}
	var spellings strings.Builder
	spellings.WriteString("(?i)")
	for _, letter := range []byte(token) {
		plain := regexp.QuoteMeta(string(letter))
		fmt.Fprintf(&spellings, `(?:\\{0,3}%s|\\{1,3}(?:u00|x)%02x|%%%02x)`, plain, letter, letter)
	}
	pattern := regexp.MustCompile(spellings.String())
	return func(text string) string { return pattern.ReplaceAllLiteralString(text, redacted) }
}

// parseRetryAfter takes the two forms of RFC 9110, section 10.2.3, and ignores anything else.
func parseRetryAfter(header http.Header) *time.Duration {
	value := header.Get("Retry-After")
	// A larger number is read as the largest.
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil || errors.Is(err, strconv.ErrRange) {
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
	return Ptr(maximum(until.Sub(now), 0))
}
