"""What can go wrong, as few classes with fields. All of them can be pickled."""
from __future__ import annotations

import builtins
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal, Mapping, Optional, Sequence

if TYPE_CHECKING:
    from ._generated.types import HpJob

Sent = Literal["no", "maybe", "yes"]
"""Whether a request has reached the service: ``"no"`` when it certainly has not,
``"yes"`` when an answer had begun, ``"maybe"`` for everything between.
"""

_ORDER: Sequence[Sent] = ("no", "maybe", "yes")


@dataclass(frozen=True)
class Facts:
    """What every error tells of its call."""

    operation: str
    method: str
    attempts: int = 0
    sent: Sent = "no"

    def after(self, sent: Sent) -> Facts:
        """One attempt later."""
        most = max(self.sent, sent, key=_ORDER.index)
        return replace(self, attempts=self.attempts + 1, sent=most)

    @property
    def advice(self) -> str:
        """What the caller has to know before trying again."""
        if self.sent == "no":
            return " Nothing was sent: try again."
        if self.method == "GET":
            return ""
        return " It is not sent again: a job may be rendering."


@dataclass(eq=False, repr=False)
class RequestError(Exception):
    """Base of all errors of this package."""

    message: str
    """The same as ``str(error)``."""

    facts: Facts
    """``operation``, ``method``, ``attempts`` and ``sent`` together."""

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @property
    def operation(self) -> str:
        """Name of the method that was called."""
        return self.facts.operation

    @property
    def method(self) -> str:
        """HTTP method, in capitals."""
        return self.facts.method

    @property
    def attempts(self) -> int:
        """How many times the request was sent, or its sending begun."""
        return self.facts.attempts

    @property
    def sent(self) -> Sent:
        """The most that is certain of any attempt. A create request may have started a job
        unless this is ``"no"``.
        """
        return self.facts.sent


@dataclass(eq=False, repr=False)
class _AnswerError(RequestError):
    status: int
    """HTTP status."""

    headers: Mapping[str, str]
    """Headers of the answer, names in lower case, without credentials."""

    body: object
    """The whole body, without the token: parsed if it is JSON, else its text, ``None``
    if it was empty. Its shape is not documented.
    """

    text: str
    """The text of the body as it came, without the token."""

    request_id: Optional[str]
    """Identifier of the request, when a usual response header carries one."""


@dataclass(eq=False, repr=False)
class ApiError(_AnswerError):
    """The service, or something before it, answered with a status outside 2XX."""

    retry_after: Optional[float]
    """What the answer's ``Retry-After`` asks for, in seconds."""


@dataclass(eq=False, repr=False)
class InvalidResponseError(_AnswerError):
    """A status of 2XX, but no JSON, or no identifier of a job, or no list.

    The name of a job may be elsewhere in ``body``.
    """


@dataclass(eq=False, repr=False)
class SizeLimitError(RequestError):
    """The body of an answer, or a download, is larger than allowed. It is not asked for again."""

    max_bytes: int
    """The limit that was passed."""


@dataclass(eq=False, repr=False)
class ConnectionError(RequestError, builtins.ConnectionError):
    """The connection failed, or the answer broke off. ``__cause__`` says how."""

    is_transient: bool = True
    """Whether another attempt may succeed. It does not where TLS was refused."""


@dataclass(eq=False, repr=False)
class TimeoutError(RequestError, builtins.TimeoutError):
    """An attempt passed ``timeout``, or all of them together ``deadline``."""

    limit: str
    """The option that set the limit: ``timeout``, ``deadline`` or ``idle_timeout``."""

    seconds: float
    """The limit that was passed."""


class ClientClosedError(RequestError):
    """The client was closed during the call, or before it."""


@dataclass(eq=False, repr=False)
class JobWaitTimeoutError(RequestError):
    """A wait ended before its job did; ``__cause__`` is what its last poll failed with."""

    job_id: str
    """Wait for it again with this."""

    last_job: Optional[HpJob]
    """The job as it was last read; ``None`` if no poll was answered."""

    elapsed: float
    """Length of the wait, in seconds."""
