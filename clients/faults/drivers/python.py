"""The driver of the Python clients: of the one for threads, or with ``async`` of the other."""
import asyncio
import json
import logging
import pickle
import sys
import threading

import video_generation as vg

clients = {}
writing = threading.Lock()
cancels = {}
"""What gives up the call of a row, by its id."""


def client_of(make, row):
    return clients.setdefault(row["base"], make(row["base"], row["token"], timeout=row["timeout"]))


def call(client, row):
    """Makes the call that a row asks for: gives its result, or a coroutine."""
    if row["op"] == "wait":
        return client.wait_for_hp_job("job-1", interval=0.05, max_wait=row["maxWait"])
    if row["op"] == "save":
        return save(client, client.get_hp_job("job-1"), row["folder"])
    if row["op"] == "read":
        return client.get_hp_job("job-1", deadline=row["deadline"])
    create = client.create_hp_job if row["op"] == "create" else client.create_lipsync_video
    return create(row["body"], deadline=row["deadline"])


def save(client, job, folder):
    if not asyncio.iscoroutine(job):
        return client.save_videos(job, folder)

    async def save_async():
        return await client.save_videos(await job, folder)

    return save_async()


def report(row, error=None, result=None):
    reported = {"id": row["id"], "ok": error is None, "value": getattr(result, "raw", None), "text": getattr(result, "raw_text", None)}
    if error is not None:
        details = {name: getattr(error, name, None) for name in ("sent", "attempts", "status", "body", "text")}
        reported.update(details, error=type(error).__name__, message=str(error))
        reported.update(requestId=getattr(error, "request_id", None), retryAfter=getattr(error, "retry_after", None))
        logging.getLogger("driver").error("%r %r", error, pickle.dumps(error), exc_info=error)
    with writing:
        print(json.dumps(reported), flush=True)


def run(row):
    client = client_of(vg.Client, row)
    cancels[row["id"]] = client.close
    try:
        report(row, result=call(client, row))
    except Exception as error:
        report(row, error)


async def run_async(row):
    task = asyncio.ensure_future(call(client_of(vg.AsyncClient, row), row))
    cancels[row["id"]] = task.cancel
    try:
        report(row, result=await task)
    except (Exception, asyncio.CancelledError) as error:
        report(row, error)


async def main_async():
    tasks = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        begin(json.loads(line), lambda row: tasks.append(asyncio.ensure_future(run_async(row))))


def begin(row, start):
    if "cancel" in row:
        cancels[row["cancel"]]()
    else:
        start(row)


logging.basicConfig()
if "async" in sys.argv:
    asyncio.run(main_async())
else:
    for line in sys.stdin:
        begin(json.loads(line), lambda row: threading.Thread(target=run, args=(row,), daemon=True).start())
