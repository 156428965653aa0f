// The driver of the Go client.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	vg "video-generation.example/videogeneration"
)

type row struct {
	ID, Op, Base, Cancel       string
	Token                      vg.Token
	Timeout, MaxWait, Deadline float64
}

var (
	mutex   sync.Mutex
	clients = map[string]*vg.Client{}
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	var running sync.WaitGroup
	cancels := map[string]context.CancelFunc{}
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			log.Fatal(err)
		}
		if r.Cancel != "" {
			cancels[r.Cancel]()
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancels[r.ID] = cancel
		running.Add(1)
		go func() {
			defer running.Done()
			defer cancel()
			send(r.ID, func() (json.RawMessage, error) { return r.call(ctx) })
		}()
	}
	running.Wait()
}

func (r row) client() *vg.Client {
	mutex.Lock()
	defer mutex.Unlock()
	if clients[r.Base] == nil {
		client, err := vg.New(vg.Options{BaseURL: r.Base, Token: r.Token})
		if err != nil {
			log.Fatal(err)
		}
		log.Printf("%+v %#v", client, r)
		clients[r.Base] = client
	}
	options := vg.CallOptions{Timeout: seconds(r.Timeout)}
	if r.Op != "wait" {
		options.Deadline = seconds(r.Deadline)
	}
	return clients[r.Base].With(options)
}

func (r row) call(ctx context.Context) (json.RawMessage, error) {
	switch r.Op {
	case "read":
		job, err := r.client().GetHpJob(ctx, "job-1")
		return raw(job, err, func() json.RawMessage { return job.Raw })
	case "create":
		job, err := r.client().CreateHpJob(ctx, vg.HpJobInput{ProjectName: "Videos", Music: true})
		return raw(job, err, func() json.RawMessage { return job.Raw })
	case "lipsync":
		job, err := r.client().CreateLipsyncVideo(ctx, vg.LipsyncVideoInput{Model: vg.LipsyncModelV2})
		return raw(job, err, func() json.RawMessage { return job.Raw })
	}
	job, err := r.client().WaitForHpJob(ctx, "job-1", vg.WaitOptions{Interval: 50 * time.Millisecond, MaxWait: seconds(r.MaxWait)})
	return raw(job, err, func() json.RawMessage { return job.Raw })
}

func raw[Job any](_ *Job, err error, read func() json.RawMessage) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	return read(), nil
}

func send(id string, call func() (json.RawMessage, error)) {
	value, err := call()
	report := map[string]any{"id": id, "ok": err == nil, "value": value, "text": string(value)}
	if err != nil {
		describe(report, err)
	}
	line, err := json.Marshal(report)
	if err != nil {
		log.Fatal(err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	fmt.Println(string(line))
}

func describe(report map[string]any, err error) {
	report["message"], report["error"] = err.Error(), fmt.Sprintf("%T", err)
	asJSON, _ := json.Marshal(err)
	log.Printf("%+v %s", err, asJSON)
	if failure := vg.RequestError(nil); errors.As(err, &failure) {
		report["sent"], report["attempts"] = failure.RequestFacts().Sent, failure.RequestFacts().Attempts
	}
	switch failed := err.(type) {
	case *vg.APIError:
		report["error"] = "api"
		answer(report, failed.Answer)
		if failed.RetryAfter != nil {
			report["retryAfter"] = failed.RetryAfter.Seconds()
		}
	case *vg.InvalidResponseError:
		report["error"] = "invalid-response"
		answer(report, failed.Answer)
	case *vg.ConnectionError:
		report["error"] = "connection"
	case *vg.TimeoutError:
		report["error"] = "timeout"
	case *vg.AbortError:
		report["error"] = "abort"
	case *vg.SizeLimitError:
		report["error"] = "size-limit"
	case *vg.JobWaitTimeoutError:
		report["error"] = "wait-timeout"
	}
}

func answer(report map[string]any, answer vg.Answer) {
	report["status"], report["requestId"] = answer.Status, answer.RequestID
	if len(answer.Body) == 0 {
		return
	}
	report["body"], report["text"] = string(answer.Body), string(answer.Body)
	if json.Valid(answer.Body) {
		report["body"] = json.RawMessage(answer.Body)
	}
}

func seconds(value float64) time.Duration { return time.Duration(value * float64(time.Second)) }
