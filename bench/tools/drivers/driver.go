// Makes the calls of the matrix with the package that was generated beside this file.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"story/client"
)

type row struct {
	ID       string          `json:"id"`
	Op       string          `json:"op"`
	Base     string          `json:"base"`
	Token    string          `json:"token"`
	Body     json.RawMessage `json:"body"`
	Timeout  float64         `json:"timeout"`
	Deadline *float64        `json:"deadline"`
	Cancel   string          `json:"cancel"`
}

var output sync.Mutex

func report(id string, job string, err error) {
	reported := map[string]any{"id": id, "ok": err == nil, "value": map[string]string{"job_id": job}}
	if err != nil {
		reported["error"], reported["message"] = fmt.Sprintf("%T", err), err.Error()
	}
	line, _ := json.Marshal(reported)
	output.Lock()
	defer output.Unlock()
	fmt.Println(string(line))
}

func run(ctx context.Context, r row) {
	if r.Deadline != nil {
		limited, cancel := context.WithTimeout(ctx, seconds(*r.Deadline))
		defer cancel()
		ctx = limited
	}
	api := client.New(client.Config{
		ServerURL: r.Base,
		Timeout:   seconds(r.Timeout),
		Retry:     client.RetryConfig{Retries: 2, RetryDelay: 500 * time.Millisecond},
		Auth:      client.Auth{Bearer: func() string { return r.Token }},
	})
	switch r.Op {
	case "read":
		job, err := api.GetHpJob(ctx, "job-1")
		report(r.ID, string(job.JobId), err)
	case "create":
		var body client.HpJobInput
		_ = json.Unmarshal(r.Body, &body)
		job, err := api.CreateHpJob(ctx, body)
		report(r.ID, string(job.JobId), err)
	case "lipsync":
		var body client.LipsyncVideoInput
		_ = json.Unmarshal(r.Body, &body)
		job, err := api.CreateLipsyncVideo(ctx, body)
		report(r.ID, string(job.JobId), err)
	default:
		report(r.ID, "", errors.New("it has no wait"))
	}
}

func seconds(value float64) time.Duration { return time.Duration(value * float64(time.Second)) }

func main() {
	lines := bufio.NewScanner(os.Stdin)
	cancels := map[string]context.CancelFunc{}
	for lines.Scan() {
		var r row
		_ = json.Unmarshal(lines.Bytes(), &r)
		if r.Cancel != "" {
			cancels[r.Cancel]()
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancels[r.ID] = cancel
		go run(ctx, r)
	}
}
