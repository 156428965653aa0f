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
	limits := c.options.limits(route.method)
	facts := Facts{route.operation, route.method, 0, SentNo}
	startedAt := time.Now()
	for {
		attemptAt := time.Now()
		left := limits.deadline - time.Since(startedAt)
		token, err := c.tokenFor(ctx)
		if err != nil {
			return nil, err
		}
		answer, sent, err := c.attempt(ctx, route.method, c.baseURL+target, content, token, minimum(limits.timeout, left))
		facts = facts.after(sent)
		var data []byte
		if err == nil {
			data, err = answer.data(route, facts, string(token))
		} else {
			err = failure(ctx, err, facts, limits, left, string(token))
		}
		pause, again := retryPause(err, facts)
		// A pause that outlasts the deadline would only replace a telling error.
		again = again && facts.Attempts <= limits.retries && pause < limits.deadline-time.Since(startedAt)
		if !again {
			pause = 0
		}
		if c.onAttempt != nil {
			c.onAttempt(Attempt{facts, answer.status, time.Since(attemptAt), err, pause})
		}
		if err == nil {
			return decode[Result](data)
		}
		if !again {
			return nil, err
		}
		if err := sleep(ctx, pause, facts); err != nil {
			return nil, err
		}
	}
}

func decode[Result any](data []byte) (*Result, error) {
	result := new(Result)
	return result, json.Unmarshal(data, result)
}

func (c *Client) tokenFor(ctx context.Context) (Token, error) {
	token, err := c.readToken(ctx)
	if err == nil {
		err = checkToken(token)
	}
	return token, err
}

// attempt sends a request once and reads its answer, within a limit for all of it.
func (c *Client) attempt(
	ctx context.Context, method, target string, content []byte, token Token, limit time.Duration,
) (answer received, sent Sent, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	trace := new(tracer)
	request, err := http.NewRequestWithContext(trace.in(ctx), method, target, bodyOf(content))
	if err != nil {
		return received{}, SentNo, err
	}
	request.Header = c.options.Header.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set("Authorization", "Bearer "+string(token))
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
		// Without it, nobody can send the request a second time.
		request.GetBody = nil
	}
	response, err := c.http.Do(request)
	if err != nil {
		return received{}, trace.sent(), trace.explain(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err = read(response)
	return answer, SentYes, err
}

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

func bodyOf(content []byte) io.Reader {
	if content == nil {
		return nil
	}
	return bytes.NewReader(content)
}

var (
	// errTLSRefused is in the chain of an error of a handshake: no repetition changes it.
	errTLSRefused = errors.New("TLS was refused")
	errTooLarge   = errors.New("the limit of bytes is passed")
)

// tracer watches how far a request has come. Connections are made on other goroutines.
type tracer struct {
	connected, refused atomic.Bool
}

// in gives a context whose requests are watched.
func (t *tracer) in(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { t.connected.Store(true) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			var network net.Error
			isPassing := errors.As(err, &network) && network.Timeout() ||
				errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, context.Canceled)
			t.refused.Store(err != nil && !isPassing)
		},
	})
}

func (t *tracer) sent() Sent {
	if t.connected.Load() {
		return SentMaybe
	}
	return SentNo
}

// explain leaves out the method and the address, which net/http puts before every error.
func (t *tracer) explain(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if t.refused.Load() && !t.connected.Load() {
		return fmt.Errorf("%w: %v", errTLSRefused, err)
	}
	return err
}

func failure(ctx context.Context, err error, facts Facts, limits limits, left time.Duration, token string) error {
	var network net.Error
	switch {
	case ctx.Err() != nil:
		return &AbortError{facts, ctx.Err()}
	case errors.Is(err, errTooLarge):
		return &SizeLimitError{facts, policyMaxBodyBytes}
	case errors.Is(err, context.DeadlineExceeded) && left < limits.timeout:
		return &TimeoutError{facts, "deadline", limits.deadline}
	case errors.Is(err, context.DeadlineExceeded):
		return &TimeoutError{facts, "timeout", limits.timeout}
	case errors.As(err, &network) && network.Timeout() && facts.Sent != SentNo:
		return &TimeoutError{facts, "timeout", limits.timeout}
	}
	isTransient := !errors.Is(err, errTLSRefused)
	// net/http quotes what a broken server sends.
	if shown := redact(err.Error(), token); shown != err.Error() {
		err = errors.New(shown)
	}
	return &ConnectionError{facts, err, isTransient}
}

// retryPause gives the pause before the next attempt, if there may be one.
func retryPause(err error, facts Facts) (time.Duration, bool) {
	var connection *ConnectionError
	isSafe := facts.Method == http.MethodGet || errors.As(err, &connection) && facts.Sent == SentNo
	if err == nil || !isSafe || !mayPass(err) {
		return 0, false
	}
	pause := growingPause(policyFirstRetryPause, policyRetryPauseGrowth, policyMaxRetryPause, facts.Attempts-1)
	asked := retryAfterOf(err)
	if asked > pause {
		pause = asked
	}
	return pause, asked <= policyMaxRetryAfter
}

// mayPass says whether a failure may be gone at the next attempt.
func mayPass(err error) bool {
	var answered *APIError
	var connection *ConnectionError
	var timeout *TimeoutError
	switch {
	case errors.As(err, &answered):
		for _, status := range policyTransientStatuses {
			if answered.Status == status {
				return true
			}
		}
		return false
	case errors.As(err, &connection):
		return connection.IsTransient
	}
	return errors.As(err, &timeout)
}

func retryAfterOf(err error) time.Duration {
	var answered *APIError
	if errors.As(err, &answered) && answered.RetryAfter != nil {
		return *answered.RetryAfter
	}
	return 0
}

// growingPause is grown, capped, and shortened at random, so that clients which failed together do
// not come back together.
func growingPause(first time.Duration, factor float64, longest time.Duration, before int) time.Duration {
	pause := float64(first)
	for ; before > 0 && pause < float64(longest); before-- {
		pause *= factor
	}
	if pause > float64(longest) {
		pause = float64(longest)
	}
	return time.Duration(pause * (1 - rand.Float64()*policyPauseJitter))
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
