package videogeneration

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"
)

const token = "secret-token-of-the-test"

// serve answers with the handlers in their order, and with the last again and again.
func serve(t *testing.T, handlers ...http.HandlerFunc) (*Client, *[]string) {
	t.Helper()
	var bodies []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, r.Method+" "+r.RequestURI+" "+string(body))
		handlers[0](w, r)
		if len(handlers) > 1 {
			handlers = handlers[1:]
		}
	}))
	t.Cleanup(server.Close)
	client, err := New(Options{BaseURL: server.URL, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	return client, &bodies
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func TestRefusesSettingsThatWouldShowTheToken(t *testing.T) {
	for _, address := range []string{
		"", "video.example", "ftp://video.example", "http://video.example", "https://", "https://user@video.example",
		"https://video.example?x", "https://video.example#x", "http://127.0.0.1.evil.example", "http://localhost.evil.example",
	} {
		if _, err := New(Options{BaseURL: address, Token: token}); err == nil || !strings.Contains(err.Error(), "BaseURL") {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, address := range []string{"https://video.example/v1/", "http://localhost:80", "http://127.0.0.1", "http://[::1]:1"} {
		if _, err := New(Options{BaseURL: address, Token: token}); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, bad := range []Token{"", "two\nlines-of-a-token", "a b", "ü"} {
		_, err := New(Options{BaseURL: "http://video.example", Token: bad, AllowPlainHTTP: true})
		if err == nil || bad != "" && strings.Contains(err.Error(), string(bad)) {
			t.Errorf("%v", err)
		}
	}
}

func TestKeepsTheTokenOutOfEveryFormat(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Echo", r.Header.Get("Authorization"))
		answer(401, `["\u0073`+token[1:]+`"]`)(w, r)
	})
	_, err := client.GetHpJob(context.Background(), "job-1")
	var failed *APIError
	if !errors.As(err, &failed) {
		t.Fatal(err)
	}
	options := Options{BaseURL: "https://video.example", Token: token}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		shown := fmt.Sprintf(format+format+format+format, client, failed, options, failed.Body)
		if strings.Contains(shown, token) || strings.Contains(shown, fmt.Sprintf("%x", token)) {
			t.Errorf("%s shows the token: %s", format, shown)
		}
	}
	if shown, err := json.Marshal(map[string]any{"token": options.Token, "error": failed}); err != nil || strings.Contains(string(shown), token) {
		t.Errorf("%s %v", shown, err)
	}
}

func TestRefusesBodiesThatTheContractDoesNotList(t *testing.T) {
	client, bodies := serve(t, answer(200, `{"job_id":"1"}`))
	ctx := context.Background()
	_, model := client.CreateLipsyncVideo(ctx, LipsyncVideoInput{Model: "v9"})
	_, kind := client.CreateLipsyncVideo(ctx, LipsyncVideoInput{Model: LipsyncModelV1, Actor: NewAvatarActor("ada", "private")})
	_, segment := client.CreateHpJob(ctx, HpJobInput{Variables: []HpVariable{{}}})
	if model == nil || kind == nil || segment == nil || len(*bodies) != 0 {
		t.Error(model, kind, segment, *bodies)
	}
}

func TestSendsWhatTheContractLists(t *testing.T) {
	client, bodies := serve(t, answer(200, `{"job_id":"1"}`))
	ctx := context.Background()
	_, first := client.CreateLipsyncVideo(ctx, LipsyncVideoInput{
		Model:  LipsyncModelV2,
		Actor:  NewVideoActor("https://example.com/actor"),
		Script: NewTextScript("Hello", "clara", TextScriptVoiceTypePublic),
	})
	_, second := client.GetHpJob(ctx, "a/b?c#d e%2f")
	if first != nil || second != nil {
		t.Fatal(first, second)
	}
	for i, want := range []string{
		`POST /api/express_lipsync_video {"model":"v2","actor":{"use":"video","video_url":"https://example.com/actor"},"script":{"use":"text","text":"Hello","voice_id":"clara","voice_type":"public"}}`,
		`GET /api/hp_job/a%2Fb%3Fc%23d%20e%252f `,
	} {
		if (*bodies)[i] != want {
			t.Errorf("%s\nin place of\n%s", (*bodies)[i], want)
		}
	}
	for _, id := range []string{"", ".", "..", "half \xff"} {
		if _, err := client.GetHpJob(ctx, id); err == nil || len(*bodies) != 2 {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestReadsWhatFitsAndKeepsWhatWasSent(t *testing.T) {
	sent := `{"job_id":"1","status":7,"project_name":null,"output":{"video":[1]},"eta":5}`
	client, _ := serve(t, answer(200, sent), answer(200, `{"job_id":"1","output":5}`), answer(200, `{"avatars_list":[{"a":1},5]}`))
	ctx := context.Background()
	job, err := client.GetHpJob(ctx, "1")
	if err != nil || job.JobID != "1" || job.Status != "" || string(job.Raw) != sent {
		t.Errorf("%+v %v", job, err)
	}
	if output, isOpen := any(job.Output).(map[string]any); isOpen && output["video"] == nil {
		t.Errorf("%+v", job.Output)
	}
	if job, err = client.GetHpJob(ctx, "1"); err != nil || job.JobID != "1" {
		t.Errorf("%+v %v", job, err)
	}
	if any(job.Output) == any(5.0) {
		t.Errorf("%+v", job.Output)
	}
	list, err := client.ListPublicAvatars(ctx)
	if err != nil || len(list.AvatarsList) != 2 {
		t.Errorf("%+v %v", list, err)
	}
	if avatar, isOpen := any(list.AvatarsList[0]).(map[string]any); isOpen && avatar["a"] != 1.0 {
		t.Errorf("%+v", list)
	}
	if !reflect.ValueOf(list.AvatarsList[1]).IsZero() {
		t.Errorf("%+v", list)
	}
}

func TestCarriesTheErrorOfTheContext(t *testing.T) {
	client, _ := serve(t, answer(503, ""))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := client.CreateHpJob(ctx, HpJobInput{})
	var told RequestError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &told) || told.RequestFacts().Sent != SentNo {
		t.Error(err)
	}
}

func TestWithAddsToWhatIsSet(t *testing.T) {
	var traces []string
	client, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
		traces = append(traces, r.Header.Get("X-Trace")+r.Header.Get("X-More"))
		answer(503, "")(w, r)
	})
	first := client.With(CallOptions{Header: http.Header{"X-Trace": {"1"}}, Timeout: time.Minute, Deadline: time.Hour})
	second := first.With(CallOptions{Retries: NoRetries, Header: http.Header{"x-more": {"2"}}})
	if _, err := second.GetHpJob(context.Background(), "1"); err == nil || len(*requests) != 1 || traces[0] != "12" {
		t.Error(err, traces)
	}
	if second.options.Timeout != time.Minute || second.options.Deadline != time.Hour || first.options.Retries != 0 || len(first.options.Header) != 1 {
		t.Errorf("%+v %+v", first.options, second.options)
	}
}

type foreignTransport struct{ http.RoundTripper }

func TestTakesAForeignDefaultTransport(t *testing.T) {
	usual := http.DefaultTransport
	defer func() { http.DefaultTransport = usual }()
	http.DefaultTransport = foreignTransport{usual}
	client, _ := serve(t, answer(200, `{"job_id":"1"}`))
	if _, err := client.GetHpJob(context.Background(), "1"); err != nil {
		t.Error(err)
	}
}

func TestAsksForTheTokenBeforeEveryAttempt(t *testing.T) {
	client, requests := serve(t, answer(503, ""), answer(200, `{"job_id":"1"}`))
	asked := 0
	source := func(context.Context) (Token, error) { asked++; return Token(fmt.Sprint("token-", asked)), nil }
	client, err := New(Options{BaseURL: client.baseURL, TokenSource: source})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetHpJob(context.Background(), "1"); err != nil || asked != 2 || len(*requests) != 2 {
		t.Error(err, asked)
	}
}

func TestWaitsAndGivesEachReading(t *testing.T) {
	job := func(status string) http.HandlerFunc { return answer(200, `{"job_id":"1","status":"`+status+`"}`) }
	client, _ := serve(t, job("queued"), job("RENDERING"), job("done"))
	options := WaitOptions{Interval: time.Millisecond, PendingStatuses: []string{"queued", "RENDERING"}}
	watch := client.WatchHpJob(context.Background(), "1", options)
	var seen []string
	for watch.Next() {
		seen = append(seen, watch.Job().Status)
	}
	if watch.Err() != nil || fmt.Sprint(seen) != "[queued RENDERING done]" || watch.Next() {
		t.Error(watch.Err(), seen)
	}
	client, requests := serve(t, job("rendering"))
	_, err := client.WaitForHpJob(context.Background(), "1", WaitOptions{Interval: time.Millisecond, MaxWait: 200 * time.Millisecond})
	var gaveUp *JobWaitTimeoutError
	if !errors.As(err, &gaveUp) || gaveUp.LastJob.Status != "rendering" || gaveUp.Attempts != len(*requests) {
		t.Error(err)
	}
	until := WaitOptions{Until: func(job *HpJob) bool { return job.Status == "rendering" }}
	if _, err := client.WaitForHpJob(context.Background(), "1", until); err != nil {
		t.Error(err)
	}
}
