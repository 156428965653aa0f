"""Waiting for an HP job: the one kind of job that can be read back."""
from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from . import errors
from ._generated import policy
from ._generated.operations import GET_HP_JOB
from ._generated.types import HpJob
from .errors import Facts, RequestError
from .options import CallOptions, check_duration
from .run import Sender
from .send import call, growing_pause
from .values import as_mapping

Until = Callable[[HpJob], bool]


async def wait(
    client: Sender[Any],
    job_id: str,
    interval: float,
    max_wait: float,
    pending_statuses: Sequence[str] | None,
    until: Until | None,
) -> HpJob:
    """The job, once its status ends the wait."""
    if until is None:
        # As it was sent: of another type it is as unknown as any other value.
        until = lambda job: _ends_wait(as_mapping(job.raw).get("status"), pending_statuses)
    longest = max(check_duration("interval", interval), policy.MAX_POLL_PAUSE)
    last_poll_limit = min(policy.MAX_LAST_POLL, check_duration("max_wait", max_wait) / 4)
    last_poll_at = time.monotonic() + max_wait - last_poll_limit
    facts = Facts("wait_for_hp_job", "GET")
    last_job: HpJob | None = None
    cause: RequestError | None = None
    unusable = 0
    pause, left = 0.0, max_wait
    while left > 0:
        # At the end of the time comes a last poll, however long the one before took.
        left = last_poll_at - time.monotonic() - pause
        await client._sleep(max(0.0, pause + min(0.0, left)))
        pause = growing_pause(interval, policy.POLL_PAUSE_GROWTH, longest, facts.attempts)
        # The next poll is the retry, so a poll has none of its own.
        deadline = max(last_poll_limit, last_poll_at - time.monotonic())
        options = CallOptions(deadline=deadline, retries=0)
        try:
            job = await call(client, GET_HP_JOB, (job_id,), None, options)
        except RequestError as error:
            cause, facts = error, facts.after(error.sent)
            status = error.status if isinstance(error, errors.ApiError) else 0
            # More than what a retry is for: in twenty minutes any failure of a server can pass.
            if not error.is_transient and status < 500:
                unusable += 1
                # Once a job was read, a 404 says that it is gone.
                is_unknown = status == 404 and last_job is None
                says_nothing = isinstance(error, errors.InvalidResponseError) or is_unknown
                if not says_nothing or unusable > policy.MAX_UNUSABLE_RESPONSES:
                    raise
            asked = getattr(error, "retry_after", None) or 0.0
            pause = max(pause, min(asked, policy.MAX_RETRY_AFTER))
        else:
            cause, facts, unusable, last_job = None, facts.after("yes"), 0, job
            if until(job):
                return job
    message = (
        f"wait_for_hp_job passed its max_wait of {max_wait:g} s. The job may still be rendering: "
        f"go on with wait_for_hp_job({job_id!r})."
    )
    if cause is not None:
        message += f" Last poll: {cause}"
    raise errors.JobWaitTimeoutError(message, *facts, job_id, last_job) from cause


def _ends_wait(status: object, pending: Sequence[str] | None) -> bool:
    if status in (None, "", False):
        return False
    if pending is None and policy.FINAL_STATUSES:
        return status in policy.FINAL_STATUSES
    return status not in (policy.PENDING_STATUSES if pending is None else pending)
