"""Waiting for an HP job: the one kind of job that can be read back."""
from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Set
from dataclasses import dataclass
from typing import AbstractSet, List, Tuple, Union

from ._generated import policy
from ._generated.operations import GET_HP_JOB
from ._generated.types import HpJob
from .errors import ApiError, Facts, InvalidResponseError, JobWaitTimeoutError, RequestError
from .options import CallOptions, check_duration
from .run import AnySender
from .send import call, growing_pause
from .values import as_mapping


@dataclass(frozen=True)
class Poll:
    """A reading of a job during a wait: its ``number``, from 1, the ``job`` as it was last read, the
    ``error`` that this reading failed with, and the ``pause`` before the next one, in seconds; 0 if
    it was the last.
    """

    number: int
    job: HpJob | None
    error: RequestError | None
    pause: float


#: Not a text: its letters would be taken for statuses.
Statuses = Union[List[str], Tuple[str, ...], AbstractSet[str]]
#: One that is async is for an ``AsyncClient``.
Until = Callable[[HpJob], Union[bool, Awaitable[bool]]]


@dataclass(frozen=True)
class WaitOptions:
    """Settings of a wait."""

    interval: float
    max_wait: float
    pending_statuses: Statuses | None
    until: Until | None
    on_poll: Callable[[Poll], object] | None

    def __post_init__(self) -> None:
        check_duration("interval", self.interval)
        check_duration("max_wait", self.max_wait)
        statuses = self.pending_statuses
        if statuses is not None and not isinstance(statuses, (list, tuple, Set)):
            raise ValueError(f"pending_statuses must be a list, not {statuses!r}")


async def wait(client: AnySender, job_id: str, options: WaitOptions) -> HpJob:
    """The job, once its status ends the wait."""
    longest = max(options.interval, policy.MAX_POLL_PAUSE)
    last_poll_limit = min(policy.MAX_LAST_POLL, options.max_wait / 4)
    last_poll_at = time.monotonic() + options.max_wait - last_poll_limit
    facts = Facts("wait_for_hp_job", "GET")
    job: HpJob | None = None
    unusable = 0
    is_last = False
    while True:
        pause = growing_pause(
            options.interval, policy.POLL_PAUSE_GROWTH, longest, facts.attempts
        )
        # The next poll is the retry, so a poll has none of its own.
        deadline = max(last_poll_limit, last_poll_at - time.monotonic())
        failure: RequestError | None = None
        is_done = gives_up = False
        try:
            read = await call(client, GET_HP_JOB, (job_id,), None, CallOptions(None, deadline, 0))
        except RequestError as error:
            failure, facts = error, facts.after(error.sent)
            if _is_unusable(error):
                unusable += 1
                says_nothing = _says_nothing(error, job)
                gives_up = not says_nothing or unusable > policy.MAX_UNUSABLE_RESPONSES
            asked = getattr(error, "retry_after", None) or 0.0
            pause = max(pause, min(asked, policy.MAX_RETRY_AFTER))
        else:
            job, facts, unusable = read, facts.after("yes"), 0
            is_done = await client._result_of(_is_done(job, options))
        # At the end of the time comes a last poll, however long this one took.
        left = last_poll_at - time.monotonic() - pause
        pause = 0.0 if is_done or gives_up or is_last else max(0.0, pause + min(0.0, left))
        if options.on_poll is not None:
            await client._result_of(options.on_poll(Poll(facts.attempts, job, failure, pause)))
        if job is not None and is_done:
            return job
        if failure is not None and gives_up:
            raise failure
        if is_last:
            raise _timeout_error(job_id, options.max_wait, facts, job, failure) from failure
        is_last = left <= 0
        await client._sleep(pause)


def _is_unusable(error: RequestError) -> bool:
    """More than what a retry is for may pass: in twenty minutes, any failure of a server can."""
    is_of_server = isinstance(error, ApiError) and error.status >= 500
    return not error.is_safe_to_repeat and not is_of_server


def _says_nothing(error: RequestError, job: HpJob | None) -> bool:
    """Of the job. Once it was read, a 404 says that it is gone."""
    is_unknown = isinstance(error, ApiError) and error.status == 404 and job is None
    return isinstance(error, InvalidResponseError) or is_unknown


def _is_done(job: HpJob, options: WaitOptions) -> bool | Awaitable[bool]:
    if options.until is not None:
        return options.until(job)
    # As it was sent: of another type it is as unknown as any other value.
    status = as_mapping(job.raw).get("status")
    if status in (None, "", False):
        return False
    if options.pending_statuses is not None:
        return status not in tuple(options.pending_statuses)
    if policy.FINAL_STATUSES:
        return status in policy.FINAL_STATUSES
    # A documented word in capitals is still that word.
    return str(status).lower() not in policy.PENDING_STATUSES


def _timeout_error(
    job_id: str, max_wait: float, facts: Facts, job: HpJob | None, failure: RequestError | None
) -> JobWaitTimeoutError:
    message = (
        f"wait_for_hp_job passed its max_wait of {max_wait:g} s. The job may still be rendering: "
        f"go on with wait_for_hp_job({job_id!r})."
    )
    if failure is not None:
        message += f" Last poll: {failure}"
    return JobWaitTimeoutError(message, *facts, job_id, job)
