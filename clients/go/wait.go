package videogeneration

import (
	"context"
	"encoding/json"
	"errors"
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
	// OnUpdate is called with the job each time it was read. An error ends the wait.
	OnUpdate func(*HpJob) error
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
	client    *Client
	ctx       context.Context
	jobID     string
	options   WaitOptions
	reserve   time.Duration
	startedAt time.Time
	facts     Facts
	job       *HpJob
	err       error
	pause     time.Duration
	unusable  int
	isLast    bool
	isOver    bool
}

// WatchHpJob begins a wait that gives the job each time it is read, until it is no longer
// "rendering". It fails as WaitForHpJob does.
func (c *Client) WatchHpJob(ctx context.Context, jobID string, options WaitOptions) *Watch {
	options = options.complete()
	return &Watch{
		client: c, ctx: ctx, jobID: jobID, options: options,
		reserve:   minimum(policyMaxLastPoll, options.MaxWait/4),
		startedAt: time.Now(),
		facts:     Facts{"WaitForHpJob", http.MethodGet, 0, SentNo},
	}
}

// Job is the job as it was last read; nil if no poll was answered.
func (w *Watch) Job() *HpJob { return w.job }

// Err is what the wait failed with; nil while it goes on and when its job is over.
func (w *Watch) Err() error { return w.err }

// Next waits until the job is read again. It is false when the wait is over.
func (w *Watch) Next() bool {
	var cause error
	for !w.isOver {
		if w.isLast {
			return w.end(&JobWaitTimeoutError{w.facts, w.jobID, w.job, time.Since(w.startedAt), cause})
		}
		if w.facts.Attempts > 0 {
			w.isLast = w.pause >= w.left()
			if err := sleep(w.ctx, minimum(w.pause, w.left()), w.facts); err != nil {
				return w.end(err)
			}
		}
		w.pause = growingPause(w.options.Interval, policyPollPauseGrowth, maximum(w.options.Interval, policyMaxPollPause), w.facts.Attempts)
		var job *HpJob
		if job, cause = w.poll(); cause == nil {
			return w.take(job)
		}
		if !mayPassInWait(cause) {
			if w.unusable++; !w.saysNothing(cause) || w.unusable > policyMaxUnusableAnswers {
				return w.end(cause)
			}
		}
		w.pause = maximum(w.pause, minimum(retryAfterOf(cause), policyMaxRetryAfter))
		w.facts = w.facts.after(sentOf(cause))
	}
	return false
}

func (w *Watch) take(job *HpJob) bool {
	w.job, w.unusable, w.facts = job, 0, w.facts.after(SentYes)
	if w.options.OnUpdate != nil {
		if err := w.options.OnUpdate(job); err != nil {
			return w.end(err)
		}
	}
	w.isOver = w.options.Until(job)
	return true
}

func (w *Watch) end(err error) bool {
	w.isOver, w.err = true, err
	return false
}

func (w *Watch) left() time.Duration {
	return w.options.MaxWait - w.reserve - time.Since(w.startedAt)
}

// poll reads once: the next poll is the retry.
func (w *Watch) poll() (*HpJob, error) {
	limits := CallOptions{Retries: NoRetries, Deadline: maximum(w.reserve, w.left())}
	return w.client.With(limits).GetHpJob(w.ctx, w.jobID)
}

// saysNothing tells an answer that is about no job: once the job was read, a 404 says that it is gone.
func (w *Watch) saysNothing(err error) bool {
	var answered *APIError
	var invalid *InvalidResponseError
	return errors.As(err, &invalid) ||
		w.job == nil && errors.As(err, &answered) && answered.Status == http.StatusNotFound
}

func (o WaitOptions) complete() WaitOptions {
	if o.Interval <= 0 {
		o.Interval = policyFirstPollPause
	}
	if o.MaxWait <= 0 {
		o.MaxWait = policyMaxWait
	}
	if o.PendingStatuses == nil {
		o.PendingStatuses = policyPendingStatuses
	}
	if o.Until == nil {
		o.Until = o.isOver
	}
	return o
}

// isOver looks at the status as it was sent: of another type it is as unknown as any other value.
func (o WaitOptions) isOver(job *HpJob) bool {
	status := readAs[map[string]json.RawMessage](job.Raw)["status"]
	switch string(status) {
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

// mayPassInWait is more than what a retry is for: in twenty minutes any failure of a server can pass.
func mayPassInWait(err error) bool {
	var answered *APIError
	return mayPass(err) || errors.As(err, &answered) && answered.Status >= 500
}

func sentOf(err error) Sent {
	var told RequestError
	if errors.As(err, &told) {
		return told.RequestFacts().Sent
	}
	return SentNo
}
