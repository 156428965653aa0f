"""The clients: the operations of the contract, the waits over them, and the videos on disk."""
from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from ._generated import policy
from ._generated.operations import AsyncOperations, Operations
from ._generated.types import HpJob
from .download import DownloadOptions, SavedFile, SaveResult, download, save_videos
from .options import CallOptions
from .responses import Response
from .send import call_path
from .waiting import Poll, Statuses, Until, WaitOptions, wait

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class Client(Operations):
    """A client of the Video Generation Service, for threads.

    ``base_url`` is the address of the service, without ``/api`` at its end.
    ``token`` is the access token, or a function that gives it, called before every
    attempt; that of an ``AsyncClient`` may be async. ``timeout`` limits each attempt as a whole, ``deadline`` all attempts and the
    pauses between them; both are in seconds. ``retries`` says how often a read that failed
    in passing is sent again. Plain ``http`` to another machine would show the token, and
    needs ``allow_plain_http``. An ``http_client`` of your own brings proxies, certificates
    and hooks; you close it yourself.

    Raises ``ValueError`` for an invalid setting.
    """

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
        pending_statuses: Statuses | None = None,
        until: Until | None = None,
        on_poll: Callable[[Poll], object] | None = None,
    ) -> HpJob:
        """Waits until the status of an HP job is final, and returns the job as it was sent.

        While the contract names no final status, any but ``rendering`` ends the wait. A job
        that has ended may have failed: look at ``status`` and ``output``. What ends the wait
        can also be said with ``until``, or with the ``pending_statuses`` that don't. The
        identifier is all that is needed, so a wait can go on in another process.

        Polls after ``interval`` seconds, then in growing steps, for ``max_wait`` seconds in
        all, and calls ``on_poll`` after each. Raises :class:`JobWaitTimeoutError` when the time
        is up; the job may still be rendering. With an ``AsyncClient`` both functions may be
        async.
        """
        options = WaitOptions(interval, max_wait, pending_statuses, until, on_poll)
        return self._run(wait(self, job_id, options))

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        timeout: float | None = None,
        deadline: float | None = None,
        retries: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Sends a request that the contract does not describe, such as one that the service owner
        has named, with the token, the limits and the errors of every other call.

        ``path`` begins with ``/`` and follows ``base_url``: encode what you put into it. ``body``
        is sent as JSON. Only a ``GET`` is sent again, or what was not sent. A success is JSON, or
        empty.
        """
        options = CallOptions(timeout, deadline, retries, headers)
        return self._run(call_path(self, method, path, body, options))

    def save_videos(
        self, job: HpJob, folder: str | Path, options: DownloadOptions = DownloadOptions()
    ) -> SaveResult:
        """Saves every address in the output of a job as ``<job>-<row>.<ending>``; see
        :func:`addresses_in`.

        Each is downloaded as :meth:`download` does it. A text that no address and no content
        type calls a video, such as captions, is left out. Raises :class:`SaveError` after all
        files were tried, if one is missing; call it again to get the rest.
        """
        return self._run(save_videos(self, job, Path(folder), options))

    def download(
        self, address: str, path: str | Path, options: DownloadOptions = DownloadOptions()
    ) -> SavedFile:
        """Saves what an address of an output points to.

        The token goes to the origin of ``base_url`` alone, also when a response redirects.
        The file has its name only when it is whole; until then it is ``<path>.<unique>.part``. When
        the connection breaks, the rest is asked for, if the server names the content with a
        strong ``ETag``. A file that is there in the same size is left alone; for another
        one, ``FileExistsError`` is raised, unless you ``force`` it.
        """
        return self._run(download(self, address, Path(path), options))


def _awaited(
    method: Callable[Concatenate[Client, _Parameters], _Result]
) -> Callable[Concatenate[AsyncClient, _Parameters], Coroutine[Any, Any, _Result]]:
    """The same method, for coroutines: there, ``_run`` returns one."""
    return method  # type: ignore[return-value]


class AsyncClient(AsyncOperations):
    """The same for coroutines, under asyncio or trio; see :class:`Client`.

    Cancel a call as you cancel any coroutine.
    """

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    request = _awaited(Client.request)
    wait_for_hp_job = _awaited(Client.wait_for_hp_job)
    save_videos = _awaited(Client.save_videos)
    download = _awaited(Client.download)
