"""Waiting for an HP job: the one kind of job that can be read back."""
from __future__ import annotations

import time
from typing import Callable, Optional, Sequence

from ._generated import policy
from ._generated.operations import GET_HP_JOB
from ._generated.types import HpJob
from .answers import as_mapping
from .errors import (
    ApiError,
    ClientClosedError,
    Facts,
    InvalidResponseError,
    JobWaitTimeoutError,
    RequestError,
)
from .options import CallOptions, Settings, check_duration
from .send import Steps, call, growing_pause, may_pass, sleep

Until = Callable[[HpJob], bool]


class Wait:
    """A wait under way: one reading after the other, until the job is no longer pending."""

    def __init__(
        self,
        settings: Settings,
        job_id: str,
        interval: float,
        max_wait: float,
        pending_statuses: Sequence[str],
        until: Optional[Until],
    ) -> None:
        if isinstance(pending_statuses, str):
            raise ValueError(f"pending_statuses must be a list, not {pending_statuses!r}")
        self._settings, self._job_id = settings, job_id
        self._interval = check_duration("interval", interval)
        self._pending_statuses, self._until = pending_statuses, until
        self._last_poll_limit = min(policy.MAX_LAST_POLL, check_duration("max_wait", max_wait) / 4)
        self._started_at = time.monotonic()
        self._last_poll_at = self._started_at + max_wait - self._last_poll_limit
        self._facts = Facts("wait_for_hp_job", "GET")
        self._last_job: Optional[HpJob] = None
        self._pause = 0.0
        self._unusable = 0
        self.is_over = self._is_last_poll = False

    def last_reading(self) -> Steps[HpJob]:
        """The job, when the wait is over."""
        job = yield from self.next_reading()
        while not self.is_over:
            job = yield from self.next_reading()
        return job

    def next_reading(self) -> Steps[HpJob]:
        """The job, when it is read again."""
        cause: Optional[RequestError] = None
        while True:
            if self._is_last_poll:
                raise self._timeout_error() from cause
            if self._facts.attempts > 0:
                left = max(0.0, self._last_poll_at - time.monotonic())
                self._is_last_poll = self._pause >= left
                yield from sleep(min(self._pause, left), self._facts)
            longest = max(self._interval, policy.MAX_POLL_PAUSE)
            growth, before = policy.POLL_PAUSE_GROWTH, self._facts.attempts
            self._pause = growing_pause(self._interval, growth, longest, before)
            # The next poll is the retry, so a poll has none of its own.
            deadline = max(self._last_poll_limit, self._last_poll_at - time.monotonic())
            poll = CallOptions(deadline=deadline, retries=0)
            try:
                job = yield from call(self._settings, GET_HP_JOB, (self._job_id,), None, poll)
            except ClientClosedError:
                raise
            except RequestError as failure:
                cause = failure
                self._bear(failure)
                continue
            self._facts, self._last_job, self._unusable = self._facts.after("yes"), job, 0
            self.is_over = self._ends_with(job)
            return job

    def _bear(self, failure: RequestError) -> None:
        """Raises what ends the wait, and obeys what asks for a pause."""
        self._facts = self._facts.after(failure.sent)
        status = failure.status if isinstance(failure, ApiError) else 0
        # More than what a retry is for: in twenty minutes any failure of a server can pass.
        if not may_pass(failure) and status < 500:
            self._unusable += 1
            # Once a job was read, a 404 says that it is gone.
            is_unknown = status == 404 and self._last_job is None
            says_nothing = isinstance(failure, InvalidResponseError) or is_unknown
            if not says_nothing or self._unusable > policy.MAX_UNUSABLE_ANSWERS:
                raise failure
        asked = getattr(failure, "retry_after", None) or 0.0
        self._pause = max(self._pause, min(asked, policy.MAX_RETRY_AFTER))

    def _ends_with(self, job: HpJob) -> bool:
        if self._until is not None:
            return self._until(job)
        # As it was sent: of another type it is as unknown as any other value.
        status = as_mapping(job.raw).get("status")
        return status not in (None, "", False, *self._pending_statuses)

    def _timeout_error(self) -> JobWaitTimeoutError:
        elapsed = time.monotonic() - self._started_at
        message = (
            f"wait_for_hp_job gave up after {elapsed:.1f} s. The job may still be rendering: "
            f"go on with wait_for_hp_job({self._job_id!r})."
        )
        return JobWaitTimeoutError(message, *self._facts, self._job_id, self._last_job, elapsed)
