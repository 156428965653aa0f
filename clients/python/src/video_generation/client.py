"""The clients: the operations of the contract, and the waits over them."""
from __future__ import annotations

import inspect
import ssl
import threading
from dataclasses import dataclass
from typing import (
    AsyncIterator,
    Awaitable,
    Callable,
    Generic,
    Iterator,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
)

import anyio
import httpx

from .answers import Answer
from .calling import CallOptions, Route
from .errors import Sent
from ._generated.operations import GET_HP_JOB, AsyncOperations, Operations
from ._generated.types import HpJob
from .options import Settings, TokenSource, check_settings
from .steps import Failure, Outcome, Send, Sleep, Steps, call, is_tls_refusal
from .transport import KEPT_CONNECTIONS, LimitedTransport, ssl_context
from .waiting import INTERVAL, MAX_WAIT, PENDING_STATUSES, Until, WaitOptions, watch

_Result = TypeVar("_Result")
# What failed before there was a connection.
_NOTHING_SENT: Tuple[Type[Exception], ...] = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
)
# No socket takes a longer time.
_MAX_LIMIT = 2_000_000.0
_CLOSED = Failure("no", None)


@dataclass(frozen=True)
class _Done(Generic[_Result]):
    value: _Result


class Client(Operations):
    """A client of the Video Generation Service, for threads.

    ``base_url`` is the address that your provider gave you, without ``/api`` at its end.
    ``token`` is the access token, or a function that gives it, called before every
    attempt. ``timeout`` limits each attempt as a whole, ``deadline`` all attempts and the
    pauses between them; both are in seconds. ``retries`` says how often a read that failed
    in passing is sent again. Plain ``http`` to another machine would show the token, and
    needs ``allow_plain_http``. With a ``transport`` of your own, ``timeout`` limits each
    of its waits.

    Raises ``ValueError`` for a setting that cannot be meant.
    """

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
        transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        defaults = CallOptions(timeout, deadline, retries, headers)
        self._settings = check_settings(base_url, token, defaults, allow_plain_http)
        self._transport = transport or LimitedTransport()
        self._is_closed = threading.Event()

    def close(self) -> None:
        """Closes the connections. Calls and waits in other threads end at once, with
        :class:`ClientClosedError`.
        """
        self._is_closed.set()
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self._settings.base_url!r})"

    def wait_for_hp_job(
        self,
        job_id: str,
        *,
        interval: float = INTERVAL,
        max_wait: float = MAX_WAIT,
        pending_statuses: Sequence[str] = PENDING_STATUSES,
        until: Optional[Until] = None,
        on_update: Optional[Callable[[HpJob], object]] = None,
        timeout: Optional[float] = None,
    ) -> HpJob:
        """Waits until an HP job is no longer ``rendering``, and returns it as it was sent.

        That is not a success: no other status is documented, so look at ``status`` and
        ``output`` yourself, or say with ``until`` what ends the wait. The identifier is all
        that is needed, so a wait can go on in another process.

        Polls after ``interval`` seconds, then in growing steps, for ``max_wait`` seconds in
        all; ``timeout`` limits each poll. Raises :class:`JobWaitTimeoutError` when the time
        is up; the job may still be rendering.
        """
        last: Optional[HpJob] = None
        for last in self.watch_hp_job(
            job_id,
            interval=interval,
            max_wait=max_wait,
            pending_statuses=pending_statuses,
            until=until,
            timeout=timeout,
        ):
            if on_update is not None:
                on_update(last)
        assert last is not None
        return last

    def watch_hp_job(
        self,
        job_id: str,
        *,
        interval: float = INTERVAL,
        max_wait: float = MAX_WAIT,
        pending_statuses: Sequence[str] = PENDING_STATUSES,
        until: Optional[Until] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[HpJob]:
        """Yields an HP job each time it was read, until it is no longer ``rendering``.

        Fails as :meth:`wait_for_hp_job` does.
        """
        options = WaitOptions(interval, max_wait, pending_statuses, until, timeout)
        steps = _watch(self._settings, job_id, options)
        while True:
            reached = self._advance(steps)
            if isinstance(reached, _Done):
                return
            yield reached

    def _call(
        self,
        route: Route[_Result],
        path: Tuple[str, ...],
        body: object,
        options: CallOptions,
    ) -> _Result:
        done = self._advance(call(self._settings, route, path, body, options))
        assert isinstance(done, _Done)
        return done.value

    def _advance(self, steps: Steps[_Result]) -> Union[HpJob, _Done[_Result]]:
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return _Done(end.value)
            if isinstance(step, HpJob):
                return step
            outcome = self._perform(step)

    def _perform(self, step: Union[Send, Sleep]) -> Outcome:
        if isinstance(step, Sleep):
            return _CLOSED if self._is_closed.wait(step.seconds) else None
        if self._is_closed.is_set():
            return _CLOSED
        sent: Sent = "maybe"
        try:
            response = self._transport.handle_request(_limited(step))
            sent = "yes"
            try:
                return Answer(response.status_code, response.headers, response.read())
            finally:
                response.close()
        except httpx.RequestError as error:
            failure = _failure(error, sent)
            return Failure(failure.sent, None) if self._is_closed.is_set() else failure


class AsyncClient(AsyncOperations):
    """The same for coroutines, under asyncio or trio; see :class:`Client`.

    Limits cover each attempt as a whole, whatever the ``transport``. Cancel a call as you
    cancel any coroutine.
    """

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
        transport: Optional[httpx.AsyncBaseTransport] = None,
    ) -> None:
        defaults = CallOptions(timeout, deadline, retries, headers)
        self._settings = check_settings(base_url, token, defaults, allow_plain_http)
        self._transport = transport or _async_transport()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncClient({self._settings.base_url!r})"

    async def wait_for_hp_job(
        self,
        job_id: str,
        *,
        interval: float = INTERVAL,
        max_wait: float = MAX_WAIT,
        pending_statuses: Sequence[str] = PENDING_STATUSES,
        until: Optional[Until] = None,
        on_update: Optional[Callable[[HpJob], Union[Awaitable[object], object]]] = None,
        timeout: Optional[float] = None,
    ) -> HpJob:
        """See :meth:`Client.wait_for_hp_job`. ``on_update`` may be a coroutine function."""
        last: Optional[HpJob] = None
        async for last in self.watch_hp_job(
            job_id,
            interval=interval,
            max_wait=max_wait,
            pending_statuses=pending_statuses,
            until=until,
            timeout=timeout,
        ):
            updated = None if on_update is None else on_update(last)
            if inspect.isawaitable(updated):
                await updated
        assert last is not None
        return last

    async def watch_hp_job(
        self,
        job_id: str,
        *,
        interval: float = INTERVAL,
        max_wait: float = MAX_WAIT,
        pending_statuses: Sequence[str] = PENDING_STATUSES,
        until: Optional[Until] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[HpJob]:
        """See :meth:`Client.watch_hp_job`."""
        options = WaitOptions(interval, max_wait, pending_statuses, until, timeout)
        steps = _watch(self._settings, job_id, options)
        while True:
            reached = await self._advance(steps)
            if isinstance(reached, _Done):
                return
            yield reached

    async def _call(
        self,
        route: Route[_Result],
        path: Tuple[str, ...],
        body: object,
        options: CallOptions,
    ) -> _Result:
        done = await self._advance(call(self._settings, route, path, body, options))
        assert isinstance(done, _Done)
        return done.value

    async def _advance(self, steps: Steps[_Result]) -> Union[HpJob, _Done[_Result]]:
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return _Done(end.value)
            if isinstance(step, HpJob):
                return step
            outcome = await self._perform(step)

    async def _perform(self, step: Union[Send, Sleep]) -> Outcome:
        if isinstance(step, Sleep):
            await anyio.sleep(step.seconds)
            return None
        sent: Sent = "maybe"
        try:
            with anyio.fail_after(min(step.limit, _MAX_LIMIT)):
                response = await self._transport.handle_async_request(_limited(step))
                sent = "yes"
                try:
                    body = await response.aread()
                finally:
                    await response.aclose()
                return Answer(response.status_code, response.headers, body)
        except TimeoutError as error:
            return Failure(sent, error, is_timeout=True)
        except (httpx.RequestError, ssl.SSLError) as error:
            return _failure(error, sent)


def _watch(settings: Settings, job_id: str, options: WaitOptions) -> Steps[None]:
    return watch(
        lambda poll: call(settings, GET_HP_JOB, (job_id,), None, poll), job_id, options
    )


def _limited(step: Send) -> httpx.Request:
    limit = min(step.limit, _MAX_LIMIT)
    step.request.extensions = {"timeout": httpx.Timeout(limit).as_dict()}
    return step.request


def _failure(error: Exception, sent: Sent) -> Failure:
    nothing_sent = isinstance(error, _NOTHING_SENT) or is_tls_refusal(error)
    is_timeout = isinstance(error, httpx.TimeoutException)
    return Failure("no" if nothing_sent else sent, error, is_timeout)


def _async_transport() -> httpx.AsyncHTTPTransport:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=KEPT_CONNECTIONS)
    return httpx.AsyncHTTPTransport(verify=ssl_context(), limits=limits)
