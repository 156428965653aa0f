"""Reads answers: the data of a success, whatever its shape, or the error that the answer amounts to."""
from __future__ import annotations

import email.utils
import json
import math
import re
import time
from functools import lru_cache
from typing import Any, List, Mapping, Optional, Tuple, Type, Union, cast

import httpx

from ._generated import policy
from .errors import ApiError, Facts, InvalidResponseError

_SECRET_HEADER = re.compile(policy.SECRET_HEADER_PATTERN)


class TooLarge(Exception):
    """More bytes came than are allowed."""

    def __init__(self, max_bytes: int) -> None:
        super().__init__(f"more than {max_bytes} bytes")
        self.max_bytes = max_bytes


class Answer:
    """An answer, as far as it has come."""

    def begin(self, response: httpx.Response) -> None:
        self.status, self.headers = response.status_code, response.headers
        self.redirect = response.next_request
        self._body = bytearray()

    def add(self, data: bytes) -> None:
        self._body += data
        if len(self._body) > policy.MAX_BODY_BYTES:
            raise TooLarge(policy.MAX_BODY_BYTES)

    @property
    def text(self) -> str:
        # A byte order mark is no part of the text.
        return self._body.decode("utf-8-sig", errors="replace")


def read_data(
    answer: Answer, required: Mapping[str, Type[object]], facts: Facts, token: str
) -> Tuple[object, str]:
    """The body of a success and its text, or the error that the answer is."""
    if not 200 <= answer.status < 300:
        raise api_error(answer, facts, token)
    data: object = None
    text, problem = answer.text, ""
    try:
        data = parse_json(text)
    except ValueError as error:
        # What the message of another library quotes is not shown.
        problem = "JSON nested too deep" if "too deep" in str(error) else "no JSON"
    else:
        for name, kind in required.items():
            value = as_mapping(data).get(name)
            # An empty identifier names nothing.
            if type(value) is not kind or value == "":
                problem = f"no usable {name}"
    if problem:
        shown = _shown(answer, facts, token, f" and {problem}", facts.advice)
        raise InvalidResponseError(**shown)
    return data, text


def api_error(answer: Answer, facts: Facts, token: str) -> ApiError:
    status = answer.status
    advice = "" if status != 304 else " The client has no cache."
    if answer.redirect is not None:
        advice = " Redirects are not followed."
    # 303 points to what the request has made.
    if status == 303 or status >= 500:
        advice += facts.advice
    shown = _shown(answer, facts, token, "", advice)
    return ApiError(**shown, retry_after=parse_retry_after(answer.headers))


def _shown(
    answer: Answer, facts: Facts, token: str, addition: str, advice: str
) -> dict[str, Any]:
    """The fields of an ``AnswerError``: everything of an answer but credentials."""
    text = redact(answer.text, token)
    try:
        body = parse_json(text)
    except ValueError:
        body = text or None
    headers = {
        redact(name, token): "[redacted]" if _SECRET_HEADER.search(name) else redact(value, token)
        for name, value in answer.headers.items()
    }
    excerpt = _excerpt(text, body)
    message = (
        f"{facts.operation} was answered with status {answer.status}{addition}{excerpt}.{advice}"
    )
    named = (headers.get(name) for name in policy.REQUEST_ID_HEADERS)
    request_id = next(filter(None, named), None)
    return {
        "message": message,
        **facts._asdict(),
        "status": answer.status,
        "headers": headers,
        "body": body,
        "text": text,
        "request_id": request_id,
    }


def _excerpt(text: str, body: object) -> str:
    """The part of the body that tells most: its list of errors, if it has one."""
    errors = as_mapping(body).get("errors")
    if errors is not None:
        text = errors if isinstance(errors, str) else json.dumps(errors)
        # Half of a pair of surrogates cannot be printed.
        text = text.encode("utf-8", "backslashreplace").decode()
    text = " ".join(text.split())[: policy.MAX_EXCERPT_LENGTH].strip()
    return f": {text}" if text else ""


def parse_retry_after(headers: httpx.Headers) -> Optional[float]:
    """How long an answer asks to wait, in seconds; ``None`` if it does not ask.

    Anything but the two forms of RFC 9110, section 10.2.3, is ignored.
    """
    value = headers.get("retry-after", "")
    if re.fullmatch("[0-9]+", value):
        return float(value[:300])
    until = _parse_date(value)
    # Both dates come from the server's clock, so that a wrong clock on this machine does
    # not stretch the wait.
    now = _parse_date(headers.get("date", "")) or time.time()
    return None if until is None else max(0.0, until - now)


def _parse_date(text: str) -> Optional[float]:
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
def _spellings(token: str) -> "re.Pattern[str]":
    def spell(character: str) -> str:
        code = f"{ord(character):02x}"
        plain = rf"\\{{0,3}}{re.escape(character)}"
        return rf"(?:{plain}|\\{{1,3}}(?:u00|x){code}|%{code})"

    return re.compile("".join(map(spell, token)), re.IGNORECASE)


class NumberText(str):
    """A number that Python cannot hold, as it was sent: ``json.dumps`` writes it as a string."""


def parse_json(text: str) -> object:
    """The value of a JSON text.

    Raises ``ValueError`` for any other text, also where Python's own parser is more
    lenient (``NaN``) or gives up (depth).
    """
    try:
        value: object = json.loads(
            text, parse_float=_number, parse_int=_number, parse_constant=_refuse_constant
        )
        return value
    except RecursionError:
        raise ValueError("nested too deep") from None


def _number(text: str) -> Union[float, NumberText]:
    try:
        value = float(text) if re.search("[.eE]", text) else int(text)
    except ValueError:  # More digits than Python converts.
        return NumberText(text)
    return value if abs(value) != math.inf else NumberText(text)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def as_mapping(value: object) -> Mapping[str, object]:
    """The value, or an empty mapping in place of anything else."""
    return cast(Mapping[str, object], value) if isinstance(value, dict) else {}


def as_items(value: object) -> List[object]:
    """The value, or an empty list in place of anything else."""
    return value if isinstance(value, list) else []


def as_known(value: object, *types: type) -> Any:
    """The value if it is exactly of one of the types, else ``None``: a ``bool`` is no ``int``."""
    return value if type(value) in types else None
