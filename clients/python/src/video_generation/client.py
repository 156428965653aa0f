"""The clients: the operations of the contract, the waits over them, and the videos on disk."""
from __future__ import annotations

import threading
from pathlib import Path
from typing import (
    AsyncIterator,
    Generic,
    Iterator,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

import anyio
import httpx

from ._generated import policy
from ._generated.operations import AsyncOperations, Operations
from ._generated.types import HpJob
from .download import DownloadOptions, SavedFile, download, save_videos
from .options import CallOptions, Result, Route, TokenSource, check_settings
from .send import Exchange, Failure, Send, Sleep, Steps, call, http_options
from .waiting import Until, Wait

_CLOSED = Failure("no", None)
_Http = TypeVar("_Http", httpx.Client, httpx.AsyncClient)


class _Client(Generic[_Http]):
    _http_type: type[_Http]

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
        http_client: Optional[_Http] = None,
    ) -> None:
        defaults = CallOptions(timeout, deadline, retries, headers)
        self._settings = check_settings(base_url, token, defaults, allow_plain_http)
        if http_client is not None and not isinstance(http_client, self._http_type):
            raise ValueError(f"http_client must be an httpx.{self._http_type.__name__}")
        self._owns_http = http_client is None
        self._http: _Http = http_client or self._http_type(**http_options())
        self._is_closed = threading.Event()
        self._running: set[Exchange] = set()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._settings.base_url!r})"


class Client(_Client[httpx.Client], Operations):
    """A client of the Video Generation Service, for threads.

    ``base_url`` is the address that your provider gave you, without ``/api`` at its end.
    ``token`` is the access token, or a function that gives it, called before every
    attempt. ``timeout`` limits each attempt as a whole, ``deadline`` all attempts and the
    pauses between them; both are in seconds. ``retries`` says how often a read that failed
    in passing is sent again. Plain ``http`` to another machine would show the token, and
    needs ``allow_plain_http``. An ``http_client`` of your own brings proxies, certificates
    and hooks; you close it yourself.

    Raises ``ValueError`` for a setting that cannot be meant.
    """

    _http_type = httpx.Client

    def close(self) -> None:
        """Closes the connections. Calls and waits in other threads end at once, with
        :class:`ClientClosedError`.
        """
        self._is_closed.set()
        for exchange in list(self._running):
            exchange.close()
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait_for_hp_job(
        self,
        job_id: str,
        *,
        interval: float = policy.FIRST_POLL_PAUSE,
        max_wait: float = policy.MAX_WAIT,
        pending_statuses: Sequence[str] = policy.PENDING_STATUSES,
        until: Optional[Until] = None,
    ) -> HpJob:
        """Waits until an HP job is no longer ``rendering``, and returns it as it was sent.

        That is not a success: no other status is documented, so look at ``status`` and
        ``output`` yourself, or say with ``until`` what ends the wait. The identifier is all
        that is needed, so a wait can go on in another process.

        Polls after ``interval`` seconds, then in growing steps, for ``max_wait`` seconds in
        all. Raises :class:`JobWaitTimeoutError` when the time is up; the job may still be
        rendering.
        """
        wait = Wait(self._settings, job_id, interval, max_wait, pending_statuses, until)
        job = self._run(wait.next_reading())
        while not wait.is_over:
            job = self._run(wait.next_reading())
        return job

    def watch_hp_job(
        self,
        job_id: str,
        *,
        interval: float = policy.FIRST_POLL_PAUSE,
        max_wait: float = policy.MAX_WAIT,
        pending_statuses: Sequence[str] = policy.PENDING_STATUSES,
        until: Optional[Until] = None,
    ) -> Iterator[HpJob]:
        """Yields an HP job each time it was read, until it is no longer ``rendering``.

        Fails as :meth:`wait_for_hp_job` does.
        """
        wait = Wait(self._settings, job_id, interval, max_wait, pending_statuses, until)
        while not wait.is_over:
            yield self._run(wait.next_reading())

    def save_videos(
        self,
        job: HpJob,
        folder: Union[str, Path],
        options: DownloadOptions = DownloadOptions(),
    ) -> list[SavedFile]:
        """Saves every address in the output of a job as ``<job>-<row>.<ending>``; see
        :func:`addresses_in`.

        Each is downloaded as :meth:`download` does it. Raises :class:`SaveError` after all
        files were tried, if one is missing; call it again to get the rest.
        """
        return self._run(save_videos(self._settings, job, folder, options))

    def download(
        self,
        address: str,
        path: Union[str, Path],
        options: DownloadOptions = DownloadOptions(),
    ) -> SavedFile:
        """Saves what an address of an output points to.

        The token goes to the origin of ``base_url`` alone, also when an answer redirects.
        The file has its name only when it is whole; until then it is ``<path>.part``. A
        download that breaks off goes on where it was, now or in a later call, if the server
        names the content with a strong ``ETag``. A file that is there in the same size is
        left alone; for another one, ``FileExistsError`` is raised, unless you ``force`` it.
        """
        return self._run(download(self._settings, address, path, options))

    def _call(
        self, route: Route[Result], path: Tuple[str, ...], body: object, options: CallOptions
    ) -> Result:
        return self._run(call(self._settings, route, path, body, options))

    def _run(self, steps: Steps[Result]) -> Result:
        failure: Optional[Failure] = None
        while True:
            try:
                step = steps.send(failure)
            except StopIteration as end:
                result: Result = end.value
                return result
            failure = self._perform(step)

    def _perform(self, step: Union[Send, Sleep]) -> Optional[Failure]:
        if isinstance(step, Sleep):
            return _CLOSED if self._is_closed.wait(step.seconds) else None
        exchange = Exchange(step)
        self._running.add(exchange)
        try:
            # After it was added, so that it is closed here or by who closes.
            return _CLOSED if self._is_closed.is_set() else exchange.perform(self._http)
        finally:
            self._running.discard(exchange)


class AsyncClient(_Client[httpx.AsyncClient], AsyncOperations):
    """The same for coroutines, under asyncio or trio; see :class:`Client`.

    Cancel a call as you cancel any coroutine.
    """

    _http_type = httpx.AsyncClient

    async def aclose(self) -> None:
        """Closes the connections."""
        self._is_closed.set()
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def wait_for_hp_job(
        self,
        job_id: str,
        *,
        interval: float = policy.FIRST_POLL_PAUSE,
        max_wait: float = policy.MAX_WAIT,
        pending_statuses: Sequence[str] = policy.PENDING_STATUSES,
        until: Optional[Until] = None,
    ) -> HpJob:
        """See :meth:`Client.wait_for_hp_job`."""
        wait = Wait(self._settings, job_id, interval, max_wait, pending_statuses, until)
        job = await self._run(wait.next_reading())
        while not wait.is_over:
            job = await self._run(wait.next_reading())
        return job

    async def watch_hp_job(
        self,
        job_id: str,
        *,
        interval: float = policy.FIRST_POLL_PAUSE,
        max_wait: float = policy.MAX_WAIT,
        pending_statuses: Sequence[str] = policy.PENDING_STATUSES,
        until: Optional[Until] = None,
    ) -> AsyncIterator[HpJob]:
        """See :meth:`Client.watch_hp_job`."""
        wait = Wait(self._settings, job_id, interval, max_wait, pending_statuses, until)
        while not wait.is_over:
            yield await self._run(wait.next_reading())

    async def save_videos(
        self,
        job: HpJob,
        folder: Union[str, Path],
        options: DownloadOptions = DownloadOptions(),
    ) -> list[SavedFile]:
        """See :meth:`Client.save_videos`."""
        return await self._run(save_videos(self._settings, job, folder, options))

    async def download(
        self,
        address: str,
        path: Union[str, Path],
        options: DownloadOptions = DownloadOptions(),
    ) -> SavedFile:
        """See :meth:`Client.download`."""
        return await self._run(download(self._settings, address, path, options))

    async def _call(
        self, route: Route[Result], path: Tuple[str, ...], body: object, options: CallOptions
    ) -> Result:
        return await self._run(call(self._settings, route, path, body, options))

    async def _run(self, steps: Steps[Result]) -> Result:
        failure: Optional[Failure] = None
        while True:
            try:
                step = steps.send(failure)
            except StopIteration as end:
                result: Result = end.value
                return result
            if self._is_closed.is_set():
                failure = _CLOSED
            elif isinstance(step, Sleep):
                await anyio.sleep(step.seconds)
                failure = None
            else:
                failure = await Exchange(step).perform_async(self._http)
