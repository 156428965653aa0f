package videogeneration

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// route says how an operation is called over HTTP.
type route struct {
	operation, method, path string
	required                map[string]string // The fields without which a success is worthless, and their types.
}

// call sends a request, again where that can do no harm, and reads the result.
func call[Result any](ctx context.Context, c *Client, route route, path []string, body any) (*Result, error) {
	target, err := fillPath(route.path, path)
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("videogeneration: %s: %w", route.operation, err)
	}
	r, result := c.newRun(route.operation, route.method), new(Result)
	err = r.repeat(ctx, func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, route.method, c.baseURL.String()+target, nil)
		if err != nil {
			return err
		}
		request.Header.Set("Accept", "application/json")
		if body != nil {
			request.Header.Set("Content-Type", "application/json")
			// Without GetBody, nobody can send the request a second time.
			request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(content)), int64(len(content))
		}
		response, err := c.send(r, request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		return r.decode(response, route.required, result)
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

var (
	methods = map[string]bool{"GET": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true}
	// A folder above, in any spelling, would be another path.
	sentPath, pathAbove = regexp.MustCompile(`^/[!"$-~]*$`), regexp.MustCompile(`(?i)/(\.|%2e){1,2}([/?]|$)`)
)

// Request sends a request that the contract does not describe, such as one that the service owner has
// named, with the token, the limits and the errors of every other call. The path begins with / and
// follows BaseURL: escape what you put into it. The body is sent as JSON, unless it is nil. Only a GET
// is sent again, or what was not sent. A success is JSON, or nil if it was empty.
func (c *Client) Request(ctx context.Context, method, path string, body any) (json.RawMessage, error) {
	switch {
	case !methods[method]:
		return nil, fmt.Errorf("videogeneration: the method must be GET, POST, PUT, PATCH or DELETE, not %q", method)
	case method == http.MethodGet && body != nil:
		return nil, errors.New("videogeneration: a GET has no body")
	case !sentPath.MatchString(path) || pathAbove.MatchString(path):
		return nil, fmt.Errorf("videogeneration: the path must begin with /, without . and .., and be percent-encoded, not %q", path)
	}
	read, err := call[json.RawMessage](ctx, c, route{operation: method + " " + path, method: method, path: path}, nil, body)
	if err != nil {
		return nil, err
	}
	return *read, nil
}

// fillPath writes path parameters so that no value can change which path is called.
func fillPath(path string, values []string) (string, error) {
	for _, value := range values {
		start, end := strings.Index(path, "{"), strings.Index(path, "}")
		if value == "" || value == "." || value == ".." || !utf8.ValidString(value) {
			return "", fmt.Errorf("videogeneration: %s must be an identifier, not %q", path[start+1:end], value)
		}
		path = path[:start] + url.PathEscape(value) + path[end+1:]
	}
	return path, nil
}

// run is a call under way: what is known of it, and what it may still do.
type run struct {
	facts    Error         // What every error of the call says.
	timeout  time.Duration // Of an attempt.
	retries  int
	failures int         // Those without progress between them.
	silence  *time.Timer // Ends an attempt.
	token    string      // The last that was sent.
}

func (c *Client) newRun(operation, method string) *run {
	facts := Error{Operation: operation, Method: method, Sent: SentNo}
	r := &run{facts: facts, timeout: c.options.Timeout, retries: c.options.Retries}
	if r.timeout <= 0 && method == http.MethodGet {
		r.timeout = policyReadTimeout
	} else if r.timeout <= 0 {
		r.timeout = policyCreateTimeout
	}
	if r.retries == 0 {
		r.retries = policyRetries
	}
	return r
}

// repeat attempts until there is a response, the retries are used up, or a repetition could do harm.
func (r *run) repeat(ctx context.Context, attempt func(context.Context) error) error {
	for {
		err := r.limit(ctx, attempt)
		failed, isOurs := err.(*Error)
		if !isOurs || !failed.IsSafeToRepeat() {
			return err
		}
		pause := growingPause(policyFirstRetryPause, policyRetryPauseGrowth, policyMaxRetryPause, r.failures)
		pause = maximum(pause, failed.RetryAfter)
		r.failures++
		// A pause that outlasts the deadline would only replace a telling error.
		endsAt, ends := ctx.Deadline()
		if r.failures > r.retries || pause > policyMaxRetryAfter || ends && pause >= time.Until(endsAt) {
			return err
		}
		if err := r.sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// limit makes one attempt within the limits of its time.
func (r *run) limit(ctx context.Context, attempt func(context.Context) error) error {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	r.silence = time.AfterFunc(r.timeout, cancel)
	defer r.silence.Stop()
	err := attempt(limited)
	// The source of the token may have ended with the context of the attempt.
	if over := limited.Err(); over != nil && (errors.Is(err, ConnectionError) || errors.Is(err, over)) {
		return r.ended(ctx)
	}
	return err
}

// sleep ends with the context of the caller.
func (r *run) sleep(ctx context.Context, pause time.Duration) error {
	timer, cancel := context.WithTimeout(ctx, pause)
	defer cancel()
	<-timer.Done()
	if ctx.Err() != nil {
		return r.ended(ctx)
	}
	return nil
}

// ended is the error of an attempt or a pause that a limit has ended.
func (r *run) ended(ctx context.Context) *Error {
	switch ctx.Err() {
	case nil:
		return r.fail(TimeoutError, fmt.Errorf("the timeout of %v has passed", r.timeout))
	case context.DeadlineExceeded:
		return r.fail(TimeoutError, ctx.Err())
	}
	return r.fail(AbortError, ctx.Err())
}

// fail gives an error of the call. A broken server may have put the token into the cause.
func (r *run) fail(kind Kind, err error) *Error {
	if shown := redactor(r.token)(err.Error()); shown != err.Error() {
		err = errors.New(shown)
	}
	failed := r.facts
	failed.Kind, failed.Err, failed.mayPass = kind, err, kind == TimeoutError || kind == ConnectionError
	return &failed
}

// send sends a request once, and notes how far it has come. It follows no redirect: http.Client loses
// a response whose Location it cannot read.
func (c *Client) send(r *run, request *http.Request) (*http.Response, error) {
	token, err := c.options.readToken(request.Context())
	if err != nil {
		return nil, err
	}
	r.token, r.facts.Body = string(token), nil
	if err := c.refusal(request.URL); err != nil {
		return nil, err
	}
	// The transport would end before it looks for a connection, and tell no more than one that tells nothing.
	if err := request.Context().Err(); err != nil {
		return nil, r.fail(ConnectionError, err)
	}
	// A kept connection may be closed just as it is used again, and then nobody knows what was sent. What a
	// broken server sends too much belongs to no later response.
	request.Close = true
	request.Header.Set("User-Agent", "video-generation-go/"+Version)
	if c.isOwn(request.URL) {
		request.Header.Set("Authorization", "Bearer "+r.token)
		for name, values := range c.header() {
			if len(request.Header[name]) == 0 {
				request.Header[name] = values
			}
		}
	}
	// Connections are made on other goroutines. A transport of another kind may tell nothing.
	var asked, connected atomic.Bool
	ctx := httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{
		GetConn: func(string) { asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	})
	transport := c.options.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	response, err := transport.RoundTrip(request.WithContext(ctx))
	if err == nil {
		r.facts.note(SentYes)
		return response, nil
	}
	if connected.Load() || !asked.Load() {
		r.facts.note(SentMaybe)
		return nil, r.fail(ConnectionError, err)
	}
	r.facts.note(SentNo)
	failed := r.fail(ConnectionError, err)
	failed.mayPass = mayConnectLater(err)
	return nil, failed
}

// mayConnectLater says whether what has kept a connection from being made may pass.
func mayConnectLater(err error) bool {
	switch {
	case errors.Is(err, io.EOF): // It was closed while it was made, as by a server that restarts.
		return true
	case strings.Contains(err.Error(), "tls: "): // A handshake that found nothing in common.
		return false
	}
	// Refused, without such a name, or too late. Anything else is for long: a certificate, or a proxy that refuses.
	return errors.As(err, new(net.Error))
}

// isOwn says whether an address is of the origin of BaseURL, which alone gets the token.
func (c *Client) isOwn(to *url.URL) bool {
	port := map[string]string{"http": ":80", "https": ":443"}[to.Scheme]
	host, own := strings.TrimSuffix(to.Host, port), strings.TrimSuffix(c.baseURL.Host, port)
	return to.Scheme == c.baseURL.Scheme && strings.EqualFold(host, own)
}

// refusal says why an address may not be asked: with plain http, everyone on the way can read and change
// the response.
func (c *Client) refusal(to *url.URL) error {
	switch {
	case c.isOwn(to):
		return nil
	case to.Scheme != "https" && to.Scheme != "http" || to.Hostname() == "":
		return fmt.Errorf("videogeneration: the address must be an http or https address, not %q", to)
	case isRefused(to.Hostname()):
		return fmt.Errorf("videogeneration: %s is refused: clouds keep their keys there", to.Hostname())
	case to.Scheme == "http" && !c.options.AllowPlainHTTP:
		return fmt.Errorf("videogeneration: plain http is refused: http://%s/ is not of the origin of BaseURL", to.Host)
	}
	return nil
}

// Some resolvers take them for an address of IPv4.
var numberAsHost = regexp.MustCompile(`(?i)(^|\.)(\d+|0x[\da-f]*)\.?$`)

// isRefused says whether a host is in a network where clouds keep their keys.
func isRefused(host string) bool {
	literal, _, _ := strings.Cut(host, "%") // Without the name of an interface.
	address := net.ParseIP(literal)
	if address == nil {
		return numberAsHost.MatchString(host)
	}
	for _, refused := range policyRefusedNetworks {
		if _, network, _ := net.ParseCIDR(refused); network.Contains(address) {
			return true
		}
	}
	return false
}

// read reads a response to its end, within the limit of its size. One that is not wanted is an error.
func (r *run) read(response *http.Response, isWanted bool) (body []byte, err error) {
	// What follows a 101 is of another protocol, and no context would end it.
	if response.StatusCode != http.StatusSwitchingProtocols {
		body, err = io.ReadAll(io.LimitReader(response.Body, policyMaxBodyBytes+1))
	}
	switch {
	case err != nil:
		r.facts.Body = []byte(redactor(r.token)(string(body)))
		return nil, r.fail(ConnectionError, err)
	case len(body) > policyMaxBodyBytes:
		return nil, r.fail(SizeLimitError, fmt.Errorf("the response has more than %d bytes", policyMaxBodyBytes))
	case !isWanted:
		return nil, r.refused(response, body, APIError, "")
	}
	return body, nil
}

// decode takes the body of a success, or gives the error that the response is.
func (r *run) decode(response *http.Response, required map[string]string, result any) error {
	body, err := r.read(response, response.StatusCode >= 200 && response.StatusCode <= 299)
	if err != nil {
		return err
	}
	// A byte order mark is no part of the text.
	text := bytes.TrimPrefix(body, []byte("\ufeff"))
	if len(text) == 0 && len(required) == 0 {
		return nil
	}
	if json.Unmarshal(text, result) != nil {
		return r.refused(response, body, InvalidResponseError, " and no JSON")
	}
	fields := readAs[map[string]json.RawMessage](text)
	for name, want := range required {
		// An empty identifier names nothing.
		if !isOfType(fields[name], want) || string(fields[name]) == `""` {
			return r.refused(response, body, InvalidResponseError, " and no usable "+name)
		}
	}
	return nil
}

var secretHeader = regexp.MustCompile("(?i)" + policySecretHeaderPattern)

// refused is the error that tells of a response, without credentials.
func (r *run) refused(response *http.Response, body []byte, kind Kind, problem string) *Error {
	header, redact := http.Header{}, redactor(r.token)
	for name, values := range response.Header {
		for _, value := range values {
			if secretHeader.MatchString(name) {
				value = redacted
			}
			header.Add(redact(name), redact(value))
		}
	}
	shown := redact(string(body))
	problem = fmt.Sprintf("status %d%s", response.StatusCode, problem)
	if words := strings.Join(strings.Fields(shown), " "); words != "" {
		problem = fmt.Sprintf("%s: %.*s", problem, policyMaxExcerptLength, words)
	}
	failed := r.fail(kind, errors.New(problem))
	failed.Status, failed.Header, failed.Body = response.StatusCode, header, []byte(shown)
	failed.RetryAfter = parseRetryAfter(header)
	for _, name := range policyRequestIdHeaders {
		if failed.RequestID == "" {
			failed.RequestID = header.Get(name)
		}
	}
	failed.mayPass = policyTransientStatuses[failed.Status]
	return failed
}

const redacted = "[redacted]"

// redactor takes a token out of texts, in any spelling: as it is, in another case, with escapes, with
// percent signs, and within base64, as a gateway writes user:token.
func redactor(token string) func(string) string {
	if len(token) < policyMinRedactedLength {
		return func(text string) string { return text }
	}
	rest := ""
	if len(token) > policyMaxSpelledLength {
		token, rest = token[:policyMaxSpelledLength], policyTokenRestPattern
	}
	spelled := ""
	for _, letter := range []byte(token) {
		spelled += spell(letter)
	}
	forms := []string{spelled}
	// What it is within base64 depends on where it begins there, and has - and _ in addresses.
	signs := strings.NewReplacer("+", "(?:[-_]|"+spell('+')+")", "/", "(?:[-_]|"+spell('/')+")")
	for before := 0; before < 3; before++ {
		encoded := base64.RawStdEncoding.EncodeToString([]byte("\x00\x00"[:before] + token))
		// The first and the last letters hold something of what stands beside.
		start, end := (before*8+5)/6, (before+len(token))*8/6
		forms = append(forms, signs.Replace(encoded[start:end]))
	}
	pattern := regexp.MustCompile("(?i)(?:" + strings.Join(forms, "|") + ")" + rest)
	return func(text string) string { return pattern.ReplaceAllLiteralString(text, redacted) }
}

// spell gives the pattern of a letter in all its spellings.
func spell(letter byte) string {
	known := strings.NewReplacer("<hex>", fmt.Sprintf("%02x", letter), "<code>", fmt.Sprint(letter))
	return known.Replace(policySpelledLetterPattern)
}

// parseRetryAfter takes the two forms of RFC 9110, section 10.2.3. Anything else asks for nothing.
func parseRetryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	// A larger number is read as the largest.
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return -1
	}
	// Both dates come from the server's clock: a wrong one on this machine does not stretch the wait.
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return maximum(until.Sub(now), 0)
}

// growingPause is grown, capped if it is not long from the first, and shortened at random, so that
// clients which failed together do not come back together.
func growingPause(first time.Duration, growth float64, longest time.Duration, before int) time.Duration {
	pause := math.Min(float64(first)*math.Pow(growth, float64(before)), float64(maximum(first, longest)))
	// Up to Go 1.19, math/rand gives the same numbers in every process.
	share := float64(time.Now().UnixNano()%1e6) / 1e6
	return time.Duration(pause * (1 - policyPauseJitter*share))
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
