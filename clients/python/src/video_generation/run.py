"""Sends single requests over httpx, for threads and for coroutines.

All calls are coroutines. In a client for threads they never wait: what they await is done, in the
same thread, when they get it back. So there is one retry logic for both.
"""
from __future__ import annotations

import math
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import aclosing, closing, suppress
from functools import lru_cache
from inspect import isawaitable, iscoroutinefunction, signature
from socket import SHUT_RDWR, SOCK_STREAM, getaddrinfo, socket
from typing import Any, Generic, TypeVar, Union

import anyio
import httpx

from ._generated import policy
from .errors import Sent
from .options import CallOptions, Result, check_base_url, check_token
from .responses import unpack

Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)
#: What a function gives that is called for the token.
Token = TypeVar("Token")
# No lock and no socket takes a longer time.
_MAX_LIMIT = 2_000_000.0
# What failed before there was a connection.
_UNCONNECTED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
# The credentials are the client's own, and redirects are followed by hand or not at all.
_SEND_OPTIONS: Any = {"stream": True, "auth": httpx.Auth(), "follow_redirects": False}
# Where httpx begins to speak HTTP/2, or sends a request on a connection that already does.
_HTTP_2_EVENTS = ("http2.send_connection_init.started", "http2.send_request_headers.started")
#: Reads the head and the parts of a response.
Take = Callable[[httpx.Response, AsyncIterator[bytes]], Awaitable[Result]]


class Closed(Exception):
    """The client was closed."""


class IdleTimeout(TimeoutError):
    """Nothing has come for as long as a server may be silent."""


class TokenTimeout(Exception):
    """The token did not come in time."""


class Sender(Generic[Http, Token]):
    """What both clients have in common."""

    _http_type: type[Http]
    _hide_location: Callable[[httpx.Response], Any]

    def __init__(
        self,
        base_url: str,
        token: str | Callable[[], Token],
        *,
        timeout: float | None = None,
        deadline: float | None = None,
        retries: int | None = None,
        headers: Mapping[str, str] | None = None,
        allow_plain_http: bool = False,
        http_client: Http | None = None,
    ) -> None:
        check_base_url(base_url, allow_plain_http)
        self._base_url: str = base_url
        self._token: str | Callable[[], Token] = token if callable(token) else check_token(token)
        self._defaults: CallOptions = CallOptions(timeout, deadline, retries, headers)
        self._retries: int = policy.RETRIES if retries is None else retries
        self._allow_plain_http: bool = allow_plain_http
        if http_client is not None and not isinstance(http_client, self._http_type):
            raise ValueError(f"http_client must be an httpx.{self._http_type.__name__}")
        self._owns_http: bool = http_client is None
        self._http: Http = http_client or self._http_type(**_http_options())
        # httpx takes the address of a redirect apart, and loses the response if it cannot.
        hooks = self._http.event_hooks["response"]
        # Once for all clients that share it, so that it keeps none of them.
        if self._hide_location not in hooks:
            hooks.append(self._hide_location)
        self._is_closed = threading.Event()
        self._running: set[_Attempt] = set()

    async def _send(
        self, request: httpx.Request, take: Take[Result], limit: float, idle_limit: float = math.inf
    ) -> tuple[Sent, Result | Exception]:
        """Sends a request once: what was sent, and what has come of it. Limits are in seconds."""
        attempt = _Attempt(request, min(limit, _MAX_LIMIT), idle_limit)
        self._running.add(attempt)
        try:
            # After it was added, so that it is ended here or by who closes.
            if self._is_closed.is_set():
                raise Closed
            # The token, or a redirect, may have taken all of the time.
            if limit <= 0:
                raise TimeoutError
            attempt.sent = "maybe"
            return "yes", await self._exchange(attempt, take)
        except Exception as error:
            sent: Sent = "no" if isinstance(error, _UNCONNECTED) else attempt.sent
            reason = Closed() if self._is_closed.is_set() else error
            # What httpx limits is silence, or all of the time where that is less.
            if isinstance(reason, httpx.TimeoutException) and idle_limit < limit:
                reason = IdleTimeout()
            return sent, attempt.end_reason or reason
        finally:
            self._running.discard(attempt)
            attempt.release()

    async def _read_token(self, limit: float) -> str:
        """The token to send now. Raises :class:`TokenTimeout`."""
        raise NotImplementedError

    async def _result_of(self, returned: Any) -> Any:
        """What a function of the caller has returned, or what comes of it."""
        raise NotImplementedError

    async def _exchange(self, attempt: _Attempt, take: Take[Result]) -> Result:
        raise NotImplementedError

    async def _sleep(self, seconds: float) -> None:
        raise NotImplementedError


#: The clients, whatever they run on.
AnySender = Sender[Any, Any]


def _hide_location(response: httpx.Response) -> None:
    attempt = response.request.extensions.get("attempt")
    if isinstance(attempt, _Attempt) and "location" in response.headers:
        attempt.headers, response.headers = response.headers, response.headers.copy()
        del response.headers["location"]


async def _hide_location_async(response: httpx.Response) -> None:
    _hide_location(response)


@lru_cache(maxsize=None)
def _http_options() -> dict[str, Any]:
    """Options of the clients of httpx. It takes long to load the certificates."""
    return {
        "verify": httpx.create_ssl_context(),
        "limits": httpx.Limits(max_connections=None),
        # Proxies are never asked for this machine.
        "mounts": {f"all://{host}": None for host in ("localhost", "127.0.0.1", "[::1]")},
    }


class Runner(Sender[httpx.Client, str]):
    """Runs calls in the thread that makes them."""

    _http_type = httpx.Client
    _hide_location = staticmethod(_hide_location)

    def _run(self, call: Coroutine[Any, Any, Result]) -> Result:
        try:
            call.send(None)
        except StopIteration as end:
            result: Result = end.value
            return result
        call.close()
        raise RuntimeError("A call of a Client has waited for a coroutine.")

    async def _read_token(self, limit: float) -> str:
        token = self._token() if callable(self._token) else self._token
        return check_token(await self._result_of(token))

    async def _result_of(self, returned: Any) -> Any:
        if isawaitable(returned):
            if isinstance(returned, Coroutine):
                returned.close()
            raise ValueError("A Client calls no async function: use AsyncClient.")
        return returned

    async def _exchange(self, attempt: _Attempt, take: Take[Result]) -> Result:
        attempt.request.extensions = {**attempt.extensions, "trace": attempt.note_in_thread}
        timer = threading.Timer(attempt.limit, attempt.end, [TimeoutError()])
        timer.daemon = True
        timer.start()
        try:
            with closing(self._http.send(attempt.request, **_SEND_OPTIONS)) as response:
                attempt.begin(response)
                is_read = response.is_stream_consumed
                parts = _each(response.iter_bytes() if is_read else response.iter_raw())
                result = await take(response, unpack(_coding_of(response), parts))
            # A body without a length ends where the connection was ended.
            attempt.raise_if_ended()
            return result
        finally:
            timer.cancel()

    async def _sleep(self, seconds: float) -> None:
        self._is_closed.wait(seconds)

    def close(self) -> None:
        """Closes the connections. Calls and waits in other threads end, with
        :class:`ClientClosedError`: at once, or when they have looked up a name or connected.
        """
        self._is_closed.set()
        for attempt in list(self._running):
            attempt.end(Closed())
        # Threads close what they still read: closed here, its number may soon be another connection's.
        if self._owns_http and not self._running:
            self._http.close()


def _coding_of(response: httpx.Response) -> str:
    """How a body is packed, unless what stands for a server in a test has unpacked it already."""
    coding: str = response.headers.get("content-encoding", "")
    return "" if response.is_stream_consumed else coding.strip().lower()


async def _run_in_thread(function: Callable[[], Result]) -> Result:
    """What a function gives that may block, and is left to itself when its time is over."""
    run_sync: Any = anyio.to_thread.run_sync
    # The oldest anyio has another name for it.
    is_new = "abandon_on_cancel" in signature(run_sync).parameters
    result: Result = await run_sync(function, **{"abandon_on_cancel" if is_new else "cancellable": True})
    return result


async def _each(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


class AsyncRunner(Sender[httpx.AsyncClient, Union[str, Awaitable[str]]]):
    """Runs calls as coroutines."""

    _http_type = httpx.AsyncClient
    _hide_location = staticmethod(_hide_location_async)

    def _run(self, call: Coroutine[Any, Any, Result]) -> Coroutine[Any, Any, Result]:
        return call

    async def _read_token(self, limit: float) -> str:
        source = self._token
        if isinstance(source, str):
            return source
        with anyio.move_on_after(min(limit, _MAX_LIMIT)):
            # One that is no coroutine may block, and does it in a thread.
            is_async = iscoroutinefunction(source)
            returned: object = source() if is_async else await _run_in_thread(source)
            return check_token(await self._result_of(returned))
        raise TokenTimeout

    async def _result_of(self, returned: Any) -> Any:
        return await returned if isawaitable(returned) else returned

    async def _exchange(self, attempt: _Attempt, take: Take[Result]) -> Result:
        connections: list[Any] = []

        async def trace(event: str, info: Mapping[str, Any]) -> None:
            if event.endswith(("connect_tcp.complete", "start_tls.complete")):
                connections.append(info["return_value"])
            attempt.note(event, info)

        attempt.request.extensions = {**attempt.extensions, "trace": trace}
        try:
            with anyio.fail_after(attempt.limit):
                async with aclosing(await self._http.send(attempt.request, **_SEND_OPTIONS)) as response:
                    attempt.begin(response)
                    is_read = response.is_stream_consumed
                    parts = response.aiter_bytes() if is_read else response.aiter_raw()
                    return await take(response, unpack(_coding_of(response), parts))
        except BaseException:
            # The oldest httpx does not close the connection of a request that is cancelled.
            with anyio.CancelScope(shield=True):
                for connection in connections[-1:]:
                    await connection.aclose()
            raise

    async def _sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def aclose(self) -> None:
        """Closes the connections."""
        self._is_closed.set()
        if self._owns_http:
            await self._http.aclose()


class _Attempt:
    """How far a request has come. That of a thread is ended by other threads: by a timer, because
    the limits of httpx begin anew with every byte, and by who closes the client.
    """

    def __init__(self, request: httpx.Request, limit: float, idle_limit: float) -> None:
        self.request, self.limit = request, limit
        timeouts = httpx.Timeout(min(limit, idle_limit)).as_dict()
        self.extensions = {"timeout": timeouts, "attempt": self}
        self.headers: httpx.Headers | None = None
        # What a broken server sends too much belongs to no later response.
        request.headers["connection"] = "close"
        self.sent: Sent = "no"
        self.end_reason: Exception | None = None
        self._socket: socket | None = None
        self._lock = threading.Lock()

    def begin(self, response: httpx.Response) -> None:
        self.sent = "yes"
        response.headers = self.headers or response.headers

    def note(self, event: str, info: Mapping[str, Any]) -> None:
        """Called by httpx in each phase of a request."""
        if event in _HTTP_2_EVENTS:
            raise ValueError(
                "http_client speaks HTTP/2, where a call that is ended ends others on its connection, "
                "and they may have started jobs: make it without http2=True. Nothing was sent."
            )
        # Raised where httpx closes the connection, it would leave it open.
        if not event.endswith("response_closed.started"):
            self.raise_if_ended()
        if event.endswith("connect_tcp.started"):
            self.sent = "no"
        # Not a request to a proxy, which only asks for a connection.
        elif event.endswith("send_request_headers.started") and info["request"].method != b"CONNECT":
            self.sent = "maybe"

    def note_in_thread(self, event: str, info: dict[str, Any]) -> None:
        if event.endswith("connect_tcp.started"):
            # Each address of a name is tried for that long, one after the other.
            with suppress(OSError):
                found = getaddrinfo(info["host"], info["port"], type=SOCK_STREAM)
                info["timeout"] /= len(found)
        elif event.endswith("connect_tcp.complete"):
            stream = info["return_value"]
            # A number of its own, which no other connection gets while it is used here.
            self._socket = stream.get_extra_info("socket").dup()
            if self.end_reason is not None:
                # What this raises then, httpx does not expect here, and would leave it open.
                stream.close()
        self.note(event, info)

    def end(self, reason: Exception) -> None:
        """Ends it from another thread. Only the first reason counts."""
        with self._lock:
            self.end_reason = self.end_reason or reason
            if self._socket is not None:
                with suppress(OSError):  # Not connected any more.
                    self._socket.shutdown(SHUT_RDWR)

    def raise_if_ended(self) -> None:
        if self.end_reason is not None:
            # The connection may have been made since.
            self.end(self.end_reason)
            raise self.end_reason

    def release(self) -> None:
        with self._lock:
            if self._socket is not None:
                self._socket.close()
