"""Calls and waits as generators: they yield what has to be done, and whoever runs them does it.

So there is one retry logic, for threads and for coroutines.
"""
from __future__ import annotations

import json
import logging
import random
import re
import ssl
import time
from dataclasses import dataclass
from typing import Generator, Mapping, Optional, Sequence, Tuple, TypeVar, Union

import httpx

from .answers import Answer, Facts, read_data
from .calling import CallOptions, Route
from .errors import (
    ApiError,
    ClientClosedError,
    RequestConnectionError,
    RequestError,
    RequestTimeoutError,
    Sent,
)
from ._generated.types import HpJob
from .options import Limits, Settings, check_headers, fill_path, limits_of
from .version import VERSION

_logger = logging.getLogger("video_generation")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Send:
    """To do: send a request once and read its answer, within a limit in seconds."""

    request: httpx.Request
    limit: float


@dataclass(frozen=True)
class Sleep:
    """To do: wait."""

    seconds: float


@dataclass(frozen=True)
class Failure:
    """What has come of a step in place of an answer."""

    sent: Sent
    #: ``None`` when the client was closed.
    error: Optional[Exception]
    is_timeout: bool = False


Outcome = Union[Answer, Failure, None]
#: A reading of a job is for the caller; everything else is for the runner.
Steps = Generator[Union[Send, Sleep, HpJob], Outcome, Result]

# Statuses that say "not now": HTTP gives each of them a meaning that may pass.
_PASSING_STATUSES = (408, 429, 500, 502, 503, 504)
# A caller who is told to wait longer has better things to do than to wait inside a call.
MAX_RETRY_AFTER = 60.0


def growing_pause(
    first: float, factor: float, longest: float, pauses_before: int
) -> float:
    """Grown, capped, and shortened at random by up to a quarter.

    So clients which failed together do not come back together.
    """
    # Beyond this the power overflows, and the cap has long been reached.
    grown = min(longest, first * factor ** min(pauses_before, 64))
    return grown * (1 - random.random() / 4)


def call(
    settings: Settings,
    route: Route[Result],
    path: Tuple[str, ...],
    body: object,
    options: CallOptions,
) -> Steps[Result]:
    """Sends until there is an answer, the retries are used up, or a repetition could do harm."""
    limits = limits_of(options, settings.defaults, route.method)
    url = settings.base_url + fill_path(route.path, path)
    headers = [settings.headers, check_headers(options.headers)]
    content = None if body is None else json.dumps(body, allow_nan=False).encode()
    facts = Facts(route.operation, route.method)
    ends_at = time.monotonic() + limits.deadline
    while True:
        token = settings.read_token()
        left = ends_at - time.monotonic()
        request = _request(route.method, url, headers, content, token)
        started_at = time.monotonic()
        outcome = yield Send(request, min(limits.timeout, left))
        is_closed = isinstance(outcome, Failure) and outcome.error is None
        facts = facts.after(outcome.sent if isinstance(outcome, Failure) else "yes")
        try:
            if isinstance(outcome, Answer):
                return route.read(read_data(outcome, route.required, facts, token))
            raise _failure(outcome, facts, limits, left)
        except RequestError as error:
            # The message of an answer may hold words of a user's own; its status does not.
            _logger.debug(
                "%s, attempt %d: %s after %.3f s, sent: %s",
                route.operation,
                facts.attempts,
                getattr(error, "status", type(error).__name__),
                time.monotonic() - started_at,
                facts.sent,
            )
            pause = None if is_closed else _retry_pause(error, facts)
            # A pause that outlasts the deadline would only replace a telling error.
            if (
                pause is None
                or facts.attempts > limits.retries
                or pause >= ends_at - time.monotonic()
            ):
                raise
        _logger.info("%s is sent again after %.1f s", route.operation, pause)
        if (yield Sleep(pause)) is not None:
            raise _closed(facts)


def _request(
    method: str,
    url: str,
    headers: Sequence[Mapping[str, str]],
    content: Optional[bytes],
    token: str,
) -> httpx.Request:
    own = {"accept": "application/json", "user-agent": f"video-generation-python/{VERSION}"}
    if content is not None:
        own["content-type"] = "application/json"
    merged = httpx.Headers(own)
    for each in headers:
        merged.update(each)
    merged["authorization"] = f"Bearer {token}"
    return httpx.Request(method, url, headers=merged, content=content)


def _failure(outcome: Outcome, facts: Facts, limits: Limits, left: float) -> RequestError:
    if not isinstance(outcome, Failure) or outcome.error is None:
        return _closed(facts)
    if outcome.is_timeout:
        limit = "deadline" if left < limits.timeout else "timeout"
        seconds = getattr(limits, limit)
        message = f"{facts.operation} passed its {limit} of {seconds:g} s.{facts.advice}"
        passed = RequestTimeoutError(message, **vars(facts), limit=limit, seconds=seconds)
        passed.__cause__ = outcome.error
        return passed
    reason = str(outcome.error) or type(outcome.error).__name__
    failed = RequestConnectionError(
        f"{facts.operation} failed: {reason}.{facts.advice}", **vars(facts)
    )
    failed.__cause__ = outcome.error
    return failed


def _closed(facts: Facts) -> ClientClosedError:
    message = f"{facts.operation}: the client was closed.{facts.advice}"
    return ClientClosedError(message, **vars(facts))


def _retry_pause(error: RequestError, facts: Facts) -> Optional[float]:
    """The pause before the next attempt, or ``None`` if the failure is final."""
    nothing_sent = isinstance(error, RequestConnectionError) and facts.sent == "no"
    if not (facts.method == "GET" or nothing_sent) or not may_pass(error):
        return None
    asked = getattr(error, "retry_after", None) or 0.0
    if asked > MAX_RETRY_AFTER:
        return None
    return max(asked, growing_pause(0.5, 2, 8, facts.attempts - 1))


def may_pass(error: RequestError) -> bool:
    """Whether a failure may be gone at the next attempt."""
    if isinstance(error, ApiError):
        return error.status in _PASSING_STATUSES
    if isinstance(error, RequestConnectionError):
        return not is_tls_refusal(error)
    return isinstance(error, RequestTimeoutError)


def is_tls_refusal(error: Optional[BaseException]) -> bool:
    """Whether a handshake was refused: nothing was sent, and no repetition changes it.

    Other failures of TLS, such as a certificate that the server misses, may come after the
    request was sent.
    """
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError) or (
            isinstance(error, ssl.SSLError)
            and re.search("HANDSHAKE_FAILURE|VERSION", error.reason or "")
        ):
            return True
        error = error.__cause__
    return False
