"""The driver of the Python clients: of the one for threads, or with ``async`` of the other."""
import asyncio
import json
import logging
import pickle
import sys
import threading

import video_generation as vg

KINDS = {
    vg.ApiError: "api",
    vg.ConnectionError: "connection",
    vg.TimeoutError: "timeout",
    vg.SizeLimitError: "size-limit",
    vg.ClientClosedError: "abort",
    asyncio.CancelledError: "abort",
    vg.InvalidResponseError: "invalid-response",
    vg.JobWaitTimeoutError: "wait-timeout",
}
clients = {}
writing = threading.Lock()
cancels = {}
"""What gives up the call of a row, by its id."""


def begin(make, row):
    """The call that a row asks for: its result, or a coroutine."""
    client = clients.setdefault(row["base"], make(row["base"], row["token"], timeout=row["timeout"]))
    if row["op"] == "wait":
        return client, client.wait_for_hp_job, ("job-1",), {"interval": 0.05, "max_wait": row["maxWait"]}
    limits = {"deadline": row["deadline"]}
    if row["op"] == "read":
        return client, client.get_hp_job, ("job-1",), limits
    create = client.create_hp_job if row["op"] == "create" else client.create_lipsync_video
    return client, create, (row["body"],), limits


def report(row, error=None, result=None):
    reported = {"id": row["id"], "ok": error is None, "value": result and result.raw, "text": result and result.raw_text}
    if error is not None:
        details = {name: getattr(error, name, None) for name in ("sent", "attempts", "status", "body", "text")}
        reported.update(details, error=KINDS.get(type(error), repr(error)), message=str(error))
        reported.update(requestId=getattr(error, "request_id", None), retryAfter=getattr(error, "retry_after", None))
        logging.getLogger("driver").error("%r %r", error, pickle.dumps(error), exc_info=error)
    with writing:
        print(json.dumps(reported), flush=True)


def run(row):
    client, method, arguments, options = begin(vg.Client, row)
    cancels[row["id"]] = client.close
    try:
        report(row, result=method(*arguments, **options))
    except Exception as error:
        report(row, error)


async def run_async(row):
    _, method, arguments, options = begin(vg.AsyncClient, row)
    task = asyncio.ensure_future(method(*arguments, **options))
    cancels[row["id"]] = task.cancel
    try:
        report(row, result=await task)
    except (Exception, asyncio.CancelledError) as error:
        report(row, error)


async def main_async():
    loop = asyncio.get_running_loop()
    tasks = []
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        row = json.loads(line)
        if "cancel" in row:
            cancels[row["cancel"]]()
        else:
            tasks.append(asyncio.ensure_future(run_async(row)))


logging.basicConfig()
logging.getLogger("video_generation").setLevel(logging.DEBUG)
if "async" in sys.argv:
    asyncio.run(main_async())
else:
    for line in sys.stdin:
        row = json.loads(line)
        if "cancel" in row:
            cancels[row["cancel"]]()
        else:
            threading.Thread(target=run, args=(row,), daemon=True).start()
