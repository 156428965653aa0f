"""What a call is made of, and what callers can set: checked, and completed."""
from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Callable, Generic, Mapping, Optional, Tuple, Type, TypeVar, Union
from urllib.parse import quote, urlsplit

from ._generated import policy

Result = TypeVar("Result")
Number = TypeVar("Number", int, float)
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


class Caller:
    """Makes calls."""

    def _call(
        self, route: Route[Result], path: Tuple[str, ...], body: object, options: CallOptions
    ) -> Result:
        raise NotImplementedError


class AsyncCaller:
    """Makes calls as coroutines."""

    async def _call(
        self, route: Route[Result], path: Tuple[str, ...], body: object, options: CallOptions
    ) -> Result:
        raise NotImplementedError


@dataclass(frozen=True)
class Settings:
    """Options of a client, checked."""

    base_url: str
    # Not in a representation: it may be the token itself.
    token: TokenSource = field(repr=False)
    defaults: CallOptions = field(repr=False)
    allow_plain_http: bool

    def read_token(self) -> str:
        """The token to send now."""
        return check_token(self.token() if callable(self.token) else self.token)


@dataclass(frozen=True)
class Limits:
    """Limits of one call, complete. Durations are in seconds."""

    timeout: float
    deadline: float
    retries: int


def check_settings(
    base_url: str, token: TokenSource, defaults: CallOptions, allow_plain_http: bool
) -> Settings:
    """Raises ``ValueError`` for what cannot be meant."""
    if not callable(token):
        check_token(token)
    limits_of(CallOptions(), defaults, "GET")
    check_headers(defaults.headers)
    return Settings(check_base_url(base_url, allow_plain_http), token, defaults, allow_plain_http)


def limits_of(options: CallOptions, defaults: CallOptions, method: str) -> Limits:
    usual = policy.READ_TIMEOUT if method == "GET" else policy.CREATE_TIMEOUT
    return Limits(
        check_duration("timeout", _first(options.timeout, defaults.timeout, usual)),
        check_duration("deadline", _first(options.deadline, defaults.deadline, math.inf)),
        check_retries(_first(options.retries, defaults.retries, policy.RETRIES)),
    )


def _first(*values: Optional[Number]) -> Number:
    return next(value for value in values if value is not None)


def check_retries(retries: int) -> int:
    if isinstance(retries, int) and retries >= 0:
        return retries
    raise ValueError(f"retries must be a whole number, 0 or more, not {retries!r}")


def check_duration(name: str, seconds: float) -> float:
    if isinstance(seconds, (int, float)) and seconds > 0:
        return float(seconds)
    raise ValueError(f"{name} must be a positive number of seconds, not {seconds!r}")


def check_token(token: str) -> str:
    # A complaint of the library that sends it would repeat the token.
    if isinstance(token, str) and re.fullmatch("[!-~]+", token):
        return token
    raise ValueError("token is empty or cannot be sent: has it a line break?")


def check_headers(headers: Optional[Mapping[str, str]]) -> Mapping[str, str]:
    for name, value in (headers or {}).items():
        is_name = re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII)
        if not is_name or not re.fullmatch(r"[\t -~\x80-\xff]*", value):
            raise ValueError(f"headers: {name!r} or its value cannot be sent")
    return headers or {}


def check_base_url(base_url: str, allow_plain_http: bool) -> str:
    """The address that every path is appended to, without a slash at its end."""
    try:
        base_url = str(base_url)
        url = urlsplit(base_url)
        scheme, host = url.scheme, url.hostname or ""
        url.port  # Raises for what is no number.
    except ValueError:
        scheme = host = ""
    is_local = host in ("localhost", "::1") or re.fullmatch(r"127(\.\d+){3}", host)
    is_allowed = scheme == "https" or scheme == "http" and (is_local or allow_plain_http)
    if host and is_allowed and not re.search(r"[?#@\s]", base_url):
        return base_url.rstrip("/")
    raise ValueError("base_url must be your provider's https:// address, without login or query")


def fill_path(path: str, values: Tuple[str, ...]) -> str:
    """Writes path parameters so that no value can change which path is called."""
    left = list(values)

    def fill(match: "re.Match[str]") -> str:
        value = left.pop(0)
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{match[1]} must be a name, not {value!r}")
        try:
            return quote(value, safe="")
        except UnicodeEncodeError:
            raise ValueError(f"{match[1]} has half a character: {value!r}") from None

    return re.sub(r"\{(\w+)\}", fill, path)
