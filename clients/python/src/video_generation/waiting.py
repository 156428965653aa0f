"""Waiting for an HP job: the one kind of job that can be read back."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Callable, Optional, Sequence

from ._generated import policy
from ._generated.operations import GET_HP_JOB
from ._generated.types import HpJob
from .calling import CallOptions
from .errors import (
    ApiError,
    ClientClosedError,
    Facts,
    InvalidResponseError,
    JobWaitTimeoutError,
    RequestError,
)
from .options import Settings, check_duration
from .reading import as_mapping
from .steps import Sleep, Steps, call, closed, growing_pause, may_pass

Until = Callable[[HpJob], bool]


@dataclass(frozen=True)
class WaitOptions:
    """Settings of a wait."""

    interval: float
    max_wait: float
    pending_statuses: Sequence[str]
    until: Optional[Until]
    #: Of each poll.
    timeout: Optional[float]


class Wait:
    """A wait under way: one reading after the other, until the job is no longer pending."""

    def __init__(self, settings: Settings, job_id: str, options: WaitOptions) -> None:
        self._settings, self._job_id, self._options = settings, job_id, options
        self._interval = check_duration("interval", options.interval)
        max_wait = check_duration("max_wait", options.max_wait)
        self._reserve = min(policy.MAX_LAST_POLL, max_wait / 4)
        self._started_at = time.monotonic()
        self._last_poll_at = self._started_at + max_wait - self._reserve
        self._facts = Facts("wait_for_hp_job", "GET")
        self._last_job: Optional[HpJob] = None
        self._pause: Optional[float] = None
        self._unusable = 0
        self.is_over = self._is_last = False

    def next_reading(self) -> Steps[HpJob]:
        """The job, when it is read again."""
        cause: Optional[RequestError] = None
        while True:
            if self._pause is not None:
                if self._is_last:
                    raise self._timeout_error() from cause
                yield from self._sleep(self._pause)
            longest = max(self._interval, policy.MAX_POLL_PAUSE)
            growth, before = policy.POLL_PAUSE_GROWTH, self._facts.attempts
            self._pause = growing_pause(self._interval, growth, longest, before)
            # The next poll is the retry, so a poll has none of its own.
            deadline = max(self._reserve, self._last_poll_at - time.monotonic())
            poll = CallOptions(self._options.timeout, deadline, retries=0)
            try:
                job = yield from call(self._settings, GET_HP_JOB, (self._job_id,), None, poll)
            except ClientClosedError:
                raise
            except RequestError as failure:
                cause = failure
                self._pause = max(self._pause, self._bear(failure))
                continue
            self._facts, self._last_job, self._unusable = self._facts.after("yes"), job, 0
            self.is_over = self._ends_with(job)
            return job

    def _sleep(self, pause: float) -> Steps[None]:
        left = self._last_poll_at - time.monotonic()
        self._is_last = pause >= left
        if (yield Sleep(max(0.0, min(pause, left)))) is not None:
            raise closed(self._facts)

    def _bear(self, failure: RequestError) -> float:
        """The pause that a failure asks for; raises it if the wait has to end."""
        self._facts = self._facts.after(failure.sent)
        if not _may_pass(failure):
            self._unusable += 1
            is_last = self._unusable > policy.MAX_UNUSABLE_ANSWERS
            if is_last or not self._says_nothing(failure):
                raise failure
        asked = getattr(failure, "retry_after", None) or 0.0
        return float(min(asked, policy.MAX_RETRY_AFTER))

    def _says_nothing(self, failure: RequestError) -> bool:
        """Once a job was read, a 404 says that it is gone."""
        is_404 = isinstance(failure, ApiError) and failure.status == 404
        return isinstance(failure, InvalidResponseError) or (is_404 and self._last_job is None)

    def _ends_with(self, job: HpJob) -> bool:
        if self._options.until is not None:
            return self._options.until(job)
        # As it was sent: of another type it is as unknown as any other value.
        status = as_mapping(job.raw).get("status")
        is_pending = status in (None, "", False, *self._options.pending_statuses)
        return not is_pending

    def _timeout_error(self) -> JobWaitTimeoutError:
        elapsed = time.monotonic() - self._started_at
        return JobWaitTimeoutError(
            f"wait_for_hp_job gave up after {elapsed:.1f} s. The job may still be rendering: "
            f"go on with wait_for_hp_job({self._job_id!r}).",
            self._facts,
            self._job_id,
            self._last_job,
            elapsed,
        )


def _may_pass(failure: RequestError) -> bool:
    """More than what a retry is for: in twenty minutes any failure of a server can pass."""
    return may_pass(failure) or (isinstance(failure, ApiError) and failure.status >= 500)
