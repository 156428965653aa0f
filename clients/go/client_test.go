package videogeneration

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

const token = "secret-token-of-the-test"

// serve responds with the handlers in their order, the last again and again, and keeps what was asked for.
func serve(t *testing.T, handlers ...http.HandlerFunc) (*Client, *[]string) {
	t.Helper()
	var requests []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		requests = append(requests, r.Method+" "+r.RequestURI+" "+string(body))
		handler := handlers[0]
		if len(handlers) > 1 {
			handlers = handlers[1:]
		}
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	client, err := New(Options{BaseURL: server.URL, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	return client, &requests
}

func respond(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func TestRefusesSettingsThatWouldShowTheToken(t *testing.T) {
	for _, address := range []string{
		"", "video.example", "ftp://video.example", "http://video.example", "https://", "https://u@video.example",
		"https://video.example?x", "https://video.example#x", "http://127.0.0.1.evil.example", "http://localhost.evil.example",
	} {
		if _, err := New(Options{BaseURL: address, Token: token}); err == nil || !strings.Contains(err.Error(), "BaseURL") {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, address := range []string{"https://video.example/v1/", "http://localhost:80", "http://127.0.0.1", "http://[::1]:1"} {
		client, right := New(Options{BaseURL: address, Token: token})
		_, wrong := New(Options{BaseURL: address, Token: "two\nlines"})
		withPort, _ := url.Parse(strings.Replace(address, "example/", "example:443/", 1))
		if capitals, _ := url.Parse("https://Video.EXAMPLE:443/x"); right == nil && client.isOwn(capitals) != client.isOwn(withPort) && strings.HasPrefix(address, "https://video") {
			t.Error(address, capitals)
		}
		for _, other := range []string{"http://video.example/v1/", "https://video.example:444", "https://video.example.evil.example"} {
			if parsed, _ := url.Parse(other); right == nil && client.isOwn(parsed) {
				t.Error(address, other)
			}
		}
		if right != nil || wrong == nil || strings.Contains(wrong.Error(), "lines") || !client.isOwn(withPort) {
			t.Errorf("%q: %v %v", address, right, wrong)
		}
	}
}

// The hosts of test/support/addresses.yaml: where the token may go in plain http, and from where nothing is downloaded.
func TestKnowsWhereAnAddressLeadsTo(t *testing.T) {
	for _, each := range readAs[[]struct{ Where, Host string }](sharedCases(t, "addresses")) {
		_, err := New(Options{BaseURL: "http://" + each.Host + ":80/v1", Token: token})
		if isTaken := err == nil; isTaken != (each.Where == "thisMachine") && each.Where != "thisMachineInOtherWords" {
			t.Error(each, err)
		}
		client, _ := New(Options{BaseURL: "https://video.example", Token: token, AllowPlainHTTP: true})
		own, _ := New(Options{BaseURL: "https://" + each.Host, Token: token})
		for _, scheme := range []string{"https://", "http://"} {
			address, err := url.Parse(scheme + each.Host + "/x")
			mayAsk := err == nil && client.refusal(address) == nil
			if each.Where == "metadata" && mayAsk || each.Where == "public" && !mayAsk || scheme == "https://" && own.refusal(address) != nil {
				t.Error(each, scheme, mayAsk)
			}
		}
	}
}

func TestKeepsTheTokenOutOfEveryFormat(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Echo", r.Header.Get("Authorization"))
		w.Header().Set("Set-Cookie", "a=b")
		respond(401, `["\u0073`+token[1:]+`"]`)(w, r)
	})
	client, _ = New(Options{BaseURL: client.baseURL.String(), Token: token, Header: http.Header{"X-Gateway": {"key-of-the-gateway"}}})
	_, err := client.GetHpJob(context.Background(), "job-1")
	var failed *Error
	if !errors.As(err, &failed) || failed.Header.Get("Set-Cookie") != redacted {
		t.Errorf("%v shows a cookie", err)
	}
	options := Options{Token: token}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		shown := fmt.Sprintf(format+format+format, client, err, options)
		if strings.Contains(fmt.Sprintf(format, client), "key-of-the-gateway") || strings.Contains(shown, token) || strings.Contains(shown, fmt.Sprintf("%x", token)) {
			t.Errorf("%s shows the token: %s", format, shown)
		}
	}
	shown, problem := json.Marshal(map[string]any{"token": options.Token, "error": err})
	if problem != nil || strings.Contains(string(shown), token) || !errors.Is(err, APIError) {
		t.Errorf("%s %v", shown, problem)
	}
}

// sharedCases are what the clients of all languages are tested with, as JSON in the file that SHARED_CASES names.
func sharedCases(t *testing.T, name string) json.RawMessage {
	t.Helper()
	if os.Getenv("SHARED_CASES") == "" {
		t.Skip("SHARED_CASES names no file; `npm test -- clients/go` writes it, and runs this")
	}
	text, err := os.ReadFile(os.Getenv("SHARED_CASES"))
	if err != nil {
		t.Fatal(err)
	}
	return readAs[map[string]json.RawMessage](text)[name]
}

// The cases of clients/redactor.yaml.
func TestShowsNoTokenHoweverItIsSpelled(t *testing.T) {
	for _, each := range readAs[[]struct{ Name, Token, Text, Shown string }](sharedCases(t, "redactor")) {
		client, _ := serve(t, respond(401, each.Text))
		client.options.TokenSource = func(context.Context) (Token, error) { return Token(each.Token), nil }
		_, err := client.GetHpJob(context.Background(), "1")
		var failed *Error
		if !errors.As(err, &failed) || string(failed.Body) != each.Shown {
			t.Errorf("%s: %s in place of %s", each.Name, failed.Body, each.Shown)
		}
	}
}

func TestSendsWhatTheContractListsAndNothingElse(t *testing.T) {
	client, requests := serve(t, respond(200, `{"job_id":"1"}`))
	ctx := context.Background()
	_, first := client.CreateLipsyncVideo(ctx, LipsyncVideoInput{
		Model:  LipsyncModelV2,
		Actor:  NewVideoActor("https://example.com/actor"),
		Script: NewTextScript("Hello", "clara", CatalogueTypePublic),
	})
	_, second := client.GetHpJob(ctx, "a/b?c#d e%2f")
	want := []string{
		`POST /api/express_lipsync_video {"model":"v2","actor":{"use":"video","video_url":"https://example.com/actor"},"script":{"use":"text","text":"Hello","voice_id":"clara","voice_type":"public"}}`,
		`GET /api/hp_job/a%2Fb%3Fc%23d%20e%252f `,
	}
	if first != nil || second != nil || !reflect.DeepEqual(*requests, want) {
		t.Error(first, second, *requests)
	}
	_, model := client.CreateLipsyncVideo(ctx, LipsyncVideoInput{Model: "v9"})
	_, kind := client.CreateLipsyncVideo(ctx, LipsyncVideoInput{Model: LipsyncModelV1, Actor: NewAvatarActor("ada", "private")})
	refused := []error{model, kind}
	// Where the contract names one type for a time, it has a zero, and is sent as that.
	if time, _ := reflect.TypeOf(HpSegment{}).FieldByName("StartTime"); time.Type.Kind() == reflect.Interface {
		_, segment := client.CreateHpJob(ctx, HpJobInput{Variables: []HpSegment{{}}})
		refused = append(refused, segment)
	}
	for _, id := range []string{"", ".", "..", "half \xff"} {
		_, err := client.GetHpJob(ctx, id)
		refused = append(refused, err)
	}
	for i, err := range refused {
		if err == nil || strings.Contains(err.Error(), "a job may be") || len(*requests) != len(want) {
			t.Error(i, err, *requests)
		}
	}
}

func TestReadsWhatFitsAndKeepsWhatWasSent(t *testing.T) {
	sent := `{"job_id":"1","status":7,"project_name":null,"output":{"video":[1]},"eta":5}`
	client, _ := serve(t, respond(200, sent), respond(200, `{"avatars_list":[{"a":1},5]}`))
	job, err := client.GetHpJob(context.Background(), "1")
	if err != nil || job.JobID != "1" || job.Status != "" || string(job.Raw) != sent {
		t.Errorf("%+v %v", job, err)
	}
	list, err := client.ListPublicAvatars(context.Background())
	if err != nil || len(list.AvatarsList) != 2 {
		t.Fatalf("%+v %v", list, err)
	}
	// Of a number nothing is an avatar. As soon as the contract names its fields, what was sent is kept beside them.
	second := reflect.ValueOf(&list.AvatarsList[1]).Elem()
	if second.Kind() == reflect.Struct {
		raw := second.FieldByName("Raw")
		raw.Set(reflect.Zero(raw.Type()))
	}
	if !second.IsZero() {
		t.Errorf("%+v", list)
	}
}

func TestTheTokenIsWaitedForWithinTheTimeout(t *testing.T) {
	client, requests := serve(t, respond(503, ""))
	client.options.Timeout, client.options.Retries = time.Millisecond, -1
	client.options.TokenSource = func(ctx context.Context) (Token, error) { <-ctx.Done(); return "", ctx.Err() }
	_, err := client.GetHpJob(context.Background(), "1")
	if !errors.Is(err, TimeoutError) || len(*requests) != 0 {
		t.Error(err, *requests)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) { return t(request) }

func TestTakesAForeignDefaultTransportAndSendsACreateOnce(t *testing.T) {
	usual, attempts := http.DefaultTransport, 0
	defer func() { http.DefaultTransport = usual }()
	http.DefaultTransport = transport(func(*http.Request) (*http.Response, error) { attempts++; return nil, errors.New("it broke") })
	client, _ := serve(t, respond(200, ""))
	_, err := client.CreateHpJob(context.Background(), HpJobInput{})
	var failed *Error
	if !errors.As(err, &failed) || failed.Kind != ConnectionError || failed.Sent != SentMaybe || attempts != 1 {
		t.Error(err, attempts)
	}
}

// watched counts what is closed of what it has sent, and keeps the contexts, which end with their attempts.
type watched struct {
	sent, closed int
	contexts     []context.Context
}

func (w *watched) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.GetBody != nil || !request.Close {
		return nil, errors.New("net/http could send it again, or on a kept connection")
	}
	w.contexts = append(w.contexts, request.Context())
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil {
		w.sent++
		response.Body = &body{response.Body, w}
	}
	return response, err
}

type body struct {
	io.ReadCloser
	of *watched
}

func (b *body) Close() error { b.of.closed++; return b.ReadCloser.Close() }

func TestLeavesNoResponseOpenAndNothingToSendAgain(t *testing.T) {
	redirect := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) }
	client, requests := serve(t, respond(200, `{"job_id":"1"}`), respond(200, "no JSON"), respond(500, "down"), redirect, whole, half, rest, respond(404, ""))
	seen := &watched{}
	client, _ = New(Options{BaseURL: client.baseURL.String() + "/v1/", Token: token, Transport: seen, Retries: -1})
	ctx, own, folder := context.Background(), client.baseURL.String(), t.TempDir()
	_, _ = client.CreateHpJob(ctx, HpJobInput{})
	_, _ = client.CreateHpJob(ctx, HpJobInput{})
	_, _ = client.GetHpJob(ctx, "1")
	_, _ = client.Download(ctx, own, filepath.Join(folder, "first"), DownloadOptions{})
	client.options.Retries = 1
	_, _ = client.Download(ctx, own, filepath.Join(folder, "second"), DownloadOptions{})
	_, _ = client.Download(ctx, own, filepath.Join(folder, "third"), DownloadOptions{})
	if seen.sent != 8 || seen.closed < 8 || names(folder) != "first second" {
		t.Error(seen, names(folder), *requests)
	}
	for i, each := range seen.contexts {
		if each.Err() == nil {
			t.Error(i, "goes on")
		}
	}
	if !strings.HasPrefix((*requests)[0], "POST /v1/api/hp_job ") || !strings.HasPrefix((*requests)[2], "GET /v1/api/hp_job/1 ") {
		t.Error(*requests)
	}
}

func TestHasSentNothingWhenAProxyRefuses(t *testing.T) {
	for _, status := range []int{407, 502} {
		asked := ""
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked += r.Method + r.Header.Get("Authorization")
			w.WriteHeader(status)
		}))
		address, _ := url.Parse(proxy.URL)
		transport := &http.Transport{Proxy: http.ProxyURL(address)}
		client, _ := New(Options{BaseURL: "https://video.example", Token: token, Transport: transport})
		_, err := client.CreateHpJob(context.Background(), HpJobInput{})
		proxy.Close()
		var failed *Error
		if !errors.As(err, &failed) || failed.Sent != SentNo || failed.Attempts != 1 || asked != "CONNECT" || !strings.Contains(err.Error(), "any proxy") {
			t.Error(status, err, asked)
		}
	}
}

func TestAnErrorTellsOfTheLastAttemptAlone(t *testing.T) {
	brokenOff := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "500")
		fmt.Fprint(w, `{"job_id":"job-7`)
	}
	hangUp := func(w http.ResponseWriter, _ *http.Request) {
		connection, _, _ := w.(http.Hijacker).Hijack()
		_ = connection.Close()
	}
	client, requests := serve(t, brokenOff, hangUp, brokenOff)
	client.options.Retries = 1
	_, reset := client.GetHpJob(context.Background(), "1")
	client.options.Retries = -1
	_, cut := client.GetHpJob(context.Background(), "1")
	for i, err := range []error{reset, cut} {
		var failed *Error
		if !errors.As(err, &failed) || failed.Kind != ConnectionError || string(failed.Body) != []string{"", `{"job_id":"job-7`}[i] || failed.Sent != SentYes {
			t.Errorf("%d: %v %s %s", i, err, failed.Body, failed.Sent)
		}
	}
	if len(*requests) != 3 {
		t.Error(*requests)
	}
}

func TestSendsNoTokenThatNoHeaderCanCarry(t *testing.T) {
	client, requests := serve(t, respond(200, `{"job_id":"1"}`))
	for _, given := range []Token{"", "two\nlines", "\u00fc"} {
		client.options.TokenSource = func(context.Context) (Token, error) { return given, nil }
		_, call := client.GetHpJob(context.Background(), "1")
		_, download := client.Download(context.Background(), client.baseURL.String(), filepath.Join(t.TempDir(), "video"), DownloadOptions{})
		for _, err := range []error{call, download} {
			if err == nil || strings.Contains(err.Error(), "lines") || !strings.Contains(err.Error(), "the token") {
				t.Error(err)
			}
		}
	}
	vault := errors.New("the vault is closed")
	client.options.TokenSource = func(context.Context) (Token, error) { return "", vault }
	if _, err := client.GetHpJob(context.Background(), "1"); !errors.Is(err, vault) || len(*requests) != 0 {
		t.Error(err, *requests)
	}
}

func TestEachCallHasAConnectionOfItsOwn(t *testing.T) {
	// A server may close a kept connection just as it is used again, and nobody knows whether the create has come.
	seen := map[string]bool{}
	client, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if seen[r.RemoteAddr] {
			connection, _, _ := w.(http.Hijacker).Hijack()
			_ = connection.Close()
			return
		}
		seen[r.RemoteAddr] = true
		fmt.Fprint(w, `{"job_id":"1"}`)
	})
	for i := 0; i < 3; i++ {
		if _, err := client.CreateHpJob(context.Background(), HpJobInput{}); err != nil {
			t.Error(err)
		}
	}
	if len(*requests) != 3 {
		t.Error(*requests)
	}
}

func TestMakesCallsBeyondTheContractAsSafely(t *testing.T) {
	client, requests := serve(t, respond(503, "down"), respond(200, `{"jobs":[1e400]}`), respond(204, ""), respond(200, "<h1>Hello</h1>"), respond(503, "down"))
	ctx := context.Background()
	read, err := client.Request(ctx, "GET", "/api/jobs?status=done%20now", nil)
	if err != nil || string(read) != `{"jobs":[1e400]}` {
		t.Error(string(read), err)
	}
	none, err := client.Request(ctx, "DELETE", "/api/hp_job/1", map[string]bool{"force": true})
	if err != nil || none != nil {
		t.Error(string(none), err)
	}
	_, page := client.Request(ctx, "POST", "/api/x", []int{})
	_, down := client.Request(ctx, "PUT", "/api/x", 5)
	if !errors.Is(page, InvalidResponseError) || !strings.Contains(page.Error(), "POST /api/x: status 200 and no JSON: <h1>") {
		t.Error(page)
	}
	var failed *Error
	if !errors.As(down, &failed) || failed.Kind != APIError || failed.Attempts != 1 || failed.IsSafeToRepeat() || !strings.Contains(down.Error(), "may be rendering") {
		t.Error(down)
	}
	want := []string{
		"GET /api/jobs?status=done%20now ", "GET /api/jobs?status=done%20now ", `DELETE /api/hp_job/1 {"force":true}`, "POST /api/x []", "PUT /api/x 5",
	}
	if !reflect.DeepEqual(*requests, want) {
		t.Error(*requests)
	}
	for _, wrong := range [][2]string{{"get", "/"}, {"TRACE", "/"}, {"GET", ""}, {"GET", "api"}, {"GET", "@evil.example/"}, {"GET", "/a b"}, {"GET", "/\u00fc"}, {"GET", "/a#b"}, {"GET", "/a\n"}, {"GET", "/a/../b"}, {"GET", "/a/%2E."}, {"GET", "/a/./b"}, {"GET", "/..?b"}, {"GET", "/a/."}} {
		if _, err := client.Request(ctx, wrong[0], wrong[1], nil); err == nil || errors.As(err, &failed) {
			t.Error(wrong, err)
		}
	}
	if _, err := client.Request(ctx, "GET", "/", 5); err == nil || len(*requests) != len(want) {
		t.Error(err, *requests)
	}
}

func TestIsSafeToRepeatOnlyWhereNoSecondJobCanStart(t *testing.T) {
	client, _ := serve(t, respond(503, ""))
	client.options.Retries = -1
	refused, _ := New(Options{BaseURL: "http://127.0.0.1:4", Token: token, Retries: -1})
	notFound, _ := serve(t, respond(404, ""))
	ctx := context.Background()
	_, read := client.GetHpJob(ctx, "1")
	_, created := client.CreateHpJob(ctx, HpJobInput{})
	_, unsent := refused.CreateHpJob(ctx, HpJobInput{})
	_, gone := notFound.GetHpJob(ctx, "1")
	for i, err := range []error{read, unsent, created, gone} {
		var failed *Error
		if !errors.As(err, &failed) || failed.IsSafeToRepeat() != (i < 2) {
			t.Error(i, err)
		}
	}
}

func TestSendsHeadersOfTheCallerWhereTheTokenGoesAndNowhereElse(t *testing.T) {
	var seen []http.Header
	note := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { seen = append(seen, r.Header); next(w, r) }
	}
	other := httptest.NewServer(note(whole))
	defer other.Close()
	client, _ := serve(t, note(respond(200, `{"job_id":"1"}`)), note(half), note(rest), note(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusFound)
	}))
	header := http.Header{"x-gateway": {"key", "second"}, "Authorization": {"mine"}, "Accept": {"mine"}}
	client, err := New(Options{BaseURL: client.baseURL.String(), Token: token, Header: header, AllowPlainHTTP: true})
	if err != nil {
		t.Fatal(err)
	}
	header.Set("x-later", "x")
	_, read := client.GetHpJob(context.Background(), "1")
	own, folder := client.baseURL.String(), t.TempDir()
	_, first := client.Download(context.Background(), own, filepath.Join(folder, "first"), DownloadOptions{})
	_, second := client.Download(context.Background(), own, filepath.Join(folder, "second"), DownloadOptions{})
	if read != nil || first != nil || second != nil || len(seen) != 5 {
		t.Fatal(read, first, second, seen)
	}
	for i, each := range seen {
		isOwn := i < 4
		sent := strings.Join(each.Values("X-Gateway"), " ")
		if (sent == "key second") != isOwn || (each.Get("Authorization") == "Bearer "+token) != isOwn || each.Get("X-Later") != "" {
			t.Error(i, each)
		}
		if i == 0 && each.Get("Accept") != "application/json" {
			t.Error(i, each)
		}
	}
	for _, wrong := range []http.Header{{"a b": {"c"}}, {"": {"c"}}, {"x": {"a\r\nb: c"}}, {"x": {"\x00"}}} {
		if _, err := New(Options{BaseURL: "https://video.example", Token: token, Header: wrong}); err == nil {
			t.Error(wrong)
		}
	}
}

func TestPausesGrowToTheirLimitsAndAreShortenedAtRandom(t *testing.T) {
	for before, whole := range map[int]time.Duration{0: 500, 1: 1000, 2: 2000, 3: 4000, 4: 8000, 5: 8000, 99_999: 8000} {
		pause := growingPause(policyFirstRetryPause, policyRetryPauseGrowth, policyMaxRetryPause, before)
		if whole *= time.Millisecond; pause > whole || pause < whole*3/4 {
			t.Error(before, pause)
		}
	}
	for _, each := range []struct {
		retryAfter string
		interval   time.Duration
		maxWait    time.Duration
		least      time.Duration
		most       time.Duration
	}{
		{"", 0, 0, 1500, 2000}, {"", 40 * time.Second, 0, 30_000, 40_000}, {"3", 0, 0, 3000, 3000},
		{"59", 0, 0, 59_000, 59_000}, {"61", 0, 0, 60_000, 60_000}, {"99999999999", 0, 0, 60_000, 60_000},
		// The last five seconds, and the last quarter of a short time, are for the last poll.
		{"59", 0, 30 * time.Second, 20_000, 25_000}, {"59", 0, 16 * time.Second, 8_000, 12_000},
		// The twenty minutes of a wait that names no other.
		{"", time.Hour, 0, 1_190_000, 1_195_000},
	} {
		client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			if each.retryAfter != "" {
				w.Header().Set("Retry-After", each.retryAfter)
			}
			w.WriteHeader(503)
		})
		ctx, cancel := context.WithCancel(context.Background())
		var pause time.Duration
		options := WaitOptions{Interval: each.interval, MaxWait: each.maxWait, OnPoll: func(poll Poll) { pause = poll.Pause; cancel() }}
		_, err := client.WaitForHpJob(ctx, "1", options)
		if !errors.Is(err, AbortError) || pause > each.most*time.Millisecond || pause < each.least*time.Millisecond {
			t.Error(each, pause, err)
		}
	}
}

// limits are those of requests, as their transport sees them.
type limits struct{ deadline time.Duration }

func (l *limits) RoundTrip(request *http.Request) (*http.Response, error) {
	at, _ := request.Context().Deadline()
	l.deadline = time.Until(at).Round(time.Minute)
	return nil, errors.New("no connection")
}

func TestHasLimitsForReadsCreatesAndDownloads(t *testing.T) {
	client, _ := serve(t, respond(200, ""))
	client.options.Retries = -1
	for method, timeout := range map[string]time.Duration{"GET": 30 * time.Second, "POST": 2 * time.Minute, "DELETE": 2 * time.Minute} {
		if r := client.newRun("Request", method); r.timeout != timeout {
			t.Error(method, r.timeout)
		}
	}
	seen := &limits{}
	client.options.Transport, client.options.Timeout = seen, 7*time.Second
	d := &download{SavedFile: SavedFile{OutputAddress: OutputAddress{client.baseURL.String(), 1}}, base: filepath.Join(t.TempDir(), "video")}
	_ = client.save(context.Background(), d)
	if seen.deadline != time.Hour || d.run.timeout != 30*time.Second {
		t.Error(seen, d.run.timeout)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Hour)
	defer cancel()
	if _ = client.save(ctx, d); seen.deadline != 2*time.Hour {
		t.Error(seen)
	}
}

// A call has a context in place of options. Each option of the client holds for every call, and the context may end it earlier.
func TestKeepsEachOptionOfTheClientAndTheDeadlineOfTheCall(t *testing.T) {
	silent := transport(func(request *http.Request) (*http.Response, error) {
		<-request.Context().Done()
		return nil, request.Context().Err()
	})
	busy := bodyOf(503, http.Header{"Retry-After": {"0"}}, -1, "")
	short, long := 20*time.Millisecond, 8*time.Second
	for name, each := range map[string]struct {
		options  Options
		deadline time.Duration
		attempts int
		trace    string
	}{
		"Timeout":                       {Options{Transport: silent, Timeout: short, Retries: -1}, long, 1, ""},
		"the deadline before a Timeout": {Options{Transport: silent, Timeout: long}, short, 1, ""},
		"no Retries":                    {Options{Transport: busy, Retries: -1}, long, 1, ""},
		"one of Retries":                {Options{Transport: busy, Retries: 1}, long, 2, ""},
		"Header":                        {Options{Transport: busy, Retries: -1, Header: http.Header{"X-Trace": {"1"}}}, long, 1, "1"},
	} {
		for call, send := range map[string]func(*Client, context.Context) error{
			"GetHpJob": func(c *Client, ctx context.Context) error { _, err := c.GetHpJob(ctx, "1"); return err },
			"Request":  func(c *Client, ctx context.Context) error { _, err := c.Request(ctx, "GET", "/x", nil); return err },
		} {
			attempts, trace, options, inner := 0, "", each.options, each.options.Transport
			options.BaseURL, options.Token = "https://video.example", token
			options.Transport = transport(func(request *http.Request) (*http.Response, error) {
				attempts, trace = attempts+1, request.Header.Get("X-Trace")
				return inner.RoundTrip(request)
			})
			client, err := New(options)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), each.deadline)
			begun := time.Now()
			err = send(client, ctx)
			cancel()
			if err == nil || attempts != each.attempts || trace != each.trace || time.Since(begun) > 5*time.Second {
				t.Error(name, call, err, attempts, trace, time.Since(begun))
			}
		}
	}
}

// ended is a status that ends a wait: one that the contract names as final and as no failure, or else any other word.
var ended = func() string {
	for status := range policyFinalStatuses {
		if !policyFailureStatuses[status] {
			return status
		}
	}
	return "done"
}()

func TestTellsOfEachPoll(t *testing.T) {
	client, _ := serve(t, respond(503, ""), respond(200, `{"job_id":"1","status":"rendering"}`), respond(503, ""), respond(200, `{"job_id":"1","status":"`+ended+`"}`))
	var polls []Poll
	note := func(poll Poll) { polls = append(polls, poll) }
	if _, err := client.WaitForHpJob(context.Background(), "1", WaitOptions{Interval: time.Millisecond, OnPoll: note}); err != nil || len(polls) != 4 {
		t.Fatal(err, polls)
	}
	for i, each := range polls {
		status := ""
		if each.Job != nil {
			status = each.Job.Status
		}
		isRight := each.Number == i+1 && status == []string{"", "rendering", "rendering", ended}[i] && (each.Pause > 0) == (i < 3)
		if !isRight || errors.Is(each.Err, APIError) != (i%2 == 0) {
			t.Errorf("%d: %+v", i, each)
		}
	}
	refused, _ := serve(t, respond(401, ""))
	_, err := refused.WaitForHpJob(context.Background(), "1", WaitOptions{OnPoll: note})
	if last := polls[len(polls)-1]; len(polls) != 5 || last.Number != 1 || last.Pause != 0 || last.Err == nil || last.Err != err {
		t.Errorf("%+v %v", last, err)
	}
}

func TestAWaitLooksAtEachReadingAndGivesTheLast(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	client, requests := serve(t, respond(200, `{"job_id":"1","status":"rendering"}`), respond(503, ""), hang, respond(200, `{"job_id":"1","status":"`+ended+`"}`))
	var seen []string
	options := WaitOptions{Interval: time.Millisecond, MaxWait: 2 * time.Second}
	options.Until = func(job *HpJob) bool { seen = append(seen, job.Status); return isOver(job) }
	job, err := client.WaitForHpJob(context.Background(), "1", options)
	if err != nil || job.Status != ended || fmt.Sprint(seen) != "[rendering "+ended+"]" {
		t.Error(err, seen)
	}
	options.Until = func(job *HpJob) bool { return job.Status == "published" }
	job, err = client.WaitForHpJob(context.Background(), "1", options)
	var gaveUp *Error
	if !errors.As(err, &gaveUp) || !errors.Is(err, JobWaitTimeoutError) || job.Status != ended || gaveUp.Attempts != len(*requests)-4 {
		t.Error(err, job)
	}
}

// bodyOf is a transport that responds with the text of a body and no network.
func bodyOf(status int, header http.Header, length int64, body string) transport {
	return func(request *http.Request) (*http.Response, error) {
		sent := &http.Response{StatusCode: status, Header: header.Clone(), ContentLength: length, Request: request}
		sent.Body = io.NopCloser(strings.NewReader(body))
		return sent, nil
	}
}

// manyUnusable responds with so many pages before the job.
func manyUnusable(count int, status string) (handlers []http.HandlerFunc) {
	for i := 0; i < count; i++ {
		handlers = append(handlers, respond(200, "<h1>One moment</h1>"))
	}
	return append(handlers, respond(200, `{"job_id":"1","status":"`+status+`"}`))
}

// Each limit is tried just below and just above. Its figure is not taken from where the client has it.
func TestKeepsEachLimitToItsLastUnit(t *testing.T) {
	withTransport := func(transport transport) *Client {
		client, _ := New(Options{BaseURL: "https://video.example", Token: token, Transport: transport, Retries: -1})
		return client
	}
	ctx := context.Background()
	addresses := func(count int) (urls []string) {
		for i := 0; i < count; i++ {
			urls = append(urls, fmt.Sprintf("https://video.example/%d", i))
		}
		return urls
	}
	notAFolder := filepath.Join(t.TempDir(), "file")
	_ = os.WriteFile(notAFolder, nil, 0o600)
	kinds := map[string]Kind{
		"64 MiB of a response": SizeLimitError, "4 GiB of a download": SizeLimitError, "the bytes that a caller allows": SizeLimitError,
		"10,000 files of a job": SaveError, "five responses in a row that say nothing": InvalidResponseError,
		"two retries": APIError, "a minute that a server asks for": APIError, "a redirect of each kind": APIError,
	}
	for name, try := range map[string]func(over int) error{
		"64 MiB of a response": func(over int) error {
			receipt := `{"job_id":"1"}`
			client := withTransport(bodyOf(200, nil, -1, strings.Repeat(" ", 64<<20-len(receipt)+over)+receipt))
			_, err := client.GetHpJob(ctx, "1")
			return err
		},
		"4 GiB of a download": func(over int) error {
			client := withTransport(bodyOf(200, nil, 4<<30+int64(over), content))
			_, err := client.Download(ctx, "https://video.example/1", filepath.Join(t.TempDir(), "video"), DownloadOptions{})
			// The rest of the bytes never comes.
			if errors.Is(err, ConnectionError) {
				return nil
			}
			return err
		},
		"the bytes that a caller allows": func(over int) error {
			client := withTransport(bodyOf(200, nil, -1, content))
			_, err := client.Download(ctx, "https://video.example/1", filepath.Join(t.TempDir(), "video"), DownloadOptions{MaxBytes: int64(100 - over)})
			return err
		},
		"10,000 files of a job": func(over int) error {
			_, err := withTransport(bodyOf(200, nil, -1, content)).SaveVideos(ctx, finished(addresses(10_000+over)...), notAFolder, DownloadOptions{})
			if strings.Contains(err.Error(), "files are missing") {
				return nil
			}
			return err
		},
		"five responses in a row that say nothing": func(over int) error {
			// A reading between them begins the row anew.
			client, _ := serve(t, append(manyUnusable(5, "rendering"), manyUnusable(5+over, ended)...)...)
			_, err := client.WaitForHpJob(ctx, "1", WaitOptions{Interval: time.Millisecond})
			return err
		},
		"two retries": func(over int) error {
			handlers := []http.HandlerFunc{respond(503, ""), respond(503, ""), respond(200, `{"job_id":"1"}`)}
			client, _ := serve(t, append(handlers[:over:over], handlers...)...)
			_, err := client.GetHpJob(ctx, "1")
			return err
		},
		"a minute that a server asks for": func(over int) error {
			asked := http.Header{"Retry-After": {fmt.Sprint(60 + over)}}
			client := withTransport(bodyOf(503, asked, 0, ""))
			client.options.Retries = 1
			ending, cancel := context.WithCancel(ctx)
			time.AfterFunc(100*time.Millisecond, cancel)
			// Who waits for the minute is stopped within it.
			if _, err := client.GetHpJob(ending, "1"); !errors.Is(err, AbortError) {
				return err
			}
			return nil
		},
		"a redirect of each kind": func(over int) error {
			var hops []http.HandlerFunc
			for _, status := range []int{301, 302, 303, 307, 308, 302}[:5+over] {
				status := status
				hops = append(hops, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", status) })
			}
			client, _ := serve(t, append(hops, whole)...)
			_, err := client.Download(ctx, client.baseURL.String(), filepath.Join(t.TempDir(), "video"), DownloadOptions{})
			return err
		},
	} {
		try, kind := try, kinds[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := try(0); err != nil {
				t.Error("up to the limit:", err)
			}
			if err := try(1); !errors.Is(err, kind) {
				t.Error("beyond the limit:", err)
			}
		})
	}
}

func TestShowsTheFirst200LettersOfABody(t *testing.T) {
	client, _ := serve(t, respond(409, strings.Repeat("x", 1000)))
	_, err := client.GetHpJob(context.Background(), "1")
	if shown := strings.Count(err.Error(), "x"); shown != 200 {
		t.Error(shown, err)
	}
}

// What each request says of itself, and what none says.
// The rows of test/support/headers.yaml.
func TestSendsOfAHeaderOfTheCallerWhatEveryClientDoes(t *testing.T) {
	for _, row := range readAs[[]struct{ Name, Value, Call, Download string }](sharedCases(t, "headers")) {
		for _, name := range []string{row.Name, strings.ToLower(row.Name), strings.ToUpper(row.Name)} {
			var sent []string
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				sent = append(sent, r.Header.Get(row.Name))
				fmt.Fprint(w, `{"job_id":"1"}`)
			})
			client, err := New(Options{BaseURL: client.baseURL.String(), Token: token, Header: http.Header{name: {row.Value}}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.GetHpJob(context.Background(), "1"); err != nil {
				t.Fatal(err)
			}
			// What comes is no video.
			_, _ = client.Download(context.Background(), client.baseURL.String(), filepath.Join(t.TempDir(), "video"), DownloadOptions{})
			for i, want := range []string{row.Call, row.Download} {
				want = strings.ReplaceAll(want, "<token>", token)
				// Each library has one of its own, which it can unpack.
				if found := sent[i]; found != want && !(want == "<own>" && found != row.Value) {
					t.Errorf("%s: %d: %q in place of %q", name, i, found, want)
				}
			}
		}
	}
}

func TestSendsTheHeadersOfEachKindOfRequest(t *testing.T) {
	usual := map[string]string{"Authorization": "Bearer " + token, "User-Agent": "video-generation-go/" + Version, "Connection": "close"}
	for name, each := range map[string]struct {
		send    func(*Client) error
		headers map[string]string
	}{
		"a read":                     {func(c *Client) error { _, err := c.GetHpJob(context.Background(), "1"); return err }, map[string]string{"Accept": "application/json", "Content-Type": ""}},
		"a create":                   {func(c *Client) error { _, err := c.CreateHpJob(context.Background(), HpJobInput{}); return err }, map[string]string{"Accept": "application/json", "Content-Type": "application/json"}},
		"a call beyond the contract": {func(c *Client) error { _, err := c.Request(context.Background(), "DELETE", "/x", nil); return err }, map[string]string{"Accept": "application/json", "Content-Type": ""}},
		"a download": {func(c *Client) error {
			_, err := c.Download(context.Background(), c.baseURL.String(), filepath.Join(t.TempDir(), "video"), DownloadOptions{})
			return err
		}, map[string]string{"Content-Type": "", "Range": "", "If-Range": "", "Referer": "", "Cookie": ""}},
	} {
		var seen *http.Request
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { seen = r; fmt.Fprint(w, `{"job_id":"1"}`) })
		if err := each.send(client); name != "a download" && err != nil {
			t.Error(name, err)
		}
		for header, want := range usual {
			each.headers[header] = want
		}
		for header, want := range each.headers {
			found := seen.Header.Get(header)
			// net/http takes this one away.
			if header == "Connection" && seen.Close {
				found = "close"
			}
			if found != want {
				t.Errorf("%s: %s is %q in place of %q", name, header, found, want)
			}
		}
	}
}

func TestSaysWhichStatusesMayPassAndHowARequestIsNamed(t *testing.T) {
	for status, mayPass := range map[int]bool{
		408: true, 429: true, 500: true, 502: true, 503: true, 504: true,
		400: false, 404: false, 409: false, 425: false, 501: false, 505: false, 599: false,
	} {
		client, _ := serve(t, respond(status, ""))
		client.options.Retries = -1
		_, err := client.GetHpJob(context.Background(), "1")
		var failed *Error
		if !errors.As(err, &failed) || failed.Status != status || failed.IsSafeToRepeat() != mayPass {
			t.Error(status, err)
		}
	}
	for name, sent := range map[string]http.Header{
		"first": {"X-Request-Id": {"first"}, "Request-Id": {"second"}}, "second": {"Request-Id": {"second"}}, "": {},
	} {
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			for header, values := range sent {
				w.Header()[header] = values
			}
			w.WriteHeader(409)
		})
		_, err := client.GetHpJob(context.Background(), "1")
		var failed *Error
		if !errors.As(err, &failed) || failed.RequestID != name {
			t.Errorf("%q: %+v", name, failed)
		}
	}
}

// endsIn is a context whose deadline stays ahead by the same time, so that no test has to wait for it.
type endsIn struct {
	context.Context
	left time.Duration
}

func (e endsIn) Deadline() (time.Time, bool) { return time.Now().Add(e.left), true }

// A pause that outlasts the deadline is not begun: so deadlines tell how long it would be, whatever chance takes from it.
func TestPausesBeforeARetryAreTheLongerOfItsOwnAndThatOfTheServer(t *testing.T) {
	for _, each := range []struct {
		failures    int
		asked       time.Duration
		least, most time.Duration
	}{
		{0, -1, 375, 500}, {0, 0, 375, 500}, {1, 0, 750, 1000}, {2, -1, 1500, 2000}, {4, 1000, 6000, 8000}, {5, -1, 6000, 8000},
		{0, 3000, 3000, 3000}, {4, 60_000, 60_000, 60_000},
	} {
		for left, attempts := range map[time.Duration]int{each.least: 1, each.most * 7 / 5: 2} {
			made := 0
			ctx, cancel := context.WithCancel(context.Background())
			r := &run{facts: Error{Method: "GET"}, timeout: time.Hour, retries: 9, failures: each.failures}
			err := r.repeat(endsIn{ctx, left * time.Millisecond}, func(context.Context) error {
				// Who pauses is stopped, and has no second failure.
				time.AfterFunc(50*time.Millisecond, cancel)
				made++
				failed := r.fail(ConnectionError, io.EOF)
				failed.RetryAfter = each.asked * time.Millisecond
				return failed
			})
			if hasPaused := errors.Is(err, AbortError); hasPaused != (attempts == 2) || made != 1 {
				t.Error(each, left, err, made)
			}
		}
	}
}

func TestPausesBetweenPollsGrowToTheirLimit(t *testing.T) {
	for interval, pauses := range map[time.Duration][]time.Duration{
		policyFirstPollPause: {2000, 3000, 4500, 6750, 10_125, 15_000, 15_000, 15_000},
		14 * time.Second:     {14_000, 15_000, 15_000},
		40 * time.Second:     {40_000, 40_000},
	} {
		for polls, whole := range pauses {
			pause := WaitOptions{Interval: interval}.pauseAfter(polls + 1)
			if whole *= time.Millisecond; pause > whole || pause < whole*3/4 {
				t.Error(interval, polls+1, pause)
			}
		}
	}
}

func TestKnowsWhatKeepsAConnectionFromBeingMadeForLong(t *testing.T) {
	for name, each := range map[string]struct {
		err error
		may bool
	}{
		"closed while it was made":      {fmt.Errorf("handshake: %w", io.EOF), true},
		"refused, or without such name": {&net.OpError{Op: "dial", Err: errors.New("connection refused")}, true},
		"nothing in common":             {&net.OpError{Op: "remote error", Err: errors.New("tls: handshake failure")}, false},
		"a version that nobody speaks":  {errors.New("remote error: tls: protocol version not supported"), false},
		"a certificate":                 {x509.UnknownAuthorityError{}, false},
		"a proxy that refuses":          {errors.New("Proxy Authentication Required"), false},
	} {
		if mayConnectLater(each.err) != each.may {
			t.Error(name)
		}
	}
}

func TestAnErrorKeepsEachValueOfAHeaderAndShowsItsTextInOneLine(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header()["X-Trace"] = []string{"first", "second " + token}
		respond(409, "no\n\n  such\ttemplate")(w, r)
	})
	_, err := client.GetHpJob(context.Background(), "1")
	var failed *Error
	if !errors.As(err, &failed) || fmt.Sprint(failed.Header["X-Trace"]) != "[first second "+redacted+"]" || !strings.HasSuffix(err.Error(), "no such template") {
		t.Error(err, failed.Header)
	}
}

func TestPausesBetweenPollsGrowByHalf(t *testing.T) {
	client, _ := serve(t, respond(200, `{"job_id":"1","status":"rendering"}`))
	whole := 10 * time.Millisecond
	options := WaitOptions{Interval: whole, Until: func(*HpJob) bool { return false }, MaxWait: time.Hour}
	ctx, cancel := context.WithCancel(context.Background())
	options.OnPoll = func(poll Poll) {
		if poll.Pause > whole || poll.Pause < whole*3/4 {
			t.Error(poll.Number, poll.Pause, whole)
		}
		if whole = whole * 3 / 2; poll.Number == 7 {
			cancel()
		}
	}
	_, _ = client.WaitForHpJob(ctx, "1", options)
}

// A limit ends a call before the response, within it, and while its bytes come. The error names the limit, and what may have been done.
func TestNamesTheLimitThatHasEndedACall(t *testing.T) {
	begin := func(bytes string, goesOn bool) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000000")
			for wait := time.Duration(0); bytes != ""; wait = 5 * time.Millisecond {
				time.Sleep(wait)
				_, err := fmt.Fprint(w, bytes)
				w.(http.Flusher).Flush()
				if !goesOn || err != nil || r.Context().Err() != nil {
					break
				}
			}
			<-r.Context().Done()
		}
	}
	short, long := 300*time.Millisecond, 20*time.Second
	timeout, deadline := "the timeout of 300ms has passed", "context deadline exceeded"
	mayRun := "; it is not sent again: a job may be rendering"
	for moment, handler := range map[string]http.HandlerFunc{
		"before the response":  begin("", false),
		"in the body":          begin("\x00", false),
		"while its bytes come": begin("\x00", true),
	} {
		for _, isTimeout := range []bool{true, false} {
			moment, handler, isTimeout := moment, handler, isTimeout
			t.Run(fmt.Sprint(moment, ", timeout: ", isTimeout), func(t *testing.T) {
				t.Parallel()
				client, _ := serve(t, handler)
				client.options.Retries, client.options.Timeout = -1, long
				ended, ctx := deadline, context.Background()
				if isTimeout {
					client.options.Timeout, ended = short, timeout
				}
				calls := map[string]func(context.Context) error{
					"GetHpJob: " + ended:         func(ctx context.Context) error { _, err := client.GetHpJob(ctx, "1"); return err },
					"GET /x: " + ended:           func(ctx context.Context) error { _, err := client.Request(ctx, "GET", "/x", nil); return err },
					"POST /x: " + ended + mayRun: func(ctx context.Context) error { _, err := client.Request(ctx, "POST", "/x", nil); return err },
				}
				// Its silence has a limit of its own, which a download that is never silent does not pass.
				if !isTimeout {
					calls["Download: "+deadline] = func(ctx context.Context) error {
						_, err := client.Download(ctx, client.baseURL.String(), filepath.Join(t.TempDir(), "video"), DownloadOptions{})
						return err
					}
				} else if moment != "while its bytes come" {
					calls["Download: "+timeout] = func(ctx context.Context) error {
						d := &download{SavedFile: SavedFile{OutputAddress: OutputAddress{client.baseURL.String(), 1}}, base: filepath.Join(t.TempDir(), "video")}
						d.out, _ = os.Create(d.base + ".part")
						defer d.out.Close()
						d.MaxBytes, d.run = 1<<20, client.newRun("Download", "GET")
						return d.run.repeat(ctx, func(ctx context.Context) error { return client.transfer(ctx, d) })
					}
				}
				for want, send := range calls {
					limited, cancel := context.WithTimeout(ctx, map[bool]time.Duration{true: long, false: short}[isTimeout])
					err := send(limited)
					cancel()
					if !errors.Is(err, TimeoutError) || err.Error() != want {
						t.Errorf("%q in place of %q", err, want)
					}
				}
				_, err := client.WaitForHpJob(ctx, "1", WaitOptions{MaxWait: 400 * time.Millisecond, Interval: time.Hour})
				want := `WaitForHpJob: gave up after its MaxWait of 400ms; the job may still be rendering: go on with WaitForHpJob for "1"; the last poll failed: GetHpJob: `
				// A poll has the rest of the wait.
				if !errors.Is(err, JobWaitTimeoutError) || err.Error() != want+deadline {
					t.Errorf("%q in place of %q", err, want+deadline)
				}
			})
		}
	}
}

// Each option with a number of its own, below and above what holds without it.
func TestTakesEachNumberOnBothSidesOfItsDefault(t *testing.T) {
	client, _ := serve(t, respond(200, `{"job_id":"1","status":"rendering"}`))
	tried := map[string]func(value int64) int64{
		"Options.Timeout": func(value int64) int64 {
			client.options.Timeout = time.Duration(value)
			read, create := client.newRun("GetHpJob", "GET").timeout, client.newRun("CreateHpJob", "POST").timeout
			return int64(minimum(read, create))
		},
		"Options.Retries": func(value int64) int64 {
			client.options.Retries = int(value)
			return int64(client.newRun("GetHpJob", "GET").retries)
		},
		"WaitOptions.Interval": func(value int64) int64 {
			return int64(firstPause(client, WaitOptions{Interval: time.Duration(value), MaxWait: 100 * time.Hour}, time.Duration(value)))
		},
		// All but the last poll's share, which is at most five seconds.
		"WaitOptions.MaxWait": func(value int64) int64 {
			share := minimum(5*time.Second, time.Duration(value)/4)
			return int64(share + firstPause(client, WaitOptions{Interval: 100 * time.Hour, MaxWait: time.Duration(value)}, time.Duration(value)-share))
		},
		"DownloadOptions.MaxBytes": func(value int64) int64 {
			for over := int64(0); over < 2; over++ {
				client.options.Transport = bodyOf(200, nil, value+over, content)
				_, err := client.Download(context.Background(), client.baseURL.String(), filepath.Join(t.TempDir(), "video"), DownloadOptions{MaxBytes: value})
				// Up to the limit, it is the rest of the bytes that never comes.
				if errors.Is(err, SizeLimitError) != (over == 1) {
					return -1
				}
			}
			return value
		},
	}
	values := map[string][]int64{
		"Options.Timeout":          {int64(time.Second), int64(time.Hour)},
		"Options.Retries":          {1, 7},
		"WaitOptions.Interval":     {int64(time.Second), int64(time.Hour)},
		"WaitOptions.MaxWait":      {int64(40 * time.Second), int64(50 * time.Hour)},
		"DownloadOptions.MaxBytes": {200, 5 << 30},
	}
	for _, options := range []any{Options{}, WaitOptions{}, DownloadOptions{}} {
		kind := reflect.TypeOf(options)
		for i := 0; i < kind.NumField(); i++ {
			name, field := kind.Name()+"."+kind.Field(i).Name, kind.Field(i).Type.Kind()
			if field != reflect.Int && field != reflect.Int64 {
				continue
			}
			if tried[name] == nil {
				t.Error("not tried: ", name)
				continue
			}
			for _, value := range values[name] {
				client.options.Retries = -1
				if took := tried[name](value); took != value {
					t.Errorf("%s: %d in place of %d", name, took, value)
				}
			}
		}
	}
}

// firstPause is the pause after the first poll, or what it was to be, if it is that less its random share or the time that has passed.
func firstPause(client *Client, options WaitOptions, want time.Duration) (pause time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	options.OnPoll = func(poll Poll) {
		pause = poll.Pause
		cancel()
	}
	_, _ = client.WaitForHpJob(ctx, "1", options)
	if pause <= want && pause >= want*3/4-5*time.Second && pause > 0 {
		return want
	}
	return pause
}
