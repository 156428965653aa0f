"""Calls as generators: they yield what has to be done, and whoever runs them does it.

So there is one retry logic, for threads and for coroutines.
"""
from __future__ import annotations

import json
import logging
import random
import ssl
import time
from dataclasses import dataclass
from typing import Generator, Mapping, Optional, Tuple, TypeVar, Union

import httpx

from ._generated import policy
from .answers import Answer, TooLarge, read_data, redact
from .errors import (
    ApiError,
    ClientClosedError,
    ConnectionError,
    Facts,
    RequestError,
    SizeLimitError,
    TimeoutError,
)
from .exchange import Failure, Send, is_tls_refusal
from .options import CallOptions, Route, Settings, check_headers, fill_path, limits_of
from .version import VERSION

_logger = logging.getLogger("video_generation")
Result = TypeVar("Result")
USER_AGENT = f"video-generation-python/{VERSION}"


@dataclass(frozen=True)
class Sleep:
    """To do: wait."""

    seconds: float


#: Each step is answered with what it failed with, or with ``None`` when it was done.
Steps = Generator[Union[Send, Sleep], Optional[Failure], Result]


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
    headers = httpx.Headers({"accept": "application/json", "user-agent": USER_AGENT})
    content = None if body is None else json.dumps(body, allow_nan=False).encode()
    if content is not None:
        headers["content-type"] = "application/json"
    headers.update(settings.defaults.headers)
    headers.update(check_headers(options.headers))
    facts = Facts(route.operation, route.method)
    ends_at = time.monotonic() + limits.deadline
    while True:
        token = settings.read_token()
        headers["authorization"] = f"Bearer {token}"
        started_at = time.monotonic()
        left = ends_at - started_at
        answer = Answer()
        request = httpx.Request(route.method, url, headers=headers, content=content)
        failure = yield Send(request, answer, min(limits.timeout, left))
        facts = facts.after(failure.sent if failure else "yes")
        try:
            if failure:
                is_timeout = limits.timeout <= left
                passed = ("timeout", limits.timeout) if is_timeout else ("deadline", limits.deadline)
                raise error_of(failure, facts, token, passed)
            return route.read(*read_data(answer, route.required, facts, token))
        except RequestError as error:
            # The message of an answer may hold words of a user's own; its status does not.
            reason = getattr(error, "status", type(error).__name__)
            seconds = time.monotonic() - started_at
            told = (route.operation, facts.attempts, reason, seconds, facts.sent)
            _logger.debug("%s, attempt %d: %s after %.3f s, sent: %s", *told)
            pause = retry_pause(error, facts, facts.attempts)
            # A pause that outlasts the deadline would only replace a telling error.
            is_late = pause is not None and pause >= ends_at - time.monotonic()
            if pause is None or is_late or facts.attempts > limits.retries:
                raise
        _logger.info("%s is sent again after %.1f s", route.operation, pause)
        yield from sleep(pause, facts)


def sleep(seconds: float, facts: Facts) -> Steps[None]:
    if (yield Sleep(seconds)) is not None:
        raise _closed(facts)


def error_of(failure: Failure, facts: Facts, token: str, passed: Tuple[str, float]) -> Exception:
    """The error that a failure is for callers; ``passed`` names the limit that a timeout was of."""
    error = failure.error
    if error is None:
        return _closed(facts)
    if isinstance(error, TooLarge):
        message = f"{facts.operation} passed its limit of {error.max_bytes} bytes.{facts.advice}"
        return SizeLimitError(message, *facts, error.max_bytes)
    if failure.is_timeout:
        limit, seconds = passed
        message = f"{facts.operation} passed its {limit} of {seconds:g} s.{facts.advice}"
        return TimeoutError(message, *facts, limit, seconds)
    is_final = is_tls_refusal(error)
    if not is_final and not isinstance(error, (httpx.RequestError, ssl.SSLError)):
        return error
    reason = redact(str(error), token) or type(error).__name__
    advice = facts.advice
    if is_final:
        advice = " Nothing was sent. Trying again does not help: check the address and its certificate."
    failed = ConnectionError(f"{facts.operation} failed: {reason}.{advice}", *facts, not is_final)
    failed.__cause__ = _without(token, error)
    return failed


def _without(token: str, error: Exception) -> Exception:
    """What another library says may repeat what a broken server has echoed."""
    link: Optional[BaseException] = error
    while link is not None:
        if redact(repr(link), token) != repr(link):
            return type(error)(redact(str(error), token))
        link = link.__cause__ or link.__context__
    return error


def _closed(facts: Facts) -> ClientClosedError:
    return ClientClosedError(f"{facts.operation}: the client was closed.{facts.advice}", *facts)


def retry_pause(error: RequestError, facts: Facts, failures: int) -> Optional[float]:
    """The pause before the next attempt, or ``None`` if the failure is final."""
    nothing_sent = isinstance(error, ConnectionError) and facts.sent == "no"
    if not (facts.method == "GET" or nothing_sent) or not may_pass(error):
        return None
    asked = getattr(error, "retry_after", None) or 0.0
    if asked > policy.MAX_RETRY_AFTER:
        return None
    first, longest = policy.FIRST_RETRY_PAUSE, policy.MAX_RETRY_PAUSE
    return max(asked, growing_pause(first, policy.RETRY_PAUSE_GROWTH, longest, failures - 1))


def growing_pause(first: float, factor: float, longest: float, pauses_before: int) -> float:
    """Grown, capped, and shortened at random, so that clients which failed together do not come
    back together.
    """
    # Beyond this the power overflows, and the cap has long been reached.
    grown = min(longest, first * factor ** min(pauses_before, 64))
    return grown * (1 - random.random() * policy.PAUSE_JITTER)


def may_pass(error: RequestError) -> bool:
    """Whether a failure may be gone at the next attempt."""
    if isinstance(error, ApiError):
        return error.status in policy.TRANSIENT_STATUSES
    if isinstance(error, ConnectionError):
        return error.is_transient
    return isinstance(error, TimeoutError)
