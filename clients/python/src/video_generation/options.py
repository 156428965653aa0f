"""What a call is made of, and what callers can set: checked, and completed."""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from socket import inet_aton, inet_ntoa
from typing import Generic, TypeVar
from urllib.parse import quote

from ._generated import policy

Result = TypeVar("Result")


@dataclass(frozen=True)
class Route(Generic[Result]):
    """How an operation is called over HTTP."""

    operation: str
    method: str
    path: str
    #: Fields without which a success is worthless, and their types.
    required: Mapping[str, type[object]]
    #: Makes the result of a checked response, and of its text.
    read: Callable[[object, str], Result]


@dataclass(frozen=True)
class CallOptions:
    """Settings of one call; ``None`` stands for the setting of the client."""

    timeout: float | None = None
    deadline: float | None = None
    retries: int | None = None
    headers: Mapping[str, str] | None = None

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


def headers_of(options: CallOptions) -> dict[str, str]:
    """Those to send. What is asked for in which form, the client alone decides: another one, it could
    not read, and the receipt of a job would be lost.
    """
    own = ("range", "if-range", "accept-encoding")
    return {name: value for name, value in (options.headers or {}).items() if name.lower() not in own}


def check_duration(name: str, seconds: float) -> float:
    if isinstance(seconds, (int, float)) and seconds > 0:
        return seconds
    raise ValueError(f"{name} must be a positive number of seconds, not {seconds!r}")


def check_token(token: object) -> str:
    # A complaint of the library that sends it would repeat the token.
    if isinstance(token, str) and re.fullmatch("[!-~]+", token):
        return token
    raise ValueError("token is empty or cannot be sent: has it a line break?")


def check_base_url(base_url: str, allow_plain_http: bool) -> None:
    parts = re.fullmatch(r"(https?)://([\w.-]+|\[[\da-f:]+\])(:\d+)?(/[^?#@\s]*)?", str(base_url))
    is_local = parts and re.fullmatch(r"localhost|127(\.\d+){3}|\[::1\]", parts[2])
    if not parts or parts[1] == "http" and not (is_local or allow_plain_http):
        raise ValueError("base_url must be the service's https:// address, without login or query")


def is_refused(host: str) -> bool:
    """Whether a host is in a network where clouds keep their keys."""
    with suppress(OSError):
        # As the resolver reads it: ``2852039166`` and ``0xa9.254.43518`` are addresses of IPv4, too.
        host = inet_ntoa(inet_aton(host))
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in ip_network(each) for each in policy.REFUSED_NETWORKS)


def check_path(path: str) -> str:
    """A path below the address of the service, as it is sent."""
    is_path = isinstance(path, str) and re.fullmatch(r"/[!\"$-~]*", path)
    # What is a folder above, in any spelling, would be another path.
    if is_path and not re.search(r"/(\.|%2e){1,2}([/?]|\Z)", path, re.I):
        return path
    raise ValueError(f"path must begin with /, without . and .., and be percent-encoded, not {path!r}")


def fill_path(path: str, values: tuple[str, ...]) -> str:
    """Writes path parameters so that no value can change which path is called."""
    for name, value in zip(re.findall(r"\{(.+?)\}", path), values):
        is_text = isinstance(value, str) and not re.search("[\ud800-\udfff]", value)
        if not is_text or value in ("", ".", ".."):
            raise ValueError(f"{name} must be an identifier, not {value!r}")
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    return path
