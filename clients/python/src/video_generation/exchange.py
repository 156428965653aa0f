"""One attempt over httpx: a request is sent once, and its answer read within a limit for all of it."""
from __future__ import annotations

import contextvars
import re
import ssl
import threading
from dataclasses import dataclass
from functools import lru_cache
from socket import SHUT_RDWR, socket
from typing import Any, Mapping, Optional, Protocol

import anyio
import httpx

from .errors import Sent

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
                late = TimeoutError("the time is up")
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
    is_timeout = isinstance(error, (httpx.TimeoutException, TimeoutError))
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
