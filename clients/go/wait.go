package videogeneration

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// WaitOptions are the settings of a wait. The zero value of each stands for its default.
type WaitOptions struct {
	// Interval is the pause before the second poll, 2 seconds by default. Later ones grow to 15 seconds.
	Interval time.Duration
	// MaxWait limits the whole wait, 20 minutes by default. Its last 5 seconds are kept for a last poll, whatever the one before does.
	MaxWait time.Duration
	// Until is called with the job each time it was read, and says whether the wait is over. By default
	// it is at the final statuses of the contract, or, while it names none, at any but "rendering".
	Until func(*HpJob) bool
}

// WaitForHpJob waits until the status of an HP job is final. While the contract names no final status,
// any but "rendering" ends the wait. A job that has ended may have failed: look at Status and Output.
// It fails with a JobWaitTimeoutError when the time is up; wait again with the same identifier, also
// in another process. With an error comes the job as it was last read, or nil.
func (c *Client) WaitForHpJob(ctx context.Context, jobID string, options WaitOptions) (*HpJob, error) {
	if options.Interval <= 0 {
		options.Interval = policyFirstPollPause
	}
	if options.MaxWait <= 0 {
		options.MaxWait = policyMaxWait
	}
	if options.Until == nil {
		options.Until = isOver
	}
	reserve := minimum(policyMaxLastPoll, options.MaxWait/4)
	lastPollAt := time.Now().Add(options.MaxWait - reserve)
	r := c.newRun("WaitForHpJob", http.MethodGet)
	// The next poll is the retry, so a poll has none of its own.
	poll := *c
	poll.options.Retries = -1
	var job *HpJob
	var failure error
	for left, pause, unusable := options.MaxWait, time.Duration(0), 0; left > 0; {
		left = time.Until(lastPollAt) - pause
		if err := r.sleep(ctx, pause+minimum(left, 0)); err != nil {
			return job, err
		}
		pause = growingPause(options.Interval, policyPollPauseGrowth, policyMaxPollPause, r.facts.Attempts)
		inTime, cancel := context.WithTimeout(ctx, maximum(reserve, time.Until(lastPollAt)))
		read, err := poll.GetHpJob(inTime, jobID)
		cancel()
		if failure = err; err == nil {
			r.facts.note(SentYes)
			job, unusable = read, 0
			if options.Until(job) {
				return job, nil
			}
			continue
		}
		failed, isOurs := err.(*Error)
		if !isOurs {
			return job, err
		}
		r.facts.note(failed.Sent)
		// Once the job was read, a 404 says that it is gone.
		saysNothing := failed.Kind == InvalidResponseError || failed.Status == http.StatusNotFound && job == nil
		// More than what a retry is for: in twenty minutes any failure of a server can pass.
		if !failed.IsTransient && failed.Status < 500 {
			if unusable++; !saysNothing || unusable > policyMaxUnusableResponses {
				return job, err
			}
		}
		pause = maximum(pause, minimum(failed.RetryAfter, policyMaxRetryAfter))
	}
	gaveUp := fmt.Errorf("gave up after %v: the job may still be rendering, so wait again for %q", options.MaxWait, jobID)
	if failure != nil {
		gaveUp = fmt.Errorf("%v; the last poll failed: %w", gaveUp, failure)
	}
	return job, r.fail(JobWaitTimeoutError, gaveUp)
}

// isOver looks at the status as it was sent: of another type it is as unknown as any other value.
func isOver(job *HpJob) bool {
	status := readAs[any](readAs[map[string]json.RawMessage](job.Raw)["status"])
	if status == nil || status == false || status == 0.0 || status == "" {
		return false
	}
	if len(policyFinalStatuses) > 0 {
		return policyFinalStatuses[job.Status]
	}
	return !policyPendingStatuses[job.Status]
}
