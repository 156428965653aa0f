package videogeneration

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"
)

// route says how an operation is called over HTTP.
type route struct {
	operation, method, path string
	// required are the fields without which a success is worthless, and their types.
	required map[string]string
}

const userAgent = "video-generation-go/" + Version

var placeholder = regexp.MustCompile(`\{\w+\}`)

// call sends until there is an answer, the retries are used up, or a repetition could do harm.
func call[Result any](ctx context.Context, c *Client, route route, path []string, body any) (*Result, error) {
	target, err := fillPath(route.path, path)
	if err != nil {
		return nil, err
	}
	var content []byte
	if body != nil {
		if content, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("videogeneration: %s: %w", route.operation, err)
		}
	}
	limits := c.limits(route.method)
	facts := Facts{route.operation, route.method, 0, SentNo}
	endsAt := time.Now().Add(limits.Deadline)
	for {
		data, err := c.attempt(ctx, route, target, content, limits, time.Until(endsAt), &facts)
		if err == nil {
			result := new(Result)
			return result, json.Unmarshal(data, result)
		}
		pause, again := retryPause(err, facts, facts.Attempts)
		// A pause that outlasts the deadline would only replace a telling error.
		if !again || facts.Attempts > limits.Retries || pause >= time.Until(endsAt) {
			return nil, err
		}
		if err := sleep(ctx, pause, facts); err != nil {
			return nil, err
		}
	}
}

// attempt sends a request once and reads its answer, within a limit for all of it. It gives the body
// of a success.
func (c *Client) attempt(
	ctx context.Context, route route, target string, content []byte, limits CallOptions, left time.Duration, facts *Facts,
) ([]byte, error) {
	token, err := c.tokenFor(ctx)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, minimum(limits.Timeout, left))
	defer cancel()
	request, err := http.NewRequestWithContext(limited, route.method, c.baseURL+target, nil)
	if err != nil {
		return nil, err
	}
	request.Header = limits.Header.Clone()
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set("Authorization", "Bearer "+token)
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
		// Without GetBody, nobody can send the request a second time.
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(content)), int64(len(content))
	}
	response, err := send(c.http, request, facts)
	if err != nil {
		return nil, failure(ctx, err, *facts, limits, left, token)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := read(response)
	if err != nil {
		return nil, failure(ctx, err, *facts, limits, left, token)
	}
	return answer.data(route, *facts, token)
}

func (c *Client) tokenFor(ctx context.Context) (string, error) {
	token, err := c.readToken(ctx)
	if err == nil {
		err = checkToken(token)
	}
	return string(token), err
}

// errTLSRefused is in the chain of an error of a handshake: no repetition changes it.
var errTLSRefused = errors.New("TLS was refused")

// send sends a request once, and notes how far it has come. Connections are made on other goroutines.
func send(client *http.Client, request *http.Request, facts *Facts) (*http.Response, error) {
	var connected, refused atomic.Bool
	ctx := httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			var network net.Error
			isPassing := errors.As(err, &network) && network.Timeout() ||
				errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, context.Canceled)
			refused.Store(err != nil && !isPassing)
		},
	})
	response, err := client.Do(request.WithContext(ctx))
	switch {
	case err == nil:
		*facts = facts.after(SentYes)
		return response, nil
	case connected.Load():
		*facts = facts.after(SentMaybe)
	default:
		*facts = facts.after(SentNo)
	}
	// net/http puts the method and the address before every error.
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if refused.Load() && !connected.Load() {
		err = fmt.Errorf("%w: %v", errTLSRefused, err)
	}
	return nil, err
}

// failure gives the error that a failed attempt is for callers.
func failure(ctx context.Context, err error, facts Facts, limits CallOptions, left time.Duration, token string) error {
	var network net.Error
	isLate := errors.Is(err, context.DeadlineExceeded)
	switch {
	case ctx.Err() != nil:
		return &AbortError{facts, ctx.Err()}
	case errors.Is(err, errTooLarge):
		return &SizeLimitError{facts, policyMaxBodyBytes}
	case isLate && left < limits.Timeout:
		return &TimeoutError{facts, "deadline", limits.Deadline}
	case isLate || errors.As(err, &network) && network.Timeout() && facts.Sent != SentNo:
		return &TimeoutError{facts, "timeout", limits.Timeout}
	}
	isTransient := !errors.Is(err, errTLSRefused)
	// net/http quotes what a broken server sends.
	if shown := redactor(token)(err.Error()); shown != err.Error() {
		err = errors.New(shown)
	}
	return &ConnectionError{facts, err, isTransient}
}

// retryPause gives the pause before the next attempt after so many failures, if there may be one.
func retryPause(err error, facts Facts, failures int) (time.Duration, bool) {
	_, isUnconnected := err.(*ConnectionError)
	isSafe := facts.Method == http.MethodGet || isUnconnected && facts.Sent == SentNo
	asked, again := mayPass(err)
	pause := growingPause(policyFirstRetryPause, policyRetryPauseGrowth, policyMaxRetryPause, failures-1)
	return maximum(asked, pause), again && isSafe && asked <= policyMaxRetryAfter
}

// mayPass says whether a failure may be gone at the next attempt, and which pause the answer asks for.
func mayPass(err error) (asked time.Duration, may bool) {
	switch failed := err.(type) {
	case *APIError:
		if failed.RetryAfter != nil {
			asked = *failed.RetryAfter
		}
		for _, status := range policyTransientStatuses {
			may = may || failed.Status == status
		}
	case *ConnectionError:
		may = failed.IsTransient
	case *TimeoutError:
		may = true
	}
	return asked, may
}

// growingPause is grown, capped, and shortened at random, so that clients which failed together do
// not come back together.
func growingPause(first time.Duration, factor float64, longest time.Duration, before int) time.Duration {
	pause := first
	for ; before > 0 && pause < longest; before-- {
		pause = time.Duration(float64(pause) * factor)
	}
	return time.Duration(float64(minimum(pause, longest)) * (1 - rand.Float64()*policyPauseJitter))
}

// sleep ends with the context of the caller.
func sleep(ctx context.Context, pause time.Duration, facts Facts) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return &AbortError{facts, ctx.Err()}
	}
}

// fillPath writes path parameters so that no value can change which path is called.
func fillPath(path string, values []string) (string, error) {
	for _, value := range values {
		if strings.Trim(value, ".") == "" && len(value) < 3 || !utf8.ValidString(value) {
			return "", fmt.Errorf("videogeneration: %q is no identifier", value)
		}
		at := placeholder.FindStringIndex(path)
		path = path[:at[0]] + url.PathEscape(value) + path[at[1]:]
	}
	return path, nil
}

func minimum(one, other time.Duration) time.Duration {
	if one < other {
		return one
	}
	return other
}

func maximum(one, other time.Duration) time.Duration {
	if one > other {
		return one
	}
	return other
}
