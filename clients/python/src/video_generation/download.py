"""Videos on disk: written beside their name, resumed where they broke off, and never half a file under the final name."""
from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Callable, Optional, Protocol, Sequence, Union

import httpx

from ._generated import policy
from .answers import Answer, TooLarge, api_error
from .errors import ClientClosedError, ConnectionError, Facts, RequestError
from .exchange import Send
from .options import Settings, check_duration, check_retries
from .steps import Sleep, Steps, build_request, closed, error_of, retry_pause

_REDIRECTS = (301, 302, 303, 307, 308)
# Leaves room for the row, the ending and ``.part.json``; file systems take 255 bytes.
_MAX_NAME_LENGTH = 100


@dataclass(frozen=True)
class OutputAddress:
    """An address that an output holds."""

    url: str
    """An ``http`` or ``https`` address."""

    row: int
    """The row that it belongs to: the field ``row`` of the object around it, else its place in the
    list around it, else its place among all addresses, from 1.
    """


@dataclass(frozen=True)
class SavedFile(OutputAddress):
    """A file that is whole."""

    path: Path
    """Where it is."""

    bytes: int
    """Its size."""

    was_there: bool
    """Whether it was there before, in the same size."""


@dataclass(frozen=True)
class FailedFile(OutputAddress):
    """An address that could not be saved."""

    error: Exception
    """Why not."""


@dataclass(frozen=True)
class SaveProgress:
    """How far a file has come."""

    url: str
    """Where it comes from."""

    file: int
    """Which file it is, from 1."""

    files: int
    """How many files there are."""

    bytes: int
    """How much of it is there, from earlier calls too."""

    size: Optional[int]
    """Its size in bytes, if the server told it."""


@dataclass(frozen=True)
class DownloadOptions:
    """Settings of downloads. Limits are those of each file, durations in seconds."""

    force: bool = False
    """Overwrites files that are there."""

    max_bytes: int = policy.MAX_DOWNLOAD_BYTES
    """Limit of the size."""

    deadline: float = policy.DOWNLOAD_DEADLINE
    """Limit of the time."""

    idle_timeout: float = policy.DOWNLOAD_IDLE_TIMEOUT
    """Limit of silence."""

    retries: int = policy.RETRIES
    """How often in a row to go on after a failure that may pass."""

    on_progress: Optional[Callable[[SaveProgress], object]] = None
    """Called whenever bytes have come."""


class SaveError(Exception):
    """Not everything could be saved. What could be is kept; calling again goes on."""

    saved: Sequence[SavedFile]
    """The files that are whole."""

    failed: Sequence[FailedFile]
    """What is missing, and why; empty if it is the output that cannot be used."""

    def __init__(
        self, message: str, saved: Sequence[SavedFile] = (), failed: Sequence[FailedFile] = ()
    ) -> None:
        super().__init__(message, saved, failed)
        self.saved, self.failed = saved, failed

    def __str__(self) -> str:
        return str(self.args[0])


class FinishedJob(Protocol):
    """A job, as far as saving its videos needs it."""

    @property
    def job_id(self) -> str: ...

    @property
    def output(self) -> object: ...


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
        if isinstance(value, str) and _parse_address(value):
            place = len(found) + 1 if row is None else row
            found.setdefault(value, OutputAddress(value, place))
        elif isinstance(value, dict):
            own = value.get("row")
            inner = own if type(own) is int and own >= 0 else row
            waiting.extend((item, inner) for item in reversed(value.values()))
        elif isinstance(value, (list, tuple)):
            numbered = enumerate(value, 1)
            waiting.extend((item, number) for number, item in reversed(list(numbered)))
    return list(found.values())


def save_videos(
    settings: Settings, job: FinishedJob, folder: Union[str, Path], options: DownloadOptions
) -> Steps[list[SavedFile]]:
    folder = Path(folder)
    addresses = addresses_in(job.output)
    if not addresses:
        raise SaveError(f"The output of {job.job_id} has no address.")
    if len(addresses) > policy.MAX_DOWNLOADS:
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
            saved.append((yield from _download(settings, target)))
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
    if not _parse_address(address):
        raise ValueError(f"address must be an http or https address, not {address!r}")
    return (yield from _download(settings, _Target(OutputAddress(address, 1), Path(path), options)))


class _IsThere(Exception):
    """The file is there, in the size that the server tells."""


class _OtherContent(Exception):
    """What the server sends does not belong to what is there."""


class _Target:
    """One file. Takes the answer to a request for it, or for the rest of it."""

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
        # Named before the type is known: an earlier attempt has to be found again.
        self.draft = path.with_name(f"{path.name}.part")
        self._note = path.with_name(f"{path.name}.part.json")
        self._file: Optional[BinaryIO] = None
        self.size: Optional[int] = None
        self.etag = self._read_note()
        self.received = self.draft.stat().st_size if self.etag and self.draft.exists() else 0
        self.answer = Answer()

    def begin(self, status: int, headers: httpx.Headers) -> None:
        self.answer = Answer()
        self.answer.begin(status, headers)
        content_range = re.match(r"bytes (?:(\d+)-\d+|\*)/(\d+)", headers.get("content-range", ""))
        start, total = content_range.groups() if content_range else (None, None)
        if status == 416 and self.received:
            if total != str(self.received):
                raise _OtherContent
            # What is there is all there is.
            self.size = self.received
            return self._check_name(headers.get("content-type", ""))
        if not 200 <= status < 300:
            return
        etag = headers.get("etag", "")
        # Only a strong one promises the same bytes.
        etag = etag if etag.startswith('"') else ""
        if status == 206:
            if start != str(self.received) or etag != self.etag:
                raise _OtherContent
            self.size = int(total) if total else None
        else:
            self.received = 0
            is_plain = headers.get("content-encoding", "identity") == "identity"
            length = headers.get("content-length", "") if is_plain else ""
            self.size = int(length) if length.isdigit() else None
        self.etag = etag
        self._check_size(self.size or 0)
        self._check_name(headers.get("content-type", ""))
        self._open(is_rest=status == 206)

    def add(self, data: bytes) -> None:
        if self._file is None:
            return self.answer.add(data)
        self._file.write(data)
        self.received += len(data)
        self._check_size(self.received)
        self._report()

    def close(self) -> None:
        """After each attempt: what has come is on the disk then."""
        if self._file is not None:
            file, self._file = self._file, None
            with file:
                file.flush()
                os.fsync(file.fileno())

    def restart(self) -> None:
        self.received, self.etag = 0, ""

    def publish(self) -> SavedFile:
        """Gives the whole file its name."""
        if self.options.force:
            os.replace(self.draft, self.path)
        else:
            try:
                # Fails if a file of the name has come meanwhile, which replacing would not.
                os.link(self.draft, self.path)
                self.draft.unlink()
            except FileExistsError:
                raise
            except OSError:  # A file system without links.
                self.path.open("xb").close()
                os.replace(self.draft, self.path)
        self._note.unlink(missing_ok=True)
        return self.saved(self.received)

    def saved(self, size: int, was_there: bool = False) -> SavedFile:
        return SavedFile(self.address.url, self.address.row, self.path, size, was_there)

    def _open(self, is_rest: bool) -> None:
        # Never through a link that somebody has put there.
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        self._note.unlink(missing_ok=True)
        number = os.open(self.draft, flags | (0 if is_rest else os.O_TRUNC), 0o644)
        self._file = os.fdopen(number, "r+b" if is_rest else "wb")
        self._file.seek(self.received)
        if self.etag:
            self._note.write_text(json.dumps({"etag": self.etag}))

    def _read_note(self) -> str:
        try:
            etag = json.loads(self._note.read_text())["etag"]
            return etag if isinstance(etag, str) and etag.startswith('"') else ""
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def _check_size(self, size: int) -> None:
        if size > self.options.max_bytes:
            raise TooLarge(self.options.max_bytes)

    def _check_name(self, content_type: str) -> None:
        if not self._is_named:
            ending = re.search(r"\.[A-Za-z0-9]{1,5}$", httpx.URL(self.address.url).path)
            of_type = policy.FILE_ENDINGS.get(content_type.partition(";")[0].strip().lower(), "")
            ending_text = ending[0].lower() if ending else of_type
            self.path, self._is_named = self.path.with_name(self.path.name + ending_text), True
        if self.options.force or not self.path.exists():
            return
        if self.size is not None and self.path.stat().st_size == self.size:
            raise _IsThere
        raise FileExistsError(f"{self.path} is there already, and differs. Pass force=True.")

    def _report(self) -> None:
        if self.options.on_progress is not None:
            progress = SaveProgress(self.address.url, *self._number, self.received, self.size)
            self.options.on_progress(progress)


def _download(settings: Settings, target: _Target) -> Steps[SavedFile]:
    """Asks for what is missing until all is there, as long as that makes sense."""
    options = target.options
    deadline = check_duration("deadline", options.deadline)
    retries = check_retries(options.retries)
    ends_at = time.monotonic() + deadline
    facts = Facts("download", "GET")
    failures = 0
    while True:
        before = target.received
        try:
            facts = yield from _request(settings, target, facts, ends_at)
            return target.publish()
        except _IsThere:
            return target.saved(target.size or 0, was_there=True)
        except _OtherContent:
            if not target.received:
                message = "download was answered with other bytes than it asked for."
                raise ConnectionError(message, facts.after("yes")) from None
            target.restart()
            continue
        except RequestError as error:
            facts = error.facts
            failures = 1 if target.etag and target.received > before else failures + 1
            pause = retry_pause(error, facts, failures)
            if pause is None or failures > retries or pause >= ends_at - time.monotonic():
                raise
        except OSError as error:
            # What a disk refuses names no file.
            error.filename = error.filename or str(target.draft)
            raise
        if (yield Sleep(pause)) is not None:
            raise closed(facts)


def _request(settings: Settings, target: _Target, facts: Facts, ends_at: float) -> Steps[Facts]:
    """Follows redirects by hand, so that the token goes to its own origin alone."""
    options = target.options
    own_origin = _origin(httpx.URL(settings.base_url))
    url = httpx.URL(target.address.url)
    for _ in range(policy.MAX_DOWNLOAD_REDIRECTS + 1):
        is_own = _origin(url) == own_origin
        if url.scheme != "https" and not is_own and not settings.allow_plain_http:
            raise ValueError(f"{url.host}: plain http is refused for other origins than base_url.")
        token = settings.read_token()
        # A range of compressed bytes would be of no use.
        headers = {"accept": "*/*", "accept-encoding": "identity"}
        if target.received:
            headers.update({"range": f"bytes={target.received}-", "if-range": target.etag})
        request = build_request("GET", url, [headers], token if is_own else None)
        left = ends_at - time.monotonic()
        idle = check_duration("idle_timeout", options.idle_timeout)
        failure = yield Send(request, target, left, idle)
        target.close()
        facts = facts.after(failure.sent if failure else "yes")
        if failure:
            passed = ("deadline", options.deadline) if left <= idle else ("idle_timeout", idle)
            raise error_of(failure, facts, token, passed)
        status, location = target.answer.status, target.answer.headers.get("location")
        if status in _REDIRECTS and location:
            url = url.join(location)
            continue
        if 200 <= status < 300 or (status == 416 and target.received):
            return facts
        break
    raise api_error(target.answer, facts, token)


def _parse_address(text: str) -> Optional[httpx.URL]:
    if not re.match("https?://", text, re.IGNORECASE):
        return None
    try:
        url = httpx.URL(text)
        return url if url.host else None
    except httpx.InvalidURL:
        return None


def _origin(url: httpx.URL) -> tuple[str, str, int]:
    usual = 443 if url.scheme == "https" else 80
    return url.scheme, url.host, url.port or usual


def _safe_name(job_id: str) -> str:
    """The same text for the same identifier, and another for another, also where case does not count."""
    # Without a dot it is no name that Windows keeps for devices, no hidden file and no folder above.
    safe = re.sub(r"[^A-Za-z0-9_-]|^-", "_", job_id)[:_MAX_NAME_LENGTH] or "_"
    if safe == job_id and safe == job_id.lower():
        return safe
    digest = hashlib.sha256(job_id.encode("utf-8", "replace")).hexdigest()
    return f"{safe}-{digest[:8]}"
