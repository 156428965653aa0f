"""Videos on disk: written beside their name, resumed where they broke off, and never half a file under the final name."""
from __future__ import annotations

import hashlib
import json
import math
import os
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx

from ._generated import policy
from ._generated.types import HpJob
from .responses import Received, TooLarge, read_response, redact, response_error
from .errors import ClientClosedError, Facts, RequestError
from .options import check_duration, headers_of, is_refused
from .run import AnySender
from .send import USER_AGENT, error_of, pause_after, read_token
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
    """A file that is whole, or on its way: ``file`` of ``files`` (from 1), with ``bytes`` of
    ``size``, which is ``None`` if the server did not tell it. ``was_there`` says whether it was
    there before, in the same size.
    """

    path: Path
    file: int = 1
    files: int = 1
    bytes: int = 0
    size: int | None = None
    was_there: bool = False


@dataclass(frozen=True)
class FailedFile(OutputAddress):
    """An address that was not saved, and why not."""

    error: Exception


@dataclass(frozen=True)
class SaveResult:
    """The files of a job, and the addresses whose content is a text, such as captions or a page."""

    saved: Sequence[SavedFile]
    left_out: Sequence[FailedFile]


@dataclass(frozen=True)
class DownloadOptions:
    """Settings of downloads: ``force`` overwrites files that are there, ``max_bytes`` and
    ``deadline`` (in seconds) limit each file, ``on_progress`` is called whenever bytes have come.
    ``filter`` says which addresses of an output are asked for.
    """

    force: bool = False
    max_bytes: int = policy.MAX_DOWNLOAD_BYTES
    deadline: float = policy.DOWNLOAD_DEADLINE
    on_progress: Callable[[SavedFile], object] | None = None
    filter: Callable[[OutputAddress], bool] | None = None


class SaveError(Exception):
    """Not everything could be saved. ``saved`` is kept, and calling again saves the rest. ``failed``
    says what is missing; it is empty if it is the folder, the output or the status that is wrong.
    ``left_out`` are as in a :class:`SaveResult`.
    """

    def __init__(
        self,
        message: str,
        saved: Sequence[SavedFile] = (),
        failed: Sequence[FailedFile] = (),
        left_out: Sequence[FailedFile] = (),
    ) -> None:
        super().__init__(message)
        self.saved, self.failed, self.left_out = saved, failed, left_out


class _Text(ValueError):
    """What came is a text, and nothing has said that it would be a video."""


# A text may begin with an address, and go on.
_PROSE = re.compile("[\\s\0-\x1f\x7f-\x9f\ufeff]")


def addresses_in(output: object) -> list[OutputAddress]:
    """Finds what the output of a job points to: every ``http`` or ``https`` address in it, once
    each, in their order, whatever its shape is.
    """
    found: dict[str, OutputAddress] = {}
    # A stack of our own: an output may be nested as deep as its sender likes.
    waiting: list[tuple[object, int | None]] = [(output, None)]
    while waiting:
        value, row = waiting.pop()
        # Of a part that has a type of its own, what was sent.
        value = getattr(value, "raw", value)
        if isinstance(value, str) and not _PROSE.search(value) and _web_address(value):
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
    client: AnySender, job: HpJob, folder: Path, options: DownloadOptions
) -> SaveResult:
    files = _files_of(job, folder, options.filter)
    failure = await _failure_of(client, job)
    if not 0 < len(files) <= policy.MAX_DOWNLOADS:
        which = " that the filter takes" if options.filter else ""
        count = f"{len(files)} addresses{which}: 1 to {policy.MAX_DOWNLOADS} can be saved"
        raise SaveError(f"{failure}The output of {job.job_id} has {count}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    saved: list[SavedFile] = []
    left_out: list[FailedFile] = []
    failed: list[FailedFile] = []
    for number, file in enumerate(files, 1):
        try:
            file = replace(file, file=number, files=len(files))
            saved.append(await _save(client, _Draft(file, options, lacks_ending=True)))
        except ClientClosedError:
            raise
        except _Text as error:
            left_out.append(FailedFile(file.url, file.row, error))
        except (RequestError, OSError, ValueError) as error:
            failed.append(FailedFile(file.url, file.row, error))
    # Nothing but texts are no captions beside a video.
    if not saved:
        left_out, failed = [], failed + left_out
    if not failed and not failure:
        return SaveResult(saved, left_out)
    reason = failed[0].error if failed else None
    message = f"{failure}{len(failed)} of {len(files)} files are missing"
    message = f"{message}: {reason}" if reason else f"{message}."
    raise SaveError(message, saved, failed, left_out) from reason


def _files_of(
    job: HpJob, folder: Path, is_wanted: Callable[[OutputAddress], bool] | None
) -> list[SavedFile]:
    """What is asked for, and the paths without their endings, which do not depend on what is wanted."""
    files: list[SavedFile] = []
    names: Counter[str] = Counter()
    # As it was sent: an output of a type that the contract does not list has addresses too.
    for found in addresses_in(as_mapping(job.raw).get("output")):
        name = f"{_safe_name(job.job_id)}-{found.row}"
        names[name] += 1
        if names[name] > 1:
            name = f"{name}_{names[name]}"
        if is_wanted is None or is_wanted(found):
            files.append(SavedFile(found.url, found.row, folder / name))
    return files


async def _failure_of(client: AnySender, job: HpJob) -> str:
    """What a status says that means a failure, with a part of the output."""
    sent = as_mapping(job.raw)
    status, output = sent.get("status"), ""
    if not isinstance(status, str) or not _says_failure(status):
        return ""
    with suppress(RecursionError):
        output = json.dumps(sent.get("output"))
    token = await client._read_token(math.inf)
    shown = redact(f'The status of {job.job_id} is "{status}": {output}', token)
    return f"{shown[:policy.MAX_EXCERPT_LENGTH]}. "


def _says_failure(status: str) -> bool:
    """By the contract where it names such statuses, and by their words where it names none."""
    if policy.FAILURE_STATUSES:
        return status in policy.FAILURE_STATUSES
    return re.search(policy.FAILED_STATUS_PATTERN, status, re.I) is not None


async def download(
    client: AnySender, address: str, path: Path, options: DownloadOptions
) -> SavedFile:
    if not _web_address(address):
        raise ValueError(f"address must be an http or https address, not {address!r}")
    path.parent.mkdir(parents=True, exist_ok=True)
    return await _save(client, _Draft(SavedFile(address, 1, path), options))


@dataclass
class _Draft:
    """A file, as far as it has come, and what it is made with."""

    file: SavedFile
    options: DownloadOptions
    #: Whether its path still lacks the ending, which only the response may tell.
    lacks_ending: bool = False
    #: Whether its address or its content type is that of a video, or of what may be one.
    is_media: bool = True
    #: Names the content; empty if the server does not.
    etag: str = ""
    facts: Facts = Facts("download", "GET")
    out: BinaryIO = field(init=False)

    async def take(self, response: httpx.Response, parts: AsyncIterator[bytes]) -> Received | None:
        """Writes what belongs to the file, and gives back any other response."""
        status, headers = response.status_code, response.headers
        etag = headers.get("etag", "")
        if status == 200:
            is_plain = headers.get("content-encoding", "identity") == "identity"
            length = headers.get("content-length", "") if is_plain else ""
            # Only a strong one promises the same bytes.
            self.etag = etag if is_plain and etag.startswith('"') else ""
            self.note(bytes=0, size=int(length) if length.isdigit() else None)
            self.complete_path(headers.get("content-type", ""))
            self.look_for_present()
            if self.file.was_there:
                return None
        elif status in (206, 416) and self.file.bytes and self.etag:
            start = re.match(r"bytes (\d+)-", headers.get("content-range", ""))
            if not start or int(start[1]) != self.file.bytes or etag != self.etag:
                self.note(bytes=0)
                raise httpx.RemoteProtocolError("the rest belongs to other content than what is there")
        else:
            return await read_response(response, parts, bytearray())
        self.out.seek(self.file.bytes)
        self.out.truncate()
        async for part in parts:
            self.note(bytes=self.file.bytes + len(part))
            if max(self.file.bytes, self.file.size or 0) > self.options.max_bytes:
                raise TooLarge(self.options.max_bytes)
            self.out.write(part)
            if self.options.on_progress is not None:
                self.options.on_progress(self.file)
        if self.file.size not in (None, self.file.bytes):
            raise httpx.RemoteProtocolError(f"{self.file.bytes} of {self.file.size} bytes came")
        return None

    def note(self, **known: Any) -> None:
        self.file = replace(self.file, **known)

    def complete_path(self, content_type: str) -> None:
        if self.lacks_ending:
            path, ending = self.file.path, _ending_of(self.file.url, content_type)
            self.lacks_ending, self.is_media = False, ending != ""
            self.note(path=path.with_name(path.name + ending))

    def look_for_present(self) -> None:
        """Notes a file of this name and size, and refuses to replace another one."""
        path, size = self.file.path, self.file.size
        if self.options.force or not os.path.lexists(path):
            return
        if path.lstat().st_size != size:
            differs = "may differ" if size is None else "differs"
            raise FileExistsError(f"{path} exists already, and {differs}. Overwrite it with force=True.")
        self.note(bytes=size, was_there=True)

    def refuse_text(self) -> None:
        """Keeps the rule of browsers for what is no binary file; see ``clients/outputs.yaml``."""
        self.out.seek(0)
        head = self.out.read(512)
        if re.match(rb"\xff\xfe|\xfe\xff|[^\0-\x08\x0b\x0e-\x1a\x1c-\x1f]*\Z", head):
            text = "what came is no video, but a text, such as a login page or an error"
            problem = f"{self.file.path} was not saved: {text if head else 'nothing came'}."
            raise ValueError(problem) if self.is_media or not head else _Text(problem)


def _ending_of(url: str, content_type: str) -> str:
    """By the path of an address, else by the content type, else by a name in its query."""
    endings, address = policy.FILE_ENDINGS, urlsplit(url)
    names = [address.path, *(value for _, value in parse_qsl(address.query))]
    in_path, *in_query = (os.path.splitext(name.lower())[1] for name in names)
    if in_path in endings.values():
        return in_path
    of_type = endings.get(content_type.partition(";")[0].strip().lower(), "")
    known = [of_type, *(each for each in in_query if each in endings.values())]
    return next(filter(None, known), "")


async def _save(client: AnySender, draft: _Draft) -> SavedFile:
    """Asks for what is missing until all is there, as long as that makes sense."""
    ends_at = time.monotonic() + check_duration("deadline", draft.options.deadline)
    failures = furthest = 0
    # The name is new, so that no two processes write one file, and none writes through a link.
    path = draft.file.path.with_name(f"{draft.file.path.name}.{secrets.token_hex(8)}.part")
    try:
        with path.open("xb+") as draft.out:
            while True:
                try:
                    await _transfer(client, draft, ends_at)
                    break
                except RequestError as error:
                    failures += 1
                    # The same bytes once more, of content that changes each time, are no progress.
                    if draft.file.bytes > furthest:
                        failures, furthest = 1, draft.file.bytes
                    await pause_after(client, error, failures, client._retries, ends_at)
            if not draft.file.was_there:
                draft.refuse_text()
                os.fsync(draft.out.fileno())
                # A file of the name may have come meanwhile.
                draft.look_for_present()
        if not draft.file.was_there:
            os.replace(path, draft.file.path)
    except OSError as error:
        if isinstance(error, RequestError) or error.errno is None:
            raise
        # What the system says names the draft, or no file.
        raise OSError(error.errno, error.strerror, str(draft.file.path)) from error
    finally:
        # What is not whole is of no use later.
        with suppress(OSError):
            path.unlink()
    return draft.file


async def _transfer(client: AnySender, draft: _Draft, ends_at: float) -> None:
    """Follows redirects by hand, so that the token goes to its own origin alone."""
    usual = {"accept": "*/*", "user-agent": USER_AGENT}
    # A range of compressed bytes would be of no use.
    wanted = {"accept-encoding": "identity"}
    # Without a name for the content, the rest might belong to another one.
    if draft.file.bytes and draft.etag:
        wanted.update({"range": f"bytes={draft.file.bytes}-", "if-range": draft.etag})
    idle, passed = policy.DOWNLOAD_IDLE_TIMEOUT, ("deadline", draft.options.deadline)
    token = await read_token(client, draft.facts, ends_at - time.monotonic(), passed, idle)
    url = httpx.URL(draft.file.url)
    for _ in range(policy.MAX_DOWNLOAD_REDIRECTS + 1):
        request = httpx.Request("GET", url, headers=usual)
        if url.join("/") == httpx.URL(client._base_url).join("/"):
            request.headers.update(headers_of(client._defaults))
            request.headers["authorization"] = f"Bearer {token}"
        elif request.url.scheme != "https" and not client._allow_plain_http:
            raise ValueError(f"Plain http is refused: {url.join('/')} is not of the origin of base_url.")
        elif is_refused(request.url.host):
            raise ValueError(f"{request.url.host} is refused: clouds keep their keys there.")
        request.headers.update(wanted)
        left = ends_at - time.monotonic()
        sent, received = await client._send(request, draft.take, left, idle)
        draft.facts = draft.facts.after(sent)
        if isinstance(received, Exception):
            raise error_of(received, draft.facts, token, passed)
        if received is None:
            return
        location = received.response.headers.get("location", "")
        target = _web_address(location, str(request.url))
        if not received.response.has_redirect_location or target is None:
            raise response_error(received, draft.facts, token)
        url = target
    raise ValueError(f"{draft.file.url}: more than {policy.MAX_DOWNLOAD_REDIRECTS} redirects.")


def _web_address(text: str, base: str = "") -> httpx.URL | None:
    with suppress(httpx.InvalidURL, ValueError):
        url = httpx.URL(urljoin(base, text))
        if url.scheme in ("http", "https") and url.host:
            return url
    return None


def _safe_name(job_id: str) -> str:
    """The same text for the same identifier, and another for another, also where case does not count."""
    # Without a dot it is no name that Windows keeps for devices, no hidden file and no folder above.
    # 100 leave room for the row, the ending and ``.part``; file systems take 255 bytes.
    safe = re.sub(r"[^A-Za-z0-9_-]|^-", "_", job_id)[:100]
    if safe == job_id.lower():
        return safe
    digest = hashlib.sha256(job_id.encode("utf-8", "replace")).hexdigest()
    return f"{safe}-{digest[:8]}"
