"""The connections of a client: each read gets what is left of the time of its request, and all
of them can be ended from another thread, at any moment.
"""
from __future__ import annotations

import os
import selectors
import socket
import ssl
import threading
import time
from contextvars import ContextVar
from typing import Any, Callable, Optional, Set, Type, TypeVar

import httpcore

_Result = TypeVar("_Result")
# A request is sent and read in one thread, so its end is known there.
_ends_at: ContextVar[float] = ContextVar("ends_at")
# In seconds; how soon a call ends that is closed while it connects.
_MAX_CONNECT_POLL = 0.1


def limit_exchange(seconds: float) -> None:
    """Of what this thread sends and reads next."""
    _ends_at.set(time.monotonic() + seconds)


class Network:
    """What the pool opens connections with."""

    def __init__(self) -> None:
        self._open: Set[socket.socket] = set()
        self._is_shut_down = False

    def connect_tcp(
        self, host: str, port: int, *_: object, **__: object
    ) -> "_Stream":
        def connect() -> "_Stream":
            sock = self._connect(host, port)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
            return _Stream(self, self.add(sock))

        return _in_time(connect, httpcore.ConnectTimeout, httpcore.ConnectError)

    def shut_down(self) -> None:
        self._is_shut_down = True
        for sock in list(self._open):
            _shut_down(sock)

    def check(self) -> None:
        """Raises ``OSError`` when it was shut down."""
        if self._is_shut_down:
            raise ConnectionAbortedError("the client was closed")

    def add(self, sock: socket.socket) -> socket.socket:
        """Takes note of a socket, or closes it when that comes too late."""
        self._open.add(sock)
        # After it was added, so that it is closed here or by who shuts down.
        try:
            self.check()
        except OSError:
            self.remove(sock)
            raise
        return sock

    def remove(self, sock: socket.socket) -> None:
        self._open.discard(sock)
        sock.close()

    def replace(self, sock: socket.socket, by: socket.socket) -> None:
        self._open.discard(sock)
        self.add(by)

    def _connect(self, host: str, port: int) -> socket.socket:
        """To the first address that answers, within the limit for all of them."""
        failure: OSError = OSError(f"{host} has no address")
        for family, kind, proto, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        ):
            sock = socket.socket(family, kind, proto)
            try:
                self._connect_to(address, sock)
                return sock
            except OSError as error:
                sock.close()
                failure = error
        raise failure

    def _connect_to(self, address: Any, sock: socket.socket) -> None:
        sock.setblocking(False)
        try:
            return sock.connect(address)
        except BlockingIOError:
            pass  # Under way.
        with selectors.DefaultSelector() as selector:
            selector.register(sock, selectors.EVENT_WRITE)
            # Not every system can shut down what is not connected yet, so it looks now and then.
            self.check()
            while not selector.select(min(_left(), _MAX_CONNECT_POLL)):
                self.check()
        code = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if code != 0:
            raise OSError(code, os.strerror(code))


class _Stream:
    """A connection."""

    def __init__(self, network: Network, sock: socket.socket) -> None:
        self._network = network
        self._socket = sock
        # Closed while it is in use, its number could become that of another connection.
        self._in_use = threading.Lock()

    def read(self, max_bytes: int, timeout: Optional[float] = None) -> bytes:
        def receive() -> bytes:
            self._socket.settimeout(_left())
            return self._socket.recv(max_bytes)

        return self._in_time(receive, httpcore.ReadTimeout, httpcore.ReadError)

    def write(self, buffer: bytes, timeout: Optional[float] = None) -> None:
        def send() -> None:
            # A limit for all of it, unlike that of `send`.
            self._socket.settimeout(_left())
            self._socket.sendall(buffer)

        if buffer:
            self._in_time(send, httpcore.WriteTimeout, httpcore.WriteError)

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "_Stream":
        def shake_hands() -> None:
            self._socket.settimeout(_left())
            plain = self._socket
            secured = ssl_context.wrap_socket(
                plain, server_hostname=server_hostname, do_handshake_on_connect=False
            )
            # It has taken the connection over, and has to be known before it waits.
            self._socket = secured
            self._network.replace(plain, secured)
            secured.do_handshake()

        try:
            self._in_time(shake_hands, httpcore.ConnectTimeout, httpcore.ConnectError)
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        _shut_down(self._socket)
        with self._in_use:
            self._network.remove(self._socket)

    def get_extra_info(self, info: str) -> Any:
        if info == "socket":
            return self._socket
        if info == "is_readable":
            with selectors.DefaultSelector() as selector:
                selector.register(self._socket, selectors.EVENT_READ)
                return bool(selector.select(0))
        return None

    def _in_time(
        self, act: Callable[[], _Result], timeout: Type[Exception], failure: Type[Exception]
    ) -> _Result:
        with self._in_use:
            return _in_time(act, timeout, failure)


def _shut_down(sock: socket.socket) -> None:
    """Ends what another thread waits for."""
    try:
        # Of TLS, too, without the method of its own: what is sent after that would be plain text.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        pass  # Not connected any more.


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
