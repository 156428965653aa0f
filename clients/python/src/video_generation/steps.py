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
from typing import Generator, Mapping, Optional, Sequence, Tuple, TypeVar, Union

import httpx

from ._generated import policy
from .answers import Answer, TooLarge, read_data, redact
from .calling import CallOptions, Route
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
from .options import Limits, Settings, check_headers, fill_path, limits_of
from .version import VERSION

_logger = logging.getLogger("video_generation")
Result = TypeVar("Result")


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
    headers = [settings.headers, check_headers(options.headers)]
    content = None if body is None else json.dumps(body, allow_nan=False).encode()
    facts = Facts(route.operation, route.method)
    ends_at = time.monotonic() + limits.deadline
    while True:
        token = settings.read_token()
        started_at = time.monotonic()
        left = ends_at - started_at
        answer = Answer()
        request = build_request(route.method, url, headers, token, content)
        failure = yield Send(request, answer, min(limits.timeout, left))
        facts = facts.after(failure.sent if failure else "yes")
        try:
            if failure:
                raise error_of(failure, facts, token, _passed(limits, left))
            return route.read(*read_data(answer, route.required, facts, token))
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
            pause = retry_pause(error, facts, facts.attempts)
            # A pause that outlasts the deadline would only replace a telling error.
            if (
                pause is None
                or facts.attempts > limits.retries
                or pause >= ends_at - time.monotonic()
            ):
                raise
        _logger.info("%s is sent again after %.1f s", route.operation, pause)
        if (yield Sleep(pause)) is not None:
            raise closed(facts)


def build_request(
    method: str,
    url: Union[str, httpx.URL],
    headers: Sequence[Mapping[str, str]],
    token: Optional[str],
    content: Optional[bytes] = None,
) -> httpx.Request:
    own = {"accept": "application/json", "user-agent": f"video-generation-python/{VERSION}"}
    if content is not None:
        own["content-type"] = "application/json"
    merged = httpx.Headers(own)
    for each in headers:
        merged.update(each)
    merged.pop("authorization", None)
    if token is not None:
        merged["authorization"] = f"Bearer {token}"
    return httpx.Request(method, url, headers=merged, content=content)


def error_of(failure: Failure, facts: Facts, token: str, passed: Tuple[str, float]) -> Exception:
    """The error that a failure is for callers; ``passed`` names the limit that a timeout was of."""
    error = failure.error
    if error is None:
        return closed(facts)
    if isinstance(error, TooLarge):
        message = f"{facts.operation}: the answer has more than {error.max_bytes} bytes.{facts.advice}"
        return SizeLimitError(message, facts, error.max_bytes)
    if failure.is_timeout:
        limit, seconds = passed
        message = f"{facts.operation} passed its {limit} of {seconds:g} s.{facts.advice}"
        return TimeoutError(message, facts, limit, seconds)
    is_final = is_tls_refusal(error)
    if not is_final and not isinstance(error, (httpx.RequestError, ssl.SSLError)):
        return error
    reason = redact(str(error), token) or type(error).__name__
    advice = facts.advice
    if is_final:
        advice = " Nothing was sent. Trying again does not help: check the address and its certificate."
    failed = ConnectionError(f"{facts.operation} failed: {reason}.{advice}", facts, not is_final)
    failed.__cause__ = _without(token, error)
    return failed


def _without(token: str, error: Exception) -> Exception:
    """What another library says may repeat what a broken server has echoed."""
    links: list[BaseException] = [error]
    while (cause := links[-1].__cause__ or links[-1].__context__) is not None:
        links.append(cause)
    if all(redact(repr(link), token) == repr(link) for link in links):
        return error
    return type(error)(redact(str(error), token))


def _passed(limits: Limits, left: float) -> Tuple[str, float]:
    return ("deadline", limits.deadline) if left < limits.timeout else ("timeout", limits.timeout)


def closed(facts: Facts) -> ClientClosedError:
    return ClientClosedError(f"{facts.operation}: the client was closed.{facts.advice}", facts)


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
