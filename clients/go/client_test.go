package videogeneration

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
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
			mayAsk := err == nil && client.mayAsk(address)
			if each.Where == "metadata" && mayAsk || each.Where == "public" && !mayAsk || scheme == "https://" && !own.mayAsk(address) {
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
	_, err := client.GetHpJob(context.Background(), "job-1")
	var failed *Error
	if !errors.As(err, &failed) || failed.Header.Get("Set-Cookie") != redacted {
		t.Errorf("%v shows a cookie", err)
	}
	options := Options{Token: token}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		shown := fmt.Sprintf(format+format+format, client, err, options)
		if strings.Contains(shown, token) || strings.Contains(shown, fmt.Sprintf("%x", token)) {
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
	text, err := os.ReadFile(os.Getenv("SHARED_CASES"))
	if os.Getenv("SHARED_CASES") != "" && err != nil {
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
	_, segment := client.CreateHpJob(ctx, HpJobInput{Variables: []HpSegment{{}}})
	refused := []error{model, kind, segment}
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
	if err != nil || len(list.AvatarsList) != 2 || !reflect.ValueOf(list.AvatarsList[1]).IsZero() {
		t.Errorf("%+v %v", list, err)
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

type transport func() (*http.Response, error)

func (t transport) RoundTrip(*http.Request) (*http.Response, error) { return t() }

func TestTakesAForeignDefaultTransportAndSendsACreateOnce(t *testing.T) {
	usual, attempts := http.DefaultTransport, 0
	defer func() { http.DefaultTransport = usual }()
	http.DefaultTransport = transport(func() (*http.Response, error) { attempts++; return nil, errors.New("it broke") })
	client, _ := serve(t, respond(200, ""))
	_, err := client.CreateHpJob(context.Background(), HpJobInput{})
	var failed *Error
	if !errors.As(err, &failed) || failed.Kind != ConnectionError || failed.Sent != SentMaybe || attempts != 1 {
		t.Error(err, attempts)
	}
}

func TestAWaitLooksAtEachReadingAndGivesTheLast(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	client, requests := serve(t, respond(200, `{"job_id":"1","status":"rendering"}`), respond(503, ""), hang, respond(200, `{"job_id":"1","status":"done"}`))
	var seen []string
	options := WaitOptions{Interval: time.Millisecond, MaxWait: 2 * time.Second}
	options.Until = func(job *HpJob) bool { seen = append(seen, job.Status); return isOver(job) }
	job, err := client.WaitForHpJob(context.Background(), "1", options)
	if err != nil || job.Status != "done" || fmt.Sprint(seen) != "[rendering done]" {
		t.Error(err, seen)
	}
	options.Until = func(job *HpJob) bool { return job.Status == "published" }
	job, err = client.WaitForHpJob(context.Background(), "1", options)
	var gaveUp *Error
	if !errors.As(err, &gaveUp) || !errors.Is(err, JobWaitTimeoutError) || job.Status != "done" || gaveUp.Attempts != len(*requests)-4 {
		t.Error(err, job)
	}
}
