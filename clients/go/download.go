package videogeneration

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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
	// Bytes says how much of it is there, and Size how much that will be: 0 if the server did not tell it.
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
	// Failed is what is missing; empty if it is the output or the folder that cannot be used.
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
		return nil, &SaveError{problem: err.Error()}
	}
	var saved []SavedFile
	var failed []FailedFile
	names := map[string]int{}
	for i, address := range addresses {
		name := fmt.Sprintf("%s-%d", safeName(job.JobID), address.Row)
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, names[name])
		}
		file, err := c.save(ctx, &target{
			OutputAddress: address, path: filepath.Join(folder, name), draft: filepath.Join(folder, name+".part"),
			options: options.complete(), file: i + 1, files: len(addresses),
		})
		if err != nil && ctx.Err() != nil {
			return saved, err
		}
		if err != nil {
			failed = append(failed, FailedFile{address, err})
			continue
		}
		saved = append(saved, *file)
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
	return c.save(ctx, &target{
		OutputAddress: OutputAddress{address, 1}, path: path, isNamed: true, draft: path + ".part",
		options: options.complete(), file: 1, files: 1,
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

// target is one file: what is there of it, and what it will be.
type target struct {
	OutputAddress
	path, draft string
	// isNamed says whether the path has its ending, which only the answer may tell.
	isNamed        bool
	options        DownloadOptions
	file, files    int
	received, size int64
	etag           string
}

var (
	errIsThere      = errors.New("the file is there, in the size that the server tells")
	errOtherContent = errors.New("what the server sends does not belong to what is there")
)

// save asks for what is missing until all is there, as long as that makes sense.
func (c *Client) save(ctx context.Context, t *target) (*SavedFile, error) {
	t.findStarted()
	limits := limits{t.options.IdleTimeout, t.options.Deadline, t.options.Retries}
	facts := Facts{"Download", http.MethodGet, 0, SentNo}
	startedAt := time.Now()
	for failures := 0; ; {
		before := t.received
		left := limits.deadline - time.Since(startedAt)
		err := c.transfer(ctx, t, &facts, limits, left)
		switch {
		case err == nil:
			return t.publish()
		case errors.Is(err, errIsThere):
			return &SavedFile{t.OutputAddress, t.path, t.size, true}, nil
		case errors.Is(err, errOtherContent) && before > 0:
			t.received, t.etag = 0, ""
			continue
		case errors.Is(err, errOtherContent):
			return nil, &ConnectionError{facts, err, true}
		}
		if failures++; t.etag != "" && t.received > before {
			failures = 1
		}
		// Without a name for the content, the rest might belong to another one.
		if t.etag == "" {
			t.received = 0
		}
		progress := facts
		progress.Attempts = failures
		pause, again := retryPause(err, progress)
		if !again || failures > limits.retries || pause >= limits.deadline-time.Since(startedAt) {
			return nil, err
		}
		if err := sleep(ctx, pause, facts); err != nil {
			return nil, err
		}
	}
}

// transfer follows redirects by hand, so that the token goes to its own origin alone, and takes what
// comes. Silence and the deadline end it.
func (c *Client) transfer(ctx context.Context, t *target, facts *Facts, limits limits, left time.Duration) error {
	own, _ := url.Parse(c.baseURL)
	at, err := url.Parse(t.URL)
	for hops := 0; err == nil; hops++ {
		isOwn := originOf(at) == originOf(own)
		if at.Scheme != "https" && !isOwn && !c.allowHTTP {
			return fmt.Errorf("videogeneration: %s: plain http is refused for other origins than BaseURL", at.Host)
		}
		var token Token
		if isOwn {
			if token, err = c.tokenFor(ctx); err != nil {
				return err
			}
		}
		var next *url.URL
		next, err = c.transferOnce(ctx, t, facts, limits, left, at, token)
		if err != nil || next == nil {
			return err
		}
		if hops == policyMaxDownloadRedirects {
			return fmt.Errorf("videogeneration: %s: more than %d redirects", t.URL, hops)
		}
		at = next
	}
	return err
}

// transferOnce sends one request, and gives the address that the answer redirects to, if it does.
func (c *Client) transferOnce(
	parent context.Context, t *target, facts *Facts, limits limits, left time.Duration, at *url.URL, token Token,
) (*url.URL, error) {
	ctx, cancel := context.WithTimeout(parent, left)
	defer cancel()
	// Each byte that comes begins the time of silence anew.
	var silent atomic.Bool
	idle := time.AfterFunc(limits.timeout, func() { silent.Store(true); cancel() })
	defer idle.Stop()
	trace := new(tracer)
	fail := func(err error, sent Sent) error {
		*facts = facts.after(sent)
		if silent.Load() && parent.Err() == nil {
			return &TimeoutError{*facts, "idle timeout", limits.timeout}
		}
		return failure(parent, err, *facts, limits, left, string(token))
	}
	request, err := http.NewRequestWithContext(trace.in(ctx), http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header = http.Header{
		"Accept": {"*/*"}, "User-Agent": {userAgent},
		// A range of compressed bytes would be of no use.
		"Accept-Encoding": {"identity"},
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+string(token))
	}
	if t.received > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", t.received))
		request.Header.Set("If-Range", t.etag)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fail(trace.explain(err), trace.sent())
	}
	defer func() { _ = response.Body.Close() }()
	if location, err := response.Location(); err == nil && response.StatusCode/100 == 3 {
		*facts = facts.after(SentYes)
		return location, nil
	}
	isBody, err := t.begin(response)
	if err != nil {
		*facts = facts.after(SentYes)
		var large *SizeLimitError
		if errors.As(err, &large) {
			large.Facts = *facts
		}
		return nil, err
	}
	if !isBody {
		answer, err := read(response)
		if err != nil {
			return nil, fail(err, SentYes)
		}
		*facts = facts.after(SentYes)
		if answer.status == http.StatusRequestedRangeNotSatisfiable && t.received > 0 {
			return nil, nil
		}
		return nil, &APIError{*facts, answer.describe(string(token)), parseRetryAfter(answer.header)}
	}
	if err := t.fill(response, func() { idle.Reset(limits.timeout) }); err != nil {
		var ofDisk *os.PathError
		if errors.As(err, &ofDisk) {
			return nil, err
		}
		if errors.Is(err, errTooLarge) {
			*facts = facts.after(SentYes)
			return nil, &SizeLimitError{*facts, t.options.MaxBytes}
		}
		return nil, fail(err, SentYes)
	}
	*facts = facts.after(SentYes)
	return nil, nil
}

func originOf(address *url.URL) string {
	port := address.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[address.Scheme]
	}
	return strings.ToLower(address.Scheme + "://" + address.Hostname() + ":" + port)
}

var contentRange = regexp.MustCompile(`^bytes (?:(\d+)-\d+|\*)/(\d+)$`)

// begin looks at the head of an answer. It says whether the body is of the file.
func (t *target) begin(response *http.Response) (bool, error) {
	header := response.Header
	start, total := "", ""
	if parts := contentRange.FindStringSubmatch(header.Get("Content-Range")); parts != nil {
		start, total = parts[1], parts[2]
	}
	have := strconv.FormatInt(t.received, 10)
	if response.StatusCode == http.StatusRequestedRangeNotSatisfiable && t.received > 0 {
		if total != have {
			return false, errOtherContent
		}
		// What is there is all there is.
		t.size = t.received
		return false, t.checkName(header.Get("Content-Type"))
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return false, nil
	}
	etag := header.Get("ETag")
	// Only a strong one promises the same bytes.
	if !strings.HasPrefix(etag, `"`) {
		etag = ""
	}
	if response.StatusCode == http.StatusPartialContent {
		if start != have || etag != t.etag {
			return false, errOtherContent
		}
		t.size, _ = strconv.ParseInt(total, 10, 64)
	} else {
		t.received, t.size = 0, 0
		if response.ContentLength > 0 && header.Get("Content-Encoding") == "" {
			t.size = response.ContentLength
		}
	}
	t.etag = etag
	if t.size > t.options.MaxBytes {
		return false, &SizeLimitError{MaxBytes: t.options.MaxBytes}
	}
	return true, t.checkName(header.Get("Content-Type"))
}

var ending = regexp.MustCompile(`\.[A-Za-z0-9]{1,5}$`)

// checkName completes the name of the file, and looks whether one of the name is there.
func (t *target) checkName(contentType string) error {
	if !t.isNamed {
		address, _ := url.Parse(t.URL)
		found := strings.ToLower(ending.FindString(address.Path))
		if found == "" {
			kind, _, _ := strings.Cut(contentType, ";")
			found = policyFileEndings[strings.ToLower(strings.TrimSpace(kind))]
		}
		t.path, t.isNamed = t.path+found, true
	}
	present, err := os.Stat(t.path)
	if t.options.Force || err != nil {
		return nil
	}
	if t.size > 0 && present.Size() == t.size {
		return errIsThere
	}
	return fmt.Errorf("%s: %w, and differs; overwrite it with Force", t.path, os.ErrExist)
}

// fill writes what comes beside the name of the file.
func (t *target) fill(response *http.Response, onBytes func()) (err error) {
	// Never through a link that somebody has put there.
	if present, err := os.Lstat(t.draft); err == nil && !present.Mode().IsRegular() {
		return &os.PathError{Op: "open", Path: t.draft, Err: errors.New("is no file")}
	}
	flags := os.O_WRONLY | os.O_CREATE
	if t.received == 0 {
		flags |= os.O_TRUNC
	}
	_ = os.Remove(t.note())
	file, err := os.OpenFile(t.draft, flags, 0o644)
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
	if t.etag != "" {
		note, _ := json.Marshal(map[string]string{"etag": t.etag})
		if err := os.WriteFile(t.note(), note, 0o644); err != nil {
			return err
		}
	}
	if _, err := file.Seek(t.received, io.SeekStart); err != nil {
		return err
	}
	buffer := make([]byte, 1<<16)
	for {
		count, readErr := response.Body.Read(buffer)
		if count > 0 {
			onBytes()
			if t.received+int64(count) > t.options.MaxBytes {
				return errTooLarge
			}
			if _, err := file.Write(buffer[:count]); err != nil {
				return err
			}
			t.received += int64(count)
			if t.options.OnProgress != nil {
				t.options.OnProgress(SaveProgress{t.URL, t.file, t.files, t.received, t.size})
			}
		}
		if errors.Is(readErr, io.EOF) && t.received >= t.size {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// publish gives the whole file its name.
func (t *target) publish() (*SavedFile, error) {
	if t.options.Force {
		if err := os.Rename(t.draft, t.path); err != nil {
			return nil, err
		}
	} else {
		// Fails if a file of the name has come meanwhile, which renaming would not.
		err := os.Link(t.draft, t.path)
		if errors.Is(err, os.ErrExist) {
			return nil, err
		}
		if err != nil { // A file system without links.
			err = os.Rename(t.draft, t.path)
		} else {
			err = os.Remove(t.draft)
		}
		if err != nil {
			return nil, err
		}
	}
	_ = os.Remove(t.note())
	return &SavedFile{t.OutputAddress, t.path, t.received, false}, nil
}

// note is the file that says what the content of the draft is called.
func (t *target) note() string { return t.draft + ".json" }

// findStarted finds what an earlier call has begun.
func (t *target) findStarted() {
	text, err := os.ReadFile(t.note())
	if err != nil {
		return
	}
	etag := readAs[map[string]string](text)["etag"]
	present, err := os.Lstat(t.draft)
	if err == nil && present.Mode().IsRegular() && strings.HasPrefix(etag, `"`) {
		t.etag, t.received = etag, present.Size()
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
	if safe == jobID && safe == strings.ToLower(jobID) && safe != "" {
		return safe
	}
	if safe == "" {
		safe = "_"
	}
	digest := sha256.Sum256([]byte(jobID))
	return safe + "-" + hex.EncodeToString(digest[:4])
}
