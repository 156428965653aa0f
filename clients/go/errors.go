package videogeneration

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Sent says whether a request has reached the service.
type Sent string

const (
	// SentNo means that nothing has reached the service, in any attempt.
	SentNo Sent = "no"
	// SentMaybe means everything between the other two.
	SentMaybe Sent = "maybe"
	// SentYes means that an answer had begun.
	SentYes Sent = "yes"
)

// Facts are what every error tells of the call that it ended.
type Facts struct {
	// Operation is the name of the method that was called.
	Operation string
	// Method is the HTTP method.
	Method string
	// Attempts counts how many times the request was sent, or its sending begun.
	Attempts int
	// Sent is the most that is certain of any attempt. A create request may have started a job
	// unless it is SentNo.
	Sent Sent
}

// RequestFacts gives the facts of any error of this package: see RequestError.
func (f Facts) RequestFacts() Facts { return f }

// after gives the facts one attempt later.
func (f Facts) after(sent Sent) Facts {
	order := map[Sent]int{SentNo: 0, SentMaybe: 1, SentYes: 2}
	f.Attempts++
	if order[sent] > order[f.Sent] {
		f.Sent = sent
	}
	return f
}

// advice is what the caller has to know before trying again.
func (f Facts) advice() string {
	switch {
	case f.Sent == SentNo:
		return " Nothing was sent: try again."
	case f.Method == http.MethodGet:
		return ""
	}
	return " It is not sent again: a job may be rendering."
}

// RequestError is any error of a call. Use errors.As with it, or with one of the types below.
type RequestError interface {
	error
	RequestFacts() Facts
}

// Answer is what errors tell of the answer that they are about.
type Answer struct {
	// Status is the HTTP status.
	Status int
	// Header holds no credentials.
	Header http.Header
	// Body is whole, but for the token. Its shape is not documented.
	Body []byte
	// RequestID is the identifier of the request, when a usual response header carries one.
	RequestID string
}

// APIError says that the service, or something before it, answered with a status outside 2XX.
type APIError struct {
	Facts
	Answer
	// RetryAfter is what the header of this name asks for; nil if it does not ask.
	RetryAfter *time.Duration
}

func (e *APIError) Error() string {
	advice := ""
	switch {
	case e.Status == http.StatusNotModified:
		advice = " The client has no cache."
	case e.Status >= 300 && e.Status < 400 && e.Header.Get("Location") != "":
		advice = " Redirects are not followed."
	}
	// 303 points to what the request has made.
	if e.Status == http.StatusSeeOther || e.Status >= 500 {
		advice += e.advice()
	}
	return e.Answer.describe(e.Operation, "") + advice
}

// InvalidResponseError says that a 2XX is no JSON, or lacks the identifier of a job, or its list.
// The name of a job may stand in Body at another place.
type InvalidResponseError struct {
	Facts
	Answer
	Problem string
}

func (e *InvalidResponseError) Error() string {
	return e.Answer.describe(e.Operation, " and "+e.Problem) + e.advice()
}

// ConnectionError says that the connection failed, or that the answer broke off.
type ConnectionError struct {
	Facts
	Err error
	// IsTransient says whether another attempt may succeed. It does not where TLS was refused.
	IsTransient bool
}

func (e *ConnectionError) Error() string {
	advice := e.advice()
	if !e.IsTransient {
		advice = " Nothing was sent. Trying again does not help: check the address and its certificate."
	}
	return fmt.Sprintf("%s failed: %v.%s", e.Operation, e.Err, advice)
}

// Unwrap gives the error of net/http.
func (e *ConnectionError) Unwrap() error { return e.Err }

// SizeLimitError says that an answer, or a download, is larger than its limit allows. It is never
// asked for again.
type SizeLimitError struct {
	Facts
	// MaxBytes is the limit that was passed.
	MaxBytes int64
}

func (e *SizeLimitError) Error() string {
	return fmt.Sprintf("%s passed its limit of %d bytes.%s", e.Operation, e.MaxBytes, e.advice())
}

// TimeoutError says that an attempt passed its timeout, or all of them together their deadline, or that
// a download was silent for too long.
type TimeoutError struct {
	Facts
	// Limit is "timeout", "deadline" or "idle timeout".
	Limit string
	After time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s passed its %s of %v.%s", e.Operation, e.Limit, e.After, e.advice())
}

// Timeout makes it an error of time for package net.
func (e *TimeoutError) Timeout() bool { return true }

// AbortError says that the context of the caller has ended.
type AbortError struct {
	Facts
	// Err is the context's own: context.Canceled or context.DeadlineExceeded.
	Err error
}

func (e *AbortError) Error() string {
	return fmt.Sprintf("%s was aborted: %v.%s", e.Operation, e.Err, e.advice())
}

// Unwrap lets errors.Is find context.Canceled.
func (e *AbortError) Unwrap() error { return e.Err }

// JobWaitTimeoutError says that a wait ended before its job did.
type JobWaitTimeoutError struct {
	Facts
	JobID string
	// LastJob is the job as it was last read; nil if no poll was answered.
	LastJob *HpJob
	Elapsed time.Duration
	// Err is what the last poll failed with; nil if it did not fail.
	Err error
}

func (e *JobWaitTimeoutError) Error() string {
	return fmt.Sprintf("%s gave up after %v. The job may still be rendering: go on with WaitForHpJob for %q.",
		e.Operation, e.Elapsed.Round(time.Millisecond), e.JobID)
}

// Unwrap gives what the last poll failed with.
func (e *JobWaitTimeoutError) Unwrap() error { return e.Err }

// describe shows the part of the body that tells most: its list of errors, if it has one.
func (a Answer) describe(operation, addition string) string {
	text := string(a.Body)
	if errors, ok := readAs[map[string]json.RawMessage](a.Body)["errors"]; ok {
		text = string(errors)
	}
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > policyMaxExcerptLength {
		text = string(runes[:policyMaxExcerptLength])
	}
	if text != "" {
		text = ": " + text
	}
	return fmt.Sprintf("%s was answered with status %d%s%s.", operation, a.Status, addition, text)
}
