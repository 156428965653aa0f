"""The driver of the Python clients: of the one for threads, or with ``async`` of the other."""
import asyncio
import inspect
import json
import logging
import pickle
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python/src"))
import video_generation as vg

clients = {}
writing = threading.Lock()
cancels = {}
"""What gives up the call of a row, by its id."""


async def done(result):
    """What a call of either client gives in the end."""
    return await result if inspect.isawaitable(result) else result


async def call(client, row):
    if row["op"] == "wait":
        return await done(client.wait_for_hp_job("job-1", interval=0.05, max_wait=row["maxWait"]))
    if row["op"] == "save":
        job = await done(client.get_hp_job("job-1"))
        return await done(client.save_videos(job, row["folder"]))
    if row["op"] == "read":
        return await done(client.get_hp_job("job-1", deadline=row["deadline"]))
    create = client.create_hp_job if row["op"] == "create" else client.create_lipsync_video
    return await done(create(row["body"], deadline=row["deadline"]))


def report(row, error=None, result=None):
    reported = {"id": row["id"], "ok": error is None, "value": getattr(result, "raw", None), "text": getattr(result, "raw_text", None)}
    if error is not None:
        details = {name: getattr(error, name, None) for name in ("sent", "attempts", "status", "body", "text")}
        reported.update(details, error=type(error).__name__, message=str(error))
        reported.update(requestId=getattr(error, "request_id", None), retryAfter=getattr(error, "retry_after", None))
        logging.getLogger("driver").error("%r %r", error, pickle.dumps(error), exc_info=error)
    with writing:
        print(json.dumps(reported), flush=True)


async def run(client, row):
    try:
        report(row, result=await call(client, row))
    except (Exception, asyncio.CancelledError) as error:
        report(row, error)


async def main(client_type):
    tasks = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        row = json.loads(line)
        if "cancel" in row:
            cancels[row["cancel"]]()
            continue
        client = clients.setdefault(row["base"], client_type(row["base"], row["token"], timeout=row["timeout"]))
        if client_type is vg.AsyncClient:
            tasks.append(asyncio.ensure_future(run(client, row)))
            cancels[row["id"]] = tasks[-1].cancel
        else:
            cancels[row["id"]] = client.close
            threading.Thread(target=asyncio.run, args=(run(client, row),), daemon=True).start()


logging.basicConfig()
asyncio.run(main(vg.AsyncClient if "async" in sys.argv else vg.Client))
