package videogeneration

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

const (
	// Short enough to notice a quick render, long enough not to be a burden. The specification names
	// no interval, and no duration either.
	usualInterval = 2 * time.Second
	usualMaxWait  = 20 * time.Minute
	maxInterval   = 15 * time.Second
	// Enough for a read that is answered at all.
	maxLastPoll = 5 * time.Second
	// How many answers in a row may say nothing about the job: a page of a proxy, half a body, a 404
	// of a server that does not know it yet. More of them are no accident.
	maxUnusableAnswers = 5
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
// It fails with a *WaitTimeoutError when the time is up; the job may still be rendering.
func (c *Client) WaitForHpJob(ctx context.Context, jobID string, options WaitOptions) (*HpJob, error) {
	options = options.complete()
	reserve := minimum(maxLastPoll, options.MaxWait/4)
	startedAt := time.Now()
	left := func() time.Duration { return options.MaxWait - reserve - time.Since(startedAt) }
	facts := Facts{"WaitForHpJob", http.MethodGet, 0, SentNo}
	var last *HpJob
	var cause error
	unusable := 0
	for isLast := false; ; {
		longest := maxInterval
		if options.Interval > longest {
			longest = options.Interval
		}
		pause := growingPause(options.Interval, 1.5, longest, facts.Attempts)
		job, err := c.poll(ctx, jobID, reserve, left())
		cause = err
		if err != nil {
			if !mayPassInWait(err) {
				if unusable++; !saysNothing(err, last) || unusable > maxUnusableAnswers {
					return last, err
				}
			}
			if asked := minimum(retryAfterOf(err), maxRetryAfter); asked > pause {
				pause = asked
			}
			facts = facts.after(sentOf(err))
		} else {
			unusable, last = 0, job
			facts = facts.after(SentYes)
			if options.OnUpdate != nil {
				if err := options.OnUpdate(job); err != nil {
					return job, err
				}
			}
			if options.Until(job) {
				return job, nil
			}
		}
		if isLast {
			return last, &WaitTimeoutError{facts, jobID, last, time.Since(startedAt), cause}
		}
		isLast = pause >= left()
		if err := sleep(ctx, minimum(pause, left()), facts); err != nil {
			return last, err
		}
	}
}

// poll reads once: the next poll is the retry.
func (c *Client) poll(ctx context.Context, jobID string, reserve, left time.Duration) (*HpJob, error) {
	options := c.options
	options.Retries = NoRetries
	options.Deadline = reserve
	if left > reserve {
		options.Deadline = left
	}
	return c.With(options).GetHpJob(ctx, jobID)
}

func (o WaitOptions) complete() WaitOptions {
	if o.Interval <= 0 {
		o.Interval = usualInterval
	}
	if o.MaxWait <= 0 {
		o.MaxWait = usualMaxWait
	}
	if o.PendingStatuses == nil {
		o.PendingStatuses = []string{"rendering"}
	}
	if o.Until == nil {
		o.Until = o.isOver
	}
	return o
}

// isOver looks at the status as it was sent: of another type it is as unknown as any other value.
func (o WaitOptions) isOver(job *HpJob) bool {
	status := readAs[map[string]json.RawMessage](job.Raw)["status"]
	if typeOf(status) == "null" || string(status) == `""` {
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

// saysNothing: once a job was read, a 404 says that it is gone.
func saysNothing(err error, last *HpJob) bool {
	var answered *APIError
	var invalid *InvalidResponseError
	return errors.As(err, &invalid) ||
		last == nil && errors.As(err, &answered) && answered.Status == http.StatusNotFound
}

func sentOf(err error) Sent {
	var told RequestError
	if errors.As(err, &told) {
		return told.RequestFacts().Sent
	}
	return SentNo
}
