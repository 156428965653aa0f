"""What a call is made of, and what callers can set: checked, and completed."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, Generic, Mapping, Optional, Tuple, Type, TypeVar, Union
from urllib.parse import quote, urlsplit

from ._generated import policy

Result = TypeVar("Result")
TokenSource = Union[str, Callable[[], str]]


@dataclass(frozen=True)
class Route(Generic[Result]):
    """How an operation is called over HTTP."""

    operation: str
    method: str
    path: str
    #: Fields without which a success is worthless, and their types.
    required: Mapping[str, Type[object]]
    #: Makes the result of a checked answer, and of its text.
    read: Callable[[object, str], Result]


@dataclass(frozen=True)
class CallOptions:
    """Settings of one call; ``None`` stands for the setting of the client."""

    timeout: Optional[float] = None
    deadline: Optional[float] = None
    retries: Optional[int] = None
    headers: Optional[Mapping[str, str]] = None

    def __post_init__(self) -> None:
        for name in ("timeout", "deadline"):
            if getattr(self, name) is not None:
                check_duration(name, getattr(self, name))
        if self.retries is not None and not (isinstance(self.retries, int) and self.retries >= 0):
            raise ValueError(f"retries must be a whole number, 0 or more, not {self.retries!r}")
        for name, value in (self.headers or {}).items():
            is_name = re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII)
            if not is_name or not re.fullmatch(r"[\t -~\x80-\xff]*", value):
                raise ValueError(f"headers: {name!r} or its value cannot be sent")


@dataclass(frozen=True)
class Settings:
    """Options of a client."""

    base_url: str
    # Not in a representation: it may be the token itself.
    token: TokenSource = field(repr=False)
    defaults: CallOptions = field(repr=False)
    allow_plain_http: bool

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for what cannot be meant."""
        _check_base_url(self.base_url, self.allow_plain_http)
        if not callable(self.token):
            _check_token(self.token)

    def read_token(self) -> str:
        """The token to send now."""
        return _check_token(self.token() if callable(self.token) else self.token)

    @property
    def retries(self) -> int:
        """How often a read is sent again."""
        return policy.RETRIES if self.defaults.retries is None else self.defaults.retries


def check_duration(name: str, seconds: float) -> float:
    if isinstance(seconds, (int, float)) and seconds > 0:
        return seconds
    raise ValueError(f"{name} must be a positive number of seconds, not {seconds!r}")


def _check_token(token: str) -> str:
    # A complaint of the library that sends it would repeat the token.
    if isinstance(token, str) and re.fullmatch("[!-~]+", token):
        return token
    raise ValueError("token is empty or cannot be sent: has it a line break?")


def _check_base_url(base_url: str, allow_plain_http: bool) -> None:
    try:
        url = urlsplit(str(base_url))
        scheme, host = url.scheme, url.hostname or ""
        url.port  # Raises for what is no number.
    except ValueError:
        scheme = host = ""
    is_local = host in ("localhost", "::1") or re.fullmatch(r"127(\.\d+){3}", host)
    is_allowed = scheme == "https" or scheme == "http" and (is_local or allow_plain_http)
    if not host or not is_allowed or re.search(r"[?#@\s]", base_url):
        raise ValueError("base_url must be your provider's https:// address, without login or query")


def fill_path(path: str, values: Tuple[str, ...]) -> str:
    """Writes path parameters so that no value can change which path is called."""
    for name, value in zip(re.findall(r"\{(.+?)\}", path), values):
        is_text = isinstance(value, str) and not re.search("[\ud800-\udfff]", value)
        if not is_text or value in ("", ".", ".."):
            raise ValueError(f"{name} must be a name, not {value!r}")
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    return path
