"""What the matrix of faults does not see: settings, typed fields, waits, files."""
import asyncio
import gc
import json
import math
import os
import pickle
import socket
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import httpx
import pytest

import video_generation as vg

BASE_URL = "https://video-generation.example"
TOKEN = "secret-token-of-the-test"
JOB = {"job_id": "job-1", "status": "rendering", "project_name": "Videos", "output": {}}


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
            with open_client(away, allow_plain_http=True) as client:
                for address in (f"https://{host}/x", f"http://{host}/x", BASE_URL):
                    with pytest.raises(ValueError, match="refused"):
                        client.download(address, tmp_path / "video")
                assert [each.url.host for each in client.seen] == ["video-generation.example"], host
                with pytest.raises(vg.ApiError):
                    vg.Client(f"https://{host}", TOKEN, http_client=client._http).download(f"https://{host}/x", tmp_path / "video")
        elif where == "public":
            with open_client(httpx.Response(200, content=CONTENT)) as client:
                client.download(f"https://{host}/x", tmp_path / host)


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
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"].startswith("video-generation-python/")
    assert json.loads(request.content) == {"project_name": "ü"}


def shared_cases(name: str) -> List[Dict[str, Any]]:
    """What the clients of all languages are tested with, as JSON in the file that ``SHARED_CASES`` names."""
    shared = os.environ.get("SHARED_CASES")
    return json.loads(Path(shared).read_text())[name] if shared else []


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
    lost = vg.ConnectionError("lost", copy.operation, copy.method, 1, "maybe", is_transient=False)
    assert vars(pickle.loads(pickle.dumps(lost))) == vars(lost) and isinstance(lost, ConnectionError)


def test_reads_what_fits_and_keeps_what_was_sent() -> None:
    sent = {"job_id": "job-1", "status": 7, "job_type": True, "project_name": None, "eta": 5}
    with open_client(httpx.Response(200, json=sent)) as client:
        read = client.get_hp_job("job-1")
    assert (read.job_id, read.status, read.job_type, read.project_name) == ("job-1", None, None, None)
    assert read.raw == sent
    text = '{"job_id": "job-1", "large": [1e400, -1E+400, %s], "small": [7, 7.0]}' % ("7" * 5000)
    with open_client(httpx.Response(200, text=text)) as client:
        read = client.get_hp_job("job-1")
    assert read.raw == {"job_id": "job-1", "large": [None] * 3, "small": [7, 7.0]} and read.raw_text == text
    lists = httpx.Response(200, json={"avatars_list": [{"a": 1}, 5]}), httpx.Response(200, json={})
    with open_client(*lists) as client:
        listed = client.list_public_avatars()
        with pytest.raises(vg.InvalidResponseError, match="avatars_list"):
            client.list_public_avatars()
    assert len(listed.avatars_list) == 2


def test_waits_for_what_the_caller_says_and_gives_up_with_the_last_reading() -> None:
    with open_client(job(status="queued"), job(status="RENDERING"), job(status="done")) as client:
        waited = client.wait_for_hp_job("job-1", interval=0.001, pending_statuses=["queued", "RENDERING"])
        assert waited.status == "done"
    with open_client(job(), job(eta=5)) as client:
        client.wait_for_hp_job("job-1", interval=0.001, until=lambda each: each.raw.get("eta") == 5)
    with open_client(job()) as client:
        with pytest.raises(vg.JobWaitTimeoutError, match="go on with") as caught:
            client.wait_for_hp_job("job-1", interval=0.01, max_wait=0.2)
        with pytest.raises(ValueError, match="max_wait"):
            client.wait_for_hp_job("job-1", max_wait=0)
    assert caught.value.last_job.status == "rendering"


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


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="counts open files")
def test_leaves_no_connection_open_after_its_limit_has_passed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings = {"base_url": address_of(silent), "token": TOKEN, "timeout": 0.05, "retries": 0}

        async def ask_both() -> None:
            client, async_client = vg.Client(**settings), vg.AsyncClient(**settings)
            gc.collect()  # What other tests have left.
            before = len(os.listdir("/dev/fd"))
            with pytest.raises(vg.TimeoutError):
                client.list_public_voices()
            with pytest.raises(vg.TimeoutError):
                await async_client.list_public_voices()
            assert len(os.listdir("/dev/fd")) == before

        asyncio.run(ask_both())


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


def test_asks_the_proxy_of_the_environment_but_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy, server = Files(RECEIPT), Files(RECEIPT, RECEIPT)
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    for host in ("video.example", "localhost", "127.0.0.1"):
        with vg.Client(server.url.replace("127.0.0.1", host), TOKEN, allow_plain_http=True) as client:
            client.get_hp_job("job-1")
    assert [len(proxy.heads), len(server.heads)] == [1, 2]


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
        saved = client.save_videos(job, tmp_path / "videos", options)
        assert [(each.row, each.path.read_bytes()) for each in saved] == [(1, CONTENT), (2, CONTENT)]
        again = client.save_videos(job, tmp_path / "videos")
    assert all(each.was_there for each in again)
    assert (seen[-1].file, seen[-1].files, seen[-1].bytes, seen[-1].size) == (2, 2, 100, 100)
    assert sorted(os.listdir(tmp_path / "videos")) == ["job-1-1.mp4", "job-1-2.webm"]
    assert f"authorization: bearer {TOKEN}" in server.heads[0]


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
        file("content-length: 0", body=b"", status="416 Range Not Satisfiable"),
    ],
)
def test_begins_again_when_the_rest_belongs_to_other_content(tmp_path: Path, wrong: bytes) -> None:
    weak = HALF.replace(b'"one"', b'W/"one"')
    with serve(HALF, wrong, WHOLE, weak, wrong, *[HALF, wrong] * 4) as (client, server):
        assert client.download(server.url, tmp_path / "video").path.read_bytes() == CONTENT
        with pytest.raises(vg.ApiError, match="206|416"):
            client.download(server.url, tmp_path / "other")
        with pytest.raises(vg.ConnectionError, match="download failed"):
            client.download(server.url, tmp_path / "third")
    assert len(server.heads) < 13 and os.listdir(tmp_path) == ["video"]


def test_makes_the_folder_of_a_download_and_names_what_cannot_be_written(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 255)
    with serve(WHOLE, WHOLE) as (client, server):
        assert client.download(server.url, tmp_path / "new/folder/video").path.read_bytes() == CONTENT
        with pytest.raises(OSError, match="too long") as caught:
            client.download(server.url, long)
        with pytest.raises(OSError, match="/dev/full"):
            client.download(server.url, Path("/dev/full/video"))
        for folder in (tmp_path / "new/folder/video", tmp_path / "new/folder/video/inner"):
            with pytest.raises(vg.SaveError, match="video.* cannot be used as a folder"):
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


def test_leaves_alone_a_file_that_appears_meanwhile(tmp_path: Path) -> None:
    options = vg.DownloadOptions(on_progress=lambda _: (tmp_path / "video").write_text("mine"))
    with serve(WHOLE) as (client, server), pytest.raises(FileExistsError):
        client.download(server.url, tmp_path / "video", options)
    assert os.listdir(tmp_path) == ["video"] and (tmp_path / "video").read_text() == "mine"


def test_finds_and_names_the_videos_as_every_client_does(tmp_path: Path) -> None:
    """The cases of ``clients/outputs.yaml``."""
    for index, case in enumerate(shared_cases("outputs")):
        response = httpx.Response(200, headers={"content-type": case["contentType"]}, content=b"\0")
        finished = vg.types.HpJob.read({"job_id": case["jobId"], "output": case["output"]})
        folder = tmp_path / str(index)
        with open_client(response) as client:
            try:
                saved = client.save_videos(finished, folder)
            except vg.SaveError as error:
                saved = error.saved
        names = [str(each.path.relative_to(folder)) for each in saved]
        found = [{"url": each.url, "row": each.row, "name": name} for each, name in zip(saved, names)]
        assert found == case["files"], case["name"]


def test_saves_videos_as_a_coroutine_and_leaves_nothing_of_one_that_is_cancelled(tmp_path: Path) -> None:
    server = Files(WHOLE)

    async def main() -> None:
        has_begun = asyncio.Event()
        options = vg.DownloadOptions(on_progress=lambda _: has_begun.set())
        with socket.create_server(("127.0.0.1", 0)) as listening:
            async with vg.AsyncClient(server.url, TOKEN, allow_plain_http=True) as client:
                (saved,) = await client.save_videos(done(server.url), tmp_path)
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
