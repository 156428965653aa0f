"""A transport for threads that limits an exchange as a whole.

A read of a socket has a limit of its own, and a server that sends a byte now and then
never passes it.
"""
from __future__ import annotations

import ssl
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Iterator, cast

import httpcore
import httpx

from .network import Network, limit_exchange

KEPT_CONNECTIONS = 20


@lru_cache(maxsize=None)
def ssl_context() -> ssl.SSLContext:
    """One for all clients: it takes long to load the certificates."""
    return httpx.create_ssl_context()


class LimitedTransport(httpx.BaseTransport):
    """Takes the limit of the whole exchange from the timeout of a request."""

    def __init__(self) -> None:
        self._network = Network()
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context(),
            max_connections=None,
            max_keepalive_connections=KEPT_CONNECTIONS,
            network_backend=cast(Any, self._network),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        limit_exchange(request.extensions["timeout"]["read"])
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
