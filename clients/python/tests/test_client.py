"""What the matrix of faults does not see: settings, typed fields, waits, files."""
import asyncio
import gc
import gzip
import json
import math
import os
import pickle
import socket
import threading
import time
import tracemalloc
import weakref
import zlib
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Awaitable, Callable, Dict, Iterator, List, Optional, Tuple

import httpx
import pytest

import video_generation as vg
from video_generation._generated import policy
from video_generation.send import growing_pause

BASE_URL = "https://video-generation.example"
TOKEN = "secret-token-of-the-test"
# Ends a wait: a status that the contract names as final and as no failure, or else any other word.
ENDED = next((status for status in policy.FINAL_STATUSES if status not in policy.FAILURE_STATUSES), "done")
FAILED = next(iter(policy.FAILURE_STATUSES), "failed")
JOB = {"job_id": "job-1", "status": "rendering", "project_name": "Videos", "output": {}}


@pytest.fixture(autouse=True)
def leaves_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever has come of a call or a download, where the system tells which files are open."""
    opened: List[socket.socket] = []

    def note(open_one: Callable[..., socket.socket]) -> Callable[..., socket.socket]:
        def noted(*words: Any, **settings: Any) -> socket.socket:
            # Kept here, so that no collector closes it.
            opened.append(open_one(*words, **settings))
            return opened[-1]

        return noted

    # What a thread connects, and the copy by which others end it.
    monkeypatch.setattr(socket, "create_connection", note(socket.create_connection))
    monkeypatch.setattr(socket.socket, "dup", note(socket.socket.dup))
    yield
    assert [each for each in opened if each.fileno() != -1] == []
    held = []
    for each in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):
            held.append(os.readlink(each))
    assert [each for each in held if each.startswith(str(tmp_path))] == []


def open_client(*responses: httpx.Response, token: object = TOKEN, **settings: object) -> vg.Client:
    """A client that gets these responses, the last one again and again."""
    left = list(responses)
    seen: List[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return left.pop(0) if len(left) > 1 else left[0]

    http = httpx.Client(transport=httpx.MockTransport(respond))
    client = vg.Client(BASE_URL, token, http_client=http, **settings)
    client.seen = seen
    return client


def job(**fields: object) -> httpx.Response:
    return httpx.Response(200, json={**JOB, **fields})


@pytest.mark.parametrize(
    "base_url",
    ["", "video.example", "ftp://video.example", "http://video.example", "https://",
     "https://user:password@video.example", "https://video.example?x", "https://video.example#x",
     "http://127.0.0.1.evil.example", "http://localhost.evil.example", "https://video.example:x", None, 5, b"https://video.example"],
)
def test_refuses_an_address_that_would_show_the_token(base_url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        vg.Client(base_url, TOKEN)
    for safe in ("https://video.example/v1/", "http://localhost:80", "http://127.0.0.1", "http://[::1]:1"):
        vg.Client(safe, TOKEN).close()


def test_knows_where_an_address_leads_to(tmp_path: Path) -> None:
    """The hosts of ``test/support/addresses.yaml``: where the token may go in plain http, and from
    where nothing is downloaded, also behind a redirect.
    """
    for where, host in map(dict.values, shared_cases("addresses")):
        plain = {"base_url": f"http://{host}:80/v1", "token": TOKEN}
        if where == "thisMachine":
            vg.Client(**plain).close()
        elif where != "thisMachineInOtherWords":
            with pytest.raises(ValueError, match="base_url"):
                vg.Client(**plain)
        if where == "metadata":
            away = httpx.Response(302, headers={"location": f"https://{host}/x"})
            # Behind another redirect, too.
            hops = [httpx.Response(302, headers={"location": f"{BASE_URL}/{each}"}) for each in range(4)]
            with open_client(*hops, away, allow_plain_http=True) as client:
                with pytest.raises((ValueError, vg.ApiError), match="refused|status 302"):
                    client.download(BASE_URL, tmp_path / "video")
                assert {each.url.host for each in client.seen} == {"video-generation.example"}, host
            with open_client(away, allow_plain_http=True) as client:
                for address in (f"https://{host}/x", f"http://{host}/x", BASE_URL):
                    # The newest httpx takes a number that is written in another way for no address.
                    with pytest.raises((ValueError, vg.ApiError), match="refused|must be an http|status 302"):
                        client.download(address, tmp_path / "video")
                assert [each.url.host for each in client.seen] == ["video-generation.example"], host
        elif where == "public":
            with open_client(httpx.Response(200, content=CONTENT)) as client:
                client.download(f"https://{host}/x", tmp_path / host)
    # The service itself may be there.
    http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, content=CONTENT)))
    with vg.Client("https://169.254.1.1", TOKEN, http_client=http) as client:
        client.download("https://169.254.1.1/x", tmp_path / "own")


@pytest.mark.parametrize(
    "client, call",
    [
        ({"token": ""}, {}), ({"token": "two\nlines"}, {}), ({"token": "a b"}, {}), ({"token": "ü"}, {}), ({"token": 5}, {}),
        ({"timeout": 0}, {"timeout": 0}), ({"timeout": "1"}, {"timeout": "1"}), ({"timeout": math.nan}, {"timeout": math.nan}),
        ({"deadline": -1}, {"deadline": -1}), ({"retries": -1}, {"retries": "2"}), ({"http_client": httpx.AsyncClient()}, {}),
        ({"headers": {"x": "a\r\nb: c"}}, {"headers": {"a b": "c"}}), ({"headers": {"x:": "y"}}, {"headers": {"x": "ż"}}),
        ({}, {"job_id": ""}), ({}, {"job_id": "."}), ({}, {"job_id": ".."}), ({}, {"job_id": 5}), ({}, {"job_id": "half \ud800"}),
    ],
)
def test_refuses_what_cannot_be_meant_before_anything_is_sent(client: dict, call: dict) -> None:
    """And does not repeat a token that cannot be sent."""
    for name in client:
        with pytest.raises(ValueError, match=name) as caught:
            vg.Client(**{"base_url": BASE_URL, "token": TOKEN, **client})
        assert "lines" not in str(caught.value)
    with open_client(job()) as working:
        for name in call:
            with pytest.raises(ValueError, match=name):
                working.get_hp_job(**{"job_id": "job-1", **call})
        with pytest.raises(ValueError, match="JSON"):
            working.create_hp_job({"variable_count": math.nan})
        assert working.seen == []


def test_sends_json_the_token_and_its_name_and_no_value_can_replace_the_token_or_the_path() -> None:
    with open_client(job(), headers={"Authorization": "x", "X-Trace": "1"}) as client:
        client.create_hp_job({"project_name": "ü"}, headers={"x-trace": "2"})
        client.get_hp_job("a/b?c#d e")
    request, read = client.seen
    assert read.url.raw_path == b"/api/hp_job/a%2Fb%3Fc%23d%20e"
    assert request.headers["authorization"] == f"Bearer {TOKEN}"
    assert request.headers["x-trace"] == "2"
    assert request.headers["content-type"] == "application/json" and "content-type" not in read.headers
    assert request.headers["accept"] == read.headers["accept"] == "application/json"
    assert request.headers["connection"] == read.headers["connection"] == "close"
    assert request.headers["user-agent"].startswith("video-generation-python/")
    assert json.loads(request.content) == {"project_name": "ü"} and read.content == b""
    for base_url in ("https://video.example/v1", "https://video.example/v1/", "https://video.example:444/a/b"):
        with vg.Client(base_url, TOKEN, http_client=client._http) as below:
            below.get_hp_job("job-1")
        assert str(client.seen[-1].url) == f"{base_url.rstrip('/')}/api/hp_job/job-1"


def shared_cases(name: str) -> List[Dict[str, Any]]:
    """What the clients of all languages are tested with, as JSON in the file that ``SHARED_CASES`` names."""
    shared = os.environ.get("SHARED_CASES")
    if not shared:
        pytest.skip("SHARED_CASES names no file; `npm test -- clients/python` writes it, and runs this")
    return json.loads(Path(shared).read_text())[name]


def test_shows_no_token_however_it_is_spelled() -> None:
    """The cases of ``clients/redactor.yaml``."""
    for case in shared_cases("redactor"):
        echo = httpx.Response(401, text=case["text"], headers={"x-echo": case["text"].strip()})
        with open_client(echo, token=case["token"]) as client, pytest.raises(vg.ApiError) as caught:
            client.list_public_voices()
        assert caught.value.text == case["shown"], case["name"]
        assert caught.value.headers["x-echo"] == case["shown"].strip(), case["name"]
        assert case["shown"][:100] in str(caught.value), case["name"]


def test_asks_for_the_token_before_every_attempt() -> None:
    tokens = iter(["first-token", "second-token"])
    busy = httpx.Response(503, headers={"retry-after": "0"})
    with open_client(busy, job(), token=lambda: next(tokens)) as client:
        client.get_hp_job("job-1")
    sent = [each.headers["authorization"] for each in client.seen]
    assert sent == ["Bearer first-token", "Bearer second-token"]


def run_async(call: Callable[[vg.AsyncClient], Awaitable[Any]], *responses: httpx.Response, token: object = TOKEN) -> Any:
    """Makes a call with an ``AsyncClient`` that gets these responses, the last one again and again."""
    left = list(responses)

    async def main() -> Any:
        transport = httpx.MockTransport(lambda _: left.pop(0) if len(left) > 1 else left[0])
        async with httpx.AsyncClient(transport=transport) as http:
            return await call(vg.AsyncClient(BASE_URL, token, http_client=http))

    return asyncio.run(main())


def test_takes_a_token_that_is_waited_for_and_lets_others_run_meanwhile() -> None:
    others_ran = threading.Event()

    def from_a_slow_vault() -> str:
        return TOKEN if others_ran.wait(60) else ""

    async def from_a_vault() -> str:
        await asyncio.sleep(0)
        return TOKEN

    async def ask(client: vg.AsyncClient) -> None:
        asking = asyncio.ensure_future(client.get_hp_job("job-1"))
        for _ in range(3):
            await asyncio.sleep(0)
        others_ran.set()
        assert (await asking).job_id == "job-1"

    for token in (from_a_slow_vault, from_a_vault, lambda: from_a_vault(), lambda: TOKEN, TOKEN):
        run_async(ask, job(), token=token)
    with open_client(job(), token=from_a_vault) as client, pytest.raises(ValueError, match="AsyncClient"):
        client.get_hp_job("job-1")
    assert client.seen == []


def test_waits_no_longer_for_a_token_than_for_a_response(tmp_path: Path) -> None:
    let_go = threading.Event()

    async def never() -> str:
        await asyncio.Event().wait()
        return TOKEN

    def blocks() -> str:
        return TOKEN if let_go.wait(60) else ""

    async def ask(client: vg.AsyncClient) -> None:
        with pytest.raises(vg.TimeoutError, match="timeout of 0.01 s. Nothing was sent"):
            await client.create_hp_job({}, timeout=0.01)
        with pytest.raises(vg.TimeoutError, match="deadline of 0.01 s. Nothing was sent"):
            await client.get_hp_job("job-1", deadline=0.01)
        with pytest.raises(vg.TimeoutError, match="Nothing was sent"):
            await client.download(BASE_URL, tmp_path / "video", vg.DownloadOptions(deadline=0.01))
        assert not let_go.is_set()
        let_go.set()

    for token in (never, blocks):
        let_go.clear()
        run_async(ask, job(), token=token)


@pytest.mark.parametrize("given", ["", "two\nlines", "ü", None, 5])
def test_sends_no_token_that_no_header_can_carry_whoever_gives_it(given: object) -> None:
    with open_client(job(), token=lambda: given) as client, pytest.raises(ValueError, match="token") as caught:
        client.get_hp_job("job-1")
    assert client.seen == [] and "lines" not in str(caught.value)

    async def give() -> object:
        return given

    for source in (give, lambda: given):
        with pytest.raises(ValueError, match="token"):
            run_async(lambda each: each.get_hp_job("job-1"), job(), token=source)


def test_leaves_nothing_of_a_closed_client_on_an_http_client_that_is_not_its_own() -> None:
    with httpx.Client(transport=httpx.MockTransport(lambda _: job())) as http:
        before = [weakref.ref(vg.Client(BASE_URL, TOKEN, http_client=http)) for _ in range(3)]
        with vg.Client(BASE_URL, TOKEN, http_client=http) as client:
            client.get_hp_job("job-1")
        before.append(weakref.ref(client))
        del client
        gc.collect()
        assert [each() for each in before] == [None] * 4
        assert len(http.event_hooks["response"]) == 1


@pytest.mark.parametrize("event", ["http2.send_connection_init.started", "http2.send_request_headers.started"])
def test_refuses_http_2_before_anything_is_sent(event: str) -> None:
    """There, ending one call would end those of others."""
    with pytest.raises(ValueError, match="HTTP/2"):
        http = httpx.Client(transport=httpx.MockTransport(lambda request: request.extensions["trace"](event, {}) or job()))
        vg.Client(BASE_URL, TOKEN, http_client=http).create_hp_job({})

    async def respond(request: httpx.Request) -> httpx.Response:
        await request.extensions["trace"](event, {})
        return job()

    async def ask() -> None:
        async with httpx.AsyncClient(transport=httpx.MockTransport(respond)) as http:
            await vg.AsyncClient(BASE_URL, TOKEN, http_client=http).create_hp_job({})

    with pytest.raises(ValueError, match="HTTP/2"):
        asyncio.run(ask())


def test_makes_calls_beyond_the_contract_as_safely() -> None:
    busy = httpx.Response(503, headers={"retry-after": "0"})
    with open_client(busy, httpx.Response(200, text='[1, 1e400]')) as client:
        answer = client.request("GET", "/api/jobs?status=done%20now", headers={"x-trace": "1"})
        assert (answer.raw, answer.raw_text) == ([1, None], "[1, 1e400]")
        request = client.seen[-1]
        assert request.url.raw_path == b"/api/jobs?status=done%20now" and len(client.seen) == 2
        assert (request.headers["authorization"], request.headers["x-trace"]) == (f"Bearer {TOKEN}", "1")
    with open_client(httpx.Response(204), httpx.Response(200, text="<h1>Hello</h1>"), busy) as client:
        assert client.request("DELETE", "/api/hp_job/job-1", {"force": True}).raw is None
        assert json.loads(client.seen[0].content) == {"force": True}
        with pytest.raises(vg.InvalidResponseError, match="POST /api/x got status 200 and no JSON: <h1>"):
            client.request("POST", "/api/x", [])
        with pytest.raises(vg.ApiError, match="PUT /api/x got status 503.*may be rendering") as caught:
            client.request("PUT", "/api/x", 5)
        assert (caught.value.attempts, caught.value.sent, len(client.seen)) == (1, "yes", 3)
        for method, path, body in (
            ("get", "/", None), ("TRACE", "/", None), ("GET", "/", {}), ("GET", "", None), ("GET", "api", None), ("GET", "@evil.example/", None),
            ("GET", "/a b", None), ("GET", "/ü", None), ("GET", "/a#b", None), ("GET", "/a\n", None), ("GET", "/a/../b", None), ("GET", "/a/%2E.", None), ("GET", "/a/./b", None), ("GET", "/..?b", None), ("GET", "/a/.", None), ("GET", 5, None),
        ):
            with pytest.raises(ValueError, match="method|path|body"):
                client.request(method, path, body)
        assert len(client.seen) == 3
    # Nothing that was packed is nothing.
    packed = httpx.Response(204, headers={"content-encoding": "gzip"}, stream=Packed())
    with open_client(packed) as client:
        assert client.request("DELETE", "/api/x").raw is None
    found = run_async(lambda each: each.request("GET", "/api/jobs"), httpx.Response(200, json={"jobs": []}))
    assert found.raw == {"jobs": []}


def test_has_errors_without_cookies_and_tokens_that_survive_another_process() -> None:
    response = httpx.Response(500, text="down", headers={"set-cookie": "a=b"})
    with open_client(response) as client, pytest.raises(vg.ApiError) as caught:
        client.create_hp_job({})
    assert caught.value.headers["set-cookie"] == "[redacted]"
    long = "a/b" * 5_000
    echo = httpx.Response(401, text=f'"{long}" {long[:-1]}\\/cut, n')
    with open_client(echo, token=long) as client, pytest.raises(vg.ApiError) as refused:
        client.list_public_voices()
    assert refused.value.text == '"[redacted]" [redacted] n'
    copy = pickle.loads(pickle.dumps(caught.value))
    assert vars(copy) == vars(caught.value) and str(copy) == str(caught.value)
    lost = vg.ConnectionError("lost", copy.operation, copy.method, 1, "maybe", is_final=True)
    assert vars(pickle.loads(pickle.dumps(lost))) == vars(lost) and isinstance(lost, ConnectionError)
    lost.text = "what came"
    assert pickle.loads(pickle.dumps(lost)).text == "what came" and not pickle.loads(pickle.dumps(lost)).is_safe_to_repeat


def test_reads_what_fits_and_keeps_what_was_sent() -> None:
    sent = {"job_id": "job-1", "status": 7, "job_type": True, "project_name": None, "eta": 5}
    with open_client(httpx.Response(200, json=sent)) as client:
        read = client.get_hp_job("job-1")
    assert (read.job_id, read.status, read.job_type, read.project_name) == ("job-1", None, None, None)
    assert read.raw == sent
    text = '{"job_id": "job-1", "large": [1e400, -1E+400, %s], "small": [7, 7.0, 7E1]}' % ("7" * 5000)
    with open_client(httpx.Response(200, text=text)) as client:
        read = client.get_hp_job("job-1")
    assert read.raw == {"job_id": "job-1", "large": [None] * 3, "small": [7, 7.0, 70]} and read.raw_text == text
    lists = httpx.Response(200, json={"avatars_list": [{"a": 1}, 5]}), httpx.Response(200, json={})
    with open_client(*lists) as client:
        listed = client.list_public_avatars()
        with pytest.raises(vg.InvalidResponseError, match="avatars_list"):
            client.list_public_avatars()
    assert len(listed.avatars_list) == 2


def test_waits_for_what_the_caller_says_and_gives_up_with_the_last_reading() -> None:
    with open_client(job(status="queued"), job(status="RENDERING"), job(status=ENDED)) as client:
        waited = client.wait_for_hp_job("job-1", interval=0.001, pending_statuses=["queued", "RENDERING"])
        assert waited.status == ENDED
    with open_client(job(), job(eta=5)) as client:
        client.wait_for_hp_job("job-1", interval=0.001, until=lambda each: each.raw.get("eta") == 5)
    # What is no list: letters, bytes, and what is empty once it was read.
    for wrong in ("rendering", b"rendering", 5, iter(["rendering"])):
        with open_client(job()) as client, pytest.raises(ValueError, match="pending_statuses must be a list"):
            client.wait_for_hp_job("job-1", pending_statuses=wrong)
        assert client.seen == []
    with open_client(job(status={}), job(status=ENDED)) as client:
        assert client.wait_for_hp_job("job-1", pending_statuses={ENDED}).status is None
    with open_client(job()) as client:
        with pytest.raises(vg.JobWaitTimeoutError, match="go on with") as caught:
            client.wait_for_hp_job("job-1", interval=0.01, max_wait=0.2)
        with pytest.raises(ValueError, match="max_wait"):
            client.wait_for_hp_job("job-1", max_wait=0)
    assert caught.value.last_job.status == "rendering"


def test_awaits_what_an_async_function_says_of_a_job() -> None:
    async def is_done(each: vg.types.HpJob) -> bool:
        await asyncio.sleep(0)
        return each.status == ENDED

    polls: List[vg.Poll] = []

    async def note(poll: vg.Poll) -> None:
        await asyncio.sleep(0)
        polls.append(poll)

    def wait(client: vg.AsyncClient) -> Awaitable[vg.types.HpJob]:
        return client.wait_for_hp_job("job-1", interval=0.001, until=is_done, on_poll=note)

    assert run_async(wait, job(), job(status=ENDED)).status == ENDED
    assert [(each.number, each.job.status) for each in polls] == [(1, "rendering"), (2, ENDED)]
    for options in ({"until": is_done}, {"on_poll": note}):
        with open_client(job()) as client, pytest.raises(ValueError, match="AsyncClient"):
            client.wait_for_hp_job("job-1", **options)


def test_tells_of_each_poll() -> None:
    polls: List[vg.Poll] = []
    busy = httpx.Response(503, text="down")
    with open_client(busy, job(), busy, job(status=ENDED)) as client:
        client.wait_for_hp_job("job-1", interval=0.001, on_poll=polls.append)
    assert [(each.number, each.job and each.job.status, type(each.error)) for each in polls] == [
        (1, None, vg.ApiError), (2, "rendering", type(None)), (3, "rendering", vg.ApiError), (4, ENDED, type(None)),
    ]
    assert [each.pause > 0 for each in polls] == [True, True, True, False]
    with open_client(httpx.Response(401)) as client, pytest.raises(vg.ApiError):
        client.wait_for_hp_job("job-1", on_poll=polls.append)
    assert (polls[-1].number, polls[-1].error.status, polls[-1].pause) == (1, 401, 0)

    def stop(poll: vg.Poll) -> None:
        raise KeyboardInterrupt

    with open_client(job()) as client, pytest.raises(KeyboardInterrupt):
        client.wait_for_hp_job("job-1", on_poll=stop)


def pauses_of(*responses: httpx.Response, polls: int = 1, **options: Any) -> List[float]:
    """The pauses after so many polls, the last of which ends the wait."""
    seen: List[float] = []

    def note(poll: vg.Poll) -> None:
        seen.append(poll.pause)
        if poll.number == polls:
            raise KeyboardInterrupt

    with open_client(*responses) as client, pytest.raises(KeyboardInterrupt):
        client._sleep = lambda _: nothing()  # type: ignore[method-assign]
        client.wait_for_hp_job("job-1", on_poll=note, **options)
    return seen


async def nothing() -> None:
    """No time passes."""


def test_pauses_between_polls_grow_to_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "PAUSE_JITTER", 0)
    assert pauses_of(job(), polls=8) == [2, 3, 4.5, 6.75, 10.125, 15, 15, 15]
    assert pauses_of(job(), polls=2, interval=40) == [40, 40]
    for asked, pause in ((1, 2), (3, 3), (59, 59), (61, 60), (10**9, 60)):
        assert pauses_of(httpx.Response(429, headers={"retry-after": str(asked)})) == [pause]
    # The last five seconds, and the last quarter of a short time, are for the last poll.
    for max_wait, left in ((30, 25), (16, 12)):
        (pause,) = pauses_of(job(), interval=40, max_wait=max_wait)
        assert left - 3 < pause <= left


def test_pauses_before_a_retry_grow_to_their_limit_and_are_shortened_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [growing_pause(0.5, 2, 8, before) for before in (0, 1, 2, 3, 4, 5, 99_999) for _ in range(50)]
    for index, whole in enumerate((0.5, 1, 2, 4, 8, 8, 8)):
        some = many[index * 50 : index * 50 + 50]
        assert 0.75 * whole <= min(some) < max(some) <= whole


@pytest.mark.parametrize(
    "asked, pauses",
    [
        ({}, [0.5, 1, 2, 4, 8, 8]),
        ({"retry-after": "0"}, [0.5, 1, 2, 4, 8, 8]),
        ({"retry-after": "3"}, [3, 3, 3, 4, 8, 8]),
        ({"retry-after": "60"}, [60] * 6),
    ],
)
def test_pauses_before_each_retry_as_long_as_its_own_pause_and_that_of_the_server(
    asked: Dict[str, str], pauses: List[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "PAUSE_JITTER", 0)
    slept: List[float] = []
    with open_client(httpx.Response(503, headers=asked), retries=6) as client, pytest.raises(vg.ApiError):
        client._sleep = lambda seconds: slept.append(seconds) or nothing()  # type: ignore[method-assign]
        client.get_hp_job("job-1")
    assert slept == pauses


def test_a_pause_that_outlasts_the_deadline_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "PAUSE_JITTER", 0)
    monkeypatch.setattr(policy, "MAX_RETRY_PAUSE", 60)
    # What the server asks for, and what is its own.
    for asked, own, attempts in (("50", 0, 2), ("60", 0, 1), ("0", 50, 2), ("0", 60, 1)):
        monkeypatch.setattr(policy, "FIRST_RETRY_PAUSE", own)
        busy = httpx.Response(503, headers={"retry-after": asked})
        with open_client(busy, retries=1, deadline=55) as client, pytest.raises(vg.ApiError) as caught:
            client._sleep = lambda _: nothing()  # type: ignore[method-assign]
            client.get_hp_job("job-1")
        assert caught.value.attempts == attempts


@pytest.mark.parametrize("limit", [1e12, math.inf])
def test_takes_a_limit_that_no_timer_can_hold(limit: float, tmp_path: Path) -> None:
    with serve(RECEIPT, WHOLE, timeout=limit, deadline=limit) as (client, server):
        assert client.create_hp_job({}).job_id == "job-1"
        assert client.download(server.url, tmp_path / "video", vg.DownloadOptions(deadline=limit)).bytes == 100
    server = Files(RECEIPT)

    async def give() -> str:
        return TOKEN

    async def create() -> str:
        async with vg.AsyncClient(server.url, give, timeout=limit, deadline=limit) as client:
            return (await client.create_hp_job({})).job_id

    assert asyncio.run(create()) == "job-1"


def test_has_limits_for_reads_and_creates_and_those_of_a_call_win() -> None:
    with open_client(job(), timeout=None) as client:
        client.get_hp_job("job-1")
        client.create_hp_job({})
        client.request("DELETE", "/x")
        client.get_hp_job("job-1", timeout=7)
        client.get_hp_job("job-1", deadline=5)
        limits = [each.extensions["timeout"]["read"] for each in client.seen]
    assert [math.ceil(each) for each in limits] == [30, 120, 120, 7, 5]
    busy = httpx.Response(503, headers={"retry-after": "0"})
    for settings, options, attempts in (({}, {"retries": 0}, 1), ({"retries": 0}, {}, 1), ({"retries": 0}, {"retries": 1}, 2)):
        with open_client(busy, **settings) as client, pytest.raises(vg.ApiError) as caught:
            client.get_hp_job("job-1", **options)
        assert caught.value.attempts == attempts == len(client.seen)


@pytest.mark.parametrize(
    "name, values, found",
    [
        ("timeout", (7, 9), lambda client: math.ceil(client.seen[0].extensions["timeout"]["read"])),
        ("deadline", (7, 9), lambda client: math.ceil(client.seen[0].extensions["timeout"]["read"])),
        ("retries", (0, 1), lambda client: len(client.seen) - 1),
        ("headers", ({"x-trace": "1"}, {"x-trace": "2"}), lambda client: {"x-trace": client.seen[0].headers["x-trace"]}),
    ],
)
@pytest.mark.parametrize("call", ["get_hp_job", "request"])
def test_keeps_an_option_of_the_client_unless_the_call_has_its_own(
    name: str, values: Tuple[Any, Any], found: Callable[[Any], object], call: str
) -> None:
    words = {"get_hp_job": ("job-1",), "request": ("GET", "/x")}[call]
    for one, other in (values, values[::-1]):
        for of_client, of_call, kept in (({name: one}, {}, one), ({}, {name: one}, one), ({name: one}, {name: other}, other)):
            busy = httpx.Response(503, headers={"retry-after": "0"})
            with open_client(busy, **{"retries": 0, **of_client}) as client, pytest.raises(vg.ApiError):
                getattr(client, call)(*words, **of_call)
            assert found(client) == kept, (of_client, of_call)


def test_leaves_open_an_http_client_that_is_not_its_own() -> None:
    http, async_http = httpx.Client(), httpx.AsyncClient()
    vg.Client(BASE_URL, TOKEN, http_client=http).close()
    asyncio.run(vg.AsyncClient(BASE_URL, TOKEN, http_client=async_http).aclose())
    assert not http.is_closed and not async_http.is_closed


def address_of(listening: socket.socket, scheme: str = "http") -> str:
    return f"{scheme}://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize("scheme, sent", [("https", "no"), ("http", "maybe")])
def test_ends_a_call_that_is_closed_while_it_shakes_hands_or_reads(scheme: str, sent: str) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    client = vg.Client(address_of(listening, scheme), TOKEN)

    def close_when_it_sends() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(1)
            client.close()

    threading.Thread(target=close_when_it_sends, daemon=True).start()
    with pytest.raises(vg.ClientClosedError) as caught:
        client.create_hp_job({})
    assert caught.value.sent == sent
    with pytest.raises(vg.ClientClosedError, match="Nothing was sent"):
        client.create_hp_job({})


def test_sends_nothing_after_its_limit_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    look_up = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda *words: time.sleep(0.5) or look_up(*words))
    with serve(RECEIPT) as (client, server):
        with pytest.raises(vg.TimeoutError, match="Nothing was sent"):
            client.create_hp_job({}, timeout=0.1)
    server.join()
    assert server.heads == [""]
    with vg.Client(BASE_URL, lambda: time.sleep(0.1) or TOKEN) as slow, pytest.raises(vg.TimeoutError, match="Nothing was sent"):
        slow.create_hp_job({}, deadline=0.05)


def test_leaves_no_connection_open_after_its_limit_has_passed() -> None:
    """The clients stay open: what they hold open, nobody else closes."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings = {"base_url": address_of(silent), "token": TOKEN, "timeout": 0.5, "retries": 0}

        async def ask_both() -> None:
            client, async_client = vg.Client(**settings), vg.AsyncClient(**settings)
            with pytest.raises(vg.TimeoutError, match="timeout"):
                client.create_hp_job({})
            await asyncio.to_thread(read_to_the_end, silent)
            with pytest.raises(vg.TimeoutError, match="timeout"):
                await async_client.create_hp_job({})
            await asyncio.to_thread(read_to_the_end, silent)
            client.close()
            await async_client.aclose()

        asyncio.run(ask_both())


def read_to_the_end(listening: socket.socket) -> None:
    """Takes the connection that waits, and reads it until the other side has closed it."""
    connection, _ = listening.accept()
    with connection:
        connection.settimeout(60)
        with suppress(ConnectionResetError):
            while connection.recv(10_000):
                pass


def test_gives_an_address_that_does_not_respond_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever connects to a full queue waits.
    with socket.socket() as hole, socket.socket() as first:
        hole.bind(("127.0.0.2", 0))
        hole.listen(0)
        port = hole.getsockname()[1]
        first.connect(("127.0.0.2", port))
        server = Files(RECEIPT, port=port)
        kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        found = [(*kind, ("127.0.0.2", port)), (*kind, ("127.0.0.1", port))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
        monkeypatch.setattr("video_generation.run.getaddrinfo", lambda *_, **__: found)
        with vg.Client(f"http://video.example:{port}", TOKEN, allow_plain_http=True, retries=0) as client:
            assert client.get_hp_job("job-1", timeout=4).job_id == "job-1"
    server.join()


@pytest.mark.parametrize(
    "failure, sent, attempts",
    [
        (httpx.ConnectError, "no", 2), (httpx.ConnectTimeout, "no", 2), (httpx.PoolTimeout, "no", 2), (httpx.ProxyError, "no", 2),
        (httpx.ReadError, "maybe", 1), (httpx.WriteError, "maybe", 1), (httpx.ReadTimeout, "maybe", 1), (httpx.WriteTimeout, "maybe", 1),
        (httpx.RemoteProtocolError, "maybe", 1), (httpx.CloseError, "maybe", 1),
    ],
)
def test_knows_which_failures_come_before_a_connection(failure: Any, sent: str, attempts: int) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise failure("it failed", request=request)

    http = httpx.Client(transport=httpx.MockTransport(fail))
    with vg.Client(BASE_URL, TOKEN, http_client=http, retries=1) as client, pytest.raises(vg.RequestError) as caught:
        client.create_hp_job({})
    assert (caught.value.sent, caught.value.attempts, caught.value.is_safe_to_repeat) == (sent, attempts, sent == "no")


@pytest.mark.parametrize(
    "response, reason",
    [(b"HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n", "407"), (b"HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n", "502"), (b"", "disconnected"), (b"no HTTP\r\n\r\n", "failed")],
)
def test_has_sent_nothing_when_a_proxy_refuses(response: bytes, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Files(response)
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    with vg.Client(BASE_URL, TOKEN, retries=0) as client, pytest.raises(vg.ConnectionError, match=reason) as caught:
        client.create_hp_job({})
    assert caught.value.sent == "no" and TOKEN not in proxy.heads[0] and proxy.heads[0].startswith("connect ")


@pytest.mark.parametrize(
    "said, attempts",
    [
        ("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed", 1), ("[SSL: WRONG_VERSION_NUMBER] wrong version number", 1),
        ("[SSL: TLSV1_ALERT_PROTOCOL_VERSION] alert protocol version", 1), ("[SSL: SSLV3_ALERT_HANDSHAKE_FAILURE] handshake failure", 1),
        ("[SSL: UNEXPECTED_EOF_WHILE_READING] EOF occurred", 2), ("[Errno 111] Connection refused", 2), ("", 2),
    ],
)
def test_knows_which_refusals_of_tls_stay(said: str, attempts: int) -> None:
    """Those of a handshake. What comes later may have reached the service, and shows no token."""
    kind: Any = httpx.ConnectError

    def fail(request: httpx.Request) -> httpx.Response:
        raise kind(said, request=request)

    http = httpx.Client(transport=httpx.MockTransport(fail))
    with vg.Client(BASE_URL, TOKEN, http_client=http, retries=1) as client, pytest.raises(vg.ConnectionError) as caught:
        client._sleep = lambda _: nothing()  # type: ignore[method-assign]
        client.create_hp_job({})
    assert (caught.value.attempts, caught.value.is_final) == (attempts, attempts == 1)
    assert (said or "ConnectError") in str(caught.value)
    assert ("does not help" in str(caught.value), "Nothing was sent" in str(caught.value)) == (attempts == 1, True)
    kind, said = httpx.ReadError, f"{said} {TOKEN}"
    with vg.Client(BASE_URL, TOKEN, http_client=http, retries=1) as client, pytest.raises(vg.ConnectionError, match="may be rendering") as later:
        client.create_hp_job({})
    assert (later.value.attempts, later.value.sent, later.value.is_final) == (1, "maybe", False)
    assert TOKEN not in f"{later.value} {later.value.__cause__!r}"


def test_tells_what_the_last_poll_and_the_connection_have_failed_with() -> None:
    busy = httpx.Response(503, text="down")
    with open_client(job(), busy) as client, pytest.raises(vg.JobWaitTimeoutError, match="Last poll: .*503: down") as waited:
        client.wait_for_hp_job("job-1", interval=0.01, max_wait=0.2)
    assert isinstance(waited.value.__cause__, vg.ApiError) and waited.value.last_job.status == "rendering"
    with vg.Client("http://127.0.0.1:4", TOKEN, retries=0) as client, pytest.raises(vg.ConnectionError) as refused:
        client.get_hp_job("job-1")
    assert isinstance(refused.value.__cause__, httpx.ConnectError)


def test_ends_a_pause_that_is_closed() -> None:
    closed = threading.Event()

    def wait() -> None:
        with open_client(job()) as client, suppress(vg.ClientClosedError):
            client.wait_for_hp_job("job-1", interval=10_000, max_wait=100_000, on_poll=lambda _: client.close())
            return
        closed.set()

    threading.Thread(target=wait, daemon=True).start()
    assert closed.wait(60)


def test_asks_the_proxy_of_the_environment_but_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy, server = Files(RECEIPT), Files(RECEIPT, RECEIPT)
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    for host in ("video.example", "localhost", "127.0.0.1"):
        with vg.Client(server.url.replace("127.0.0.1", host), TOKEN, allow_plain_http=True) as client:
            client.get_hp_job("job-1")
    assert [len(proxy.heads), len(server.heads)] == [1, 2]
    for host in ("localhost", "127.0.0.1", "[::1]"):
        with vg.Client(f"http://{host}:4", TOKEN, retries=0) as client, pytest.raises(vg.ConnectionError):
            client.get_hp_job("job-1")
    assert len(proxy.heads) == 1


class Files(threading.Thread):
    """A server of files on loopback, whose responses to the n-th request are the n-th of the list."""

    def __init__(self, *responses: bytes, port: int = 0) -> None:
        super().__init__(daemon=True)
        self._listening = socket.create_server(("127.0.0.1", port))
        self.url = address_of(self._listening)
        self._responses = responses
        self.heads: List[str] = []
        self.start()

    def run(self) -> None:
        for response in self._responses:
            connection, _ = self._listening.accept()
            with connection:
                self.heads.append(connection.recv(10_000).decode().lower())
                connection.sendall(response)
                # Closing with a part of the request unread would reset the connection.
                connection.settimeout(1)
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(10_000):
                        pass


CONTENT = b"\x00123456789" * 10


def file(*headers: str, body: bytes = CONTENT, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", "connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


RECEIPT = file(body=b'{"job_id": "job-1"}')
WHOLE = file("content-length: 100", "content-type: video/mp4", 'etag: "one"')
HALF = file("content-length: 100", 'etag: "one"', body=CONTENT[:40])
REST = file("content-range: bytes 40-99/100", 'etag: "one"', body=CONTENT[40:], status="206 Partial Content")


@contextmanager
def serve(*responses: bytes, **settings: object) -> Iterator[Tuple[vg.Client, Files]]:
    server = Files(*responses)
    with vg.Client(server.url, TOKEN, **settings) as client:
        yield client, server


def done(*urls: str) -> vg.types.HpJob:
    return vg.types.HpJob.read({"job_id": "job-1", "output": {"videos": [{"url": url} for url in urls]}})


def test_saves_the_videos_of_a_job_by_row_and_leaves_alone_what_is_there(tmp_path: Path) -> None:
    seen: List[vg.SavedFile] = []
    with serve(WHOLE, WHOLE, WHOLE, WHOLE) as (client, server):
        job = done(server.url + "/a", server.url + "/b.webm")
        options = vg.DownloadOptions(on_progress=seen.append)
        saved = client.save_videos(job, tmp_path / "videos", options).saved
        assert [(each.row, each.path.read_bytes()) for each in saved] == [(1, CONTENT), (2, CONTENT)]
        again = client.save_videos(job, tmp_path / "videos").saved
    assert all(each.was_there for each in again)
    assert (seen[-1].file, seen[-1].files, seen[-1].bytes, seen[-1].size) == (2, 2, 100, 100)
    assert sorted(os.listdir(tmp_path / "videos")) == ["job-1-1.mp4", "job-1-2.webm"]
    assert f"authorization: bearer {TOKEN}" in server.heads[0]


@pytest.mark.parametrize(
    "options, kept",
    [
        ({}, b"other"),
        ({"force": True, "max_bytes": 99}, b"other"),
        ({"force": True, "deadline": 1e-9}, b"other"),
        ({"force": True, "max_bytes": 100, "deadline": 60}, CONTENT),
    ],
)
def test_saves_each_video_by_the_options_of_a_download(
    options: Dict[str, Any], kept: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "job-1-1.mp4"
    path.write_bytes(b"other")
    with serve(WHOLE) as (client, server), suppress(vg.SaveError):
        client.save_videos(done(server.url + "/a"), tmp_path, vg.DownloadOptions(**options))
    assert path.read_bytes() == kept


def test_lets_others_read_a_file_as_far_as_the_umask_does(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with serve(WHOLE) as (client, server):
        (saved,) = client.save_videos(done(server.url), tmp_path / "new/videos").saved
    modes = [each.stat().st_mode for each in (saved.path, saved.path.parent, saved.path.parent.parent)]
    assert modes == [(tmp_path / name).stat().st_mode for name in ("file", "folder", "folder")]


def test_goes_on_with_a_download_that_broke_off(tmp_path: Path) -> None:
    with serve(HALF, REST) as (client, server):
        assert client.download(server.url, tmp_path / "video").path.read_bytes() == CONTENT
    assert ["range: bytes=40-" in head and 'if-range: "one"' in head for head in server.heads] == [False, True]
    assert os.listdir(tmp_path) == ["video"]


@pytest.mark.parametrize(
    "wrong",
    [
        file("content-range: bytes 7-99/100", 'etag: "one"', status="206 Partial Content"),
        file("content-range: bytes 40-99/100", 'etag: "two"', status="206 Partial Content"),
        file("content-range: bytes 40-99/100", status="206 Partial Content"),
        file('etag: "one"', status="206 Partial Content"),
        file("content-length: 0", body=b"", status="416 Range Not Satisfiable"),
    ],
)
def test_begins_again_when_the_rest_belongs_to_other_content(tmp_path: Path, wrong: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "FIRST_RETRY_PAUSE", 0.001)
    weak = HALF.replace(b'"one"', b'W/"one"')
    # Shorter than what was there of the first content.
    other = file("content-length: 30", 'etag: "two"', body=b"\x00" * 30)
    with serve(HALF, wrong, other, weak, wrong, *[HALF, wrong] * 4) as (client, server):
        assert client.download(server.url, tmp_path / "video").path.read_bytes() == b"\x00" * 30
        assert ["range: " in head for head in server.heads] == [False, True, False]
        with pytest.raises(vg.ApiError, match="206|416"):
            client.download(server.url, tmp_path / "other")
        with pytest.raises(vg.ConnectionError, match="download failed"):
            client.download(server.url, tmp_path / "third")
    assert len(server.heads) < 13 and os.listdir(tmp_path) == ["video"]


def part(start: int, end: int) -> bytes:
    told = f"content-range: bytes {start}-99/100"
    return file(f"content-length: {100 - start}", told, 'etag: "one"', body=CONTENT[start:end], status="206 Partial Content")


@pytest.mark.parametrize(
    "responses, outcome",
    [
        # More failures than retries, but each has brought something.
        ([HALF, part(40, 50), part(50, 60), part(60, 70), part(70, 100)], None),
        ([HALF, part(40, 40), part(40, 40)], vg.ConnectionError),
        ([HALF, part(40, 50), part(50, 50), part(50, 50)], vg.ConnectionError),
        # What was there before does not count again.
        ([WHOLE[:-60].replace(b'"one"', b'W/"one"')] * 3, vg.ConnectionError),
    ],
)
def test_goes_on_with_a_download_as_long_as_something_comes(tmp_path: Path, responses: List[bytes], outcome: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "FIRST_RETRY_PAUSE", 0.001)
    with serve(*responses) as (client, server):
        if outcome is None:
            assert client.download(server.url, tmp_path / "video").path.read_bytes() == CONTENT
        else:
            with pytest.raises(outcome):
                client.download(server.url, tmp_path / "video")
    assert len(server.heads) == len(responses)
    assert os.listdir(tmp_path) == (["video"] if outcome is None else [])


def test_ends_a_download_that_is_silent_and_takes_no_more_files_than_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "DOWNLOAD_IDLE_TIMEOUT", 0.1)
    monkeypatch.setattr(policy, "MAX_DOWNLOADS", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent, vg.Client(address_of(silent), TOKEN, retries=0) as client:
        with pytest.raises(vg.TimeoutError, match="idle_timeout of 0.1 s") as caught:
            client.download(address_of(silent), tmp_path / "video")
    assert (caught.value.limit, caught.value.seconds) == ("idle_timeout", 0.1)
    with open_client(httpx.Response(200, content=CONTENT)) as client:
        assert len(client.save_videos(done(f"{BASE_URL}/1", f"{BASE_URL}/2"), tmp_path).saved) == 2
        with pytest.raises(vg.SaveError, match="3 addresses: 1 to 2 can be saved"):
            client.save_videos(done(f"{BASE_URL}/1", f"{BASE_URL}/2", f"{BASE_URL}/3"), tmp_path)


#: How far a server gets, and whether it goes on, a byte at a time. After the last response, it is silent.
MOMENTS: Dict[str, Tuple[List[bytes], bool]] = {
    "before the response": ([b""], False),
    "in the head": ([file(body=b"")[:-3]], False),
    "in the body": ([file("content-length: 100", 'etag: "one"', body=b"")], False),
    "after half of the body": ([HALF], False),
    "while its bytes come": ([file("content-length: 100000", body=b"")], True),
}
BEHIND_A_REDIRECT = {"behind a redirect": ([file("location: /x", body=b"", status="302 Found"), b""], False)}
BEFORE_THE_REST = {"before the rest": ([HALF, b""], False)}


@contextmanager
def stalls(begun: List[bytes], trickles: bool) -> Iterator[str]:
    """The address of a server that begins to respond so."""
    listening = socket.create_server(("127.0.0.1", 0))

    def respond() -> None:
        for each in begun:
            with suppress(OSError), listening.accept()[0] as connection:
                connection.recv(10_000)
                connection.sendall(each)
                if each is not begun[-1]:
                    continue
                while trickles:
                    connection.sendall(b"\0")
                    time.sleep(0.01)
                # Until the client gives up.
                while connection.recv(10_000):
                    pass

    thread = threading.Thread(target=respond, daemon=True)
    thread.start()
    try:
        yield address_of(listening)
    finally:
        # Ends an accept for which nobody comes.
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(10)


def once_sent(ends: Callable[[float], Any], seconds: float) -> Tuple[Any, float]:
    """What ``ends`` with a limit, and the limit: ten times as long where a busy machine had sent nothing within it."""
    error = ends(seconds)
    return once_sent(ends, seconds * 10) if str(error).endswith("Nothing was sent: try again.") and seconds < 10 else (error, seconds)


def ask_both(call: Callable[[Any], Any], is_async: bool, base_url: str, **settings: Any) -> Any:
    """What a call ends with, of a ``Client`` or an ``AsyncClient``."""
    async def ask() -> Any:
        async with vg.AsyncClient(base_url, TOKEN, **settings) as client:
            return await call(client)

    try:
        if is_async:
            return asyncio.run(ask())
        with vg.Client(base_url, TOKEN, **settings) as client:
            return call(client)
    except (vg.RequestError, vg.SaveError) as error:
        return error


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("moment", [*MOMENTS, *BEHIND_A_REDIRECT, *BEFORE_THE_REST])
def test_names_the_limit_that_has_ended_a_download(
    moment: str, is_async: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, trickles = {**MOMENTS, **BEHIND_A_REDIRECT, **BEFORE_THE_REST}[moment]
    monkeypatch.setattr(policy, "FIRST_RETRY_PAUSE", 0.001)
    retries = len(begun) - 1 if moment in BEFORE_THE_REST else 0

    def ask(call: Callable[[Any, vg.DownloadOptions], Any], idle: float, deadline: float) -> Any:
        monkeypatch.setattr(policy, "DOWNLOAD_IDLE_TIMEOUT", idle)
        options = vg.DownloadOptions(deadline=deadline)
        with stalls(begun, trickles) as url:
            return ask_both(lambda client: call(client, url, options), is_async, url, retries=retries)

    def download(client: Any, url: str, options: vg.DownloadOptions) -> Any:
        return client.download(url, tmp_path / "video", options)

    def save(client: Any, url: str, options: vg.DownloadOptions) -> Any:
        return client.save_videos(done(f"{url}/1"), tmp_path, options)

    # The deadline ends what is silent, and what comes for ever although it is never silent.
    for limit in ["deadline"] if trickles else ["idle_timeout", "deadline"]:
        for call, begins in ((download, ""), (save, "1 of 1 files are missing: ")):
            def ends(seconds: float) -> Any:
                idle = seconds if limit == "idle_timeout" else seconds * 0.7 if trickles else 60
                return ask(call, idle, 60 if limit == "idle_timeout" else seconds)

            error, seconds = once_sent(ends, 0.7 if trickles or retries else 0.15)
            assert str(error) == f"{begins}download passed its {limit} of {seconds:g} s."
            if call is download:
                assert (error.limit, error.seconds) == (limit, seconds)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("moment", MOMENTS)
def test_names_the_limit_that_has_ended_a_call(moment: str, is_async: bool) -> None:
    not_again = " It is not sent again: a job may be rendering."
    for name, words, of_client, of_call, limit, advice in (
        ("get_hp_job", ("job-1",), ["timeout"], [], "timeout", ""),
        ("get_hp_job", ("job-1",), ["deadline"], [], "deadline", ""),
        ("get_hp_job", ("job-1",), [], ["timeout"], "timeout", ""),
        ("request", ("GET", "/x"), [], ["deadline"], "deadline", ""),
        ("create_hp_job", ({},), [], ["timeout"], "timeout", not_again),
        ("request", ("POST", "/x"), [], ["deadline"], "deadline", not_again),
    ):
        def ends(seconds: float) -> Any:
            settings = {"timeout": 50.0, "deadline": 50.0, **dict.fromkeys(of_client, seconds)}
            options = dict.fromkeys(of_call, seconds)
            with stalls(*MOMENTS[moment]) as url:
                return ask_both(lambda client: getattr(client, name)(*words, **options), is_async, url, retries=0, **settings)

        error, seconds = once_sent(ends, 0.07)
        operation = " ".join(words) if name == "request" else name
        assert str(error) == f"{operation} passed its {limit} of {seconds:g} s.{advice}", (of_client, of_call)
        assert (error.limit, error.seconds) == (limit, seconds)


def test_makes_the_folder_of_a_download_and_names_what_cannot_be_written(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 255)
    with serve(WHOLE, WHOLE) as (client, server):
        assert client.download(server.url, tmp_path / "new/folder/video").path.read_bytes() == CONTENT
        with pytest.raises(OSError, match="too long") as caught:
            client.download(server.url, long)
        with pytest.raises(OSError, match="/dev/full"):
            client.download(server.url, Path("/dev/full/video"))
        for folder in (tmp_path / "new/folder/video", tmp_path / "new/folder/video/inner"):
            with pytest.raises(vg.SaveError, match="The folder .*video.* cannot be made"):
                client.save_videos(done(server.url), folder)
    assert caught.value.filename == str(long) and len(server.heads) == 1


def test_saves_what_it_can_and_says_what_is_missing(tmp_path: Path) -> None:
    missing = file("content-length: 4", body=b"gone", status="404 Not Found")
    large, other = file("content-length: 99999999"), Files(WHOLE)
    (tmp_path / "job-1-5.mp4").write_text("mine")
    with serve(missing, large, WHOLE, WHOLE) as (client, server):
        job = done(f"{server.url}/1", f"{server.url}/2", f"{server.url}/3", f"{other.url}/4", f"{server.url}/5")
        with pytest.raises(vg.SaveError, match="4 of 5 files are missing.*404") as caught:
            client.save_videos(job, tmp_path, vg.DownloadOptions(max_bytes=1000))
        with pytest.raises(vg.SaveError, match="has 0 addresses"):
            client.save_videos(done("file:///etc/passwd", "see http://", "ftp://x/y", "http://\ud800"), tmp_path)
    kinds = [vg.ApiError, vg.SizeLimitError, ValueError, FileExistsError]
    assert [type(each.error) for each in caught.value.failed] == kinds
    assert [each.row for each in caught.value.saved] == [3]
    assert sorted(os.listdir(tmp_path)) == ["job-1-3.mp4", "job-1-5.mp4"]
    assert other.heads == [] and (tmp_path / "job-1-5.mp4").read_text() == "mine"


@pytest.mark.parametrize(("limit", "is_taken"), [(len(CONTENT), True), (len(CONTENT) - 1, False)])
def test_takes_a_file_of_as_many_bytes_as_its_limit(tmp_path: Path, limit: int, is_taken: bool) -> None:
    with serve(WHOLE) as (client, server):
        options = vg.DownloadOptions(max_bytes=limit)
        if is_taken:
            assert client.download(server.url, tmp_path / "video", options).path.read_bytes() == CONTENT
        else:
            with pytest.raises(vg.SizeLimitError):
                client.download(server.url, tmp_path / "video", options)
    assert ["user-agent: video-generation-python/" in head for head in server.heads] == [True]


@pytest.mark.parametrize(
    "respond, outcome",
    [
        (RECEIPT, None),
        (file(body=b"{}", status="400 Bad Request"), vg.ApiError),
        (file("location: /x", body=b"", status="302 Found"), vg.ApiError),
        (file(body=b"no JSON"), vg.InvalidResponseError),
        (file("content-length: 100", body=b"{"), vg.ConnectionError),
        (b"", vg.ConnectionError),
    ],
)
def test_leaves_no_timer_and_no_connection_behind_a_call(respond: bytes, outcome: Any) -> None:
    before = set(threading.enumerate())
    # None keeps a process from ending while a call is under way in another thread.
    kinds: List[bool] = []

    def note(_: httpx.Request) -> httpx.Response:
        kinds.extend(each.daemon for each in threading.enumerate() if isinstance(each, threading.Timer))
        return job()

    with vg.Client(BASE_URL, TOKEN, http_client=httpx.Client(transport=httpx.MockTransport(note))) as client:
        client.get_hp_job("job-1")
    assert kinds != [] and all(kinds)
    with serve(respond) as (client, server):
        with pytest.raises(outcome) if outcome else nullcontext():
            client.create_hp_job({})
        for timer in set(threading.enumerate()) - before:
            if isinstance(timer, threading.Timer):
                # One that was cancelled ends at once.
                timer.join(5)
                assert not timer.is_alive()
        server.join(5)
        assert set(threading.enumerate()) <= before
        own = client._http
        assert not client._running
    assert own.is_closed


def test_follows_a_redirect_of_each_kind_five_in_all_and_no_sixth(tmp_path: Path) -> None:
    def hop(status: int) -> bytes:
        return file("location: /x", "content-length: 0", body=b"", status=f"{status} No")

    hops = [hop(status) for status in (301, 302, 303, 307, 308)]
    with serve(*hops, WHOLE, *hops, hop(302), hop(300)) as (client, server):
        assert client.download(server.url, tmp_path / "video").bytes == 100
        with pytest.raises(ValueError, match="more than 5 redirects"):
            client.download(server.url, tmp_path / "other")
        with pytest.raises(vg.ApiError, match="status 300"):
            client.download(server.url, tmp_path / "third")
    assert len(server.heads) == 13


def spaces(count: int) -> Iterator[bytes]:
    """So many bytes of a body that says nothing."""
    for _ in range(count >> 20):
        yield b" " * (1 << 20)
    yield b" " * (count % (1 << 20))


def try_body(over: int, folder: Path) -> None:
    receipt = b'{"job_id": "job-1"}'
    body = Packed(*spaces((64 << 20) - len(receipt) + over), receipt)
    with open_client(httpx.Response(200, stream=body)) as client:
        client.get_hp_job("job-1", retries=0)


def try_download(over: int, folder: Path) -> None:
    length = {"content-length": str((4 << 30) + over)}
    with open_client(httpx.Response(200, headers=length, stream=Packed(CONTENT)), retries=0) as client:
        # The rest of the bytes never comes.
        with suppress(vg.ConnectionError):
            client.download(BASE_URL, folder / "video")


def try_pages(over: int, folder: Path) -> None:
    pages = [httpx.Response(200, text="<h1>One moment</h1>") for _ in range(10 + over)]
    # A reading between them begins the row anew.
    with open_client(*pages[:5], job(), *pages[5:], job(status=ENDED)) as client:
        client.wait_for_hp_job("job-1", interval=0.001)


def try_retries(over: int, folder: Path) -> None:
    busy = [httpx.Response(503, headers={"retry-after": "0"}) for _ in range(2 + over)]
    with open_client(*busy, job()) as client:
        client._sleep = lambda _: nothing()  # type: ignore[method-assign]
        client.get_hp_job("job-1")


def try_pause(over: int, folder: Path) -> None:
    with open_client(httpx.Response(503, headers={"retry-after": str(60 + over)}), job()) as client:
        client._sleep = lambda _: nothing()  # type: ignore[method-assign]
        client.get_hp_job("job-1")


@pytest.mark.parametrize(
    "attempt, failure",
    [
        (try_body, vg.SizeLimitError), (try_download, vg.SizeLimitError), (try_pages, vg.InvalidResponseError), (try_retries, vg.ApiError),
        (try_pause, vg.ApiError),
    ],
)
def test_keeps_each_limit_to_its_last_unit(attempt: Callable[[int, Path], None], failure: Any, tmp_path: Path) -> None:
    """Each is tried just below and just above. Its figure is not taken from where the client has it."""
    attempt(0, tmp_path)
    with pytest.raises(failure):
        attempt(1, tmp_path)


@pytest.mark.parametrize(
    "send, own",
    [
        (lambda client, _: client.get_hp_job("job-1"), {"accept": "application/json", "authorization": f"Bearer {TOKEN}"}),
        (
            lambda client, _: client.create_hp_job({}),
            {"accept": "application/json", "authorization": f"Bearer {TOKEN}", "content-type": "application/json", "content-length": "2"},
        ),
        (lambda client, _: client.request("DELETE", "/x"), {"accept": "application/json", "authorization": f"Bearer {TOKEN}"}),
        (
            lambda client, folder: client.download(f"{BASE_URL}/x", folder / "video"),
            {"accept": "*/*", "authorization": f"Bearer {TOKEN}", "accept-encoding": "identity"},
        ),
        (
            lambda client, folder: client.download("https://a.example/x", folder / "video"),
            {"accept": "*/*", "accept-encoding": "identity"},
        ),
    ],
)
def test_sends_each_kind_of_request_with_its_headers_and_no_others(send: Any, own: Dict[str, str], tmp_path: Path) -> None:
    with open_client(httpx.Response(200, content=b'{"job_id": "job-1"}')) as client:
        # What comes is no video.
        with suppress(ValueError):
            send(client, tmp_path)
        (request,) = client.seen
    always = {"user-agent": f"video-generation-python/{vg.__version__}", "connection": "close"}
    added_by_httpx = {"host": request.url.host}
    assert dict(request.headers) == {**always, **added_by_httpx, **own}


def test_sends_of_a_header_of_the_caller_what_every_client_does(tmp_path: Path) -> None:
    """The rows of ``test/support/headers.yaml``."""
    for row in shared_cases("headers"):
        for name in (row["name"], row["name"].lower(), row["name"].upper()):
            headers = {name: row["value"]}
            with open_client(httpx.Response(200, json={"job_id": "job-1"}), headers=headers) as client:
                client.get_hp_job("job-1")
                with suppress(ValueError):
                    client.download(f"{BASE_URL}/x", tmp_path / "video")
                called, downloaded = client.seen
            with open_client(job()) as client:
                client.request("POST", "/x", {}, headers=headers)
                called_so = client.seen[0]
            for request, sent in ((called, row["call"]), (called_so, row["call"]), (downloaded, row["download"])):
                found = request.headers.get(row["name"], "")
                is_kept = found != row["value"] if sent == "<own>" else found == sent.replace("<token>", TOKEN)
                assert is_kept, (name, request.method, found)


def test_takes_ten_thousand_files_of_a_job_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise ValueError("not asked for")

    monkeypatch.setattr("video_generation.download._save", fail)
    for count, reason in ((10_000, "10000 of 10000 files are missing"), (10_001, "has 10001 addresses")):
        addresses = [f"{BASE_URL}/{each}" for each in range(count)]
        with open_client(job()) as client, pytest.raises(vg.SaveError, match=reason):
            client.save_videos(vg.types.HpJob.read({"job_id": "job-1", "output": addresses}), tmp_path)


def test_says_which_statuses_may_pass_and_how_a_request_is_named() -> None:
    passing = {408, 429, 500, 502, 503, 504}
    for status in passing | {400, 404, 409, 425, 501, 505, 599}:
        with open_client(httpx.Response(status), retries=0) as client, pytest.raises(vg.ApiError) as caught:
            client.get_hp_job("job-1")
        assert (caught.value.status, caught.value.is_safe_to_repeat) == (status, status in passing)
    first, second = {"x-request-id": "first"}, {"request-id": "second"}
    for headers, name in (({**second, **first}, "first"), (second, "second"), ({}, None)):
        with open_client(httpx.Response(409, headers=headers)) as client, pytest.raises(vg.ApiError) as caught:
            client.get_hp_job("job-1")
        assert caught.value.request_id == name


@pytest.mark.parametrize(
    "asked, date, seconds",
    [
        ("120", None, 120), ("0", None, 0), ("1.5", None, None), ("-1", None, None), ("soon", None, None), ("", None, None),
        # Both by the clock of the server, wherever that stands.
        ("Wed, 01 Jan 2020 00:02:00 GMT", "Wed, 01 Jan 2020 00:00:00 GMT", 120),
        ("Wed, 01 Jan 2020 00:00:00 GMT", "Wed, 01 Jan 2020 00:02:00 GMT", 0),
        ("Fri, 01 Jan 2100 00:00:30 GMT", "Fri, 01 Jan 2100 00:00:00 GMT", 30),
        # By that of this machine, where the server tells none.
        ("Wed, 01 Jan 2020 00:00:00 GMT", None, 0),
    ],
)
def test_reads_how_long_a_server_asks_to_wait(asked: str, date: Optional[str], seconds: Optional[float]) -> None:
    headers = {"retry-after": asked, **({"date": date} if date else {})}
    with open_client(httpx.Response(503, headers=headers), retries=0) as client, pytest.raises(vg.ApiError) as caught:
        client.get_hp_job("job-1")
    assert caught.value.retry_after == seconds


@pytest.mark.parametrize("status, outcome", [(199, vg.ApiError), (200, None), (299, None), (300, vg.ApiError)])
def test_takes_each_status_from_200_to_299_for_a_success(status: int, outcome: Any) -> None:
    with open_client(httpx.Response(status, json=JOB)) as client:
        with pytest.raises(outcome) if outcome else nullcontext():
            assert client.create_hp_job({}).job_id == "job-1"


@pytest.mark.parametrize("status, may_run", [(399, True), (400, False), (499, False), (500, True)])
def test_says_of_a_refused_create_that_nothing_may_run(status: int, may_run: bool) -> None:
    with open_client(httpx.Response(status)) as client, pytest.raises(vg.ApiError) as caught:
        client.create_hp_job({})
    assert ("may be rendering" in str(caught.value)) == may_run


def test_keeps_a_body_that_is_no_text() -> None:
    for status, failure in ((200, vg.InvalidResponseError), (500, vg.ApiError)):
        with open_client(httpx.Response(status, content=b"job-1 \xff")) as client, pytest.raises(failure) as caught:
            client.create_hp_job({})
        assert caught.value.text == "job-1 \ufffd"


@pytest.mark.parametrize(
    "status, goes_on",
    [
        *((status, True) for status in (408, 429, 500, 501, 502, 503, 504, 505, 599)),
        *((status, False) for status in (300, 400, 401, 403, 404, 409, 410, 422, 425, 499)),
    ],
)
def test_goes_on_with_a_wait_after_what_may_pass_with_one_request_for_each_poll(status: int, goes_on: bool) -> None:
    polls: List[vg.Poll] = []
    with open_client(job(), httpx.Response(status), job(status=ENDED), retries=2) as client:
        with nullcontext() if goes_on else pytest.raises(vg.ApiError):
            client.wait_for_hp_job("job-1", interval=0.001, on_poll=polls.append)
        assert len(client.seen) == len(polls) == (3 if goes_on else 2)
    assert [each.error and each.error.attempts for each in polls[:2]] == [None, 1]


def test_tells_of_a_job_that_failed_the_first_200_letters(tmp_path: Path) -> None:
    sent = {"job_id": "job-1", "status": FAILED, "output": "x" * 1000}
    with open_client(job()) as client, pytest.raises(vg.SaveError) as caught:
        client.save_videos(vg.types.HpJob.read(sent), tmp_path)
    assert str(caught.value).index("x. The output of job-1") == 199


def test_has_what_a_file_holds_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done_so_far: List[str] = []
    replace = os.replace
    monkeypatch.setattr(os, "fsync", lambda _: done_so_far.append("on the disk"))
    monkeypatch.setattr(os, "replace", lambda *paths: done_so_far.append("named") or replace(*paths))
    with serve(WHOLE) as (client, server):
        client.download(server.url, tmp_path / "video")
    assert done_so_far == ["on the disk", "named"]


def test_shows_the_first_200_letters_of_a_body_and_waits_half_a_minute_for_a_byte(tmp_path: Path) -> None:
    with open_client(httpx.Response(409, text="x" * 1000)) as client, pytest.raises(vg.ApiError) as caught:
        client.get_hp_job("job-1")
    assert str(caught.value).count("x") == 200
    with open_client(httpx.Response(200, content=CONTENT)) as client:
        client.download(BASE_URL, tmp_path / "video")
        assert client.seen[0].extensions["timeout"]["read"] == 30
    # The twenty minutes of a wait that names no other, and the hour of a download.
    (pause,) = pauses_of(job(), interval=5000)
    assert 1190 < pause <= 1195
    assert vg.DownloadOptions().deadline == 3600


def test_sends_the_token_to_no_other_origin_by_a_redirect(tmp_path: Path) -> None:
    other = Files(WHOLE)
    away = file(f"location: {other.url}/x", "content-length: 0", body=b"", status="302 Found")
    loop = file("location: /x", "content-length: 0", body=b"", status="302 Found")
    shared = vg.Client(BASE_URL, TOKEN, http_client=httpx.Client())._http
    with serve(away, *[loop] * 6, allow_plain_http=True, http_client=shared) as (client, server):
        assert client.download(server.url, tmp_path / "video").bytes == 100
        with pytest.raises(ValueError, match="more than 5 redirects"):
            client.download(server.url, tmp_path / "other")
    assert TOKEN in server.heads[0] and TOKEN not in other.heads[0]
    # Plain http to another origin stays refused behind each redirect.
    for before in range(5):
        hops = [httpx.Response(302, headers={"location": f"{BASE_URL}/{each}"}) for each in range(before)]
        with open_client(*hops, httpx.Response(302, headers={"location": "http://a.example/x"})) as client:
            with pytest.raises(ValueError, match="Plain http"):
                client.download(BASE_URL, tmp_path / "third")
        assert [each.url.scheme for each in client.seen] == ["https"] * (before + 1)


def test_two_downloads_of_one_file_at_once_leave_a_whole_one(tmp_path: Path) -> None:
    saved = []

    def save_again(_: object) -> None:
        if not saved:
            saved.append(client.download(server.url, tmp_path / "video"))

    with serve(HALF, WHOLE, REST) as (client, server):
        options = vg.DownloadOptions(on_progress=save_again)
        assert client.download(server.url, tmp_path / "video", options).was_there
    assert not saved[0].was_there and saved[0].path.read_bytes() == CONTENT
    assert os.listdir(tmp_path) == ["video"]


def test_sends_headers_of_the_caller_where_the_token_goes_and_nowhere_else(tmp_path: Path) -> None:
    other = Files(WHOLE)
    away = file(f"location: {other.url}/x", "content-length: 0", body=b"", status="302 Found")
    headers = {"X-Gateway": "key-of-the-gateway", "User-Agent": "mine"}
    with serve(HALF, REST, away, allow_plain_http=True, headers=headers) as (client, server):
        client.download(server.url, tmp_path / "video")
        client.download(server.url, tmp_path / "other")
    assert ["x-gateway: key-of-the-gateway" in head for head in (*server.heads, *other.heads)] == [True] * 3 + [False]
    assert ["user-agent: mine" in head for head in (*server.heads, *other.heads)] == [True] * 3 + [False]


@pytest.mark.parametrize("spell", [str.lower, str.upper, str.title])
@pytest.mark.parametrize(
    "name, value, sent",
    [
        ("range", "bytes=7-", [None, "bytes=40-", None]),
        ("if-range", '"mine"', [None, '"one"', None]),
        ("accept-encoding", "gzip", ["identity"] * 3),
        ("authorization", "mine", [f"bearer {TOKEN}"] * 3),
        ("connection", "keep-alive", ["close"] * 3),
    ],
)
def test_decides_itself_which_part_of_a_file_it_asks_for_and_how(
    name: str, value: str, sent: List[Any], spell: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "FIRST_RETRY_PAUSE", 0.001)
    with serve(HALF, REST, WHOLE, headers={spell(name): value}) as (client, server):
        client.download(server.url, tmp_path / "video")
        client.download(server.url, tmp_path / "other")
    lines = [dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line) for head in server.heads]
    assert [each.get(name) for each in lines] == sent


def test_neither_goes_on_in_the_middle_of_what_was_packed_nor_counts_its_bytes(tmp_path: Path) -> None:
    packed = gzip.compress(CONTENT)
    headers = {"content-encoding": "gzip", "etag": '"one"', "content-length": str(len(packed))}
    half, whole = (httpx.Response(200, headers=headers, stream=Packed(part)) for part in (packed[:-9], packed))
    with open_client(half, whole) as client:
        client._sleep = lambda _: nothing()  # type: ignore[method-assign]
        assert client.download(BASE_URL, tmp_path / "video").path.read_bytes() == CONTENT
    assert ["range" in each.headers for each in client.seen] == [False, False]


class Packed(httpx.SyncByteStream):
    """A body as it comes over the wire, in parts."""

    def __init__(self, *parts: bytes) -> None:
        self._parts = parts

    def __iter__(self) -> Iterator[bytes]:
        yield from self._parts


def test_ends_a_download_of_unknown_size_at_its_limit(tmp_path: Path) -> None:
    """Of a body that never ends, no more than one part beyond the limit is taken, and none of that is kept."""
    limit, part = 2_500, b"\0" * 1_000
    taken: List[int] = []

    def without_end() -> Iterator[bytes]:
        # A client that goes on is let go on for a while, so that this ends.
        while len(taken) < 1_000:
            taken.append(sum(each.stat().st_size for each in tmp_path.iterdir()))
            yield part

    with open_client(httpx.Response(200, content=without_end())) as client, pytest.raises(vg.SizeLimitError):
        client.download(BASE_URL, tmp_path / "video", vg.DownloadOptions(max_bytes=limit))
    assert len(taken) * len(part) <= limit + len(part) and max(taken) <= limit
    assert os.listdir(tmp_path) == []


def zeros(count: int) -> bytes:
    """A thousandth of it, packed."""
    packer = zlib.compressobj(wbits=31)
    part = bytes(1_000_000)
    return b"".join([*(packer.compress(part) for _ in range(count // len(part))), packer.flush()])


RECEIPT_TEXT = b'{"job_id": "job-1"}'


@pytest.mark.parametrize(
    "coding, parts, outcome",
    [
        ("gzip", [gzip.compress(RECEIPT_TEXT)], None),
        ("X-GZip", [gzip.compress(RECEIPT_TEXT)[:9], gzip.compress(RECEIPT_TEXT)[9:]], None),
        ("deflate", [zlib.compress(RECEIPT_TEXT)], None),
        ("identity", [RECEIPT_TEXT], None),
        ("gzip", [gzip.compress(RECEIPT_TEXT), b"left over"], None),
        ("gzip", [gzip.compress(RECEIPT_TEXT)[:-9]], vg.ConnectionError),
        ("gzip", [b"no gzip"], vg.ConnectionError),
        ("gzip, gzip", [gzip.compress(gzip.compress(RECEIPT_TEXT))], vg.ConnectionError),
        ("gzip,deflate", [zlib.compress(gzip.compress(RECEIPT_TEXT))], vg.ConnectionError),
        ("gzip", [zeros(400_000_000)], vg.SizeLimitError),
        ("gzip, gzip", [gzip.compress(zeros(400_000_000))], vg.ConnectionError),
    ],
)
def test_unpacks_a_body_within_its_limit(coding: str, parts: List[bytes], outcome: object, tmp_path: Path) -> None:
    """The second of the last two is less than two kilobytes on the wire."""
    response = httpx.Response(200, headers={"content-encoding": coding}, stream=Packed(*parts))
    tracemalloc.start()
    try:
        with open_client(response, retries=0) as client:
            if outcome is None:
                assert client.create_hp_job({}).job_id == "job-1"
            else:
                with pytest.raises(outcome) as caught:
                    client.create_hp_job({})
                assert caught.value.sent == "yes"
        response = httpx.Response(200, headers={"content-encoding": coding}, stream=Packed(*parts))
        with open_client(response, retries=0) as client, pytest.raises(outcome or ValueError):
            client.download(BASE_URL, tmp_path / "video", vg.DownloadOptions(max_bytes=1_000_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The limit of a body is 64 MiB, and a text that grows is copied now and then.
    assert peak < 160_000_000


def test_hides_no_exception_of_python_from_who_imports_everything() -> None:
    names: Dict[str, object] = {}
    exec("from video_generation import *", names)
    assert "ConnectionError" not in names and "TimeoutError" not in names
    assert names["Client"] is vg.Client and names["ApiError"] is vg.ApiError and names["types"] is vg.types


def test_replaces_a_file_only_when_the_new_one_is_whole(tmp_path: Path) -> None:
    (tmp_path / "video").write_text("mine")
    seen: List[str] = []
    options = vg.DownloadOptions(force=True, on_progress=lambda _: seen.append((tmp_path / "video").read_text()))
    with serve(HALF, WHOLE, retries=0) as (client, server):
        with pytest.raises(vg.ConnectionError):
            client.download(server.url, tmp_path / "video", options)
        assert (tmp_path / "video").read_text() == "mine"
        client.download(server.url, tmp_path / "video", options)
    assert set(seen) == {"mine"} and (tmp_path / "video").read_bytes() == CONTENT


def test_says_what_was_saved_of_a_job_that_failed(tmp_path: Path) -> None:
    text = httpx.Response(200, text="WEBVTT")
    sent = {"job_id": "job-1", "status": FAILED, "output": [f"{BASE_URL}/1.mp4", f"{BASE_URL}/share", f"{BASE_URL}/2.mp4"]}
    with open_client(httpx.Response(200, content=CONTENT), text, text) as client, pytest.raises(vg.SaveError, match=FAILED) as caught:
        client.save_videos(vg.types.HpJob.read(sent), tmp_path)
    error = caught.value
    found = [[each.url[-5:] for each in part] for part in (error.saved, error.left_out, error.failed)]
    assert found == [["1.mp4"], ["share"], ["2.mp4"]]


def test_a_client_that_is_closed_saves_no_further_video(tmp_path: Path) -> None:
    urls = [f"{BASE_URL}/{each}.mp4" for each in range(3)]
    with open_client(httpx.Response(200, content=CONTENT)) as client:
        options = vg.DownloadOptions(on_progress=lambda each: client.close() if each.file == 2 else None)
        with pytest.raises(vg.ClientClosedError):
            client.save_videos(done(*urls), tmp_path, options)
        assert len(client.seen) == 2
    assert os.listdir(tmp_path) == ["job-1-1.mp4"]


def test_takes_a_link_for_a_file_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(CONTENT)
    (tmp_path / "video").symlink_to(tmp_path / "mine")
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    with serve(WHOLE, WHOLE, WHOLE) as (client, server):
        for name in ("video", "lost"):
            with pytest.raises(FileExistsError):
                client.download(server.url, tmp_path / name)
        client.download(server.url, tmp_path / "video", vg.DownloadOptions(force=True))
    assert not (tmp_path / "video").is_symlink() and (tmp_path / "mine").read_bytes() == CONTENT
    assert not (tmp_path / "nowhere").exists()


def test_leaves_alone_a_file_that_appears_meanwhile(tmp_path: Path) -> None:
    options = vg.DownloadOptions(on_progress=lambda _: (tmp_path / "video").write_text("mine"))
    with serve(WHOLE) as (client, server), pytest.raises(FileExistsError):
        client.download(server.url, tmp_path / "video", options)
    assert os.listdir(tmp_path) == ["video"] and (tmp_path / "video").read_text() == "mine"


def test_finds_and_names_the_videos_as_every_client_does(tmp_path: Path) -> None:
    """The cases of ``clients/outputs.yaml``."""
    for index, case in enumerate(shared_cases("outputs")):
        def respond(request: httpx.Request) -> httpx.Response:
            url = str(request.url)
            is_text = url in case["texts"]
            content_type = case["types"].get(url, case["textType" if is_text else "contentType"])
            body = case["bodies"].get(url, "WEBVTT" if is_text else "\0").encode("latin-1")
            return httpx.Response(200, headers={"content-type": content_type}, content=body)

        finished = vg.types.HpJob.read({"job_id": case["jobId"], "output": case["output"]})
        folder = tmp_path / str(index)
        is_wanted = (lambda each: case["wanted"] in each.url) if case["wanted"] else None
        client = vg.Client(BASE_URL, TOKEN, http_client=httpx.Client(transport=httpx.MockTransport(respond)))
        try:
            result = client.save_videos(finished, folder, vg.DownloadOptions(filter=is_wanted))
            failed = []
        except vg.SaveError as error:
            result, failed = error, [each.url for each in error.failed]
        saved = [{"url": each.url, "row": each.row, "name": each.path.name} for each in result.saved]
        assert saved == case["files"], case["name"]
        assert [each.url for each in result.left_out] == case["leftOut"], case["name"]
        assert failed == case["failed"], case["name"]
        assert isinstance(result, vg.SaveError) == (not saved or failed != []), case["name"]
        assert sorted(os.listdir(folder)) == sorted(each["name"] for each in case["files"]) if saved else True


def test_saves_videos_as_a_coroutine_and_leaves_nothing_of_one_that_is_cancelled(tmp_path: Path) -> None:
    server = Files(WHOLE)

    async def main() -> None:
        has_begun = asyncio.Event()
        options = vg.DownloadOptions(on_progress=lambda _: has_begun.set())
        with socket.create_server(("127.0.0.1", 0)) as listening:
            async with vg.AsyncClient(server.url, TOKEN, allow_plain_http=True) as client:
                (saved,) = (await client.save_videos(done(server.url), tmp_path)).saved
                assert saved.path.read_bytes() == CONTENT
                saving = asyncio.ensure_future(
                    client.download(address_of(listening), tmp_path / "video", options)
                )
                connection, _ = await asyncio.to_thread(listening.accept)
                with connection:
                    connection.sendall(HALF)
                    await has_begun.wait()
                    saving.cancel()
                    with pytest.raises(asyncio.CancelledError):
                        await saving
                creating = asyncio.ensure_future(client.create_hp_job({}))
                await asyncio.sleep(0.1)
            with pytest.raises(vg.ClientClosedError):
                await creating
        assert os.listdir(tmp_path) == ["job-1-1.mp4"]

    asyncio.run(main())
