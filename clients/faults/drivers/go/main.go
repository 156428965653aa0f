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
	ID, Op, Base, Cancel, Folder string
	Token                        vg.Token
	Timeout, MaxWait, Deadline   float64
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
		if r.Deadline > 0 && r.Op != "wait" {
			ctx, cancel = context.WithTimeout(context.Background(), seconds(r.Deadline))
		}
		cancels[r.ID] = cancel
		running.Add(1)
		go func() {
			defer running.Done()
			defer cancel()
			r.report(r.call(ctx))
		}()
	}
	running.Wait()
}

func (r row) client() *vg.Client {
	mutex.Lock()
	defer mutex.Unlock()
	if clients[r.Base] == nil {
		client, err := vg.New(vg.Options{BaseURL: r.Base, Token: r.Token, Timeout: seconds(r.Timeout)})
		if err != nil {
			log.Fatal(err)
		}
		log.Printf("%+v %#v", client, r)
		clients[r.Base] = client
	}
	return clients[r.Base]
}

// call gives the response as it was sent.
func (r row) call(ctx context.Context) (value json.RawMessage, err error) {
	job, created, lipsync := &vg.HpJob{}, &vg.HpJobReceipt{}, &vg.LipsyncVideoReceipt{}
	switch r.Op {
	case "read":
		job, err = r.client().GetHpJob(ctx, "job-1")
	case "save":
		if job, err = r.client().GetHpJob(ctx, "job-1"); err == nil {
			_, err = r.client().SaveVideos(ctx, job, r.Folder, vg.DownloadOptions{})
		}
	case "create":
		created, err = r.client().CreateHpJob(ctx, vg.HpJobInput{ProjectName: "Videos", Music: true})
	case "lipsync":
		lipsync, err = r.client().CreateLipsyncVideo(ctx, vg.LipsyncVideoInput{Model: vg.LipsyncModelV2})
	default:
		job, err = r.client().WaitForHpJob(ctx, "job-1", vg.WaitOptions{Interval: 50 * time.Millisecond, MaxWait: seconds(r.MaxWait)})
	}
	if err != nil {
		return nil, err
	}
	return append(append(job.Raw, created.Raw...), lipsync.Raw...), nil
}

func (r row) report(value json.RawMessage, err error) {
	report := map[string]any{"id": r.ID, "ok": err == nil, "value": value, "text": string(value)}
	if err != nil {
		asJSON, _ := json.Marshal(err)
		log.Printf("%+v %s", err, asJSON)
		report["message"] = err.Error()
	}
	var failed *vg.Error
	if errors.As(err, &failed) {
		report["error"], report["sent"], report["attempts"] = failed.Kind, failed.Sent, failed.Attempts
		report["status"], report["requestId"], report["text"] = failed.Status, failed.RequestID, string(failed.Body)
		if failed.RetryAfter >= 0 {
			report["retryAfter"] = failed.RetryAfter.Seconds()
		}
		if json.Valid(failed.Body) {
			report["body"] = json.RawMessage(failed.Body)
		} else if len(failed.Body) > 0 {
			report["body"] = string(failed.Body)
		}
	}
	line, err := json.Marshal(report)
	if err != nil {
		log.Fatal(err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	fmt.Println(string(line))
}

func seconds(value float64) time.Duration { return time.Duration(value * float64(time.Second)) }
