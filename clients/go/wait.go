package videogeneration

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// WaitOptions are the settings of a wait. The zero value of each stands for its default.
type WaitOptions struct {
	// Interval is the pause before the second poll. Later ones grow to 15 seconds. The default is 2
	// seconds.
	Interval time.Duration
	// MaxWait limits the whole wait. Its end, up to five seconds, is kept for a last poll. The default
	// is 20 minutes.
	MaxWait time.Duration
	// PendingStatuses are the values of status that mean that the job is still rendering. The default
	// is "rendering". A job without a status is pending too.
	PendingStatuses []string
	// Until says whether the wait is over, in place of PendingStatuses.
	Until func(*HpJob) bool
}

// WaitForHpJob waits until an HP job is no longer "rendering", and returns it as it was sent. That
// is not a success: no other status is documented, so look at Status and Output yourself. The
// identifier is all that is needed, so a wait can go on in another process.
//
// It fails with a *JobWaitTimeoutError when the time is up; the job may still be rendering.
func (c *Client) WaitForHpJob(ctx context.Context, jobID string, options WaitOptions) (*HpJob, error) {
	watch := c.WatchHpJob(ctx, jobID, options)
	for watch.Next() {
	}
	return watch.Job(), watch.Err()
}

// Watch is a wait under way. It is used by one goroutine, as a bufio.Scanner is:
//
//	watch := client.WatchHpJob(ctx, id, videogeneration.WaitOptions{})
//	for watch.Next() {
//		fmt.Println(watch.Job().Status)
//	}
//	return watch.Err()
type Watch struct {
	client             *Client
	ctx                context.Context
	jobID              string
	options            WaitOptions
	startedAt          time.Time
	lastPollAt         time.Time
	lastPollLimit      time.Duration
	facts              Facts
	job                *HpJob
	err, pollErr       error
	pause              time.Duration
	unusable           int
	isLastPoll, isOver bool
}

// WatchHpJob begins a wait that gives the job each time it is read, until it is no longer
// "rendering". It fails as WaitForHpJob does.
func (c *Client) WatchHpJob(ctx context.Context, jobID string, options WaitOptions) *Watch {
	if options.Interval <= 0 {
		options.Interval = policyFirstPollPause
	}
	if options.MaxWait <= 0 {
		options.MaxWait = policyMaxWait
	}
	if options.PendingStatuses == nil {
		options.PendingStatuses = policyPendingStatuses
	}
	if options.Until == nil {
		options.Until = options.isOver
	}
	reserve := minimum(policyMaxLastPoll, options.MaxWait/4)
	return &Watch{
		client: c, ctx: ctx, jobID: jobID, options: options, lastPollLimit: reserve,
		startedAt: time.Now(), lastPollAt: time.Now().Add(options.MaxWait - reserve),
		facts: Facts{"WaitForHpJob", http.MethodGet, 0, SentNo},
	}
}

// Job is the job as it was last read; nil if no poll was answered.
func (w *Watch) Job() *HpJob { return w.job }

// Err is what the wait failed with; nil while it goes on and when its job is over.
func (w *Watch) Err() error { return w.err }

// Next waits until the job is read again. It is false when the wait is over.
func (w *Watch) Next() bool {
	for !w.isOver {
		if w.isLastPoll {
			return w.fail(&JobWaitTimeoutError{w.facts, w.jobID, w.job, time.Since(w.startedAt), w.pollErr})
		}
		if w.facts.Attempts > 0 {
			left := time.Until(w.lastPollAt)
			w.isLastPoll = w.pause >= left
			if err := sleep(w.ctx, minimum(w.pause, left), w.facts); err != nil {
				return w.fail(err)
			}
		}
		longest := maximum(w.options.Interval, policyMaxPollPause)
		w.pause = growingPause(w.options.Interval, policyPollPauseGrowth, longest, w.facts.Attempts)
		// The next poll is the retry, so a poll has none of its own.
		limits := CallOptions{Retries: NoRetries, Deadline: maximum(w.lastPollLimit, time.Until(w.lastPollAt))}
		var job *HpJob
		if job, w.pollErr = w.client.With(limits).GetHpJob(w.ctx, w.jobID); w.pollErr == nil {
			w.job, w.unusable, w.facts = job, 0, w.facts.after(SentYes)
			w.isOver = w.options.Until(job)
			return true
		}
		if err := w.bear(w.pollErr); err != nil {
			return w.fail(err)
		}
	}
	return false
}

func (w *Watch) fail(err error) bool {
	w.isOver, w.err = true, err
	return false
}

// bear gives the error of a poll back if it ends the wait, and obeys what asks for a pause.
func (w *Watch) bear(err error) error {
	asked, goesOn := mayPass(err)
	says := true
	switch failed := err.(type) {
	case *APIError:
		// More than what a retry is for: in twenty minutes any failure of a server can pass.
		goesOn = goesOn || failed.Status >= 500
		// Once the job was read, a 404 says that it is gone.
		says = failed.Status != http.StatusNotFound || w.job != nil
	case *InvalidResponseError:
		says = false
	}
	if !goesOn {
		if w.unusable++; says || w.unusable > policyMaxUnusableAnswers {
			return err
		}
	}
	w.pause = maximum(w.pause, minimum(asked, policyMaxRetryAfter))
	if failed, ok := err.(RequestError); ok {
		w.facts = w.facts.after(failed.RequestFacts().Sent)
	}
	return nil
}

// isOver looks at the status as it was sent: of another type it is as unknown as any other value.
func (o WaitOptions) isOver(job *HpJob) bool {
	switch string(readAs[map[string]json.RawMessage](job.Raw)["status"]) {
	case "", "null", "false", "0", `""`:
		return false
	}
	for _, pending := range o.PendingStatuses {
		if job.Status == pending {
			return false
		}
	}
	return true
}
