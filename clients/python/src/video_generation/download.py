"""Videos on disk: written beside their name, resumed where they broke off, and never half a file under the final name."""
from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx

from ._generated import policy
from ._generated.types import HpJob
from .responses import Received, TooLarge, read_response, redact, response_error
from .errors import ClientClosedError, Facts, RequestError
from .options import check_duration, read_token
from .run import Sender
from .send import USER_AGENT, error_of, pause_after
from .values import as_known, as_mapping


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
    size: int | None


@dataclass(frozen=True)
class DownloadOptions:
    """Settings of downloads: ``force`` overwrites files that are there, ``max_bytes`` and
    ``deadline`` (in seconds) limit each file, ``on_progress`` is called whenever bytes have come.
    """

    force: bool = False
    max_bytes: int = policy.MAX_DOWNLOAD_BYTES
    deadline: float = policy.DOWNLOAD_DEADLINE
    on_progress: Callable[[SaveProgress], object] | None = None


class SaveError(Exception):
    """Not everything could be saved. ``saved`` is kept, and calling again saves the rest. ``failed``
    says what is missing; it is empty if it is the folder, the output or the status that is wrong.
    """

    def __init__(
        self, message: str, saved: Sequence[SavedFile] = (), failed: Sequence[FailedFile] = ()
    ) -> None:
        super().__init__(message)
        self.saved, self.failed = saved, failed


# A text may begin with an address, and go on.
_PROSE = re.compile("[\\s\0-\x1f\x7f-\x9f\ufeff]")


def addresses_in(output: object) -> list[OutputAddress]:
    """Finds what the output of a job points to: every ``http`` or ``https`` address in it, once
    each, in their order. The shape of an output is not documented.
    """
    found: dict[str, OutputAddress] = {}
    # A stack of our own: an output may be nested as deep as its sender likes.
    waiting: list[tuple[object, int | None]] = [(output, None)]
    while waiting:
        value, row = waiting.pop()
        # Of a part that has a type of its own, what was sent.
        value = getattr(value, "raw", value)
        if isinstance(value, str) and not _PROSE.search(value) and _is_address(value):
            place = len(found) + 1 if row is None else row
            found.setdefault(value, OutputAddress(value, place))
        elif isinstance(value, dict):
            own = as_known(value.get("row"), int, float)
            # JSON may write a whole number as ``7.0``; beyond 2**53 JavaScript knows no neighbours.
            if own is not None and 0 <= own < 2**53 and own == int(own):
                row = int(own)
            waiting.extend((item, row) for item in reversed(value.values()))
        elif isinstance(value, (list, tuple)):
            waiting.extend((item, number) for number, item in reversed([*enumerate(value, 1)]))
    return list(found.values())


async def save_videos(
    client: Sender[Any], job: HpJob, folder: Path, options: DownloadOptions
) -> list[SavedFile]:
    # As it was sent: an output of a type that the contract does not list has addresses too.
    addresses = addresses_in(as_mapping(job.raw).get("output"))
    failure = _failure_of(job, read_token(client._token))
    if not 0 < len(addresses) <= policy.MAX_DOWNLOADS:
        raise SaveError(f"{failure}The output of {job.job_id} has {len(addresses)} addresses.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{folder} cannot be used as a folder: {error.strerror}.") from error
    saved: list[SavedFile] = []
    failed: list[FailedFile] = []
    names: Counter[str] = Counter()
    for number, found in enumerate(addresses, 1):
        name = f"{_safe_name(job.job_id)}-{found.row}"
        names[name] += 1
        if names[name] > 1:
            name = f"{name}_{names[name]}"
        try:
            file = _File(found, folder / name, options, (number, len(addresses)), False)
            saved.append(await _save(client, file))
        except ClientClosedError:
            raise
        except (RequestError, OSError, ValueError) as error:
            failed.append(FailedFile(found.url, found.row, error))
    if not failed and not failure:
        return saved
    reason = failed[0].error if failed else None
    message = f"{failure}{len(failed)} of {len(addresses)} files are missing"
    raise SaveError(f"{message}: {reason}" if reason else f"{message}.", saved, failed) from reason


def _failure_of(job: HpJob, token: str) -> str:
    """What a status says that is likely to mean a failure, with a part of the output."""
    sent = as_mapping(job.raw)
    status, output = sent.get("status"), ""
    if not isinstance(status, str) or not re.search(policy.FAILED_STATUS_PATTERN, status, re.I):
        return ""
    with suppress(RecursionError):
        output = json.dumps(sent.get("output"))
    shown = redact(f'The status of {job.job_id} is "{status}": {output}', token)
    return f"{shown[:policy.MAX_EXCERPT_LENGTH]}. "


async def download(
    client: Sender[Any], address: str, path: Path, options: DownloadOptions
) -> SavedFile:
    if not _is_address(address):
        raise ValueError(f"address must be an http or https address, not {address!r}")
    return await _save(client, _File(OutputAddress(address, 1), path, options))


@dataclass
class _File:
    """A file, as far as it has come."""

    found: OutputAddress
    path: Path
    options: DownloadOptions
    #: Its place among all files, and how many there are.
    number: tuple[int, int] = (1, 1)
    is_named: bool = True
    received: int = 0
    size: int | None = None
    #: Names the content; empty if the server does not.
    etag: str = ""
    facts: Facts = Facts("download", "GET")
    made: os.stat_result | None = None
    was_there: bool = False

    def __post_init__(self) -> None:
        self.draft = self.path.with_name(f"{self.path.name}.part")

    async def take(self, response: httpx.Response, parts: AsyncIterator[bytes]) -> Received | None:
        """Writes what belongs to the file, and gives back any other response."""
        status, headers = response.status_code, response.headers
        etag = headers.get("etag", "")
        if status == 200:
            is_plain = headers.get("content-encoding", "identity") == "identity"
            length = headers.get("content-length", "") if is_plain else ""
            self.size = int(length) if length.isdigit() else None
            # Only a strong one promises the same bytes.
            self.etag = etag if is_plain and etag.startswith('"') else ""
            self.received = 0
            self._complete_name(headers.get("content-type", ""))
            self.look_for_present()
            if self.was_there:
                return None
            # Never through a link, or into what an earlier process has left.
            self.draft.unlink(missing_ok=True)
            self.draft.touch(exist_ok=False)
            self.made = self.draft.stat()
        elif status in (206, 416) and self.received and self.etag:
            start = re.match(r"bytes (\d+)-", headers.get("content-range", ""))
            is_rest = start and int(start[1]) == self.received and etag == self.etag
            if not is_rest or not self.is_ours() or self.draft.stat().st_size != self.received:
                self.received = 0
                raise httpx.RemoteProtocolError("the rest belongs to other content")
        else:
            return await read_response(response, parts)
        with self.draft.open("ab") as out:
            async for part in parts:
                self.received += len(part)
                if max(self.received, self.size or 0) > self.options.max_bytes:
                    raise TooLarge(self.options.max_bytes)
                out.write(part)
                if self.options.on_progress is not None:
                    progress = SaveProgress(self.found.url, *self.number, self.received, self.size)
                    self.options.on_progress(progress)
            out.flush()
            os.fsync(out.fileno())
        if self.size not in (None, self.received):
            raise httpx.RemoteProtocolError(f"{self.received} of {self.size} bytes came")
        return None

    def is_ours(self) -> bool:
        """Whether the draft is there, and no other process has put its own in its place."""
        if self.made is None or not self.draft.exists():
            return False
        return os.path.samestat(self.made, self.draft.stat())

    def _complete_name(self, content_type: str) -> None:
        if not self.is_named:
            endings = policy.FILE_ENDINGS
            ending = os.path.splitext(httpx.URL(self.found.url).path.lower())[1]
            if ending not in endings.values():
                ending = endings.get(content_type.partition(";")[0].strip().lower(), "")
            self.path, self.is_named = self.path.with_name(self.path.name + ending), True

    def look_for_present(self) -> None:
        """Notes a file of this name and of the size that the server tells, and refuses to replace another one."""
        if self.options.force or not os.path.lexists(self.path):
            return
        self.was_there = self.path.lstat().st_size == self.size
        if not self.was_there:
            raise FileExistsError(f"{self.path} is there already, and differs. Pass force=True.")

    def finish(self) -> None:
        """Gives the file its name."""
        if not self.is_ours() or self.draft.stat().st_size != self.received:
            raise OSError(f"{self.draft} has changed meanwhile. Is it downloaded twice?")
        with self.draft.open("rb") as draft:
            head = draft.read(512)
        # The rule of browsers for what is no binary file; see ``clients/outputs.yaml``.
        if re.match(rb"\xff\xfe|\xfe\xff|[^\0-\x08\x0b\x0e-\x1a\x1c-\x1f]*\Z", head):
            what = "a text, such as a login page or an error" if head else "nothing"
            raise ValueError(f"{self.path} was not saved: what came is no video, but {what}.")
        self.look_for_present()
        if not self.was_there:
            os.replace(self.draft, self.path)


async def _save(client: Sender[Any], file: _File) -> SavedFile:
    """Asks for what is missing until all is there, as long as that makes sense."""
    ends_at = time.monotonic() + check_duration("deadline", file.options.deadline)
    failures = furthest = 0
    try:
        while True:
            try:
                await _transfer(client, file, ends_at)
                if not file.was_there:
                    file.finish()
                break
            except RequestError as error:
                failures += 1
                # The same bytes once more, of content that changes each time, are no progress.
                if file.received > furthest:
                    failures, furthest = 1, file.received
                await pause_after(client, error, failures, client._retries, ends_at)
    finally:
        # What is not whole is of no use later.
        if file.is_ours():
            file.draft.unlink()
    size = file.path.stat().st_size
    return SavedFile(file.found.url, file.found.row, file.path, size, file.was_there)


async def _transfer(client: Sender[Any], file: _File, ends_at: float) -> None:
    """Follows redirects by hand, so that the token goes to its own origin alone."""
    # A range of compressed bytes would be of no use.
    headers = {"accept": "*/*", "accept-encoding": "identity", "user-agent": USER_AGENT}
    # Without a name for the content, the rest might belong to another one.
    if file.received and file.etag:
        headers.update({"range": f"bytes={file.received}-", "if-range": file.etag})
    token = read_token(client._token)
    request = httpx.Request("GET", file.found.url, headers=headers)
    for _ in range(policy.MAX_DOWNLOAD_REDIRECTS + 1):
        if request.url.join("/") == httpx.URL(client._base_url).join("/"):
            request.headers["authorization"] = f"Bearer {token}"
        elif request.url.scheme != "https" and not client._allow_plain_http:
            raise ValueError(f"{request.url.host}: plain http to another origin is refused.")
        left, idle = ends_at - time.monotonic(), policy.DOWNLOAD_IDLE_TIMEOUT
        sent, received = await client._send(request, file.take, left, idle)
        file.facts = file.facts.after(sent)
        if isinstance(received, Exception):
            passed = ("deadline", file.options.deadline) if left <= idle else ("idle_timeout", idle)
            raise error_of(received, file.facts, token, passed)
        if received is None:
            return
        location = ""
        if received.response.has_redirect_location:
            with suppress(ValueError):  # No address of any kind.
                location = urljoin(str(request.url), received.response.headers["location"])
        if not _is_address(location):
            raise response_error(received, file.facts, token)
        request = httpx.Request("GET", location, headers=headers)
    raise ValueError(f"{file.found.url}: more than {policy.MAX_DOWNLOAD_REDIRECTS} redirects.")


def _is_address(text: str) -> bool:
    try:
        url = httpx.URL(text)
        return url.scheme in ("http", "https") and bool(url.host)
    except (httpx.InvalidURL, UnicodeError):
        return False


def _safe_name(job_id: str) -> str:
    """The same text for the same identifier, and another for another, also where case does not count."""
    # Without a dot it is no name that Windows keeps for devices, no hidden file and no folder above.
    # 100 leave room for the row, the ending and ``.part``; file systems take 255 bytes.
    safe = re.sub(r"[^A-Za-z0-9_-]|^-", "_", job_id)[:100]
    if safe == job_id.lower():
        return safe
    digest = hashlib.sha256(job_id.encode("utf-8", "replace")).hexdigest()
    return f"{safe}-{digest[:8]}"
