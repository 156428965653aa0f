"""Does the steps of calls over httpx, for threads and for coroutines."""
from __future__ import annotations

import threading
from contextlib import closing
from functools import lru_cache
from socket import SHUT_RDWR, socket
from typing import Any, Generic, Mapping, Optional, TypeVar, Union

import anyio
import httpx

from .errors import Sent
from .options import CallOptions, Settings, TokenSource
from .send import Failure, Send, Steps, is_tls_refusal

Result = TypeVar("Result")
Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)
_CLOSED = Failure("no", None)
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


class _Runner(Generic[Http]):
    _http_type: type[Http]

    def __init__(
        self,
        base_url: str,
        token: TokenSource,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        allow_plain_http: bool = False,
        http_client: Optional[Http] = None,
    ) -> None:
        defaults = CallOptions(timeout, deadline, retries, headers)
        self._settings: Settings = Settings(base_url, token, defaults, allow_plain_http)
        if http_client is not None and not isinstance(http_client, self._http_type):
            raise ValueError(f"http_client must be an httpx.{self._http_type.__name__}")
        self._owns_http: bool = http_client is None
        self._http: Http = http_client or self._http_type(**_http_options())
        self._is_closed = threading.Event()
        self._running: set[_Attempt] = set()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._settings.base_url!r})"


@lru_cache(maxsize=None)
def _http_options() -> dict[str, Any]:
    """Options of the clients of httpx. It takes long to load the certificates."""
    return {
        "verify": httpx.create_ssl_context(),
        "limits": httpx.Limits(max_connections=None),
        # Proxies are never asked for this machine.
        "mounts": {f"all://{host}": None for host in ("localhost", "127.0.0.1", "[::1]")},
    }


class Runner(_Runner[httpx.Client]):
    """Runs calls in the thread that makes them."""

    _http_type = httpx.Client

    def _run(self, steps: Steps[Result]) -> Result:
        failure: Optional[Failure] = None
        # Closed also when an interruption ends it: a download removes what it has begun.
        with closing(steps):
            while True:
                try:
                    step = steps.send(failure)
                except StopIteration as end:
                    result: Result = end.value
                    return result
                if isinstance(step, Send):
                    failure = self._send(step)
                else:
                    failure = _CLOSED if self._is_closed.wait(step) else None

    def _send(self, step: Send) -> Optional[Failure]:
        attempt = _Attempt(step)
        self._running.add(attempt)
        try:
            # After it was added, so that it is ended here or by who closes.
            return _CLOSED if self._is_closed.is_set() else attempt.run(self._http)
        finally:
            self._running.discard(attempt)

    def close(self) -> None:
        """Closes the connections. Calls and waits in other threads end, with
        :class:`ClientClosedError`: at once, or when they have looked up a name or connected.
        """
        self._is_closed.set()
        for attempt in list(self._running):
            attempt.end(None)
        if self._owns_http:
            self._http.close()


class AsyncRunner(_Runner[httpx.AsyncClient]):
    """Runs calls as coroutines."""

    _http_type = httpx.AsyncClient

    async def _run(self, steps: Steps[Result]) -> Result:
        failure: Optional[Failure] = None
        with closing(steps):
            while True:
                try:
                    step = steps.send(failure)
                except StopIteration as end:
                    result: Result = end.value
                    return result
                if self._is_closed.is_set():
                    failure = _CLOSED
                elif isinstance(step, Send):
                    failure = await _Attempt(step).run_async(self._http)
                else:
                    await anyio.sleep(step)
                    failure = None

    async def aclose(self) -> None:
        """Closes the connections."""
        self._is_closed.set()
        if self._owns_http:
            await self._http.aclose()


class _Attempt:
    """An attempt under way. That of a thread is ended by other threads: by a timer, because the
    limits of httpx begin anew with every byte, and by who closes the client.
    """

    def __init__(self, step: Send) -> None:
        self._request, self._answer = step.request, step.answer
        self._limit = min(step.limit, _MAX_LIMIT)
        limits = httpx.Timeout(min(step.idle_limit, self._limit))
        self._extensions: dict[str, Any] = {"timeout": limits.as_dict()}
        self._request.extensions = self._extensions
        # What a broken server sends too much belongs to no later answer.
        self._request.headers["connection"] = "close"
        self._sent: Sent = "maybe"
        self._failure: Optional[Failure] = None
        # Of what was ended, and of the socket.
        self._lock = threading.Lock()
        self._socket: Optional[socket] = None

    def run(self, http: httpx.Client) -> Optional[Failure]:
        self._extensions["trace"] = self._trace
        timer = threading.Timer(self._limit, self.end, [TimeoutError()])
        timer.daemon = True
        timer.start()
        try:
            response = http.send(self._request, **_SEND_OPTIONS)
            self._sent = "yes"
            try:
                self._answer.begin(response)
                for data in response.iter_bytes():
                    if self._failure is not None:
                        break
                    self._answer.add(data)
            finally:
                response.close()
            # A body without a length ends where the connection was ended.
            return self._failure
        except Exception as error:
            return self._failure or self._failure_of(error)
        finally:
            timer.cancel()
            with self._lock:
                if self._socket is not None:
                    self._socket.close()
                    self._socket = None

    async def run_async(self, http: httpx.AsyncClient) -> Optional[Failure]:
        async def trace(event: str, info: Mapping[str, Any]) -> None:
            self._note(event, info)

        self._extensions["trace"] = trace
        try:
            with anyio.fail_after(self._limit):
                response = await http.send(self._request, **_SEND_OPTIONS)
                self._sent = "yes"
                try:
                    self._answer.begin(response)
                    async for data in response.aiter_bytes():
                        self._answer.add(data)
                finally:
                    await response.aclose()
            return None
        except Exception as error:
            return self._failure_of(error)

    def end(self, reason: Optional[Exception]) -> None:
        """Ends it from another thread. Only the first end counts."""
        with self._lock:
            self._failure = self._failure or Failure(self._sent, reason)
            self._shut_down()

    def _shut_down(self) -> None:
        if self._socket is not None:
            try:
                self._socket.shutdown(SHUT_RDWR)
            except OSError:
                pass  # Not connected any more.

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Called by httpx in each phase of a request."""
        with self._lock:
            if event.endswith("connect_tcp.complete"):
                connected = info["return_value"].get_extra_info("socket")
                if connected is not None:
                    # A number of its own, which no other connection gets while it is used here.
                    self._socket = connected.dup()
            if self._failure is not None:
                self._shut_down()
                raise ConnectionAbortedError("it was ended")
            self._note(event, info)

    def _note(self, event: str, info: Mapping[str, Any]) -> None:
        if event.endswith("connect_tcp.started"):
            self._sent = "no"
        # Not a request to a proxy, which only asks for a connection.
        elif event.endswith("send_request_headers.started") and info["request"].method != b"CONNECT":
            self._sent = "maybe"

    def _failure_of(self, error: Exception) -> Failure:
        nothing_sent = isinstance(error, _NOTHING_SENT) or is_tls_refusal(error)
        return Failure("no" if nothing_sent else self._sent, error)
