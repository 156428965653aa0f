package videogeneration

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Version is the version of this package.
const Version = "0.1.0"

// NoRetries is the number of Retries that is none.
const NoRetries = -1

// Token is an access token, which no format and no log shows.
type Token string

// Format writes a placeholder, whatever the verb.
func (Token) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, redacted) }

// MarshalText writes the same placeholder, for JSON and its like.
func (Token) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// CallOptions are the settings of calls. The zero value of each stands for its default.
type CallOptions struct {
	// Timeout of each attempt as a whole: connection, head and body. The default is 30 seconds for
	// reads and 120 seconds for creates.
	Timeout time.Duration
	// Deadline of all attempts and the pauses between them. The default is none.
	Deadline time.Duration
	// Retries says how often a read that failed in passing is sent again. The default is 2. A create
	// is sent again only if nothing was sent before, whatever stands here.
	Retries int
	// Header is added to every request. Authorization cannot be set here.
	Header http.Header
}

// Options are what a client is made of.
type Options struct {
	// BaseURL is the address that your provider gave you, without /api at its end.
	BaseURL string
	// Token is the access token.
	Token Token
	// TokenSource gives the token in place of Token, before every attempt.
	TokenSource func(context.Context) (Token, error)
	// CallOptions are the defaults of all calls.
	CallOptions
	// AllowPlainHTTP allows http addresses outside this machine. Everyone on the way can then read
	// the token.
	AllowPlainHTTP bool
	// Transport sends the requests. The default is a copy of http.DefaultTransport.
	Transport http.RoundTripper
	// OnAttempt is told of each attempt, for logs and metrics. It holds no header and no body.
	OnAttempt func(Attempt)
}

// Attempt is a request that was sent once, and what came of it.
type Attempt struct {
	Facts
	// Status is the HTTP status; 0 without an answer.
	Status   int
	Duration time.Duration
	// Err is what the attempt failed with.
	Err error
	// Pause is the time until the next attempt; 0 if there is none.
	Pause time.Duration
}

// Client calls the service. Many goroutines may use it at once.
type Client struct {
	baseURL   string
	allowHTTP bool
	readToken func(context.Context) (Token, error)
	options   CallOptions
	http      *http.Client
	onAttempt func(Attempt)
}

// New makes a client. It fails for a setting that cannot be meant.
func New(options Options) (*Client, error) {
	base, err := checkBaseURL(options.BaseURL, options.AllowPlainHTTP)
	if err != nil {
		return nil, err
	}
	read := options.TokenSource
	if read == nil {
		if err := checkToken(options.Token); err != nil {
			return nil, err
		}
		read = func(context.Context) (Token, error) { return options.Token, nil }
	}
	if options.Timeout < 0 || options.Deadline < 0 || options.Retries < NoRetries {
		return nil, errors.New("videogeneration: Timeout, Deadline and Retries must not be negative")
	}
	transport := options.Transport
	if transport == nil {
		transport = http.DefaultTransport
		// An application may have put something else in its place.
		if usual, ok := transport.(*http.Transport); ok {
			transport = usual.Clone()
		}
	}
	return &Client{base, options.AllowPlainHTTP, read, options.CallOptions, &http.Client{
		Transport: transport,
		// A redirect could carry the token to another origin, or send a create twice.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, options.OnAttempt}, nil
}

// With gives a client with other settings of calls, over the same connections. What is not set stays
// as it is; headers are added.
func (c *Client) With(options CallOptions) *Client {
	other := *c
	if options.Timeout > 0 {
		other.options.Timeout = options.Timeout
	}
	if options.Deadline > 0 {
		other.options.Deadline = options.Deadline
	}
	if options.Retries != 0 {
		other.options.Retries = options.Retries
	}
	other.options.Header = c.options.Header.Clone()
	for name, values := range options.Header {
		if other.options.Header == nil {
			other.options.Header = http.Header{}
		}
		other.options.Header[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
	}
	return &other
}

// limits of one call, complete.
type limits struct {
	timeout, deadline time.Duration
	retries           int
}

func (o CallOptions) limits(method string) limits {
	usual := limits{policyCreateTimeout, math.MaxInt64, policyRetries}
	if method == http.MethodGet {
		usual.timeout = policyReadTimeout
	}
	if o.Timeout > 0 {
		usual.timeout = o.Timeout
	}
	if o.Deadline > 0 {
		usual.deadline = o.Deadline
	}
	if o.Retries != 0 {
		usual.retries = o.Retries
	}
	return usual
}

var sendable = regexp.MustCompile(`^[!-~]+$`)

func checkToken(token Token) error {
	if !sendable.MatchString(string(token)) {
		return errors.New("videogeneration: the token is empty or cannot be sent: has it a line break?")
	}
	return nil
}

func checkBaseURL(text string, allowPlain bool) (string, error) {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Hostname() == "" || strings.ContainsAny(text, "?#@ ") ||
		!(parsed.Scheme == "https" || parsed.Scheme == "http" && (allowPlain || isLocal(parsed.Hostname()))) {
		return "", errors.New("videogeneration: BaseURL must be your provider's https:// address, without login or query")
	}
	return strings.TrimRight(text, "/"), nil
}

func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}
