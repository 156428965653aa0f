"""The life of a request, from a call to its result or error.

Calls are generators: they yield what has to be done, and ``run.py`` does it. So there is one retry
logic, for threads and for coroutines.
"""
from __future__ import annotations

import builtins
import json
import logging
import math
import random
import re
import ssl
import time
import traceback
from dataclasses import dataclass
from typing import Generator, Optional, Tuple, TypeVar, Union

import httpx

from ._generated import policy
from .answers import Answer, TooLarge, read_data, redact
from .errors import (
    ApiError,
    ClientClosedError,
    ConnectionError,
    Facts,
    RequestError,
    Sent,
    SizeLimitError,
    TimeoutError,
)
from .options import CallOptions, Route, Settings, fill_path
from .version import VERSION

_logger = logging.getLogger("video_generation")
Result = TypeVar("Result")
USER_AGENT = f"video-generation-python/{VERSION}"


@dataclass(frozen=True)
class Send:
    """To do: send a request once and read its answer. Limits are in seconds."""

    request: httpx.Request
    answer: Answer
    limit: float
    #: Of each wait for the network.
    idle_limit: float


@dataclass(frozen=True)
class Failure:
    """What has come of a step that was not done."""

    sent: Sent
    #: ``None`` when the client was closed.
    error: Optional[Exception]


#: Each step is a request, or the seconds of a pause. It is answered with what it failed with, or
#: with ``None`` when it was done.
Steps = Generator[Union[Send, float], Optional[Failure], Result]


def call(
    settings: Settings,
    route: Route[Result],
    path: Tuple[str, ...],
    body: object,
    options: CallOptions,
) -> Steps[Result]:
    """Sends until there is an answer, the retries are used up, or a repetition could do harm."""
    defaults = settings.defaults
    usual = policy.READ_TIMEOUT if route.method == "GET" else policy.CREATE_TIMEOUT
    timeout = options.timeout or defaults.timeout or usual
    deadline = options.deadline or defaults.deadline or math.inf
    retries = settings.retries if options.retries is None else options.retries
    url = settings.base_url.rstrip("/") + fill_path(route.path, path)
    headers = httpx.Headers({"accept": "application/json", "user-agent": USER_AGENT})
    content = None if body is None else json.dumps(body, allow_nan=False).encode()
    if content is not None:
        headers["content-type"] = "application/json"
    headers.update(defaults.headers)
    headers.update(options.headers)
    facts = Facts(route.operation, route.method)
    ends_at = time.monotonic() + deadline
    while True:
        token = settings.read_token()
        headers["authorization"] = f"Bearer {token}"
        left = ends_at - time.monotonic()
        limit = min(timeout, left)
        answer = Answer()
        request = httpx.Request(route.method, url, headers=headers, content=content)
        failure = yield Send(request, answer, limit, limit)
        facts = facts.after(failure.sent if failure else "yes")
        try:
            if failure:
                passed = ("timeout", timeout) if timeout <= left else ("deadline", deadline)
                raise error_of(failure, facts, token, passed)
            return route.read(*read_data(answer, route.required, facts, token))
        except RequestError as error:
            # The message of an answer may hold words of a user's own; its status does not.
            reason = getattr(error, "status", type(error).__name__)
            _logger.debug("%s, attempt %d: %s, sent: %s", *facts[::2], reason, facts.sent)
            pause = retry_pause(error, facts, facts.attempts)
            # A pause that outlasts the deadline would only replace a telling error.
            is_late = pause is not None and pause >= ends_at - time.monotonic()
            if pause is None or is_late or facts.attempts > retries:
                raise
        _logger.info("%s is sent again after %.1f s", route.operation, pause)
        yield from sleep(pause, facts)


def sleep(seconds: float, facts: Facts) -> Steps[None]:
    if (yield seconds) is not None:
        raise _closed(facts)


def error_of(failure: Failure, facts: Facts, token: str, passed: Tuple[str, float]) -> Exception:
    """The error that a failure is for callers; ``passed`` names the limit that a timeout was of."""
    error = failure.error
    if error is None:
        return _closed(facts)
    if isinstance(error, TooLarge):
        message = f"{facts.operation} passed its limit of {error.max_bytes} bytes.{facts.advice}"
        return SizeLimitError(message, *facts, error.max_bytes)
    if isinstance(error, (httpx.TimeoutException, builtins.TimeoutError)):
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
    # What another library says may repeat what a broken server has echoed.
    shown = "".join(traceback.format_exception(error))
    failed.__cause__ = error if redact(shown, token) == shown else type(error)(reason)
    return failed


def is_tls_refusal(error: Exception) -> bool:
    """Whether a handshake was refused: nothing was sent, and no repetition changes it.

    Other failures of TLS, such as a certificate that the server misses, may come after the
    request was sent.
    """
    reason = r"\[SSL: \w*(CERTIFICATE_VERIFY|HANDSHAKE_FAILURE|VERSION)"
    is_of_tls = isinstance(error, (httpx.ConnectError, ssl.SSLError))
    return is_of_tls and re.search(reason, str(error)) is not None


def _closed(facts: Facts) -> ClientClosedError:
    return ClientClosedError(f"{facts.operation}: the client was closed.{facts.advice}", *facts)


def retry_pause(error: RequestError, facts: Facts, failures: int) -> Optional[float]:
    """The pause before the next attempt, or ``None`` if the failure is final."""
    nothing_sent = isinstance(error, ConnectionError) and facts.sent == "no"
    asked = getattr(error, "retry_after", None) or 0.0
    is_safe = facts.method == "GET" or nothing_sent
    if not is_safe or not may_pass(error) or asked > policy.MAX_RETRY_AFTER:
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
