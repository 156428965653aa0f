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
from typing import BinaryIO, Callable, Optional, Sequence, Union

import httpx

from ._generated import policy
from ._generated.types import HpJob
from .answers import Answer, TooLarge, api_error, as_mapping
from .errors import ClientClosedError, Facts, RequestError
from .options import Settings, check_duration, check_retries
from .send import USER_AGENT, Failure, Send, Steps, error_of, retry_pause, sleep

# Leaves room for the row, the ending and ``.part.json``; file systems take 255 bytes.
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
    """Not everything could be saved. ``saved`` is kept, and calling again goes on. ``failed`` says
    what is missing; it is empty if it is the output that cannot be used.
    """

    def __init__(
        self, message: str, saved: Sequence[SavedFile] = (), failed: Sequence[FailedFile] = ()
    ) -> None:
        super().__init__(message, saved, failed)
        self.saved, self.failed = saved, failed

    def __str__(self) -> str:
        return str(self.args[0])


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


class _OtherContent(Exception):
    """The rest belongs to other content than what is there."""


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
        self._draft = path.with_name(f"{path.name}.part")
        self._note = path.with_name(f"{path.name}.part.json")
        self._file: Optional[BinaryIO] = None
        self.size: Optional[int] = None
        self.etag, self.received = self._find_started()
        self.answer = Answer()
        #: Whether the answer is of the file.
        self.is_content = False

    def begin(self, response: httpx.Response) -> None:
        self.answer, self.is_content = Answer(), False
        self.answer.begin(response)
        status, headers = response.status_code, response.headers
        etag = headers.get("etag", "")
        # Only a strong one promises the same bytes.
        etag = etag if etag.startswith('"') else ""
        if status == 200:
            is_plain = headers.get("content-encoding", "identity") == "identity"
            length = headers.get("content-length", "") if is_plain else ""
            self.size = int(length) if length.isdigit() else None
            self.received, self.etag = 0, etag
        elif status == 206 and self.received:
            of_rest = re.fullmatch(r"bytes (\d+)-\d+/(\d+)", headers.get("content-range", ""))
            if not of_rest or int(of_rest[1]) != self.received or etag != self.etag:
                raise _OtherContent
            self.size = int(of_rest[2])
        elif status == 416 and self.received:
            raise _OtherContent
        else:
            return
        self._check_size(self.size or 0)
        self._check_name(headers.get("content-type", ""))
        self._open()
        self.is_content = True

    def add(self, data: bytes) -> None:
        if self._file is None:
            return self.answer.add(data)
        self._file.write(data)
        self.received += len(data)
        self._check_size(self.received)
        if self.options.on_progress is not None:
            progress = SaveProgress(self.address.url, *self._number, self.received, self.size)
            self.options.on_progress(progress)

    def close(self) -> None:
        """After each attempt: what has come is on the disk then."""
        if self._file is not None:
            file, self._file = self._file, None
            with file:
                file.flush()
                os.fsync(file.fileno())

    def publish(self) -> SavedFile:
        """Gives the whole file its name."""
        # Another process may have written the draft too, or have come to its end before.
        if not self._draft.exists() or self._draft.stat().st_size != self.received:
            raise OSError(f"{self._draft} changed while it was written. Is it downloaded twice?")
        if os.path.lexists(self.path) and not self.options.force:
            raise FileExistsError(f"{self.path} is there already. Pass force=True.")
        os.replace(self._draft, self.path)
        self._note.unlink(missing_ok=True)
        return self.saved(self.received)

    def saved(self, size: int, was_there: bool = False) -> SavedFile:
        return SavedFile(self.address.url, self.address.row, self.path, size, was_there)

    def _open(self) -> None:
        if self.received:
            self._file = self._draft.open("ab")
            return
        # Never through a link that somebody has put there.
        self._draft.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)
        self._file = self._draft.open("xb")
        if self.etag:
            self._note.write_text(json.dumps({"etag": self.etag}))

    def _find_started(self) -> tuple[str, int]:
        """What an earlier call has begun."""
        try:
            etag = json.loads(self._note.read_text())["etag"]
            if etag.startswith('"') and not self._draft.is_symlink():
                return etag, self._draft.stat().st_size
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            pass
        return "", 0

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
    options = target.options
    retries = check_retries(options.retries)
    ends_at = time.monotonic() + check_duration("deadline", options.deadline)
    facts = Facts("download", "GET")
    failures = 0
    while True:
        before = target.received
        try:
            facts = yield from _transfer(settings, target, facts, ends_at)
            return target.publish()
        except _IsThere:
            return target.saved(target.size or 0, was_there=True)
        except _OtherContent:
            target.received = 0
            continue
        except RequestError as error:
            facts = Facts(error.operation, error.method, error.attempts, error.sent)
            failures = 1 if target.etag and target.received > before else failures + 1
            # Without a name for the content, the rest might belong to another one.
            if not target.etag:
                target.received = 0
            pause = retry_pause(error, facts, failures)
            if pause is None or failures > retries or pause >= ends_at - time.monotonic():
                raise
        except OSError as error:
            # What a disk refuses names no file.
            if error.errno and not error.filename:
                error.filename = str(target._draft)
            raise
        yield from sleep(pause, facts)


def _transfer(settings: Settings, target: _Target, facts: Facts, ends_at: float) -> Steps[Facts]:
    """Follows redirects by hand, so that the token goes to its own origin alone."""
    options = target.options
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
        left = ends_at - time.monotonic()
        idle = check_duration("idle_timeout", options.idle_timeout)
        failure = yield Send(request, target, left, idle)
        target.close()
        if not failure and target.is_content and target.received < (target.size or 0):
            failure = Failure("yes", httpx.RemoteProtocolError("the answer ended too early"))
        facts = facts.after(failure.sent if failure else "yes")
        if failure:
            passed = ("deadline", options.deadline) if left <= idle else ("idle_timeout", idle)
            raise error_of(failure, facts, token, passed)
        if target.is_content:
            return facts
        if target.answer.redirect is None:
            raise api_error(target.answer, facts, token)
        request = target.answer.redirect
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
