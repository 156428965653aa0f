"""Reads responses: the data of a success, whatever its shape, or the error that the response amounts to."""
from __future__ import annotations

import base64
import email.utils
import re
import time
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import httpx

from ._generated import policy
from .errors import ApiError, Facts, InvalidResponseError, ResponseError
from .values import as_mapping, parse_json


# What is unpacked at once.
_PIECE = 1 << 16


@dataclass
class TooLarge(Exception):
    """More bytes came than are allowed."""

    max_bytes: int


@dataclass(frozen=True)
class Response:
    """A success of a request that the contract does not describe; ``None`` if it had no body."""

    raw: object
    raw_text: str


class Received(NamedTuple):
    response: httpx.Response
    text: str


async def unpack(coding: str, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The bytes of a body, piece by piece: httpx would unpack each part as a whole, and a thousand
    times as much could come of it, or a million times if it was packed twice.
    """
    if "," in coding:
        raise httpx.DecodingError(f"packed twice: content-encoding is {coding}")
    if coding not in ("gzip", "x-gzip", "deflate"):
        async for part in parts:
            yield part
        return
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)
    has_begun = False
    try:
        async for part in parts:
            has_begun = True
            while part and not unpacker.eof:
                yield unpacker.decompress(part, _PIECE)
                part = unpacker.unconsumed_tail
    except zlib.error as error:
        raise httpx.DecodingError(str(error)) from error
    if has_begun and not unpacker.eof:
        raise httpx.RemoteProtocolError("what was packed broke off")


async def read_response(
    response: httpx.Response, parts: AsyncIterator[bytes], body: bytearray
) -> Received:
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
        raise response_error(received, facts, token)
    if not received.text and not required:
        return None, ""
    try:
        data = parse_json(received.text)
        for name, kind in required.items():
            value = as_mapping(data).get(name)
            # An empty identifier names nothing.
            if type(value) is not kind or value == "":
                raise ValueError(f"no usable {name}")
        return data, received.text
    except ValueError as error:
        raise response_error(received, facts, token, str(error)) from None


def response_error(received: Received, facts: Facts, token: str, problem: str = "") -> ResponseError:
    """The error that a response amounts to, without credentials; ``problem`` is what is wrong with a success."""
    response = received.response
    status = response.status_code
    text = redact(received.text, token)
    try:
        body = parse_json(text)
    except ValueError:
        body = text or None
    secret = policy.SECRET_HEADER_PATTERN
    headers = {
        redact(name, token): "[redacted]" if re.search(secret, name) else redact(value, token)
        for name, value in response.headers.items()
    }
    excerpt = " ".join(text.split())[: policy.MAX_EXCERPT_LENGTH].strip()
    shown = f"status {status}{problem and ' and '}{problem}{excerpt and ': '}{excerpt}"
    # A download follows those that it may.
    which = "This redirect is" if facts.operation == "download" else "Redirects are"
    redirect = f" {which} not followed." if response.has_redirect_location else ""
    # A redirect may point to what the request has made.
    advice = "" if not problem and 400 <= status < 500 else facts.advice
    message = f"{facts.operation} got {shown}.{redirect}{advice}"
    request_id = next(filter(None, map(headers.get, policy.REQUEST_ID_HEADERS)), None)
    details: list[Any] = [message, *facts, status, headers, body, request_id]
    details += [parse_retry_after(response.headers), text]
    return InvalidResponseError(*details) if problem else ApiError(*details)


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
    """The text without the token, in any spelling: as it is, in another case, with escapes, with
    percent signs, and within base64, as a gateway writes ``user:token``.
    """
    if len(token) < policy.MIN_REDACTED_LENGTH:
        return text
    start = token[: policy.MAX_SPELLED_LENGTH]
    forms = ["".join(map(_spell, start)), *_within_base64(start)]
    rest = policy.TOKEN_REST_PATTERN if len(token) > len(start) else ""
    return re.sub(f"(?:{'|'.join(forms)}){rest}", "[redacted]", text, flags=re.IGNORECASE)


def _within_base64(text: str) -> list[str]:
    """What a text is within base64, which depends on where it begins there."""
    forms = []
    for before in range(3):
        whole = base64.b64encode(b"\0" * before + text.encode()).decode()
        # The first and the last letters hold something of what stands beside.
        form = re.sub(".=+$", "", whole)[before and before + 1 :]
        # In addresses it has ``-`` and ``_`` in their place.
        signs = {ord(sign): f"(?:[-_]|{_spell(sign)})" for sign in "+/"}
        forms.append(form.translate(signs))
    return forms


def _spell(letter: str) -> str:
    pattern = policy.SPELLED_LETTER_PATTERN.replace("<hex>", f"{ord(letter):02x}")
    return pattern.replace("<code>", str(ord(letter)))
