"""What the package says, in whole sentences: the calls of ``test/support/sentences.yaml``."""
import asyncio
import gzip
import json
import os
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Union

import httpx
import pytest

import video_generation as vg
from video_generation._generated import policy
from video_generation.run import _Attempt

BASE_URL = "https://video-generation.example"
TOKEN = "secret-token-of-the-test"
FAILED = next(iter(policy.FAILURE_STATUSES), "failed")
#: A client that gets responses, the last one again and again, and an empty folder.
Fails = Callable[[vg.Client, Path], object]
Comes = Union[httpx.Response, Exception]
BUSY = httpx.Response(503, text="busy")
RENDERING = httpx.Response(200, json={"job_id": "job-1", "status": "rendering"})
REDIRECT = httpx.Response(302, headers={"location": "/2"})


class Parts(httpx.SyncByteStream):
    """A body in parts, whatever its head says of its length; a number is a time without any."""

    def __init__(self, *parts: Union[bytes, float]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[bytes]:
        for part in self.parts:
            if isinstance(part, bytes):
                yield part
            else:
                raise httpx.ReadTimeout("silent")


def body(*parts: Union[bytes, float], status: int = 200, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, headers=named, stream=Parts(*parts))


def video(length: int = 4) -> httpx.Response:
    return body(b"\0\0\0\0", content_length=str(length), etag='"one"')


def new(base_url: str = BASE_URL, token: str = TOKEN, **settings: Any) -> Fails:
    return lambda *_: vg.Client(base_url, token, **settings)


def get(job_id: str = "job-1", **options: Any) -> Fails:
    return lambda client, _: client.get_hp_job(job_id, **options)


def create(client: vg.Client, _: Path) -> object:
    return client.create_hp_job({})


def wait(**options: Any) -> Fails:
    return lambda client, _: client.wait_for_hp_job("job-1", **{"interval": 0.02, "max_wait": 0.1, **options})


def download(url: str = f"{BASE_URL}/1.mp4", **options: Any) -> Fails:
    return lambda client, folder: client.download(url, folder / "1.mp4", vg.DownloadOptions(**options))


def save(url: str = f"{BASE_URL}/1.mp4", below: str = "", status: str = "rendering", **options: Any) -> Fails:
    job = vg.types.HpJob.read({"job_id": "job-1", "status": status, "output": [url]})
    return lambda client, folder: client.save_videos(job, folder / below, vg.DownloadOptions(**options))


def save_beside(client: vg.Client, folder: Path) -> object:
    (folder / "job-1-1.mp4").mkdir()
    return save()(client, folder)


def after_closing(client: vg.Client, _: Path) -> object:
    client.close()
    return client.get_hp_job("job-1")


def by_http_2(*_: object) -> None:
    _Attempt(httpx.Request("GET", BASE_URL), 1, 1).note("http2.send_connection_init.started", {})


async def give_token() -> str:
    return TOKEN


#: What comes, and what fails then.
CALLS: Dict[str, "tuple[Comes | List[Comes], Fails]"] = {
    "plain http of another machine": (BUSY, new("http://video.example")),
    "an empty token": (BUSY, new(token="")),
    "a timeout of 0": (BUSY, get(timeout=0)),
    "a deadline of 0": (BUSY, get(deadline=0)),
    "a deadline of 0 for a download": (BUSY, download(deadline=0)),
    "-1 retries": (BUSY, get(retries=-1)),
    "an interval of 0": (BUSY, wait(interval=0)),
    "a wait of 0": (BUSY, wait(max_wait=0)),
    "statuses in one text": (BUSY, wait(pending_statuses="queued")),
    "a header with a line break": (BUSY, new(headers={"x-trace": "a\nb"})),
    "a client of httpx of the other kind": (BUSY, new(http_client=httpx.AsyncClient())),
    "an async function for threads": (BUSY, lambda *_: vg.Client(BASE_URL, give_token).get_hp_job("1")),  # type: ignore[arg-type]
    "a coroutine for threads": (BUSY, lambda client, _: client._run(asyncio.sleep(0))),
    "a client that speaks HTTP/2": (BUSY, by_http_2),
    "a method that is not used": (BUSY, lambda client, _: client.request("TRACE", "/x")),
    "a read with a body": (BUSY, lambda client, _: client.request("GET", "/x", 1)),
    "a path above": (BUSY, lambda client, _: client.request("GET", "/../x")),
    "an identifier that is a path": (BUSY, get("..")),
    "a download by another protocol": (BUSY, download("ftp://video.example/1")),
    "a status 503 of a read": (BUSY, get()),
    "a status 503 of a create": (BUSY, create),
    "a status 404 of a create": (httpx.Response(404), create),
    "a redirect of a create": (REDIRECT, create),
    "no JSON": (httpx.Response(200, text="<h1>"), get()),
    "JSON that is nested too deep": (httpx.Response(200, text="[" * 200_000), get()),
    "no identifier": (httpx.Response(200, json={}), create),
    "a response of 64 MiB and a byte": (body(b" " * (64 * 1024 * 1024 + 1)), get()),
    "a response that is packed twice": (body(b"", content_encoding="gzip, gzip"), get()),
    "a packed response that breaks off": (body(gzip.compress(b"{}")[:-4], content_encoding="gzip"), get()),
    "no response in time": (httpx.ReadTimeout("late"), get(timeout=0.03)),
    "no response by the deadline": (httpx.ReadTimeout("late"), get(deadline=0.03)),
    "a client that was closed": (BUSY, after_closing),
    "a connection that is refused": (httpx.ConnectError("refused"), create),
    "a certificate that is refused": (httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] unknown authority"), create),
    "a failure without a reason": (httpx.ReadError(""), create),
    "a wait that is over": (RENDERING, wait()),
    "a wait that is over, and whose last poll failed": (BUSY, wait()),
    "a wait that reached nobody": (httpx.ConnectError("refused"), wait()),
    "a file that breaks off": (video(5), download()),
    "a file of more bytes than wanted": (video(), download(max_bytes=3)),
    "a file that changes": ([video(5), body(status=206, etag='"two"', content_range="bytes 4-4/5")], download()),
    "a file that is silent": (body(1.0), download()),
    "a redirect to nowhere": (httpx.Response(302, headers={"location": "ftp://video.example"}), save()),
    "redirects for ever": (REDIRECT, save()),
    "a file by plain http": (BUSY, save("http://video.example/1.mp4")),
    "a file where clouds keep their keys": (BUSY, save("https://169.254.169.254/1.mp4")),
    "a page in place of a video": (body(b"<h1>"), save()),
    "nothing in place of a video": (body(b""), save()),
    "a file that is there": (video(), save_beside),
    "a file that is there, of a size that nobody tells": (body(b"\0"), save_beside),
    "a folder that is a file": (BUSY, save(below="file/x")),
    "an output without an address": (BUSY, save("none")),
    "an output without an address that is wanted": (BUSY, save(filter=lambda _: False)),
    "a job that failed": (video(), save(status=FAILED)),
}


def sentences() -> Dict[str, str]:
    shared = os.environ.get("SHARED_CASES")
    if not shared:
        pytest.skip("SHARED_CASES names no file; `npm test -- clients/python` writes it, and runs this")
    return json.loads(Path(shared).read_text())["sentencesOfPython"]


def test_each_sentence_is_one_of_a_call() -> None:
    assert list(sentences()) == list(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_says_in_whole_sentences_what_fails(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comes, fail = CALLS[name]
    left = comes if isinstance(comes, list) else [comes]
    place = 0

    def respond(_: httpx.Request) -> httpx.Response:
        nonlocal place
        response = left[min(place, len(left) - 1)]
        place += 1
        if isinstance(response, Exception):
            raise response
        return response

    monkeypatch.setattr(policy, "FIRST_RETRY_PAUSE", 0.001)
    (tmp_path / "file").touch()
    http = httpx.Client(transport=httpx.MockTransport(respond))
    told = "nothing"
    with vg.Client(BASE_URL, TOKEN, retries=len(left) - 1, http_client=http) as client:
        try:
            fail(client, tmp_path)
        except Exception as error:
            told = str(error)
    assert told.replace(str(tmp_path), "<folder>") == sentences().get(name, "").replace("<failed>", FAILED)
