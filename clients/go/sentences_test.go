package videogeneration

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// failing fails as the connection of a machine does.
type failing struct{ err error }

func (f failing) RoundTrip(r *http.Request) (*http.Response, error) {
	// A connection was looked for, and none was found.
	httptrace.ContextClientTrace(r.Context()).GetConn("")
	return nil, f.err
}

// The rows of test/support/sentences.yaml: what this client says, in whole sentences.
func TestSaysInWholeSentencesWhatFails(t *testing.T) {
	ctx := context.Background()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	job := func(w http.ResponseWriter, r *http.Request) {
		respond(200, `{"job_id":"job-1","status":"rendering"}`)(w, r)
	}
	busy, redirect := respond(503, "busy"), func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/2", http.StatusFound) }
	late := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	status := "failed"
	for each := range policyFailureStatuses {
		status = each
	}
	made := func(options Options) func(*Client, string) error {
		return func(*Client, string) error { _, err := New(options); return err }
	}
	get := func(id string) func(*Client, string) error {
		return func(c *Client, _ string) error { _, err := c.GetHpJob(ctx, id); return err }
	}
	within := func(ctx context.Context) func(*Client, string) error {
		return func(c *Client, _ string) error { _, err := c.GetHpJob(ctx, "job-1"); return err }
	}
	create := func(c *Client, _ string) error { _, err := c.CreateHpJob(ctx, HpJobInput{}); return err }
	createBy := func(transport http.RoundTripper) func(*Client, string) error {
		return func(c *Client, _ string) error { c.options.Transport = transport; return create(c, "") }
	}
	request := func(method, path string, body any) func(*Client, string) error {
		return func(c *Client, _ string) error { _, err := c.Request(ctx, method, path, body); return err }
	}
	wait := func(c *Client, _ string) error {
		_, err := c.WaitForHpJob(ctx, "job-1", WaitOptions{Interval: 20 * time.Millisecond, MaxWait: 100 * time.Millisecond})
		return err
	}
	download := func(options DownloadOptions, address ...string) func(*Client, string) error {
		return func(c *Client, folder string) error {
			_, err := c.Download(ctx, append(address, c.baseURL.String()+"/1.mp4")[0], filepath.Join(folder, "1.mp4"), options)
			return err
		}
	}
	save := func(options DownloadOptions, below string, addresses ...string) func(*Client, string) error {
		return func(c *Client, folder string) error {
			if addresses == nil {
				addresses = []string{c.baseURL.String() + "/1.mp4"}
			}
			_, err := c.SaveVideos(ctx, finished(addresses...), filepath.Join(folder, below), options)
			return err
		}
	}
	saveBeside := func(c *Client, folder string) error {
		if err := os.Mkdir(filepath.Join(folder, "job-1-1.mp4"), 0o755); err != nil {
			return err
		}
		return save(DownloadOptions{}, "")(c, folder)
	}
	none := DownloadOptions{Filter: func(OutputAddress) bool { return false }}
	calls := map[string]struct {
		respond http.HandlerFunc
		fail    func(*Client, string) error
	}{
		"plain http of another machine": {busy, made(Options{BaseURL: "http://video.example", Token: token})},
		"an empty token":                {busy, made(Options{BaseURL: "https://video.example"})},
		"a header with a line break":    {busy, made(Options{BaseURL: "https://video.example", Token: token, Header: http.Header{"X-Trace": {"a\nb"}}})},
		"a method that is not used":     {busy, request("TRACE", "/x", nil)},
		"a read with a body":            {busy, request("GET", "/x", 1)},
		"a path above":                  {busy, request("GET", "/../x", nil)},
		"an identifier that is a path":  {busy, get("..")},
		"a value that no list has": {busy, func(c *Client, _ string) error {
			_, err := c.CreateLipsyncVideo(ctx, LipsyncVideoInput{Model: "v9"})
			return err
		}},
		"a choice without a value":       {busy, func(*Client, string) error { _, err := chosenValue("SegmentTime", nil); return err }},
		"a download by another protocol": {busy, download(DownloadOptions{}, "ftp://video.example/1")},
		"a download without a path": {busy, func(c *Client, _ string) error {
			_, err := c.Download(ctx, c.baseURL.String(), "", DownloadOptions{})
			return err
		}},
		"a status 503 of a read":          {busy, get("job-1")},
		"a status 503 of a create":        {busy, create},
		"a status 404 of a create":        {respond(404, ""), create},
		"a redirect of a create":          {redirect, create},
		"no JSON":                         {respond(200, "<h1>"), get("job-1")},
		"no identifier":                   {respond(200, "{}"), create},
		"a response of 64 MiB and a byte": {respond(200, strings.Repeat(" ", 64<<20+1)), get("job-1")},
		"no response in time": {late, func(c *Client, _ string) error {
			c.options.Timeout = 30 * time.Millisecond
			_, err := c.GetHpJob(ctx, "job-1")
			return err
		}},
		"no response by the deadline": {late, func(c *Client, _ string) error {
			ctx, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
			defer cancel()
			return within(ctx)(c, "")
		}},
		"a call that was cancelled before":                {late, within(cancelled)},
		"a connection that is refused":                    {busy, createBy(failing{&net.OpError{Op: "dial", Err: errors.New("refused")}})},
		"a certificate that is refused":                   {busy, createBy(failing{x509.UnknownAuthorityError{}})},
		"a wait that is over":                             {job, wait},
		"a wait that is over, and whose last poll failed": {busy, wait},
		"a wait that reached nobody": {busy, func(c *Client, _ string) error {
			c.options.Transport = failing{&net.OpError{Op: "dial", Err: errors.New("refused")}}
			return wait(c, "")
		}},
		"a file that breaks off": {file(200, 0, 40), download(DownloadOptions{})},
		"a rest that breaks off": {busy, func(c *Client, folder string) error {
			// Of a body in chunks, only the range tells the size.
			short := func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("ETag", `"one"`)
				w.Header().Set("Content-Range", "bytes 40-99/100")
				w.WriteHeader(206)
				w.(http.Flusher).Flush()
			}
			own, _ := serve(t, half, short)
			own.options.Retries = 1
			return download(DownloadOptions{})(own, folder)
		}},
		"a file that changes": {busy, func(c *Client, folder string) error {
			own, _ := serve(t, half, badRest)
			own.options.Retries = 1
			return download(DownloadOptions{})(own, folder)
		}},
		"a file of more bytes than wanted": {whole, download(DownloadOptions{MaxBytes: 3})},
		"a redirect to nowhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "ftp://video.example", http.StatusFound)
		}, save(DownloadOptions{}, "")},
		"redirects for ever":                  {redirect, save(DownloadOptions{}, "")},
		"a file by plain http":                {busy, save(DownloadOptions{}, "", "http://video.example/1.mp4")},
		"a file where clouds keep their keys": {busy, save(DownloadOptions{}, "", "https://169.254.169.254/1.mp4")},
		"a page in place of a video":          {respond(200, "<h1>"), save(DownloadOptions{}, "")},
		"nothing in place of a video":         {respond(200, ""), save(DownloadOptions{}, "")},
		"a file that is there":                {whole, saveBeside},
		"a file that is there, of a size that nobody tells": {func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			_, _ = w.Write([]byte{0})
		}, saveBeside},
		"a folder that is a file": {busy, func(c *Client, folder string) error {
			if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o600); err != nil {
				return err
			}
			return save(DownloadOptions{}, "file/x")(c, folder)
		}},
		"an output without an address":                {busy, save(DownloadOptions{}, "", "none")},
		"an output without an address that is wanted": {busy, save(none, "")},
		"no job": {busy, func(c *Client, folder string) error {
			_, err := c.SaveVideos(ctx, nil, folder, DownloadOptions{})
			return err
		}},
		"a job that failed": {whole, func(c *Client, folder string) error {
			job := finished(c.baseURL.String() + "/1.mp4")
			job.Raw = []byte(strings.Replace(string(job.Raw), "{", `{"status":"`+status+`",`, 1))
			_, err := c.SaveVideos(ctx, job, folder, DownloadOptions{})
			return err
		}},
		"a job that failed, with a file that is missing": {respond(404, ""), func(c *Client, folder string) error {
			job := finished(c.baseURL.String() + "/1.mp4")
			job.Raw = []byte(strings.Replace(string(job.Raw), "{", `{"status":"`+status+`",`, 1))
			_, err := c.SaveVideos(ctx, job, folder, DownloadOptions{})
			return err
		}},
	}
	sentences := readAs[map[string]string](sharedCases(t, "sentencesOfGo"))
	for name := range calls {
		if _, isThere := sentences[name]; !isThere {
			t.Errorf("%s: sentences.yaml has no sentence of Go", name)
		}
	}
	for name, says := range sentences {
		each, isThere := calls[name]
		if !isThere {
			t.Errorf("%s: no call says it", name)
			continue
		}
		client, _ := serve(t, each.respond)
		client.options.Retries = -1
		folder := t.TempDir()
		told := "nothing"
		if err := each.fail(client, folder); err != nil {
			told = strings.NewReplacer(folder, "<folder>", client.baseURL.String(), "<base>").Replace(err.Error())
		}
		if want := strings.ReplaceAll(says, "<failed>", status); told != want {
			t.Errorf("%s:\n%s\nin place of\n%s", name, told, want)
		}
	}
}
