"""Right and wrong calls: a type checker must complain at the lines marked ``# error``, and nowhere else.

Never run, but checked with ``mypy --strict`` by ``test/package.test.ts``, and with pyright by
``bench/python/pyright.test.ts``.
"""
import video_generation as vg
from video_generation.types import Actor, HpJobInput, HpSegment, LipsyncVideoInput, Script, SegmentTime


def read(client: vg.Client) -> None:
    job = client.get_hp_job("job-1")
    job_id: str = job.job_id
    status: str = job.status  # error
    if job.status == "a status that nobody has documented":
        print(job.status.upper())
    if isinstance(job.output, str):
        print(job.output.upper())
    elif job.output is not None:
        job.output.upper()  # error
    job.raw["status"]  # error
    job.status = "done"  # error
    job.eta  # error
    for avatar in client.list_public_avatars().avatars_list:
        avatar.upper()  # error
    client.get_hp_job(5)  # error
    client.get_hp_job("job-1", timeout=5, deadline=60, retries=0, headers={"x-trace": "1"})
    client.get_hp_job("job-1", timeout="5")  # error
    client.get_hp_job("job-1", unknown_option=5)  # error
    print(job_id, status)


def create(client: vg.Client, time: SegmentTime) -> None:
    avatar: Actor = {"use": "avatar", "avatar_id": "ada", "avatar_type": "public"}
    script: Script = {"use": "audio", "audio_url": "x"}
    model: LipsyncVideoInput = {"model": "v2", "actor": avatar, "script": script}
    receipt = client.create_lipsync_video(model)
    if receipt.input is not None and receipt.input.model == "v9":
        print(receipt.input.actor)
    client.create_lipsync_video({"model": "v3", "actor": avatar, "script": script})  # error
    client.create_lipsync_video({})  # error
    video: Actor = {"use": "video", "video_url": "x"}
    client.create_lipsync_video({"model": "v1", "actor": video, "script": script})
    wrong_branch: Actor = {"use": "video", "avatar_id": "ada"}  # error
    segment: HpSegment = {"start_time": time}  # error
    body: HpJobInput = {
        "project_name": "Videos",
        "base_video_url": "https://example.com/base-video",
        "variable_count": 1,
        "data_slice_start_index": 1,
        "data_slice_end_index": 3,
        "data_xlsx_url": "https://example.com/data.xlsx",
        "music": True,
    }
    client.create_hp_job(body)
    body["music"] = "loud"  # error
    print(wrong_branch, segment)


def fail(client: vg.Client) -> None:
    try:
        client.list_public_voices()
    except vg.ApiError as error:
        print(error.status + 1, error.request_id, error.retry_after)
        print(error.body["title"])  # error
    except vg.RequestError as error:
        if error.sent == "no":
            print("safe to try again")
        if error.sent == "never":  # error
            print("no such value")


async def wait(client: vg.AsyncClient) -> None:
    done = await client.wait_for_hp_job("job-1")
    print(done.status)
    (await client.get_hp_job("job-1")).job_id.upper()
    client.get_hp_job("job-1").job_id  # error
    await client.wait_for_hp_job("job-1", until=lambda job: job.eta)  # error
    await client.wait_for_hp_job("job-1", until=is_done, on_poll=lambda poll: print(poll.number, poll.pause + 1))
    await client.wait_for_hp_job("job-1", pending_statuses=("queued",))
    await client.wait_for_hp_job("job-1", pending_statuses="queued")  # error
    vg.AsyncClient("https://video.example", give_token)
    vg.Client("https://video.example", give_token)  # error


async def is_done(job: vg.types.HpJob) -> bool:
    return job.status == "done"


async def give_token() -> str:
    return "token"


def ask(client: vg.Client) -> None:
    response = client.request("GET", "/api/jobs", timeout=5)
    print(response.raw_text.upper())
    response.raw["jobs"]  # error
    client.request("GET")  # error
    result = client.save_videos(client.get_hp_job("job-1"), "videos", vg.DownloadOptions(filter=lambda each: each.row < 3))
    print(result.saved[0].path, result.left_out[0].error)
    result.saved[0].error  # error
