"""What can go wrong, as few classes with fields. All of them can be pickled."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Mapping, Optional

if TYPE_CHECKING:
    from ._generated.types import HpJob

Sent = Literal["no", "maybe", "yes"]
"""Whether a request has reached the service: ``"no"`` when it certainly has not,
``"yes"`` when an answer had begun, ``"maybe"`` for everything between.
"""


class RequestError(Exception):
    """Base of all errors of this package."""

    operation: str
    """Name of the method that was called."""

    method: str
    """HTTP method, in capitals."""

    attempts: int
    """How many times the request was sent, or its sending begun."""

    sent: Sent
    """The most that is certain of any attempt. A create request may have started a job
    unless this is ``"no"``.
    """

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.__dict__.update(details)


class _AnswerError(RequestError):
    status: int
    """HTTP status."""

    headers: Mapping[str, str]
    """Headers of the answer, names in lower case, without credentials."""

    body: object
    """The whole body, without the token: parsed if it is JSON, else its text, ``None``
    if it was empty. Its shape is not documented.
    """

    request_id: Optional[str]
    """Identifier of the request, when a usual response header carries one."""


class ApiError(_AnswerError):
    """The service, or something before it, answered with a status outside 2XX."""

    retry_after: Optional[float]
    """What the answer's ``Retry-After`` asks for, in seconds."""


class InvalidResponseError(_AnswerError):
    """A status of 2XX, but no JSON, or no identifier of a job, or no list.

    The name of a job may stand in ``body`` at another place.
    """


class RequestConnectionError(RequestError):
    """The connection failed, or the answer broke off. ``__cause__`` says how."""


class RequestTimeoutError(RequestError):
    """An attempt passed ``timeout``, or all of them together ``deadline``."""

    limit: Literal["timeout", "deadline"]
    """The option that set the limit."""

    seconds: float
    """The limit that was passed."""


class ClientClosedError(RequestError):
    """The client was closed during the call, or before it."""


class JobWaitTimeoutError(RequestError):
    """A wait ended before its job did; ``__cause__`` is what its last poll failed with."""

    job_id: str
    last_job: Optional[HpJob]
    """The job as it was last read; ``None`` if no poll was answered."""

    elapsed: float
    """Length of the wait, in seconds."""
