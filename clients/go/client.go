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

// NoRetries as the number of Retries turns them off.
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
	// Transport sends the requests. The default is a copy of http.DefaultTransport. Wrap one to log or
	// to measure each attempt.
	Transport http.RoundTripper
}

// Client calls the service. Many goroutines may use it at once.
type Client struct {
	baseURL   string
	allowHTTP bool
	readToken func(context.Context) (Token, error)
	options   CallOptions
	http      *http.Client
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
	}}, nil
}

// With gives a client with other settings of calls, over the same connections. What is not set stays
// as it is; headers are added.
func (c *Client) With(options CallOptions) *Client {
	other := *c
	other.options = c.options.with(options)
	return &other
}

func (o CallOptions) with(other CallOptions) CallOptions {
	if other.Timeout > 0 {
		o.Timeout = other.Timeout
	}
	if other.Deadline > 0 {
		o.Deadline = other.Deadline
	}
	if other.Retries != 0 {
		o.Retries = other.Retries
	}
	header := http.Header{}
	for _, each := range []http.Header{o.Header, other.Header} {
		for name, values := range each {
			header[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
		}
	}
	o.Header = header
	return o
}

// limits gives the options with all defaults.
func (c *Client) limits(method string) CallOptions {
	usual := CallOptions{Timeout: policyCreateTimeout, Deadline: math.MaxInt64, Retries: policyRetries}
	if method == http.MethodGet {
		usual.Timeout = policyReadTimeout
	}
	return usual.with(c.options)
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
