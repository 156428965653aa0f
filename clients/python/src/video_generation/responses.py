"""Reads responses: the data of a success, whatever its shape, or the error that the response amounts to."""
from __future__ import annotations

import email.utils
import re
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import httpx

from ._generated import policy
from .errors import ApiError, Facts, InvalidResponseError
from .values import as_mapping, parse_json


@dataclass
class TooLarge(Exception):
    """More bytes came than are allowed."""

    max_bytes: int


class Received(NamedTuple):
    response: httpx.Response
    text: str


async def read_response(response: httpx.Response, parts: AsyncIterator[bytes]) -> Received:
    body = bytearray()
    async for part in parts:
        body += part
        if len(body) > policy.MAX_BODY_BYTES:
            raise TooLarge(policy.MAX_BODY_BYTES)
    # A byte order mark is no part of the text.
    return Received(response, body.decode("utf-8-sig", errors="replace"))


def read_data(
    received: Received, required: Mapping[str, type[object]], facts: Facts, token: str
) -> tuple[object, str]:
    """The body of a success and its text, or the error that the response is."""
    if not 200 <= received.response.status_code < 300:
        raise api_error(received, facts, token)
    try:
        data = parse_json(received.text)
        for name, kind in required.items():
            value = as_mapping(data).get(name)
            # An empty identifier names nothing.
            if type(value) is not kind or value == "":
                raise ValueError(f"no usable {name}")
        return data, received.text
    except ValueError as error:
        described = _describe(received, facts, token, f" and {error}", facts.advice)
        raise InvalidResponseError(*described) from None


def api_error(received: Received, facts: Facts, token: str) -> ApiError:
    response = received.response
    advice = " Redirects are not followed." if response.has_redirect_location else ""
    # 303 points to what the request has made.
    if response.status_code == 303 or response.status_code >= 500:
        advice += facts.advice
    described = _describe(received, facts, token, "", advice)
    return ApiError(*[*described, parse_retry_after(response.headers)])


def _describe(received: Received, facts: Facts, token: str, addition: str, advice: str) -> list[Any]:
    """The fields of a ``ResponseError``: everything of a response but credentials."""
    text = redact(received.text, token)
    try:
        body = parse_json(text)
    except ValueError:
        body = text or None
    secret = policy.SECRET_HEADER_PATTERN
    headers = {
        redact(name, token): "[redacted]" if re.search(secret, name) else redact(value, token)
        for name, value in received.response.headers.items()
    }
    excerpt = " ".join(text.split())[: policy.MAX_EXCERPT_LENGTH].strip()
    status = received.response.status_code
    shown = f"status {status}{addition}{excerpt and ': '}{excerpt}"
    message = f"{facts.operation} got {shown}.{advice}"
    named = (headers.get(name) for name in policy.REQUEST_ID_HEADERS)
    request_id = next(filter(None, named), None)
    return [message, *facts, status, headers, body, text, request_id]


def parse_retry_after(headers: httpx.Headers) -> float | None:
    """How long a response asks to wait, in seconds, in one of the two forms of RFC 9110, 10.2.3."""
    value = headers.get("retry-after", "")
    if re.fullmatch("[0-9]+", value):
        return float(value[:300])
    until = _parse_date(value)
    # Both dates come from the server's clock, so that a wrong clock on this machine does
    # not stretch the wait.
    now = _parse_date(headers.get("date", "")) or time.time()
    return None if until is None else max(0.0, until - now)


def _parse_date(text: str) -> float | None:
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError, IndexError):
        return None


def redact(text: str, token: str) -> str:
    """The text without the token, in any spelling: in another case, with the escapes of JSON or of
    Python, with percent signs.
    """
    if len(token) < policy.MIN_REDACTED_LENGTH:
        return text
    return _spellings(token).sub("[redacted]", text)


@lru_cache(maxsize=16)
def _spellings(token: str) -> re.Pattern[str]:
    def spell(character: str) -> str:
        code = f"{ord(character):02x}"
        return rf"(?:\\{{0,3}}{re.escape(character)}|\\{{1,3}}(?:u00|x){code}|%{code})"

    return re.compile("".join(map(spell, token)), re.IGNORECASE)
