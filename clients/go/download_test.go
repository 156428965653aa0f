package videogeneration

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var content = strings.Repeat("0123456789", 10)

// file answers with these headers, then with the content from an offset on, and breaks off if there is a limit.
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
	whole = file(200, 0, 100, "ETag", `"one"`, "Content-Type", "video/mp4")
	half  = file(200, 0, 40, "ETag", `"one"`)
	rest  = file(206, 40, 100, "ETag", `"one"`, "Content-Range", "bytes 40-99/100")
)

// finished is a job whose output names addresses.
func finished(id string, urls ...string) *HpJob {
	job := new(HpJob)
	text, _ := json.Marshal(map[string]any{"job_id": id, "output": map[string]any{"videos": urls}})
	if err := json.Unmarshal(text, job); err != nil {
		panic(err)
	}
	return job
}

func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	return strings.Join(found, " ")
}

func TestSavesTheVideosOfAJobByRow(t *testing.T) {
	client, requests := serve(t, whole)
	folder := filepath.Join(t.TempDir(), "videos")
	job := finished("job-1", client.baseURL+"/a", client.baseURL+"/b.webm")
	var last SaveProgress
	options := DownloadOptions{OnProgress: func(progress SaveProgress) { last = progress }}
	saved, err := client.SaveVideos(context.Background(), job, folder, options)
	if err != nil || len(saved) != 2 || saved[1].Row != 2 || saved[1].Bytes != 100 || names(t, folder) != "job-1-1.mp4 job-1-2.webm" {
		t.Fatal(saved, err, names(t, folder))
	}
	if text, _ := os.ReadFile(saved[0].Path); string(text) != content {
		t.Errorf("%s", text)
	}
	if last != (SaveProgress{client.baseURL + "/b.webm", 2, 2, 100, 100}) {
		t.Errorf("%+v", last)
	}
	again, err := client.SaveVideos(context.Background(), job, folder, DownloadOptions{})
	if err != nil || !again[0].WasThere || len(*requests) != 4 {
		t.Error(again, err)
	}
}

func TestGoesOnWithADownloadThatBrokeOff(t *testing.T) {
	client, requests := serve(t, half, rest)
	path := filepath.Join(t.TempDir(), "video")
	if _, err := client.Download(context.Background(), client.baseURL, path, DownloadOptions{}); err != nil || len(*requests) != 2 {
		t.Fatal(err, *requests)
	}
	if text, _ := os.ReadFile(path); string(text) != content || names(t, filepath.Dir(path)) != "video" {
		t.Errorf("%s", text)
	}
}

func TestBeginsAgainWhenTheRestBelongsToOtherContent(t *testing.T) {
	for _, wrong := range []http.HandlerFunc{
		file(206, 7, 100, "ETag", `"one"`, "Content-Range", "bytes 7-99/100"),
		file(206, 40, 100, "ETag", `"two"`, "Content-Range", "bytes 40-99/100"),
		answer(416, ""),
	} {
		client, _ := serve(t, half, wrong, whole, file(206, 7, 100, "Content-Range", "bytes 7-99/100"))
		path := filepath.Join(t.TempDir(), "video")
		if _, err := client.Download(context.Background(), client.baseURL, path, DownloadOptions{}); err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(path); string(text) != content {
			t.Errorf("%s", text)
		}
		_, err := client.Download(context.Background(), client.baseURL, path+"2", DownloadOptions{})
		var failed *APIError
		if !errors.As(err, &failed) || failed.Status != 206 || failed.Sent != SentYes {
			t.Error(err)
		}
	}
}

func TestEndsADownloadWhoseRestNeverFits(t *testing.T) {
	tooMuch := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", `"one"`)
		w.Header().Set("Content-Range", "bytes 40-99/100")
		w.WriteHeader(206)
		fmt.Fprint(w, content)
	}
	for _, wrong := range []http.HandlerFunc{file(206, 7, 100, "Content-Range", "bytes 7-99/100"), tooMuch} {
		client, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") == "" {
				half(w, r)
			} else {
				wrong(w, r)
			}
		})
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
		defer cancel()
		path := filepath.Join(t.TempDir(), "video")
		_, err := client.Download(ctx, client.baseURL, path, DownloadOptions{})
		var failed *ConnectionError
		if !errors.As(err, &failed) || names(t, filepath.Dir(path)) != "" {
			t.Error(err, len(*requests), names(t, filepath.Dir(path)))
		}
	}
}

func TestUnpacksAVideoThatWasCompressedAllTheSame(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		fmt.Fprint(packed, content)
		_ = packed.Close()
	})
	path := filepath.Join(t.TempDir(), "video")
	_, err := client.Download(context.Background(), client.baseURL, path, DownloadOptions{})
	if text, _ := os.ReadFile(path); err != nil || string(text) != content {
		t.Errorf("%v %q", err, text)
	}
}

func TestLeavesNothingOfADownloadThatFailed(t *testing.T) {
	client, _ := serve(t, half)
	path := filepath.Join(t.TempDir(), "video")
	if err := os.WriteFile(path+".part", []byte("of a process that was killed"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := client.With(CallOptions{Retries: NoRetries}).Download(context.Background(), client.baseURL, path, DownloadOptions{})
	var failed *ConnectionError
	if !errors.As(err, &failed) || names(t, filepath.Dir(path)) != "" {
		t.Error(err, names(t, filepath.Dir(path)))
	}
}

func TestSavesWhatItCanAndSaysWhatIsMissing(t *testing.T) {
	other := httptest.NewServer(whole)
	defer other.Close()
	client, _ := serve(t, answer(404, "gone"), file(200, 0, 10, "X", "y"), whole)
	folder, ctx := t.TempDir(), context.Background()
	if err := os.WriteFile(filepath.Join(folder, "job-1-5.mp4"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	job := finished("job-1", client.baseURL+"/1", other.URL+"/2", client.baseURL+"/3", client.baseURL+"/4", client.baseURL+"/5")
	saved, err := client.With(CallOptions{Retries: NoRetries}).SaveVideos(ctx, job, folder, DownloadOptions{})
	var missing *SaveError
	if !errors.As(err, &missing) || len(saved) != 1 || len(missing.Failed) != 4 || !strings.Contains(err.Error(), "404") {
		t.Fatal(saved, err)
	}
	if !errors.Is(missing.Failed[3].Err, os.ErrExist) || names(t, folder) != "job-1-4.mp4 job-1-5.mp4" {
		t.Error(missing.Failed[3].Err, names(t, folder))
	}
	if _, err := client.SaveVideos(ctx, finished("job-1", "file:///x", "see http://"), folder, DownloadOptions{}); err == nil {
		t.Error("found addresses")
	}
	_, err = client.Download(ctx, client.baseURL, filepath.Join(folder, "large"), DownloadOptions{MaxBytes: 50})
	var large *SizeLimitError
	if !errors.As(err, &large) || large.MaxBytes != 50 || large.Sent != SentYes {
		t.Error(err)
	}
}

func TestSendsTheTokenToNoOtherOriginByARedirect(t *testing.T) {
	seen := "none"
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header.Get("Authorization")
		whole(w, r)
	}))
	defer other.Close()
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	client.allowHTTP = true
	path := filepath.Join(t.TempDir(), "video")
	if _, err := client.Download(context.Background(), client.baseURL, path, DownloadOptions{}); err != nil || seen != "" {
		t.Error(err, seen)
	}
}

func TestEndsALoopOfRedirects(t *testing.T) {
	client, requests := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) })
	_, err := client.Download(context.Background(), client.baseURL, filepath.Join(t.TempDir(), "video"), DownloadOptions{})
	if err == nil || !strings.Contains(err.Error(), "more than 5 redirects") || len(*requests) != 6 {
		t.Error(err, len(*requests))
	}
}

func TestRefusesAFileThatAnotherProcessHasChangedMeanwhile(t *testing.T) {
	client, _ := serve(t, whole)
	path := filepath.Join(t.TempDir(), "video")
	options := DownloadOptions{OnProgress: func(SaveProgress) {
		_ = os.Remove(path + ".part")
		_ = os.WriteFile(path+".part", []byte("of the other process"), 0o600)
	}}
	_, err := client.Download(context.Background(), client.baseURL, path, options)
	if err == nil || !strings.Contains(err.Error(), "downloaded twice") || names(t, filepath.Dir(path)) != "video.part" {
		t.Error(err, names(t, filepath.Dir(path)))
	}
}

func TestFollowsNoLinkInPlaceOfWhatItWrites(t *testing.T) {
	client, _ := serve(t, whole)
	path := filepath.Join(t.TempDir(), "video")
	if err := os.Symlink(path+"-victim", path+".part"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-victim", []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := client.Download(context.Background(), client.baseURL, path, DownloadOptions{})
	if text, _ := os.ReadFile(path + "-victim"); err != nil || string(text) != "mine" {
		t.Errorf("%v %s", err, text)
	}
}

// sharedOutputs is a file with the cases of clients/outputs.yaml as JSON.
var sharedOutputs = os.Getenv("OUTPUTS_JSON")

func TestFindsAndNamesTheVideosAsEveryClientDoes(t *testing.T) {
	text, err := os.ReadFile(sharedOutputs)
	if sharedOutputs != "" && err != nil {
		t.Fatal(err)
	}
	type file struct {
		URL, Name string
		Row       int
	}
	cases := readAs[[]struct {
		Name, JobID, ContentType string
		Output                   json.RawMessage
		Files                    []file
	}](text)
	for _, each := range cases {
		client, err := New(Options{BaseURL: "https://service.example", Token: token, Transport: answering{each.ContentType}})
		if err != nil {
			t.Fatal(err)
		}
		job := &HpJob{JobID: each.JobID, Raw: json.RawMessage(`{"output":` + string(each.Output) + `}`)}
		folder := t.TempDir()
		saved, _ := client.SaveVideos(context.Background(), job, folder, DownloadOptions{})
		var found []file
		for _, one := range saved {
			name, _ := filepath.Rel(folder, one.Path)
			found = append(found, file{one.URL, name, one.Row})
		}
		if fmt.Sprint(found) != fmt.Sprint(each.Files) {
			t.Errorf("%s: %v in place of %v", each.Name, found, each.Files)
		}
	}
}

// answering answers every request with a short file.
type answering struct{ contentType string }

func (a answering) RoundTrip(request *http.Request) (*http.Response, error) {
	recorder := httptest.NewRecorder()
	recorder.Header().Set("Content-Type", a.contentType)
	recorder.WriteString("x")
	return recorder.Result(), nil
}
