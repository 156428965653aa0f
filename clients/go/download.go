package videogeneration

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// DownloadOptions are the settings of downloads. The zero value of each stands for its default. Each
// file may take an hour, if the context has no deadline.
type DownloadOptions struct {
	// Force overwrites files that are there.
	Force bool
	// MaxBytes limits the size of each file, 4 GiB by default.
	MaxBytes int64
	// OnProgress is called whenever bytes have come.
	OnProgress func(SavedFile)
	// Filter says which addresses of an output are asked for: all, by default.
	Filter func(OutputAddress) bool
}

// SavedFile is a file that is whole, or on its way.
type SavedFile struct {
	OutputAddress
	Path string
	// Bytes are there, of Size, which is -1 if the server did not tell it.
	Bytes, Size int64
	// WasThere says whether it was there before, in the same size.
	WasThere bool
	// Err says why it could not be saved.
	Err error
	// LeftOut says why there is no file, and Path is empty, without a failure: what came is a text that no
	// address and no content type calls a video, such as captions.
	LeftOut error
}

// SaveVideos saves every address in the output of a job as <job>-<row>.<ending>; see AddressesIn and
// Download. It fails with a SaveError if one is missing, after all were tried: each has its own Err.
// Call it again to get the rest.
func (c *Client) SaveVideos(ctx context.Context, job *HpJob, folder string, options DownloadOptions) ([]SavedFile, error) {
	failed := &Error{Operation: "SaveVideos", Method: http.MethodGet, Kind: SaveError}
	if job == nil {
		job = &HpJob{JobID: "no job"}
	}
	downloads := downloadsOf(job, folder, options)
	failure := c.failureOf(ctx, job)
	if len(downloads) == 0 || len(downloads) > policyMaxDownloads {
		which := ""
		if options.Filter != nil {
			which = " that the filter takes"
		}
		failed.Err = fmt.Errorf("%sthe output of %s has %d addresses%s: 1 to %d can be saved", failure, job.JobID, len(downloads), which, policyMaxDownloads)
		return nil, failed
	}
	saved := 0
	for _, d := range downloads {
		switch err := c.save(ctx, d); {
		case err == nil:
			saved++
		case errors.Is(err, errText) && !d.isMedia:
			d.LeftOut, d.Path = err, ""
		default:
			d.Err = err
		}
	}
	var files []SavedFile
	var missing []error
	for _, d := range downloads {
		// Nothing but texts are no captions beside a video.
		if d.LeftOut != nil && saved == 0 {
			d.Err, d.LeftOut = d.LeftOut, nil
		}
		if d.Err != nil {
			missing = append(missing, d.Err)
		}
		files = append(files, d.SavedFile)
	}
	switch {
	case len(missing) > 0:
		failed.Err = fmt.Errorf("%s%d of %d files are missing: %w", failure, len(missing), len(files), missing[0])
	case failure != "":
		failed.Err = fmt.Errorf("%s0 of %d files are missing", failure, len(files))
	default:
		return files, nil
	}
	return files, failed
}

// downloadsOf gives what is asked for. Its names do not depend on what the filter takes.
func downloadsOf(job *HpJob, folder string, options DownloadOptions) []*download {
	var downloads []*download
	names := map[string]int{}
	for _, address := range AddressesIn(readAs[map[string]json.RawMessage](job.Raw)["output"]) {
		name := fmt.Sprintf("%s-%d", safeName(job.JobID), address.Row)
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s_%d", name, names[name])
		}
		if options.Filter == nil || options.Filter(address) {
			file := SavedFile{OutputAddress: address}
			downloads = append(downloads, &download{DownloadOptions: options, SavedFile: file, base: filepath.Join(folder, name)})
		}
	}
	return downloads
}

var failedStatus = regexp.MustCompile("(?i)" + policyFailedStatusPattern)

// saysFailure goes by the contract where it names the statuses of a failure, and by their words where it names none.
func saysFailure(status string) bool {
	if len(policyFailureStatuses) > 0 {
		return policyFailureStatuses[status]
	}
	return failedStatus.MatchString(status)
}

// failureOf gives what a status says that means a failure, with a part of the output.
func (c *Client) failureOf(ctx context.Context, job *HpJob) string {
	sent := readAs[map[string]json.RawMessage](job.Raw)
	status := readAs[string](sent["status"])
	if !saysFailure(status) {
		return ""
	}
	token, _ := c.options.readToken(ctx)
	shown := redactor(string(token))(fmt.Sprintf("the status of %s is %q: %s", job.JobID, status, sent["output"]))
	return fmt.Sprintf("%.*s; ", policyMaxExcerptLength, shown)
}

// Download saves what an address points to. The token goes to the origin of BaseURL alone, also when
// a response redirects. The file has its name only when it is whole. When the connection breaks, the
// rest is asked for, if the server names the content with a strong ETag. A file that is there in the
// same size is left alone; another one is an error that wraps os.ErrExist, without Force.
func (c *Client) Download(ctx context.Context, address, path string, options DownloadOptions) (*SavedFile, error) {
	if path == "" {
		return nil, errors.New("videogeneration: Download needs the path of a file")
	}
	d := &download{DownloadOptions: options, SavedFile: SavedFile{OutputAddress: OutputAddress{address, 1}, Path: path}, base: path}
	return &d.SavedFile, c.save(ctx, d)
}

// download is a file, and what it is made with.
type download struct {
	SavedFile
	DownloadOptions
	base     string // The path, without the ending where the response may tell it.
	isMedia  bool   // Its address or its content type is that of a video, or of what may be one.
	out      *os.File
	etag     string // Names the content of the draft; empty if the server did not.
	furthest int64
	run      *run
}

// save asks for what is missing until all is there, as long as that makes sense.
func (c *Client) save(ctx context.Context, d *download) (err error) {
	if d.MaxBytes <= 0 {
		d.MaxBytes = policyMaxDownloadBytes
	}
	if _, isLimited := ctx.Deadline(); !isLimited {
		limited, cancel := context.WithTimeout(ctx, policyDownloadDeadline)
		defer cancel()
		ctx = limited
	}
	d.run = c.newRun("Download", http.MethodGet)
	d.run.timeout = policyDownloadIdleTimeout
	if err = os.MkdirAll(filepath.Dir(d.base), 0o755); err != nil {
		return err
	}
	// The name is new, so that no two processes write one file, and none writes through a link.
	draft := fmt.Sprintf("%s.%d.part", d.base, time.Now().UnixNano())
	defer func() {
		// What is not whole is of no use later, and its name says nothing to the caller.
		_ = d.out.Close()
		_ = os.Remove(draft)
		if failed := (*os.PathError)(nil); errors.As(err, &failed) {
			failed.Path = d.base
		}
	}()
	if d.out, err = os.OpenFile(draft, os.O_APPEND|os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
		return err
	}
	if err := d.run.repeat(ctx, func(ctx context.Context) error { return c.transfer(ctx, d) }); err != nil || d.WasThere {
		return err
	}
	if err := d.refuseText(); err != nil {
		return err
	}
	// A file of the name may have come meanwhile.
	if err := d.begin(""); err != nil || d.WasThere {
		return err
	}
	_ = d.out.Close()
	return os.Rename(draft, d.Path)
}

var errText = errors.New("what came is no video, but a text, such as a login page or an error")

// refuseText keeps the rule of browsers for what is no binary file; see clients/outputs.yaml.
func (d *download) refuseText() error {
	head := make([]byte, 512)
	count, _ := d.out.ReadAt(head, 0)
	if !isText(head[:count]) {
		return nil
	}
	if count == 0 {
		return fmt.Errorf("videogeneration: %s was not saved: nothing came", d.Path)
	}
	return fmt.Errorf("videogeneration: %s was not saved: %w", d.Path, errText)
}

// isText does not ask http.DetectContentType, to which a text that begins as a PDF or as PostScript is no text.
func isText(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return true
	}
	for _, each := range head {
		if each <= 0x08 || each == 0x0b || 0x0e <= each && each <= 0x1a || 0x1c <= each && each <= 0x1f {
			return false
		}
	}
	return true
}

var redirects = map[int]bool{301: true, 302: true, 303: true, 307: true, 308: true}

// ask asks for what is missing, and follows redirects to what may be asked.
func (c *Client) ask(ctx context.Context, d *download, header http.Header) (*http.Response, error) {
	for target, hops := d.URL, 0; ; hops++ {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
		if err != nil {
			return nil, err
		}
		request.Header = header.Clone()
		response, err := c.send(d.run, request)
		if err != nil {
			return nil, err
		}
		next, err := response.Location()
		if !redirects[response.StatusCode] || err != nil || c.refusal(next) != nil || hops == policyMaxDownloadRedirects {
			return response, nil
		}
		_ = response.Body.Close()
		target = next.String()
	}
}

// transfer asks for what is missing once, and takes what comes.
func (c *Client) transfer(ctx context.Context, d *download) error {
	header := http.Header{}
	// Without a name for the content, the rest might belong to another one.
	if d.Bytes > 0 && d.etag != "" {
		header.Set("Range", fmt.Sprintf("bytes=%d-", d.Bytes))
		header.Set("If-Range", d.etag)
	}
	response, err := c.ask(ctx, d, header)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	etag := response.Header.Get("ETag")
	switch status := response.StatusCode; {
	case status == http.StatusOK:
		// Only a strong one promises the same bytes, and those of what was compressed are others.
		if !strings.HasPrefix(etag, `"`) || response.Uncompressed {
			etag = ""
		}
		d.Bytes, d.Size, d.etag = 0, response.ContentLength, etag
		if err := d.begin(response.Header.Get("Content-Type")); err != nil || d.WasThere {
			return err
		}
	case len(header) > 0 && (status == http.StatusPartialContent || status == http.StatusRequestedRangeNotSatisfiable):
		var start, end int64
		_, err := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-%d/%d", &start, &end, &d.Size)
		if err != nil || start != d.Bytes || etag != d.etag {
			d.etag = ""
			return d.run.fail(ConnectionError, errors.New("the rest belongs to other content than what is there"))
		}
	default:
		_, err := d.run.read(response, false)
		return err
	}
	_, err = io.Copy(d, response.Body)
	switch {
	case errors.As(err, new(*os.PathError)):
		return err
	case d.Size > d.MaxBytes || d.Bytes > d.MaxBytes:
		return d.run.fail(SizeLimitError, fmt.Errorf("the file passed its MaxBytes of %d", d.MaxBytes))
	case err == nil && (d.Size < 0 || d.Bytes == d.Size):
		return d.out.Sync()
	case err == nil || d.Size >= 0 && errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("%d of %d bytes came: %w", d.Bytes, d.Size, io.ErrUnexpectedEOF)
	}
	return d.run.fail(ConnectionError, err)
}

// Write takes bytes of the file. Each begins the time of silence anew.
func (d *download) Write(part []byte) (int, error) {
	d.run.silence.Reset(d.run.timeout)
	count, err := d.out.Write(part)
	if d.Bytes += int64(count); d.Bytes > d.MaxBytes || d.Size > d.MaxBytes {
		err = io.ErrShortWrite
	}
	// The same bytes once more, of content that changes each time, are no progress.
	if d.Bytes > d.furthest {
		d.furthest, d.run.failures = d.Bytes, 0
	}
	if d.OnProgress != nil {
		d.OnProgress(d.SavedFile)
	}
	return count, err
}

// begin completes the name, and cuts the draft to the bytes that count, unless a file of the name is there.
func (d *download) begin(contentType string) error {
	if d.Path == "" {
		ending := endingOf(d.URL, contentType)
		d.Path, d.isMedia = d.base+ending, ending != ""
	}
	if present, err := os.Lstat(d.Path); err == nil && !d.Force {
		if present.Size() != d.Size {
			differs := "differs"
			if d.Size < 0 {
				differs = "may differ"
			}
			return fmt.Errorf("%s: %w, and %s; overwrite it with Force", d.Path, os.ErrExist, differs)
		}
		d.WasThere, d.Bytes = true, d.Size
		return nil
	}
	return d.out.Truncate(d.Bytes)
}

// endingOf goes by the path of an address, else by the content type, else by a name in its query.
func endingOf(address, contentType string) string {
	asked, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if ending := knownEnding(asked.Path); ending != "" {
		return ending
	}
	kind, _, _ := mime.ParseMediaType(contentType)
	ending := policyFileEndings[kind]
	// In their order, which a map of values does not keep.
	for _, field := range strings.Split(asked.RawQuery, "&") {
		_, value, _ := strings.Cut(field, "=")
		if name, err := url.QueryUnescape(value); err == nil && ending == "" {
			ending = knownEnding(name)
		}
	}
	return ending
}

func knownEnding(name string) string {
	for _, known := range policyFileEndings {
		if strings.EqualFold(path.Ext(name), known) {
			return known
		}
	}
	return ""
}

var unsafeInNames = regexp.MustCompile(`[^A-Za-z0-9_-]|^-`)

// safeName gives each job a name of its own, also where case does not count. Without a dot it is no
// device of Windows, no hidden file and no folder above. File systems take 255 bytes.
func safeName(jobID string) string {
	safe := fmt.Sprintf("%.100s", unsafeInNames.ReplaceAllString(jobID, "_"))
	if safe == jobID && safe == strings.ToLower(safe) {
		return safe
	}
	digest := sha256.Sum256([]byte(jobID))
	return fmt.Sprintf("%s-%x", safe, digest[:4])
}

// OutputAddress is an address that an output holds.
type OutputAddress struct {
	// URL is an http or https address.
	URL string
	// Row is the field "row" of the object around it, else its place in the list around it, else its
	// place among all addresses, from 1.
	Row int
}

// AddressesIn finds what the output of a job points to: every http or https address in a JSON value,
// once each, in their order, whatever its shape is.
func AddressesIn(output json.RawMessage) []OutputAddress {
	if !json.Valid(output) {
		return nil
	}
	finder := addressFinder{decoder: json.NewDecoder(bytes.NewReader(output)), seen: map[string]bool{}}
	finder.read()
	return finder.found
}

// addressFinder reads the tokens of a value, since a map of Go does not keep the order of its fields.
type addressFinder struct {
	decoder    *json.Decoder
	found      []OutputAddress
	withoutRow []int
	seen       map[string]bool
}

// read reads a value, and gives its first token.
func (f *addressFinder) read() json.Token {
	token, _ := f.decoder.Token()
	first := len(f.found)
	switch token {
	case json.Delim('['):
		for row := 1; f.decoder.More(); row++ {
			f.read()
			f.setRow(first, row)
		}
	case json.Delim('{'):
		row := -1.0
		for f.decoder.More() {
			name, _ := f.decoder.Token()
			value, isNumber := f.read().(float64)
			// JSON may write a whole number as 7.0; beyond 1<<53 there are no neighbours.
			if name == "row" && isNumber && value < 1<<53 && value == math.Trunc(value) {
				row = value
			}
		}
		f.setRow(first, int(row))
	default:
		text, _ := token.(string)
		// Prose may begin with an address, too.
		space := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff' })
		address, err := url.Parse(text)
		isWeb := err == nil && space < 0 && (address.Scheme == "http" || address.Scheme == "https") && address.Hostname() != ""
		if isWeb && !f.seen[text] {
			f.seen[text] = true
			f.found, f.withoutRow = append(f.found, OutputAddress{text, first + 1}), append(f.withoutRow, first)
		}
		return token
	}
	_, _ = f.decoder.Token()
	return token
}

// setRow gives a row, unless it is below zero, to what was found since and has none from closer around it.
func (f *addressFinder) setRow(first, row int) {
	for last := len(f.withoutRow) - 1; row >= 0 && last >= 0 && f.withoutRow[last] >= first; last-- {
		f.found[f.withoutRow[last]].Row = row
		f.withoutRow = f.withoutRow[:last]
	}
}
