"""A transport for threads that limits an exchange as a whole.

A read of a socket has a limit of its own, and a server that sends a byte now and then
never passes it. Here each read gets what is left of the time of its request.
"""
from __future__ import annotations

import selectors
import socket
import ssl
import time
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Callable, Iterator, Optional, Set, Type, TypeVar, cast

import httpcore
import httpx

_Result = TypeVar("_Result")
# A request is sent and read in one thread, so its end is known there.
_ends_at: ContextVar[float] = ContextVar("ends_at")
KEPT_CONNECTIONS = 20


@lru_cache(maxsize=None)
def ssl_context() -> ssl.SSLContext:
    """One for all clients: it takes long to load the certificates."""
    return httpx.create_ssl_context()


class LimitedTransport(httpx.BaseTransport):
    """Takes the limit of the whole exchange from the timeout of a request."""

    def __init__(self) -> None:
        self._network = _Network()
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context(),
            max_connections=None,
            max_keepalive_connections=KEPT_CONNECTIONS,
            network_backend=cast(Any, self._network),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        limit = request.extensions["timeout"]["read"]
        _ends_at.set(time.monotonic() + limit)
        assert isinstance(request.stream, httpx.SyncByteStream)
        with _errors_of_httpx():
            response = self._pool.handle_request(
                httpcore.Request(
                    request.method,
                    httpcore.URL(
                        scheme=request.url.raw_scheme,
                        host=request.url.raw_host,
                        port=request.url.port,
                        target=request.url.raw_path,
                    ),
                    headers=request.headers.raw,
                    content=request.stream,
                    extensions=request.extensions,
                )
            )
        return httpx.Response(
            response.status, headers=response.headers, stream=_Body(response)
        )

    def close(self) -> None:
        """Ends what is going on in other threads, too."""
        self._network.shut_down()
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _errors_of_httpx():
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


@contextmanager
def _errors_of_httpx() -> Iterator[None]:
    """The classes of httpcore have siblings of the same names in httpx."""
    try:
        yield
    except Exception as error:
        sibling = getattr(httpx, type(error).__name__, None)
        if type(error).__module__.split(".")[0] != "httpcore" or sibling is None:
            raise
        raise sibling(str(error)) from error


class _Network:
    """What the pool opens connections with."""

    def __init__(self) -> None:
        self._open: Set[socket.socket] = set()

    def connect_tcp(
        self, host: str, port: int, *_: object, **__: object
    ) -> "_Stream":
        sock = _in_time(
            lambda: _connect(host, port), httpcore.ConnectTimeout, httpcore.ConnectError
        )
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        return _Stream(sock, self._open)

    def shut_down(self) -> None:
        for sock in list(self._open):
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # Not connected any more.


class _Stream:
    """A connection."""

    def __init__(self, sock: socket.socket, all_open: Set[socket.socket]) -> None:
        self._socket = sock
        self._all_open = all_open
        all_open.add(sock)

    def read(self, max_bytes: int, timeout: Optional[float] = None) -> bytes:
        def receive() -> bytes:
            self._socket.settimeout(_left())
            return self._socket.recv(max_bytes)

        return _in_time(receive, httpcore.ReadTimeout, httpcore.ReadError)

    def write(self, buffer: bytes, timeout: Optional[float] = None) -> None:
        def send() -> None:
            # A limit for all of it, unlike that of `send`.
            self._socket.settimeout(_left())
            self._socket.sendall(buffer)

        if buffer:
            _in_time(send, httpcore.WriteTimeout, httpcore.WriteError)

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "_Stream":
        def shake_hands() -> socket.socket:
            self._socket.settimeout(_left())
            return ssl_context.wrap_socket(self._socket, server_hostname=server_hostname)

        try:
            sock = _in_time(shake_hands, httpcore.ConnectTimeout, httpcore.ConnectError)
        except BaseException:
            self.close()
            raise
        self._all_open.discard(self._socket)
        return _Stream(sock, self._all_open)

    def close(self) -> None:
        self._all_open.discard(self._socket)
        self._socket.close()

    def get_extra_info(self, info: str) -> Any:
        if info == "socket":
            return self._socket
        if info == "is_readable":
            with selectors.DefaultSelector() as selector:
                selector.register(self._socket, selectors.EVENT_READ)
                return bool(selector.select(0))
        return None


def _connect(host: str, port: int) -> socket.socket:
    """To the first address that answers, within the limit for all of them."""
    failure: OSError = OSError(f"{host} has no address")
    for family, kind, proto, _, address in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM
    ):
        sock = socket.socket(family, kind, proto)
        try:
            sock.settimeout(_left())
            sock.connect(address)
            return sock
        except OSError as error:
            sock.close()
            failure = error
    raise failure


def _in_time(
    act: Callable[[], _Result], timeout: Type[Exception], failure: Type[Exception]
) -> _Result:
    try:
        return act()
    except socket.timeout as error:
        raise timeout(str(error)) from error
    except OSError as error:
        raise failure(str(error)) from error


def _left() -> float:
    left = _ends_at.get() - time.monotonic()
    if left <= 0:
        raise socket.timeout("the time is up")
    return left
