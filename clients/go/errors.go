package videogeneration

import (
	"fmt"
	"net/http"
	"time"
)

// Kind says what went wrong. Look for one with errors.Is.
type Kind string

const (
	APIError             Kind = "APIError"             // A status outside 2XX, of the service or of something before it.
	InvalidResponseError Kind = "InvalidResponseError" // A 2XX that is no JSON, or lacks the identifier of a job, or its list.
	ConnectionError      Kind = "ConnectionError"      // No response, or one that broke off.
	TimeoutError         Kind = "TimeoutError"         // Timeout or the deadline of the context has passed.
	SizeLimitError       Kind = "SizeLimitError"       // A response, or a download, is larger than its limit allows.
	AbortError           Kind = "AbortError"           // The context of the caller was cancelled.
	JobWaitTimeoutError  Kind = "JobWaitTimeoutError"  // A wait ended before its job did.
	SaveError            Kind = "SaveError"            // The output has no video, or one could not be saved.
)

func (k Kind) Error() string { return string(k) }

// Sent says whether a request has reached the service.
type Sent string

const (
	SentNo    Sent = "no"    // Nothing has reached the service, in any attempt.
	SentMaybe Sent = "maybe" // Everything between the other two.
	SentYes   Sent = "yes"   // A response had begun.
)

// Error is what a call, a wait or a download fails with. Find it with errors.As, or its Kind with
// errors.Is. It never holds the token.
type Error struct {
	Kind Kind
	// Operation is the name of the method that was called, and Method that of HTTP.
	Operation, Method string
	// Attempts counts how many times the request was sent, or its sending begun.
	Attempts int
	// Sent is the most that is certain of any attempt. A create request may have started a job
	// unless it is SentNo.
	Sent Sent
	// Err is the cause, such as context.Canceled or an error of net/http.
	Err error
	// Status, Header and Body are those of the response, if the error is about one, without the token and
	// other credentials. A Body may have any shape: a job may be named anywhere in it, and in
	// what came of one that broke off.
	Status int
	Header http.Header
	Body   []byte
	// RequestID is the identifier of the request, when a usual response header carries one.
	RequestID string
	// RetryAfter is what the header of this name asks for, and -1 if it does not ask.
	RetryAfter time.Duration

	mayPass bool // Another attempt may succeed.
}

// IsSafeToRepeat says whether another attempt may succeed, and can start no second job.
func (e *Error) IsSafeToRepeat() bool {
	return e.mayPass && (e.Method == http.MethodGet || e.Sent == SentNo)
}

// note takes what is known of one more attempt.
func (e *Error) note(sent Sent) {
	e.Attempts++
	if sent == SentYes || e.Sent == SentNo {
		e.Sent = sent
	}
}

// Error says what happened, and what to know before trying again.
func (e *Error) Error() string {
	text := e.Operation + ": " + e.Err.Error()
	if e.Kind == APIError && e.Status < 400 && e.Header.Get("Location") != "" {
		which := "redirects are"
		if e.Operation == "Download" { // It follows those that it may.
			which = "this redirect is"
		}
		text += fmt.Sprintf("; %s not followed", which)
	}
	switch {
	case e.Sent == SentNo && e.Kind == ConnectionError && !e.mayPass:
		return text + "; nothing was sent, and trying again does not help: check the address, its certificate and any proxy"
	case e.Sent == SentNo && e.Kind != JobWaitTimeoutError:
		return text + "; nothing was sent: try again"
	// A redirect may point to what the request has made.
	case e.Method == http.MethodGet || e.Kind == APIError && e.Status >= 400 && e.Status < 500:
		return text
	}
	return text + "; it is not sent again: a job may be rendering"
}

// Is lets errors.Is find the Kind.
func (e *Error) Is(target error) bool { return target == e.Kind }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }
