"""The life of a request, from a call to its result or error.

Calls are generators: they yield what has to be done, and whoever runs them does it. So there is one
retry logic, for threads and for coroutines. :class:`Exchange` does one attempt over httpx.
"""
from __future__ import annotations

import builtins
import contextvars
import json
import logging
import random
import re
import ssl
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from socket import SHUT_RDWR, socket
from typing import Any, Generator, Mapping, Optional, Protocol, Tuple, TypeVar, Union

import anyio
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
from .options import CallOptions, Route, Settings, check_headers, fill_path, limits_of
from .version import VERSION

_logger = logging.getLogger("video_generation")
Result = TypeVar("Result")
USER_AGENT = f"video-generation-python/{VERSION}"
# No lock and no socket takes a longer time.
_MAX_LIMIT = 2_000_000.0
# What failed before there was a connection.
_NOTHING_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
# The credentials are the client's own, and redirects are followed by hand or not at all.
_SEND_OPTIONS: Any = {"stream": True, "auth": httpx.Auth(), "follow_redirects": False}


class Receiver(Protocol):
    """Takes an answer as it comes."""

    def begin(self, response: httpx.Response) -> None: ...

    def add(self, data: bytes) -> None: ...


@dataclass(frozen=True)
class Send:
    """To do: send a request once and read its answer. Limits are in seconds."""

    request: httpx.Request
    receiver: Receiver
    limit: float
    #: Of each wait for the network; that of the whole, if there is none.
    idle_limit: Optional[float] = None


@dataclass(frozen=True)
class Failure:
    """What has come of a step that was not done."""

    sent: Sent
    #: ``None`` when the client was closed.
    error: Optional[Exception]
    is_timeout: bool = False


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


@lru_cache(maxsize=None)
def http_options() -> dict[str, Any]:
    """Options of the clients of httpx. It takes long to load the certificates."""
    return {
        "verify": httpx.create_ssl_context(),
        # A connection for each request: what a broken server sends too much belongs to no later
        # answer.
        "limits": httpx.Limits(max_connections=None, max_keepalive_connections=0),
        # Proxies are never asked for this machine.
        "mounts": {f"all://{host}": None for host in ("localhost", "127.0.0.1", "[::1]")},
    }


class Exchange:
    """An attempt under way. For threads, it runs in a thread of its own, because a caller must be able to leave it at any
    moment: while a name is looked up, while it connects, and while a server sends a byte now and then.
    """

    def __init__(self, step: Send) -> None:
        self._request, self._receiver = step.request, step.receiver
        self._limit = min(step.limit, _MAX_LIMIT)
        limits = httpx.Timeout(min(step.idle_limit or self._limit, self._limit))
        self._extensions: dict[str, Any] = {"timeout": limits.as_dict()}
        self._request.extensions = self._extensions
        self._sent: Sent = "maybe"
        self._failure: Optional[Failure] = None
        self._is_over = threading.Event()
        # Of what decides how it ends, and of the socket.
        self._lock = threading.Lock()
        self._socket: Optional[socket] = None

    def perform(self, http: httpx.Client) -> Optional[Failure]:
        self._extensions["trace"] = self._trace
        run = contextvars.copy_context().run
        worker = threading.Thread(target=run, args=(self._run, http), daemon=True)
        worker.start()
        try:
            if not self._is_over.wait(self._limit):
                late = builtins.TimeoutError("the time is up")
                self._end(Failure(self._sent, late, is_timeout=True))
        finally:
            # Where the wait itself was interrupted.
            self.close()
        if self._sent == "yes":
            # It may be handing over what it has read.
            worker.join()
        return self._failure

    async def perform_async(self, http: httpx.AsyncClient) -> Optional[Failure]:
        async def trace(event: str, info: Mapping[str, Any]) -> None:
            self._note(event, info)

        self._extensions["trace"] = trace
        try:
            with anyio.fail_after(self._limit):
                response = await http.send(self._request, **_SEND_OPTIONS)
                self._sent = "yes"
                try:
                    self._receiver.begin(response)
                    async for data in response.aiter_bytes():
                        self._receiver.add(data)
                finally:
                    await response.aclose()
            return None
        except Exception as error:
            return _failure(error, self._sent)

    def close(self) -> None:
        """Ends it from another thread."""
        self._end(Failure(self._sent, None))

    def _end(self, failure: Optional[Failure]) -> None:
        """After this nothing is sent, and nothing is taken from the answer. Only the first end counts."""
        with self._lock:
            if self._is_over.is_set():
                return
            self._failure = failure
            self._is_over.set()
            if self._socket is not None:
                try:
                    self._socket.shutdown(SHUT_RDWR)
                except OSError:
                    pass  # Not connected any more.

    def _run(self, http: httpx.Client) -> None:
        try:
            response = http.send(self._request, **_SEND_OPTIONS)
            try:
                with self._lock:
                    self._check()
                    self._sent = "yes"
                self._receiver.begin(response)
                for data in response.iter_bytes():
                    self._check()
                    self._receiver.add(data)
            finally:
                response.close()
            self._end(None)
        except Exception as error:
            self._end(_failure(error, self._sent))
        finally:
            with self._lock:
                if self._socket is not None:
                    self._socket.close()
                    self._socket = None

    def _check(self) -> None:
        if self._is_over.is_set():
            raise ConnectionAbortedError("the caller has left")

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Called by httpx in each phase of a request."""
        with self._lock:
            if event.endswith("connect_tcp.complete"):
                connected = info["return_value"].get_extra_info("socket")
                if self._is_over.is_set():
                    # Nobody else knows of it yet.
                    info["return_value"].close()
                elif connected is not None:
                    # A number of its own, which no other connection gets while it is used here.
                    self._socket = connected.dup()
            self._check()
            self._note(event, info)

    def _note(self, event: str, info: Mapping[str, Any]) -> None:
        if event.endswith("connect_tcp.started"):
            self._sent = "no"
        # Not a request to a proxy, which only asks for a connection.
        elif event.endswith("send_request_headers.started") and info["request"].method != b"CONNECT":
            self._sent = "maybe"


def _failure(error: Exception, sent: Sent) -> Failure:
    nothing_sent = isinstance(error, _NOTHING_SENT) or is_tls_refusal(error)
    is_timeout = isinstance(error, (httpx.TimeoutException, builtins.TimeoutError))
    return Failure("no" if nothing_sent else sent, error, is_timeout)


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
        error = error.__cause__ or error.__context__
    return False
