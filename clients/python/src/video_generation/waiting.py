"""Waiting for an HP job: the one kind of job that can be read back."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Callable, Optional, Sequence

from .answers import Facts
from .calling import CallOptions
from .errors import (
    ApiError,
    ClientClosedError,
    InvalidResponseError,
    JobWaitTimeoutError,
    RequestError,
)
from ._generated.types import HpJob
from .options import check_duration
from .reading import as_mapping
from .steps import MAX_RETRY_AFTER, Sleep, Steps, growing_pause, may_pass

# Short enough to notice a quick render, long enough not to be a burden. The
# specification names no interval, and no duration either.
INTERVAL = 2.0
MAX_WAIT = 20 * 60.0
PENDING_STATUSES = ("rendering",)
_MAX_INTERVAL = 15.0
_GROWTH = 1.5
# Enough for a read that is answered at all.
_MAX_LAST_POLL = 5.0
# How many answers in a row may say nothing about the job: a page of a proxy, half a body,
# a 404 of a server that does not know it yet. More of them are no accident.
_MAX_UNUSABLE_ANSWERS = 5

Until = Callable[[HpJob], bool]


@dataclass(frozen=True)
class WaitOptions:
    """Settings of a wait."""

    interval: float = INTERVAL
    max_wait: float = MAX_WAIT
    pending_statuses: Sequence[str] = PENDING_STATUSES
    until: Optional[Until] = None
    #: Of each poll.
    timeout: Optional[float] = None


def watch(
    read: Callable[[CallOptions], Steps[HpJob]], job_id: str, options: WaitOptions
) -> Steps[None]:
    """Yields the job each time it was read, until it is no longer pending."""
    interval = check_duration("interval", options.interval)
    max_wait = check_duration("max_wait", options.max_wait)
    reserve = min(_MAX_LAST_POLL, max_wait / 4)
    started_at = time.monotonic()
    last_poll_at = started_at + max_wait - reserve
    facts = Facts("wait_for_hp_job", "GET")
    last_job: Optional[HpJob] = None
    cause: Optional[RequestError] = None
    unusable = 0
    is_last = False
    while True:
        pause = growing_pause(
            interval, _GROWTH, max(interval, _MAX_INTERVAL), facts.attempts
        )
        job: Optional[HpJob] = None
        try:
            # The next poll is the retry, so a poll has none of its own.
            deadline = max(reserve, last_poll_at - time.monotonic())
            poll = CallOptions(options.timeout, deadline, retries=0)
            job = yield from read(poll)
            cause, unusable = None, 0
            facts = facts.after("yes")
        except ClientClosedError:
            raise
        except RequestError as failure:
            if not _may_pass(failure):
                unusable += 1
                if not _says_nothing(failure, last_job) or unusable > _MAX_UNUSABLE_ANSWERS:
                    raise
            cause = failure
            asked = getattr(failure, "retry_after", None) or 0.0
            pause = max(pause, min(asked, MAX_RETRY_AFTER))
            facts = facts.after(failure.sent)
        if job is not None:
            last_job = job
            yield job
            if _is_over(job, options):
                return
        if is_last:
            break
        left = last_poll_at - time.monotonic()
        is_last = pause >= left
        if (yield Sleep(max(0.0, min(pause, left)))) is not None:
            raise ClientClosedError(f"The wait for {job_id}: the client was closed.", **vars(facts))
    elapsed = time.monotonic() - started_at
    raise JobWaitTimeoutError(
        f"wait_for_hp_job gave up after {elapsed:.1f} s. The job may still be rendering: "
        f"go on with wait_for_hp_job({job_id!r}).",
        **vars(facts),
        job_id=job_id,
        last_job=last_job,
        elapsed=elapsed,
    ) from cause


def _is_over(job: HpJob, options: WaitOptions) -> bool:
    if options.until is not None:
        return options.until(job)
    # As it was sent: of another type it is as unknown as any other value.
    status = as_mapping(job.raw).get("status")
    return bool(status) and status not in options.pending_statuses


def _may_pass(failure: RequestError) -> bool:
    """More than what a retry is for: in twenty minutes any failure of a server can pass."""
    return may_pass(failure) or (isinstance(failure, ApiError) and failure.status >= 500)


def _says_nothing(failure: RequestError, last_job: Optional[HpJob]) -> bool:
    """Once a job was read, a 404 says that it is gone."""
    is_unknown_yet = (
        last_job is None and isinstance(failure, ApiError) and failure.status == 404
    )
    return is_unknown_yet or isinstance(failure, InvalidResponseError)
