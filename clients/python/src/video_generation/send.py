"""The life of a call, from its first request to its result or error."""
from __future__ import annotations

import json
import math
import random
import re
import ssl
import time
from functools import partial
from typing import Any

import httpx

from . import errors
from ._generated import policy
from .responses import Response, TooLarge, read_response, read_data, redact
from .errors import Facts, RequestError
from .options import CallOptions, Result, Route, check_path, fill_path, headers_of
from .run import AnySender, Closed, IdleTimeout, TokenTimeout
from .version import VERSION

_TLS_REFUSAL = re.compile(r"\[SSL: \w*(CERTIFICATE_VERIFY|HANDSHAKE_FAILURE|VERSION)")
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
USER_AGENT = f"video-generation-python/{VERSION}"


async def call_path(
    client: AnySender, method: str, path: str, body: object, options: CallOptions
) -> Response:
    """A call that the contract does not describe."""
    if method not in _METHODS:
        raise ValueError(f"method must be one of {', '.join(_METHODS)}, not {method!r}")
    if method == "GET" and body is not None:
        raise ValueError("body must be None with GET")
    route = Route(f"{method} {check_path(path)}", method, path, {}, Response)
    return await call(client, route, (), body, options)


async def call(
    client: AnySender,
    route: Route[Result],
    path: tuple[str, ...],
    body: object,
    options: CallOptions,
) -> Result:
    """Sends until there is a response, the retries are used up, or a repetition could do harm."""
    defaults = client._defaults
    usual = policy.READ_TIMEOUT if route.method == "GET" else policy.CREATE_TIMEOUT
    timeout = options.timeout or defaults.timeout or usual
    deadline = options.deadline or defaults.deadline or math.inf
    retries = client._retries if options.retries is None else options.retries
    url = client._base_url.rstrip("/") + fill_path(route.path, path)
    headers = httpx.Headers({"accept": "application/json", "user-agent": USER_AGENT})
    content = None if body is None else json.dumps(body, allow_nan=False).encode()
    if content is not None:
        headers["content-type"] = "application/json"
    headers.update(headers_of(defaults))
    headers.update(headers_of(options))
    facts = Facts(route.operation, route.method)
    ends_at = time.monotonic() + deadline
    while True:
        left = ends_at - time.monotonic()
        passed = ("timeout", timeout) if timeout <= left else ("deadline", deadline)
        limit = min(timeout, left)
        attempt_ends_at = time.monotonic() + limit
        token = await read_token(client, facts, limit, passed)
        headers["authorization"] = f"Bearer {token}"
        request = httpx.Request(route.method, url, headers=headers, content=content)
        begun = bytearray()
        take = partial(read_response, body=begun)
        sent, received = await client._send(request, take, attempt_ends_at - time.monotonic())
        facts = facts.after(sent)
        try:
            if isinstance(received, Exception):
                failed = error_of(received, facts, token, passed)
                if isinstance(failed, RequestError) and not isinstance(received, TooLarge):
                    failed.text = redact(begun.decode(errors="replace"), token)
                raise failed
            return route.read(*read_data(received, route.required, facts, token))
        except RequestError as error:
            await pause_after(client, error, facts.attempts, retries, ends_at)


async def read_token(
    client: AnySender,
    facts: Facts,
    limit: float,
    passed: tuple[str, float],
    idle_limit: float = math.inf,
) -> str:
    """The token to send now; ``passed`` names what the limit is of."""
    try:
        return await client._read_token(min(limit, idle_limit))
    except TokenTimeout:
        reason = IdleTimeout() if idle_limit < limit else TimeoutError()
        raise error_of(reason, facts, "", passed) from None


async def pause_after(
    client: AnySender, error: RequestError, failures: int, retries: int, ends_at: float
) -> None:
    """The pause before the next attempt. Raises the error if there must be none."""
    asked = getattr(error, "retry_after", None) or 0.0
    first, longest = policy.FIRST_RETRY_PAUSE, policy.MAX_RETRY_PAUSE
    pause = max(asked, growing_pause(first, policy.RETRY_PAUSE_GROWTH, longest, failures - 1))
    # A pause that outlasts the deadline would only replace a telling error.
    is_late = asked > policy.MAX_RETRY_AFTER or pause >= ends_at - time.monotonic()
    if failures > retries or is_late or not error.is_safe_to_repeat:
        raise error
    await client._sleep(pause)


def error_of(error: Exception, facts: Facts, token: str, passed: tuple[str, float]) -> Exception:
    """The error that a failure is for callers; ``passed`` names the limit of all of the time."""
    name, advice = facts.operation, facts.advice
    if isinstance(error, Closed):
        return errors.ClientClosedError(f"{name}: the client was closed.{advice}", *facts)
    if isinstance(error, TooLarge):
        message = f"{name} passed its limit of {error.max_bytes} bytes.{advice}"
        return errors.SizeLimitError(message, *facts, error.max_bytes)
    if isinstance(error, (httpx.TimeoutException, TimeoutError)):
        idle = "idle_timeout", policy.DOWNLOAD_IDLE_TIMEOUT
        limit, seconds = idle if isinstance(error, IdleTimeout) else passed
        message = f"{name} passed its {limit} of {seconds:g} s.{advice}"
        return errors.TimeoutError(message, *facts, limit, seconds)
    if not isinstance(error, (httpx.RequestError, ssl.SSLError)):
        return error
    # A handshake that was refused. Other failures of TLS may come after the request was sent.
    is_final = facts.sent == "no" and _TLS_REFUSAL.search(str(error)) is not None
    reason = redact(str(error), token) or type(error).__name__
    if is_final:
        advice = " Nothing was sent. Trying again does not help: check the address, its certificate and any proxy."
    failed = errors.ConnectionError(f"{name} failed: {reason}.{advice}", *facts, is_final)
    # What another library says may repeat what a broken server has echoed.
    failed.__cause__ = error if reason == str(error) else type(error)(reason)
    return failed


def growing_pause(first: float, factor: float, longest: float, pauses_before: int) -> float:
    """Grown, capped, and shortened at random: clients that failed together come back one by one."""
    # Beyond this the power overflows, and the cap has long been reached.
    grown = min(longest, first * factor ** min(pauses_before, 64))
    return grown * (1 - random.random() * policy.PAUSE_JITTER)
