package videogeneration

import (
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
	// IdleTimeout limits silence. The default is 30 seconds.
	IdleTimeout time.Duration
	// Retries says how often in a row to go on after a failure that may pass. The default is 2.
	Retries int
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

// SaveError says that not everything could be saved. What could be is kept; calling again goes on.
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
		path := filepath.Join(folder, name)
		file, err := c.save(ctx, &download{
			OutputAddress: address, DownloadOptions: options.complete(), path: path, draft: path + ".part",
			file: i + 1, files: len(addresses),
		})
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
// name only when it is whole; until then it is <path>.part. A download that breaks off goes on where
// it was, now or in a later call, if the server names the content with a strong ETag. A file that is
// there in the same size is left alone; another one is an error that wraps os.ErrExist, without Force.
func (c *Client) Download(ctx context.Context, address, path string, options DownloadOptions) (*SavedFile, error) {
	if !isAddress(address) {
		return nil, fmt.Errorf("videogeneration: %q is no http or https address", address)
	}
	return c.save(ctx, &download{
		OutputAddress: OutputAddress{address, 1}, DownloadOptions: options.complete(), path: path, draft: path + ".part",
		isNamed: true, file: 1, files: 1,
	})
}

func (o DownloadOptions) complete() DownloadOptions {
	if o.MaxBytes <= 0 {
		o.MaxBytes = policyMaxDownloadBytes
	}
	if o.Deadline <= 0 {
		o.Deadline = policyDownloadDeadline
	}
	if o.IdleTimeout <= 0 {
		o.IdleTimeout = policyDownloadIdleTimeout
	}
	if o.Retries == 0 {
		o.Retries = policyRetries
	}
	return o
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
}

var (
	errIsThere      = errors.New("the file is there, in the size that the server tells")
	errOtherContent = errors.New("the rest belongs to other content than what is there")
	errRefused      = errors.New("the address is refused")
)

// save asks for what is missing until all is there, as long as that makes sense.
func (c *Client) save(ctx context.Context, d *download) (*SavedFile, error) {
	d.findStarted()
	facts := Facts{"Download", http.MethodGet, 0, SentNo}
	endsAt := time.Now().Add(d.Deadline)
	for failures := 0; ; {
		before := d.received
		err := c.transfer(ctx, d, time.Until(endsAt), &facts)
		switch {
		case err == nil:
			return d.publish()
		case errors.Is(err, errIsThere):
			return &SavedFile{d.OutputAddress, d.path, d.size, true}, nil
		case errors.Is(err, errOtherContent):
			d.received = 0
			continue
		}
		if failures++; d.etag != "" && d.received > before {
			failures = 1
		}
		// Without a name for the content, the rest might belong to another one.
		if d.etag == "" {
			d.received = 0
		}
		pause, again := retryPause(err, facts, failures)
		if !again || failures > d.Retries || pause >= time.Until(endsAt) {
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
	// Each byte that comes begins the time of silence anew.
	var silent atomic.Bool
	idle := time.AfterFunc(d.IdleTimeout, func() { silent.Store(true); cancel() })
	defer idle.Stop()
	fail := func(err error) error {
		if silent.Load() && parent.Err() == nil {
			return &TimeoutError{*facts, "idle timeout", d.IdleTimeout}
		}
		return failure(parent, err, *facts, CallOptions{Timeout: math.MaxInt64, Deadline: d.Deadline}, left, token)
	}
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
	if errors.Is(err, errRefused) {
		return err
	}
	if err != nil {
		return fail(err)
	}
	defer func() { _ = response.Body.Close() }()
	isContent, err := d.begin(response)
	if err != nil {
		return err
	}
	if !isContent {
		answer, err := read(response)
		if err != nil {
			return fail(err)
		}
		return &APIError{*facts, answer.describe(token), parseRetryAfter(answer.header)}
	}
	if d.size <= d.MaxBytes {
		err = d.fill(response.Body, func() { idle.Reset(d.IdleTimeout) })
	}
	var ofDisk *os.PathError
	switch {
	case d.size > d.MaxBytes || d.received > d.MaxBytes:
		return &SizeLimitError{*facts, d.MaxBytes}
	case err == nil || errors.As(err, &ofDisk):
		return err
	}
	return fail(err)
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

// begin looks at the head of an answer. It says whether the body is of the file.
func (d *download) begin(response *http.Response) (bool, error) {
	etag := response.Header.Get("ETag")
	// Only a strong one promises the same bytes.
	if !strings.HasPrefix(etag, `"`) {
		etag = ""
	}
	switch {
	case response.StatusCode == http.StatusOK:
		d.received, d.size, d.etag = 0, response.ContentLength, etag
	case response.StatusCode == http.StatusPartialContent && d.received > 0:
		var start, end, size int64
		_, err := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-%d/%d", &start, &end, &size)
		if err != nil || start != d.received || etag != d.etag {
			return false, errOtherContent
		}
		d.size = size
	case response.StatusCode == http.StatusRequestedRangeNotSatisfiable && d.received > 0:
		return false, errOtherContent
	default:
		return false, nil
	}
	return true, d.checkName(response.Header.Get("Content-Type"))
}

var ending = regexp.MustCompile(`\.[A-Za-z0-9]{1,5}$`)

// checkName completes the name of the file, and looks whether one of the name is there.
func (d *download) checkName(contentType string) error {
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
		return nil
	case err != nil:
		return err
	case present.Size() == d.size:
		return errIsThere
	}
	return fmt.Errorf("%s: %w, and differs; overwrite it with Force", d.path, os.ErrExist)
}

// fill writes what comes beside the name of the file.
func (d *download) fill(body io.Reader, onBytes func()) (err error) {
	flags := os.O_WRONLY | os.O_APPEND
	if d.received == 0 {
		// Never through a link that somebody has put there.
		_, _ = os.Remove(d.draft), os.Remove(d.note())
		flags |= os.O_CREATE | os.O_EXCL
	}
	file, err := os.OpenFile(d.draft, flags, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		for _, finish := range []func() error{file.Sync, file.Close} {
			if failed := finish(); err == nil {
				err = failed
			}
		}
	}()
	if d.etag != "" && d.received == 0 {
		note, _ := json.Marshal(map[string]string{"etag": d.etag})
		if err := os.WriteFile(d.note(), note, 0o644); err != nil {
			return err
		}
	}
	limited := io.LimitReader(body, d.MaxBytes-d.received+1)
	_, err = io.Copy(file, progressReader{limited, func(count int) {
		onBytes()
		d.received += int64(count)
		if d.OnProgress != nil {
			d.OnProgress(SaveProgress{d.URL, d.file, d.files, d.received, d.size})
		}
	}})
	if err == nil && d.received < d.size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// progressReader tells of the bytes that are read.
type progressReader struct {
	io.Reader
	onBytes func(count int)
}

func (r progressReader) Read(buffer []byte) (int, error) {
	count, err := r.Reader.Read(buffer)
	if count > 0 {
		r.onBytes(count)
	}
	return count, err
}

// publish gives the whole file its name.
func (d *download) publish() (*SavedFile, error) {
	// Another process may have written the draft too, or have come to its end before.
	if present, err := os.Lstat(d.draft); err != nil || present.Size() != d.received {
		return nil, fmt.Errorf("%s: changed while it was written; is it downloaded twice?", d.draft)
	}
	if _, err := os.Lstat(d.path); err == nil && !d.Force {
		return nil, fmt.Errorf("%s: %w; overwrite it with Force", d.path, os.ErrExist)
	}
	if err := os.Rename(d.draft, d.path); err != nil {
		return nil, err
	}
	_ = os.Remove(d.note())
	return &SavedFile{d.OutputAddress, d.path, d.received, false}, nil
}

// note is the file that says what the content of the draft is called.
func (d *download) note() string { return d.draft + ".json" }

// findStarted finds what an earlier call has begun.
func (d *download) findStarted() {
	text, _ := os.ReadFile(d.note())
	etag := readAs[map[string]string](text)["etag"]
	present, err := os.Lstat(d.draft)
	if err == nil && present.Mode().IsRegular() && strings.HasPrefix(etag, `"`) {
		d.etag, d.received = etag, present.Size()
	}
}

// maxNameLength leaves room for the row, the ending and ".part.json"; file systems take 255 bytes.
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
