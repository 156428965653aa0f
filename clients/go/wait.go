package videogeneration

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
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
	// OnPoll is called after each reading of the job.
	OnPoll func(Poll)
}

// Poll is a reading of a job during a wait.
type Poll struct {
	// Number counts from 1.
	Number int
	// Job is the job as it was last read, or nil.
	Job *HpJob
	// Err is what this reading has failed with.
	Err error
	// Pause is the time before the next reading; 0 if this was the last.
	Pause time.Duration
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
	unusable, isLast := 0, false
	for number := 1; ; number++ {
		pause := options.pauseAfter(number)
		inTime, cancel := context.WithTimeout(ctx, maximum(reserve, time.Until(lastPollAt)))
		read, err := poll.GetHpJob(inTime, jobID)
		cancel()
		isDone, givesUp := false, false
		failed, isOurs := err.(*Error)
		switch {
		case err == nil:
			r.facts.note(SentYes)
			job, unusable = read, 0
			isDone = options.Until(job)
		case !isOurs:
			givesUp = true
		default:
			r.facts.note(failed.Sent)
			if isUnusable(failed) {
				unusable++
				givesUp = !saysNothing(failed, job) || unusable > policyMaxUnusableResponses
			}
			pause = maximum(pause, minimum(failed.RetryAfter, policyMaxRetryAfter))
		}
		// At the end of the time comes a last poll, however long this one took.
		left := time.Until(lastPollAt) - pause
		pause = maximum(0, pause+minimum(left, 0))
		if isDone || givesUp || isLast {
			pause = 0
		}
		if options.OnPoll != nil {
			options.OnPoll(Poll{number, job, err, pause})
		}
		switch {
		case isDone || givesUp:
			return job, err
		case isLast:
			return job, r.gaveUp(options.MaxWait, jobID, err)
		}
		isLast = left <= 0
		if err := r.sleep(ctx, pause); err != nil {
			return job, err
		}
	}
}

// pauseAfter is the pause after so many polls.
func (o WaitOptions) pauseAfter(polls int) time.Duration {
	return growingPause(o.Interval, policyPollPauseGrowth, policyMaxPollPause, polls-1)
}

// isUnusable is more than what a retry is for: in twenty minutes any failure of a server can pass.
func isUnusable(failed *Error) bool {
	return !failed.IsSafeToRepeat() && failed.Status < 500
}

// saysNothing of the job. Once it was read, a 404 says that it is gone.
func saysNothing(failed *Error, job *HpJob) bool {
	return failed.Kind == InvalidResponseError || failed.Status == http.StatusNotFound && job == nil
}

func (r *run) gaveUp(maxWait time.Duration, jobID string, failure error) *Error {
	err := fmt.Errorf("gave up after its MaxWait of %v; the job may still be rendering: go on with WaitForHpJob for %q", maxWait, jobID)
	if failure != nil {
		err = fmt.Errorf("%v; the last poll failed: %w", err, failure)
	}
	return r.fail(JobWaitTimeoutError, err)
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
	// A documented word in capitals is still that word.
	return !policyPendingStatuses[strings.ToLower(job.Status)]
}
