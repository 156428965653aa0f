"""Judges answers: the data of a success, or the error that the answer amounts to."""
from __future__ import annotations

import email.utils
import json
import re
import time
from dataclasses import dataclass, replace
from typing import Dict, List, Mapping, Optional, Type

import httpx

from .errors import ApiError, InvalidResponseError, Sent
from .reading import as_mapping, parse_json

# Enough to tell a login page from a stack trace, and little enough for a log line.
_EXCERPT_LENGTH = 200
# Shorter strings occur in texts by chance; replacing them would garble what an error says.
_REDACTED_LENGTH = 8
_SECRET_HEADERS = re.compile("authorization|cookie|token(?!s)|secret|key")
_HTTP_DATE = re.compile(r"\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT")


@dataclass(frozen=True)
class Answer:
    """An answer read to the end."""

    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def text(self) -> str:
        # A byte order mark is no part of the text.
        return self.body.decode("utf-8-sig", errors="replace")


@dataclass(frozen=True)
class Facts:
    """What a call can tell about itself."""

    operation: str
    method: str
    attempts: int = 0
    sent: Sent = "no"

    def after(self, sent: Sent) -> Facts:
        """One attempt later."""
        order: List[Sent] = ["no", "maybe", "yes"]
        most = max(self.sent, sent, key=order.index)
        return replace(self, attempts=self.attempts + 1, sent=most)

    @property
    def advice(self) -> str:
        """What the caller has to know before trying again."""
        if self.sent == "no":
            return " Nothing was sent: try again."
        if self.method == "GET":
            return ""
        return " It is not sent again: a job may be rendering."


def read_data(
    answer: Answer, required: Mapping[str, Type[object]], facts: Facts, token: str
) -> object:
    """The body of a success, or the error that the answer is."""
    if not 200 <= answer.status < 300:
        raise _api_error(answer, facts, token)
    try:
        data = parse_json(answer.text)
    except ValueError:
        raise _invalid_response(answer, facts, token, "no JSON") from None
    for name, kind in required.items():
        value = as_mapping(data).get(name)
        # An empty identifier names nothing.
        if not isinstance(value, kind) or value == "":
            raise _invalid_response(answer, facts, token, f"no usable {name}")
    return data


def parse_retry_after(headers: httpx.Headers) -> Optional[float]:
    """How long an answer asks to wait, in seconds; ``None`` if it does not ask.

    Anything but the two forms of RFC 9110, section 10.2.3, is ignored.
    """
    value = headers.get("retry-after", "")
    if re.fullmatch("[0-9]+", value):
        return float(value)
    until = _parse_date(value)
    # Both dates come from the server's clock, so that a wrong clock on this machine does
    # not stretch the wait.
    now = _parse_date(headers.get("date", "")) or time.time()
    return None if until is None else max(0.0, until - now)


def _parse_date(text: str) -> Optional[float]:
    try:
        if _HTTP_DATE.fullmatch(text):
            return email.utils.parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError):
        pass
    return None


def _api_error(answer: Answer, facts: Facts, token: str) -> ApiError:
    status = answer.status
    advice = "" if status != 304 else " The client has no cache."
    if status < 400 and status != 304:
        advice = " Redirects are not followed."
    # 303 points to what the request has made.
    if status == 303 or status >= 500:
        advice += facts.advice
    told = _describe(answer, token)
    return ApiError(
        _message(facts, answer, told["body"], "", advice),
        **vars(facts),
        **told,
        retry_after=parse_retry_after(answer.headers),
    )


def _invalid_response(
    answer: Answer, facts: Facts, token: str, problem: str
) -> InvalidResponseError:
    told = _describe(answer, token)
    message = _message(facts, answer, told["body"], f" and {problem}", facts.advice)
    return InvalidResponseError(message, **vars(facts), **told)


def _message(
    facts: Facts, answer: Answer, body: object, addition: str, advice: str
) -> str:
    """With the part of the body that tells most: its list of errors, if it has one."""
    excerpt = ""
    if body is not None:
        errors = as_mapping(body).get("errors", body)
        text = errors if isinstance(errors, str) else json.dumps(errors)
        excerpt = ": " + re.sub(r"\s+", " ", text)[:_EXCERPT_LENGTH]
    return (
        f"{facts.operation} was answered with status {answer.status}{addition}"
        f"{excerpt}.{advice}"
    )


def _describe(answer: Answer, token: str) -> Dict[str, object]:
    """What errors show of an answer, without credentials."""
    headers = {
        name: "[redacted]" if _SECRET_HEADERS.search(name) else _redact(value, token)
        for name, value in answer.headers.items()
    }
    return {
        "status": answer.status,
        "headers": headers,
        "body": _redacted_body(answer.text, token),
        # The two names that servers and proxies use.
        "request_id": headers.get("x-request-id", headers.get("request-id")),
    }


def _redacted_body(text: str, token: str) -> object:
    try:
        # In the spelling that everything parsed comes back in: escapes hide the token.
        spelled = json.dumps(parse_json(text))
        return parse_json(_redact(spelled, json.dumps(token)[1:-1]))
    except (ValueError, RecursionError):
        return _redact(text, token) or None


def _redact(text: str, token: str) -> str:
    return text if len(token) < _REDACTED_LENGTH else text.replace(token, "[redacted]")
