"""Videos on disk: written beside their name, resumed where they broke off, and never half a file under the final name."""
from __future__ import annotations

import hashlib
import math
import os
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Callable, Optional, Sequence, Union

import httpx

from ._generated import policy
from ._generated.types import HpJob
from .answers import Answer, TooLarge, api_error, as_mapping
from .errors import ClientClosedError, Facts, RequestError
from .options import Settings, check_duration
from .send import USER_AGENT, Failure, Send, Steps, error_of, retry_pause, sleep

# Leaves room for the row, the ending and ``.part``; file systems take 255 bytes.
_MAX_NAME_LENGTH = 100


@dataclass(frozen=True)
class OutputAddress:
    """An ``http`` or ``https`` address that an output holds, and the row that it belongs to: the
    field ``row`` of the object around it, else its place in the list around it, else its place
    among all addresses, from 1.
    """

    url: str
    row: int


@dataclass(frozen=True)
class SavedFile(OutputAddress):
    """A file that is whole: ``bytes`` is its size, ``was_there`` says whether it was there before,
    in the same size.
    """

    path: Path
    bytes: int
    was_there: bool


@dataclass(frozen=True)
class FailedFile(OutputAddress):
    """An address that could not be saved, and why not."""

    error: Exception


@dataclass(frozen=True)
class SaveProgress:
    """How far a file has come: ``file`` of ``files`` (from 1), ``bytes`` of ``size``, which is
    ``None`` if the server did not tell it.
    """

    url: str
    file: int
    files: int
    bytes: int
    size: Optional[int]


@dataclass(frozen=True)
class DownloadOptions:
    """Settings of downloads. Limits are those of each file."""

    force: bool = False
    """Overwrites files that are there."""

    max_bytes: int = policy.MAX_DOWNLOAD_BYTES
    """Limit of the size."""

    deadline: float = policy.DOWNLOAD_DEADLINE
    """Limit of the time, in seconds."""

    on_progress: Optional[Callable[[SaveProgress], object]] = None
    """Called whenever bytes have come."""


@dataclass(eq=False, repr=False)
class SaveError(Exception):
    """Not everything could be saved. ``saved`` is kept, and calling again saves the rest. ``failed``
    says what is missing; it is empty if it is the output that cannot be used.
    """

    message: str
    saved: Sequence[SavedFile] = ()
    failed: Sequence[FailedFile] = ()

    def __str__(self) -> str:
        return self.message


def addresses_in(output: object) -> list[OutputAddress]:
    """Finds what the output of a job points to: every ``http`` or ``https`` address in it, once
    each, in their order. The shape of an output is not documented.
    """
    found: dict[str, OutputAddress] = {}
    # A stack of our own: an output may be nested as deep as its sender likes.
    waiting: list[tuple[object, Optional[int]]] = [(output, None)]
    while waiting:
        value, row = waiting.pop()
        # Of a part that has a type of its own, what was sent.
        value = getattr(value, "raw", value)
        if isinstance(value, str) and _is_address(value):
            place = len(found) + 1 if row is None else row
            found.setdefault(value, OutputAddress(value, place))
        elif isinstance(value, dict):
            own = _row_of(value.get("row"))
            inner = row if own is None else own
            waiting.extend((item, inner) for item in reversed(value.values()))
        elif isinstance(value, (list, tuple)):
            numbered = enumerate(value, 1)
            waiting.extend((item, number) for number, item in reversed(list(numbered)))
    return list(found.values())


def _row_of(value: object) -> Optional[int]:
    """JSON may write a whole number as ``7.0``; beyond 2**53 JavaScript knows no neighbours."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if 0 <= value < 2**53 and value == int(value) else None


def save_videos(
    settings: Settings, job: HpJob, folder: Union[str, Path], options: DownloadOptions
) -> Steps[list[SavedFile]]:
    folder = Path(folder)
    # As it was sent: an output of a type that the contract does not list has addresses too.
    addresses = addresses_in(as_mapping(job.raw).get("output"))
    if not 0 < len(addresses) <= policy.MAX_DOWNLOADS:
        raise SaveError(f"The output of {job.job_id} has {len(addresses)} addresses.")
    folder.mkdir(parents=True, exist_ok=True)
    saved: list[SavedFile] = []
    failed: list[FailedFile] = []
    names: Counter[str] = Counter()
    for number, found in enumerate(addresses, 1):
        name = f"{_safe_name(job.job_id)}-{found.row}"
        names[name] += 1
        if names[name] > 1:
            name = f"{name}-{names[name]}"
        try:
            target = _Target(found, folder / name, options, (number, len(addresses)), False)
            saved.append((yield from _save(settings, target)))
        except ClientClosedError:
            raise
        except (RequestError, OSError, ValueError) as error:
            failed.append(FailedFile(found.url, found.row, error))
    if not failed:
        return saved
    reason = failed[0].error
    message = f"{len(failed)} of {len(addresses)} files are missing: {reason}"
    raise SaveError(message, saved, failed) from reason


def download(
    settings: Settings, address: str, path: Union[str, Path], options: DownloadOptions
) -> Steps[SavedFile]:
    if not _is_address(address):
        raise ValueError(f"address must be an http or https address, not {address!r}")
    return (yield from _save(settings, _Target(OutputAddress(address, 1), Path(path), options)))


class _IsThere(Exception):
    """The file is there, in the size that the server tells."""


class _Target(Answer):
    """One file: takes the answer to a request for it, or for the rest of it."""

    def __init__(
        self,
        address: OutputAddress,
        path: Path,
        options: DownloadOptions,
        number: tuple[int, int] = (1, 1),
        is_named: bool = True,
    ) -> None:
        self.address, self.path, self.options = address, path, options
        self._number, self._is_named = number, is_named
        self.draft = path.with_name(f"{path.name}.part")
        self._file: Optional[BinaryIO] = None
        self.is_content, self.received = False, 0
        self.size: Optional[int] = None
        #: Names the content; empty if the server does not.
        self.etag = ""

    def begin(self, response: httpx.Response) -> None:
        super().begin(response)
        status, headers = response.status_code, response.headers
        etag = headers.get("etag", "")
        #: Whether the answer is of the file.
        self.is_content = status == 200 or status in (206, 416) and self.received > 0
        if status == 200:
            is_plain = headers.get("content-encoding", "identity") == "identity"
            length = headers.get("content-length", "") if is_plain else ""
            self.size = int(length) if length.isdigit() else None
            # Only a strong one promises the same bytes.
            self.received, self.etag = 0, etag if etag.startswith('"') else ""
            self._check_size(self.size or 0)
            self._check_name(headers.get("content-type", ""))
            self.remove()
            # Never through a link, or into what an earlier process has left.
            self.draft.unlink(missing_ok=True)
            self._file = self.draft.open("xb")
            self._made = os.fstat(self._file.fileno())
        elif self.is_content:
            of_rest = re.fullmatch(r"bytes (\d+)-\d+/(\d+)", headers.get("content-range", ""))
            if not of_rest or int(of_rest[1]) != self.received or etag != self.etag:
                self.received = 0
                raise httpx.RemoteProtocolError("the rest belongs to other content")

    def add(self, data: bytes) -> None:
        if not self._file or not self.is_content:
            return super().add(data)
        self._file.write(data)
        self.received += len(data)
        self._check_size(self.received)
        if self.options.on_progress is not None:
            progress = SaveProgress(self.address.url, *self._number, self.received, self.size)
            self.options.on_progress(progress)

    def remove(self) -> None:
        """What is not whole is of no use later."""
        if self._file:
            # A full disk refuses the last bytes once more.
            with suppress(OSError):
                self._file.close()
            if self._is_ours():
                self.draft.unlink(missing_ok=True)

    def _is_ours(self) -> bool:
        """Whether no other process has given the name of the draft to its own."""
        try:
            return os.path.samestat(self._made, self.draft.lstat())
        except FileNotFoundError:
            return False

    def publish(self) -> SavedFile:
        """Gives the whole file its name."""
        if self._file:
            with self._file as file:
                file.flush()
                os.fsync(file.fileno())
        if not self._is_ours():
            raise OSError(f"{self.draft} changed while it was written. Is it downloaded twice?")
        if os.path.lexists(self.path) and not self.options.force:
            raise FileExistsError(f"{self.path} is there already. Pass force=True.")
        os.replace(self.draft, self.path)
        return self.saved(self.received)

    def saved(self, size: int, was_there: bool = False) -> SavedFile:
        return SavedFile(self.address.url, self.address.row, self.path, size, was_there)

    def _check_size(self, size: int) -> None:
        if size > self.options.max_bytes:
            raise TooLarge(self.options.max_bytes)

    def _check_name(self, content_type: str) -> None:
        if not self._is_named:
            ending = re.search(r"\.[A-Za-z0-9]{1,5}$", httpx.URL(self.address.url).path)
            of_type = policy.FILE_ENDINGS.get(content_type.partition(";")[0].strip().lower(), "")
            ending_text = ending[0].lower() if ending else of_type
            self.path, self._is_named = self.path.with_name(self.path.name + ending_text), True
        if self.options.force or not os.path.lexists(self.path):
            return
        if self.path.lstat().st_size == self.size:
            raise _IsThere
        raise FileExistsError(f"{self.path} is there already, and differs. Pass force=True.")


def _save(settings: Settings, target: _Target) -> Steps[SavedFile]:
    """Asks for what is missing until all is there, as long as that makes sense."""
    ends_at = time.monotonic() + check_duration("deadline", target.options.deadline)
    facts = Facts("download", "GET")
    failures = furthest = 0
    try:
        while True:
            try:
                facts = yield from _transfer(settings, target, facts, ends_at)
                return target.publish()
            except RequestError as error:
                facts = Facts(error.operation, error.method, error.attempts, error.sent)
                # Without a name for the content, the rest might belong to another one.
                if not target.etag or target.received > (target.size or math.inf):
                    target.received = 0
                failures += 1
                # The same bytes once more, of content that changes each time, are no progress.
                if target.received > furthest:
                    failures, furthest = 1, target.received
                pause = retry_pause(error, facts, failures)
                if pause is None or failures > settings.retries or pause >= ends_at - time.monotonic():
                    raise
            yield from sleep(pause, facts)
    except _IsThere:
        return target.saved(target.size or 0, was_there=True)
    except OSError as error:
        # What a disk refuses names no file.
        if error.errno and not error.filename:
            error.filename = str(target.draft)
        raise
    finally:
        target.remove()


def _transfer(settings: Settings, target: _Target, facts: Facts, ends_at: float) -> Steps[Facts]:
    """Follows redirects by hand, so that the token goes to its own origin alone."""
    # A range of compressed bytes would be of no use.
    headers = {"accept": "*/*", "accept-encoding": "identity", "user-agent": USER_AGENT}
    if target.received:
        headers.update({"range": f"bytes={target.received}-", "if-range": target.etag})
    token = settings.read_token()
    own_origin = _origin(httpx.URL(settings.base_url))
    request = httpx.Request("GET", target.address.url, headers=headers)
    for _ in range(policy.MAX_DOWNLOAD_REDIRECTS + 1):
        request.headers.pop("authorization", None)
        if _origin(request.url) == own_origin:
            request.headers["authorization"] = f"Bearer {token}"
        elif request.url.scheme != "https" and not settings.allow_plain_http:
            host = request.url.host
            raise ValueError(f"{host}: plain http is refused for other origins than base_url.")
        left, idle = ends_at - time.monotonic(), policy.DOWNLOAD_IDLE_TIMEOUT
        failure = yield Send(request, target, left, idle)
        if not failure and target.is_content and target.size not in (None, target.received):
            problem = f"{target.received} of {target.size} bytes came"
            failure = Failure("yes", httpx.RemoteProtocolError(problem))
        facts = facts.after(failure.sent if failure else "yes")
        if failure:
            deadline = target.options.deadline
            passed = ("deadline", deadline) if left <= idle else ("idle_timeout", idle)
            raise error_of(failure, facts, token, passed)
        if target.is_content:
            return facts
        if target.redirect is None:
            raise api_error(target, facts, token)
        request = target.redirect
    raise ValueError(f"{target.address.url}: more than {policy.MAX_DOWNLOAD_REDIRECTS} redirects.")


def _is_address(text: str) -> bool:
    try:
        url = httpx.URL(text)
        return url.scheme in ("http", "https") and bool(url.host)
    except (httpx.InvalidURL, UnicodeError):
        return False


def _origin(url: httpx.URL) -> tuple[str, str, int]:
    usual = 443 if url.scheme == "https" else 80
    return url.scheme, url.host, url.port or usual


def _safe_name(job_id: str) -> str:
    """The same text for the same identifier, and another for another, also where case does not count."""
    # Without a dot it is no name that Windows keeps for devices, no hidden file and no folder above.
    safe = re.sub(r"[^A-Za-z0-9_-]|^-", "_", job_id)[:_MAX_NAME_LENGTH]
    if safe == job_id.lower():
        return safe
    digest = hashlib.sha256(job_id.encode("utf-8", "replace")).hexdigest()
    return f"{safe}-{digest[:8]}"
