// Package videogeneration is the client of the Video Generation Service.
//
// The service documents neither its status codes, nor its errors, nor when a job is done. This
// client is built for that: it never sends a create request twice on its own, it never waits
// without a limit, and it never takes a response for more than it says.
package videogeneration

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Version is the version of this package.
const Version = "0.1.0"

// Token is an access token, which no format and no log shows.
type Token string

// Format writes a placeholder, whatever the verb.
func (Token) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, redacted) }

// MarshalText writes the same placeholder, for JSON and its like.
func (Token) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// Options are what a client is made of. The zero value of each stands for its default.
type Options struct {
	// BaseURL is the address of the service, without /api at its end.
	BaseURL string
	// Token is the access token.
	Token Token
	// TokenSource gives the token in place of Token, before every attempt.
	TokenSource func(context.Context) (Token, error)
	// Timeout of each attempt as a whole. The default is 30 seconds for reads and 120 for creates.
	Timeout time.Duration
	// Retries of a call that failed in passing: 2 by default, none if it is below 0. A create has them
	// only if nothing was sent.
	Retries int
	// AllowPlainHTTP allows http outside this machine. Everyone on the way can then read the token.
	AllowPlainHTTP bool
	// Header is added to what goes to the origin of BaseURL, downloads too: the key of a gateway. What
	// the client sets itself stays.
	Header http.Header
	// Transport sends the requests, http.DefaultTransport by default. Wrap one to log each attempt, or
	// to add what may go to any origin.
	Transport http.RoundTripper
}

// Client calls the service. Many goroutines may use it at once.
type Client struct {
	baseURL *url.URL
	options Options
	header  func() http.Header
}

// New makes a client. It fails for an invalid setting.
func New(options Options) (*Client, error) {
	base, err := checkBaseURL(options.BaseURL, options.AllowPlainHTTP)
	if token := options.Token; err == nil && options.TokenSource == nil {
		options.TokenSource = func(context.Context) (Token, error) { return token, nil }
		_, err = options.readToken(context.Background())
	}
	if err != nil {
		return nil, err
	}
	header, err := checkHeader(options.Header)
	if err != nil {
		return nil, err
	}
	// Formats show what a field of a client holds, but not what a function gives.
	options.Token, options.Header = "", nil
	return &Client{base, options, func() http.Header { return header }}, nil
}

var sendable = regexp.MustCompile(`^[!-~]+$`)

func (o Options) readToken(ctx context.Context) (Token, error) {
	token, err := o.TokenSource(ctx)
	if err == nil && !sendable.MatchString(string(token)) {
		err = errors.New("videogeneration: the token is empty or cannot be sent: has it a line break?")
	}
	return token, err
}

var headerName, headerValue = regexp.MustCompile("^[\\w!#$%&'*+.^`|~-]+$"), regexp.MustCompile(`^[\t -~\x80-\xff]*$`)

// checkHeader gives a copy that nobody changes later, with the names as net/http writes them.
func checkHeader(header http.Header) (http.Header, error) {
	checked := http.Header{}
	for name, values := range header {
		for _, value := range values {
			if !headerName.MatchString(name) || !headerValue.MatchString(value) {
				return nil, fmt.Errorf("videogeneration: Header: %q or its value cannot be sent", name)
			}
			checked.Add(name, value)
		}
	}
	// Parts of a file, and what was packed, are asked for by the client alone.
	for _, name := range []string{"Range", "If-Range", "Accept-Encoding"} {
		checked.Del(name)
	}
	return checked, nil
}

func checkBaseURL(text string, allowPlain bool) (*url.URL, error) {
	parsed, err := url.Parse(strings.TrimRight(text, "/"))
	if err == nil && parsed.Hostname() != "" && !strings.ContainsAny(text, "?#@ ") {
		isLocal := parsed.Hostname() == "localhost" || net.ParseIP(parsed.Hostname()).IsLoopback()
		if parsed.Scheme == "https" || parsed.Scheme == "http" && (allowPlain || isLocal) {
			return parsed, nil
		}
	}
	return nil, errors.New("videogeneration: BaseURL must be the service's https:// address, without login or query")
}
