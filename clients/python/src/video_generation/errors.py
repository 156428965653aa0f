"""What can go wrong, as few classes with fields. All of them can be pickled."""
from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal, NamedTuple

from ._generated import policy

if TYPE_CHECKING:
    from ._generated.types import HpJob

Sent = Literal["no", "maybe", "yes"]
"""Whether a request has reached the service: ``"no"`` when it certainly has not,
``"yes"`` when a response had begun, ``"maybe"`` for everything between.
"""


class Facts(NamedTuple):
    """What every error tells of its call."""

    operation: str
    method: str
    attempts: int = 0
    sent: Sent = "no"

    def after(self, sent: Sent) -> Facts:
        """One attempt later."""
        most = max(self.sent, sent, key=["no", "maybe", "yes"].index)
        return self._replace(attempts=self.attempts + 1, sent=most)

    @property
    def advice(self) -> str:
        """What the caller has to know before trying again."""
        if self.sent == "no":
            return " Nothing was sent: try again."
        return "" if self.method == "GET" else " It is not sent again: a job may be rendering."


@dataclass(eq=False)
class RequestError(Exception):
    """Base of all errors of a call.

    ``operation`` is the method that was called, ``method`` that of HTTP. ``attempts`` counts how
    many times the request was sent, or its sending begun. ``sent`` is the most that is certain of
    any attempt: a create request may have started a job unless it is ``"no"``. ``text`` is what
    has come of a response: of one that broke off, it may name a job.
    """

    text = ""
    _may_pass = False
    message: str
    operation: str
    method: str
    attempts: int
    sent: Sent

    @property
    def is_safe_to_repeat(self) -> bool:
        """Whether another attempt may succeed, and can start no second job."""
        return self._may_pass and (self.method == "GET" or self.sent == "no")

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self)), vars(self)


@dataclass(eq=False)
class ResponseError(RequestError):
    """Base of the errors that carry a response, without credentials.

    ``headers`` have names in lower case. ``body`` is whole, and of any shape: parsed if
    it is JSON, else its text, ``None`` if it was empty; ``text`` is the body as it came.
    ``request_id`` is there when a usual header carries one. ``retry_after`` is what the header of
    this name asks for, in seconds.
    """

    status: int
    headers: Mapping[str, str]
    body: object
    request_id: str | None
    retry_after: float | None
    text: str

    @property
    def _may_pass(self) -> bool:  # type: ignore[override]
        return self.status in policy.TRANSIENT_STATUSES


class ApiError(ResponseError):
    """The service, or something before it, responded with a status outside 2XX."""


class InvalidResponseError(ResponseError):
    """A status of 2XX, but no JSON, or no identifier of a job, or no list.

    The name of a job may be elsewhere in ``body``.
    """


@dataclass(eq=False)
class SizeLimitError(RequestError):
    """A response, or a download, has more than ``max_bytes``. It is not asked for again."""

    max_bytes: int


@dataclass(eq=False)
class ConnectionError(RequestError, builtins.ConnectionError):
    """The connection failed, or the response broke off. ``__cause__`` says how.

    ``is_final`` where TLS was refused.
    """

    is_final: bool = False

    @property
    def _may_pass(self) -> bool:  # type: ignore[override]
        return not self.is_final


@dataclass(eq=False)
class TimeoutError(RequestError, builtins.TimeoutError):
    """An attempt passed its limit, or all of them together.

    ``limit`` names the option: ``timeout``, ``deadline`` or ``idle_timeout``. ``seconds`` is its
    value.
    """

    _may_pass = True
    limit: str
    seconds: float


class ClientClosedError(RequestError):
    """The client was closed during the call, or before it."""


@dataclass(eq=False)
class JobWaitTimeoutError(RequestError):
    """A wait ended before its job did; ``__cause__`` is what its last poll failed with.

    Wait again for ``job_id``. ``last_job`` is the job as it was last read, ``None`` if no poll got a
    response.
    """

    job_id: str
    last_job: HpJob | None
