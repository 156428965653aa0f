package videogeneration

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"
)

var content = strings.Repeat("\x00123456789", 10)

// file responds with a part of the content, and breaks off if it is short of what is left from its start.
func file(status, from, to int, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.Header().Set("Content-Length", fmt.Sprint(100-from))
		w.WriteHeader(status)
		fmt.Fprint(w, content[from:to])
	}
}

var (
	whole   = file(200, 0, 100, "ETag", `"one"`, "Content-Type", "video/mp4")
	half    = file(200, 0, 40, "ETag", `"one"`)
	rest    = file(206, 40, 100, "ETag", `"one"`, "Content-Range", "bytes 40-99/100")
	badRest = file(206, 7, 100, "ETag", `"one"`, "Content-Range", "bytes 7-99/100")
)

// part is what comes of the rest.
func part(from, to int) http.HandlerFunc {
	return file(206, from, to, "ETag", `"one"`, "Content-Range", fmt.Sprintf("bytes %d-99/100", from))
}

// finished is a job whose output names addresses.
func finished(urls ...string) *HpJob {
	text, _ := json.Marshal(map[string]any{"output": map[string]any{"videos": urls}})
	return &HpJob{JobID: "job-1", Raw: text}
}

// names are those in a folder.
func names(folder string) string {
	paths, _ := filepath.Glob(filepath.Join(folder, "*"))
	for i, path := range paths {
		paths[i] = filepath.Base(path)
	}
	return strings.Join(paths, " ")
}

// openBelow names a file in a folder that this process holds open, where the system tells.
func openBelow(folder string) string {
	descriptors, _ := filepath.Glob("/proc/self/fd/*")
	for _, each := range descriptors {
		if path, err := os.Readlink(each); err == nil && strings.HasPrefix(path, folder) {
			return path
		}
	}
	return ""
}

func TestSavesTheVideosOfAJobByRowAndOnce(t *testing.T) {
	client, requests := serve(t, whole)
	folder, ctx, own := filepath.Join(t.TempDir(), "videos"), context.Background(), client.baseURL.String()
	var last SavedFile
	job, options := finished(own+"/a", own+"/b.webm"), DownloadOptions{OnProgress: func(file SavedFile) {
		// Another download of the same path does not mix with this one, which leaves its file alone.
		last = file
		if _, err := client.Download(ctx, own, file.Path, DownloadOptions{Force: true, MaxBytes: math.MaxInt64}); err != nil {
			t.Error(err)
		}
	}}
	saved, err := client.SaveVideos(ctx, job, folder, options)
	if err != nil || len(saved) != 2 || !saved[1].WasThere || names(folder) != "job-1-1.mp4 job-1-2.webm" {
		t.Fatal(saved, err, names(folder))
	}
	text, _ := os.ReadFile(saved[0].Path)
	if string(text) != content || last.Row != 2 || last.Bytes != 100 || last.Size != 100 || last.URL != own+"/b.webm" {
		t.Errorf("%s %+v", text, last)
	}
	again, err := client.SaveVideos(ctx, job, folder, DownloadOptions{})
	if err != nil || !again[0].WasThere || again[0].Bytes != 100 || len(*requests) != 6 {
		t.Error(again, err)
	}
}

// Each option of a download holds for each video of a job.
func TestSavesEachVideoByTheOptionsOfADownload(t *testing.T) {
	client, _ := serve(t, whole)
	client.options.Retries = -1
	folder := t.TempDir()
	path := filepath.Join(folder, "job-1-1.mp4")
	if err := os.WriteFile(path, []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	job := finished(client.baseURL.String() + "/a")
	for _, each := range []struct {
		options DownloadOptions
		kept    string
	}{
		{DownloadOptions{}, "other"},
		{DownloadOptions{Force: true, MaxBytes: 99}, "other"},
		{DownloadOptions{Force: true, MaxBytes: 100}, content},
	} {
		_, err := client.SaveVideos(context.Background(), job, folder, each.options)
		text, _ := os.ReadFile(path)
		if string(text) != each.kept || (err == nil) != (each.kept == content) {
			t.Errorf("%+v: %v, and the file has %q, not %q", each.options, err, text, each.kept)
		}
	}
}

func TestSavesWhatItCanAndSaysWhatIsMissing(t *testing.T) {
	other := httptest.NewServer(whole)
	defer other.Close()
	client, _ := serve(t, respond(404, "gone"), file(200, 0, 10), whole)
	folder, own := t.TempDir(), client.baseURL.String()
	client.options.Retries = -1
	_ = os.WriteFile(filepath.Join(folder, "job-1-5.mp4"), []byte("mine"), 0o600)
	job := finished(own+"/1", other.URL+"/2", own+"/3", own+"/4", own+"/5")
	files, err := client.SaveVideos(context.Background(), job, folder, DownloadOptions{})
	if !errors.Is(err, SaveError) || !strings.Contains(err.Error(), "4 of 5 files are missing: Download: status 404") {
		t.Fatal(files, err)
	}
	for i, want := range []error{APIError, nil, ConnectionError, nil, os.ErrExist} {
		if i != 1 && !errors.Is(files[i].Err, want) || (files[i].Err == nil) != (i == 3) {
			t.Error(i, files[i].Err)
		}
	}
	if names(folder) != "job-1-4.mp4 job-1-5.mp4" {
		t.Error(names(folder))
	}
	_, none := client.SaveVideos(context.Background(), finished("file:///x", "see http://"), folder, DownloadOptions{})
	_, noJob := client.SaveVideos(context.Background(), nil, folder, DownloadOptions{})
	_, noPath := client.Download(context.Background(), own, "", DownloadOptions{})
	long := filepath.Join(folder, strings.Repeat("x", 255))
	if _, err := client.Download(context.Background(), own, long, DownloadOptions{}); err == nil || !strings.Contains(err.Error(), long+":") {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_, aborted := client.SaveVideos(ended, job, folder, DownloadOptions{})
	if !errors.Is(none, SaveError) || !errors.Is(noJob, SaveError) || noPath == nil || !errors.Is(aborted, context.Canceled) || !errors.Is(aborted, AbortError) {
		t.Error(none, noJob, noPath, aborted)
	}
}

func TestDownloads(t *testing.T) {
	redirect := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) }
	packed := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		packer := gzip.NewWriter(w)
		defer packer.Close()
		fmt.Fprint(packer, content)
	}
	packedHalf := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"one"`)
		w.Header().Set("Content-Encoding", "gzip")
		packer := gzip.NewWriter(w)
		fmt.Fprint(packer, content[:40])
		_ = packer.Flush()
		w.(http.Flusher).Flush()
		connection, _, _ := w.(http.Hijacker).Hijack()
		_ = connection.Close()
	}
	// Bytes of what was compressed are no bytes of the content.
	noRange := func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		whole(w, r)
	}
	// It would go on for as long as anybody reads.
	endless := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "151")
		fmt.Fprint(w, content)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	choices := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/x")
		w.WriteHeader(http.StatusMultipleChoices)
	}
	tooMuch := file(206, 0, 100, "ETag", `"one"`, "Content-Range", "bytes 40-99/100")
	for name, each := range map[string]struct {
		handlers []http.HandlerFunc
		requests int
		err      error
	}{
		"the rest of one that broke off":             {[]http.HandlerFunc{half, rest}, 2, nil},
		"again, without a name of the content":       {[]http.HandlerFunc{file(200, 0, 40, "ETag", `W/"one"`), whole}, 2, nil},
		"what was compressed":                        {[]http.HandlerFunc{packed}, 1, nil},
		"again, after a part of what was compressed": {[]http.HandlerFunc{packedHalf, noRange}, 2, nil},
		"as long as something comes":                 {[]http.HandlerFunc{half, part(40, 50), part(50, 60), part(60, 70), part(70, 100)}, 5, nil},
		"nothing that comes no further":              {[]http.HandlerFunc{half, part(40, 50), part(50, 50)}, 4, ConnectionError},
		"nothing of which there are several":         {[]http.HandlerFunc{choices, whole}, 1, APIError},
		"no loop of redirects":                       {[]http.HandlerFunc{redirect}, 6, APIError},
		"no part that nobody asked for":              {[]http.HandlerFunc{badRest}, 1, APIError},
		"nothing that is told to be too large":       {[]http.HandlerFunc{endless}, 1, SizeLimitError},
		"nothing that is too large":                  {[]http.HandlerFunc{respond(200, content+content)}, 1, SizeLimitError},
		"nothing whose rest never fits":              {[]http.HandlerFunc{half, badRest, half}, 3, ConnectionError},
		"nothing that is more than was told":         {[]http.HandlerFunc{half, tooMuch, half}, 4, ConnectionError},
	} {
		each := each
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, requests := serve(t, each.handlers...)
			path, options := filepath.Join(t.TempDir(), "video"), DownloadOptions{MaxBytes: 150}
			_, err := client.Download(context.Background(), client.baseURL.String(), path, options)
			text, _ := os.ReadFile(path)
			isRight := err == nil && string(text) == content && names(filepath.Dir(path)) == "video"
			if each.err != nil {
				isRight = errors.Is(err, each.err) && names(filepath.Dir(path)) == ""
			}
			if !isRight || len(*requests) != each.requests {
				t.Error(err, *requests, names(filepath.Dir(path)))
			}
			if open := openBelow(filepath.Dir(path)); open != "" {
				t.Error("left open: " + open)
			}
		})
	}
}

// The second request asks for the rest, and the third for all: its content is another one, and shorter.
func TestBeginsAgainWhenTheRestBelongsToOtherContent(t *testing.T) {
	for name, wrong := range map[string]http.HandlerFunc{
		"of another place":      badRest,
		"of other content":      file(206, 40, 100, "ETag", `"two"`, "Content-Range", "bytes 40-99/100"),
		"without a name":        file(206, 40, 100, "Content-Range", "bytes 40-99/100"),
		"without a place":       file(206, 40, 100, "ETag", `"one"`),
		"of a range it refuses": respond(416, ""),
	} {
		wrong := wrong
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			other := strings.Repeat("\x00", 30)
			note := func(next http.HandlerFunc) http.HandlerFunc {
				return func(w http.ResponseWriter, r *http.Request) { asked = append(asked, r.Header.Get("Range")); next(w, r) }
			}
			client, _ := serve(t, note(half), note(wrong), note(respond(200, other)))
			path := filepath.Join(t.TempDir(), "video")
			_, err := client.Download(context.Background(), client.baseURL.String(), path, DownloadOptions{})
			text, _ := os.ReadFile(path)
			if err != nil || string(text) != other || fmt.Sprintf("%q", asked) != `["" "bytes=40-" ""]` {
				t.Errorf("%v %q %q", err, text, asked)
			}
		})
	}
}

// A caller has no say in which part of a file is asked for, and how, in any case of letters.
func TestDecidesItselfWhichPartOfAFileItAsksForAndHow(t *testing.T) {
	for name, sent := range map[string][3]string{
		"Range":           {"", "bytes=40-", ""},
		"If-Range":        {"", `"one"`, ""},
		"Accept-Encoding": {"gzip", "", "gzip"},
		"Authorization":   {"Bearer " + token, "Bearer " + token, "Bearer " + token},
	} {
		for _, spelled := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
			name, sent, spelled := name, sent, spelled
			t.Run(spelled, func(t *testing.T) {
				t.Parallel()
				var seen []string
				note := func(next http.HandlerFunc) http.HandlerFunc {
					return func(w http.ResponseWriter, r *http.Request) { seen = append(seen, r.Header.Get(name)); next(w, r) }
				}
				client, _ := serve(t, note(half), note(rest), note(whole))
				client, err := New(Options{BaseURL: client.baseURL.String(), Token: token, Header: http.Header{spelled: {"mine"}}})
				for _, file := range []string{"first", "second"} {
					if err == nil {
						_, err = client.Download(context.Background(), client.baseURL.String(), filepath.Join(t.TempDir(), file), DownloadOptions{})
					}
				}
				if err != nil || fmt.Sprintf("%q", seen) != fmt.Sprintf("%q", sent) {
					t.Errorf("%v %q", err, seen)
				}
			})
		}
	}
}

// withoutEnd is a body of which parts come for as long as anybody reads, and notes how many bytes are on disk then.
type withoutEnd struct {
	folder          string
	parts, mostKept int64
}

const partOfIt = 1_000

func (w *withoutEnd) Read(into []byte) (int, error) {
	files, _ := os.ReadDir(w.folder)
	for _, each := range files {
		if info, err := each.Info(); err == nil && info.Size() > w.mostKept {
			w.mostKept = info.Size()
		}
	}
	// A client that goes on is let go on for a while, so that this ends.
	if w.parts++; w.parts > 1_000 {
		return 0, io.EOF
	}
	return copy(into, make([]byte, partOfIt)), nil
}

func TestEndsADownloadOfUnknownSizeAtItsLimit(t *testing.T) {
	body := &withoutEnd{folder: t.TempDir()}
	client, _ := New(Options{BaseURL: "https://video.example", Token: token, Transport: transport(func(request *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, ContentLength: -1, Request: request, Body: io.NopCloser(body)}, nil
	})})
	limit := int64(2_500)
	_, err := client.Download(context.Background(), "https://video.example/1", filepath.Join(body.folder, "video"), DownloadOptions{MaxBytes: limit})
	if !errors.Is(err, SizeLimitError) || body.parts*partOfIt > limit+partOfIt || body.mostKept > limit+partOfIt || names(body.folder) != "" {
		t.Error(err, body, names(body.folder))
	}
}

func TestLeavesAloneAFileThatIsThereOrIsToldToReplaceIt(t *testing.T) {
	client, _ := serve(t, half, whole)
	client.options.Retries = -1
	path := filepath.Join(t.TempDir(), "video")
	_ = os.WriteFile(path, []byte("mine"), 0o600)
	// Only when the new one is whole.
	_, err := client.Download(context.Background(), client.baseURL.String(), path, DownloadOptions{Force: true})
	if text, _ := os.ReadFile(path); !errors.Is(err, ConnectionError) || string(text) != "mine" {
		t.Error(err, string(text))
	}
	for _, force := range []bool{false, true} {
		saved, err := client.Download(context.Background(), client.baseURL.String(), path, DownloadOptions{Force: force})
		text, _ := os.ReadFile(path)
		isRight := errors.Is(err, os.ErrExist) && string(text) == "mine"
		if force {
			isRight = err == nil && !saved.WasThere && string(text) == content
		}
		if !isRight {
			t.Error(force, err, string(text))
		}
	}
}

func TestLetsOthersReadAFileAsFarAsTheUmaskDoes(t *testing.T) {
	client, _ := serve(t, whole)
	folder := t.TempDir()
	saved, err := client.Download(context.Background(), client.baseURL.String(), filepath.Join(folder, "new", "video"), DownloadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_ = os.WriteFile(filepath.Join(folder, "file"), nil, 0o666)
	_ = os.Mkdir(filepath.Join(folder, "folder"), 0o755)
	for path, like := range map[string]string{saved.Path: "file", filepath.Dir(saved.Path): "folder"} {
		found, _ := os.Stat(path)
		if wanted, _ := os.Stat(filepath.Join(folder, like)); found.Mode() != wanted.Mode() {
			t.Error(path, found.Mode(), wanted.Mode())
		}
	}
}

func TestTakesALinkForAFileThatIsThere(t *testing.T) {
	client, _ := serve(t, whole)
	folder, ctx, own := t.TempDir(), context.Background(), client.baseURL.String()
	mine := filepath.Join(folder, "mine")
	_ = os.WriteFile(mine, []byte(content), 0o600)
	for name, target := range map[string]string{"video": mine, "lost": filepath.Join(folder, "nowhere")} {
		path := filepath.Join(folder, name)
		_ = os.Symlink(target, path)
		if _, err := client.Download(ctx, own, path, DownloadOptions{}); !errors.Is(err, os.ErrExist) {
			t.Error(name, err)
		}
		_, err := client.Download(ctx, own, path, DownloadOptions{Force: true})
		if info, _ := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			t.Error(name, err, info)
		}
	}
	if names(folder) != "lost mine video" {
		t.Error(names(folder))
	}
}

func TestLeavesAloneAFileThatAppearsMeanwhile(t *testing.T) {
	client, _ := serve(t, whole)
	path := filepath.Join(t.TempDir(), "video")
	options := DownloadOptions{OnProgress: func(SavedFile) { _ = os.WriteFile(path, []byte("mine"), 0o600) }}
	_, err := client.Download(context.Background(), client.baseURL.String(), path, options)
	text, _ := os.ReadFile(path)
	if !errors.Is(err, os.ErrExist) || string(text) != "mine" || names(filepath.Dir(path)) != "video" {
		t.Error(err, string(text), names(filepath.Dir(path)))
	}
}

func TestEachByteOfADownloadBeginsTheTimeOfSilenceAnew(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		for i := range content {
			if fmt.Fprint(w, content[i:i+1]); i < 20 {
				w.(http.Flusher).Flush()
				time.Sleep(100 * time.Millisecond)
			}
		}
	})
	d := &download{SavedFile: SavedFile{OutputAddress: OutputAddress{client.baseURL.String(), 1}}, base: filepath.Join(t.TempDir(), "video")}
	d.out, _ = os.Create(d.base + ".part")
	d.MaxBytes, d.run = 100, &run{timeout: time.Second}
	if err := d.run.repeat(context.Background(), func(ctx context.Context) error { return client.transfer(ctx, d) }); err != nil {
		t.Error(err)
	}
	_ = d.out.Close()
}

func TestSendsTheTokenToNoOtherOriginByARedirect(t *testing.T) {
	seen := "none"
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header.Get("Authorization") + r.Header.Get("Referer")
		whole(w, r)
	}))
	defer other.Close()
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	path, own := filepath.Join(t.TempDir(), "video"), client.baseURL.String()
	if _, err := client.Download(context.Background(), own, path, DownloadOptions{}); !errors.Is(err, APIError) || seen != "none" {
		t.Error(err, seen)
	}
	// Nor behind another redirect.
	for before := 1; before < 5; before++ {
		var hops []http.HandlerFunc
		for i := 0; i < before; i++ {
			hops = append(hops, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) })
		}
		behind, requests := serve(t, append(hops, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })...)
		if _, err := behind.Download(context.Background(), behind.baseURL.String(), path, DownloadOptions{}); !errors.Is(err, APIError) || seen != "none" || len(*requests) != before+1 {
			t.Error(before, err, seen)
		}
	}
	client.options.AllowPlainHTTP = true
	if _, err := client.Download(context.Background(), own, path, DownloadOptions{}); err != nil || seen != "" {
		t.Error(err, seen)
	}
}

// The cases of clients/outputs.yaml.
func TestFindsAndNamesTheVideosAsEveryClientDoes(t *testing.T) {
	type video struct {
		URL, Name string
		Row       int
	}
	for _, each := range readAs[[]struct {
		Name, JobID, ContentType, TextType, Wanted string
		Output                                     json.RawMessage
		Texts, LeftOut, Failed                     []string
		Types, Bodies                              map[string]string
		Files                                      []video
	}](sharedCases(t, "outputs")) {
		each := each
		client, _ := serve(t, whole)
		client.options.Transport = transport(func(request *http.Request) (*http.Response, error) {
			recorder := httptest.NewRecorder()
			address := request.URL.String()
			contentType := each.ContentType
			if own, isThere := each.Types[address]; isThere {
				contentType = own
			}
			respond := file(200, 0, 100, "Content-Type", contentType)
			if letters, isThere := each.Bodies[address]; isThere {
				body := make([]byte, 0, 513)
				for _, letter := range letters {
					body = append(body, byte(letter))
				}
				respond = func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }
			}
			for _, text := range each.Texts {
				if address == text {
					recorder.Header().Set("Content-Type", each.TextType)
					respond = func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "WEBVTT") }
				}
			}
			respond(recorder, nil)
			return recorder.Result(), nil
		})
		job, folder := &HpJob{JobID: each.JobID, Raw: json.RawMessage(`{"output":` + string(each.Output) + `}`)}, t.TempDir()
		options := DownloadOptions{}
		if each.Wanted != "" {
			options.Filter = func(address OutputAddress) bool { return strings.Contains(address.URL, each.Wanted) }
		}
		files, err := client.SaveVideos(context.Background(), job, folder, options)
		var found []video
		var leftOut, failed, expected []string
		for _, one := range files {
			switch {
			case one.LeftOut != nil:
				leftOut = append(leftOut, one.URL)
			case one.Err != nil:
				failed = append(failed, one.URL)
			default:
				found = append(found, video{one.URL, filepath.Base(one.Path), one.Row})
			}
		}
		for _, one := range each.Files {
			expected = append(expected, one.Name)
		}
		sort.Strings(expected)
		isRight := fmt.Sprint(found, leftOut, failed) == fmt.Sprint(each.Files, each.LeftOut, each.Failed)
		if !isRight || errors.Is(err, SaveError) != (len(failed) > 0 || len(found) == 0) || names(folder) != strings.Join(expected, " ") {
			t.Errorf("%s: %v %v %v in place of %+v: %v", each.Name, found, leftOut, failed, each, err)
		}
	}
}
