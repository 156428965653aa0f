package videogeneration

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// DownloadOptions are the settings of downloads. The zero value of each stands for its default;
// limits are those of each file.
type DownloadOptions struct {
	// Force overwrites files that are there.
	Force bool
	// MaxBytes limits the size. The default is 4 GiB.
	MaxBytes int64
	// Deadline limits the time. The default is an hour.
	Deadline time.Duration
	// OnProgress is called whenever bytes have come.
	OnProgress func(SaveProgress)
}

// SaveProgress says how far a file has come.
type SaveProgress struct {
	URL string
	// File says which file it is, from 1; Files, how many there are.
	File, Files int
	// Bytes says how much of it is there, and Size how much that will be: -1 if the server did not tell
	// it.
	Bytes, Size int64
}

// SavedFile is a file that is whole.
type SavedFile struct {
	OutputAddress
	Path  string
	Bytes int64
	// WasThere says whether it was there before, in the same size.
	WasThere bool
}

// FailedFile is an address that could not be saved.
type FailedFile struct {
	OutputAddress
	Err error
}

// SaveError says that not everything could be saved. What could be is kept; calling again saves the rest.
type SaveError struct {
	// Failed is what is missing; empty if the output cannot be used.
	Failed  []FailedFile
	problem string
}

func (e *SaveError) Error() string { return "SaveVideos: " + e.problem }

// Unwrap gives the first failure.
func (e *SaveError) Unwrap() error {
	if len(e.Failed) == 0 {
		return nil
	}
	return e.Failed[0].Err
}

// SaveVideos saves every address in the output of a job as <job>-<row>.<ending>; see AddressesIn.
// Each is downloaded as Download does it. It gives the files that are whole, and fails with a
// *SaveError if one is missing, after all were tried. Call it again to get the rest.
func (c *Client) SaveVideos(ctx context.Context, job *HpJob, folder string, options DownloadOptions) ([]SavedFile, error) {
	addresses := AddressesIn(readAs[map[string]json.RawMessage](job.Raw)["output"])
	if len(addresses) == 0 || len(addresses) > policyMaxDownloads {
		return nil, &SaveError{problem: fmt.Sprintf("the output of %s has %d addresses.", job.JobID, len(addresses))}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var saved []SavedFile
	var failed []FailedFile
	names := map[string]int{}
	for i, address := range addresses {
		name := fmt.Sprintf("%s-%d", safeName(job.JobID), address.Row)
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, names[name])
		}
		d := &download{OutputAddress: address, DownloadOptions: options, path: filepath.Join(folder, name), file: i + 1, files: len(addresses)}
		file, err := c.save(ctx, d)
		switch {
		case err == nil:
			saved = append(saved, *file)
		case ctx.Err() != nil:
			return saved, err
		default:
			failed = append(failed, FailedFile{address, err})
		}
	}
	if len(failed) > 0 {
		problem := fmt.Sprintf("%d of %d files are missing: %v", len(failed), len(addresses), failed[0].Err)
		return saved, &SaveError{failed, problem}
	}
	return saved, nil
}

// Download saves what an address of an output points to.
//
// The token goes to the origin of BaseURL alone, also when an answer redirects. The file has its
// name only when it is whole; until then it is <path>.part. When the connection breaks, the rest is
// asked for, if the server names the content with a strong ETag. A file that is there in the same
// size is left alone; another one is an error that wraps os.ErrExist, without Force.
func (c *Client) Download(ctx context.Context, address, path string, options DownloadOptions) (*SavedFile, error) {
	if !isAddress(address) {
		return nil, fmt.Errorf("videogeneration: %q is no http or https address", address)
	}
	d := &download{OutputAddress: OutputAddress{address, 1}, DownloadOptions: options, path: path, isNamed: true, file: 1, files: 1}
	return c.save(ctx, d)
}

// download is one file: what is there of it, and what it will be.
type download struct {
	OutputAddress
	DownloadOptions
	path, draft string
	// isNamed says whether the path has its ending, which only the answer may tell.
	isNamed        bool
	file, files    int
	received, size int64
	// etag names the content of the draft; empty if the server did not.
	etag string
	out  *os.File
	// made is what out was when it was made.
	made os.FileInfo
	idle *time.Timer
}

var (
	errIsThere      = errors.New("the file is there, in the size that the server tells")
	errOtherContent = errors.New("the rest belongs to other content than what is there")
	errRefused      = errors.New("the address is refused")
)

// save asks for what is missing until all is there, as long as that makes sense.
func (c *Client) save(ctx context.Context, d *download) (*SavedFile, error) {
	if d.MaxBytes <= 0 {
		d.MaxBytes = policyMaxDownloadBytes
	}
	if d.Deadline <= 0 {
		d.Deadline = policyDownloadDeadline
	}
	d.draft = d.path + ".part"
	defer d.remove()
	facts := Facts{"Download", http.MethodGet, 0, SentNo}
	endsAt := time.Now().Add(d.Deadline)
	var furthest int64
	for failures := 0; ; {
		err := c.transfer(ctx, d, time.Until(endsAt), &facts)
		switch {
		case err == nil:
			return d.publish()
		case errors.Is(err, errIsThere):
			return &SavedFile{d.OutputAddress, d.path, d.size, true}, nil
		}
		// Without a name for the content, the rest might belong to another one.
		if d.etag == "" || errors.Is(err, errOtherContent) {
			d.received = 0
		}
		// The same bytes once more, of content that changes each time, are no progress.
		if failures++; d.received > furthest {
			failures, furthest = 1, d.received
		}
		pause, again := retryPause(err, facts, failures)
		if !again || failures > c.limits(http.MethodGet).Retries || pause >= time.Until(endsAt) {
			return nil, err
		}
		if err := sleep(ctx, pause, facts); err != nil {
			return nil, err
		}
	}
}

// transfer sends one request and takes what comes. Silence and the deadline end it.
func (c *Client) transfer(parent context.Context, d *download, left time.Duration, facts *Facts) error {
	token, err := c.tokenFor(parent)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(parent, left)
	defer cancel()
	var silent atomic.Bool
	d.idle = time.AfterFunc(policyDownloadIdleTimeout, func() { silent.Store(true); cancel() })
	defer d.idle.Stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.URL, nil)
	if err != nil {
		return err
	}
	// A range of compressed bytes would be of no use.
	request.Header = http.Header{"Accept": {"*/*"}, "User-Agent": {userAgent}, "Accept-Encoding": {"identity"}}
	if d.received > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", d.received))
		request.Header.Set("If-Range", d.etag)
	}
	if err := c.authorize(request, token); err != nil {
		return err
	}
	follower := *c.http
	follower.CheckRedirect = func(next *http.Request, before []*http.Request) error {
		if len(before) > policyMaxDownloadRedirects {
			return fmt.Errorf("%w: more than %d redirects", errRefused, policyMaxDownloadRedirects)
		}
		return c.authorize(next, token)
	}
	response, err := send(&follower, request, facts)
	if err == nil {
		err = d.take(response, *facts, token)
	}
	var ofDisk *os.PathError
	var ofCall RequestError
	switch {
	case err == nil, errors.As(err, &ofDisk), errors.As(err, &ofCall), errors.Is(err, os.ErrExist),
		errors.Is(err, errIsThere), errors.Is(err, errRefused):
		return err
	case silent.Load() && parent.Err() == nil:
		return &TimeoutError{*facts, "idle timeout", policyDownloadIdleTimeout}
	}
	return failure(parent, err, *facts, CallOptions{Timeout: math.MaxInt64, Deadline: d.Deadline}, left, token)
}

// take writes the body of an answer to the draft, if it is of the file.
func (d *download) take(response *http.Response, facts Facts, token string) error {
	defer func() { _ = response.Body.Close() }()
	etag := response.Header.Get("ETag")
	var content io.Reader = response.Body
	var err error
	switch {
	case response.StatusCode == http.StatusOK:
		// Only a strong one promises the same bytes.
		if !strings.HasPrefix(etag, `"`) {
			etag = ""
		}
		d.received, d.size, d.etag = 0, response.ContentLength, etag
		if strings.EqualFold(response.Header.Get("Content-Encoding"), "gzip") {
			// Compressed all the same: the length and the ranges are not those of the file.
			d.size, d.etag = -1, ""
			if content, err = gzip.NewReader(response.Body); err != nil {
				return err
			}
		}
		if err = d.open(response.Header.Get("Content-Type")); err != nil {
			return err
		}
	case response.StatusCode == http.StatusPartialContent && d.received > 0:
		var start, end int64
		_, err := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-%d/%d", &start, &end, &d.size)
		if err != nil || start != d.received || etag != d.etag {
			return errOtherContent
		}
	case response.StatusCode == http.StatusRequestedRangeNotSatisfiable && d.received > 0:
		return errOtherContent
	default:
		answer, err := read(response)
		if err != nil {
			return err
		}
		return &APIError{facts, answer.describe(token), parseRetryAfter(answer.header)}
	}
	if d.size <= d.MaxBytes {
		_, err = io.Copy(d, content)
	}
	switch {
	case d.size > d.MaxBytes || d.received > d.MaxBytes:
		return &SizeLimitError{facts, d.MaxBytes}
	case err == nil && d.received < d.size:
		return io.ErrUnexpectedEOF
	case d.size >= 0 && d.received > d.size:
		return errOtherContent
	}
	return err
}

// Write takes bytes of the file. Each begins the time of silence anew.
func (d *download) Write(part []byte) (int, error) {
	d.idle.Reset(policyDownloadIdleTimeout)
	count, err := d.out.Write(part)
	d.received += int64(count)
	if d.received > d.MaxBytes {
		return count, errTooLarge
	}
	if d.OnProgress != nil {
		d.OnProgress(SaveProgress{d.URL, d.file, d.files, d.received, d.size})
	}
	return count, err
}

// authorize gives the token to requests to the origin of BaseURL, and to no other ones.
func (c *Client) authorize(request *http.Request, token string) error {
	request.Header.Del("Authorization")
	// It would show others the address before.
	request.Header.Del("Referer")
	own, _ := url.Parse(c.baseURL)
	if originOf(request.URL) == originOf(own) {
		request.Header.Set("Authorization", "Bearer "+token)
	} else if request.URL.Scheme != "https" && !c.allowHTTP {
		return fmt.Errorf("%w: %s://%s: only https may lead to another origin", errRefused, request.URL.Scheme, request.URL.Host)
	}
	return nil
}

func originOf(address *url.URL) string {
	port := address.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[address.Scheme]
	}
	return strings.ToLower(address.Scheme + "://" + address.Hostname() + ":" + port)
}

var ending = regexp.MustCompile(`\.[A-Za-z0-9]{1,5}$`)

// open begins the draft. It completes the name of the file, and looks whether one of the name is there.
func (d *download) open(contentType string) error {
	if !d.isNamed {
		address, _ := url.Parse(d.URL)
		found := strings.ToLower(ending.FindString(address.Path))
		if found == "" {
			kind, _, _ := strings.Cut(contentType, ";")
			found = policyFileEndings[strings.ToLower(strings.TrimSpace(kind))]
		}
		d.path, d.isNamed = d.path+found, true
	}
	present, err := os.Lstat(d.path)
	switch {
	case d.Force || errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	case present.Size() == d.size:
		return errIsThere
	default:
		return fmt.Errorf("%s: %w, and differs; overwrite it with Force", d.path, os.ErrExist)
	}
	d.remove()
	// Never through a link, or into what an earlier process has left.
	_ = os.Remove(d.draft)
	if d.out, err = os.OpenFile(d.draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); err == nil {
		d.made, err = d.out.Stat()
	}
	return err
}

// isOurs says whether no other process has given the name of the draft to its own.
func (d *download) isOurs() bool {
	present, err := os.Lstat(d.draft)
	return err == nil && os.SameFile(present, d.made)
}

// remove deletes the draft: what is not whole is of no use later.
func (d *download) remove() {
	if d.out == nil {
		return
	}
	_ = d.out.Close()
	if d.isOurs() {
		_ = os.Remove(d.draft)
	}
}

// publish gives the whole file its name.
func (d *download) publish() (*SavedFile, error) {
	if err := d.out.Sync(); err != nil {
		return nil, err
	}
	if err := d.out.Close(); err != nil {
		return nil, err
	}
	if !d.isOurs() {
		return nil, fmt.Errorf("%s: changed while it was written; is it downloaded twice?", d.draft)
	}
	if _, err := os.Lstat(d.path); err == nil && !d.Force {
		return nil, fmt.Errorf("%s: %w; overwrite it with Force", d.path, os.ErrExist)
	}
	if err := os.Rename(d.draft, d.path); err != nil {
		return nil, err
	}
	d.out = nil
	return &SavedFile{d.OutputAddress, d.path, d.received, false}, nil
}

// maxNameLength leaves room for the row, the ending and ".part"; file systems take 255 bytes.
const maxNameLength = 100

var unsafeInNames = regexp.MustCompile(`[^A-Za-z0-9_-]|^-`)

// safeName gives the same text for the same job, and another one for another, also where case does
// not count. Without a dot it is no name that Windows keeps for devices, no hidden file and no folder
// above.
func safeName(jobID string) string {
	safe := unsafeInNames.ReplaceAllString(jobID, "_")
	if len(safe) > maxNameLength {
		safe = safe[:maxNameLength]
	}
	if safe == jobID && safe == strings.ToLower(safe) {
		return safe
	}
	digest := sha256.Sum256([]byte(jobID))
	return fmt.Sprintf("%s-%x", safe, digest[:4])
}
