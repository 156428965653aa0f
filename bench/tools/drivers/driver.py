"""Makes the calls of the matrix with the client that was generated beside this file."""
import json
import sys
import threading

import client

clients = {}


def run(row):
    try:
        if row["op"] == "wait":
            raise NotImplementedError("It has no wait.")
        limits = {"timeout": row["timeout"], "retry": {"retries": 2, "retry_delay": 0.5}}
        make = lambda: client.Client(row["base"], auth={"bearer": row["token"]}, **limits)
        api = clients.setdefault(row["base"], make())
        if row["op"] == "read":
            value = api.get_hp_job("job-1")
        elif row["op"] == "create":
            value = api.create_hp_job(client.decode(client.HpJobInput, row["body"]))
        else:
            value = api.create_lipsync_video(client.decode(client.LipsyncVideoInput, row["body"]))
        reported = {"ok": True, "value": {"job_id": value.job_id}}
    except Exception as error:
        reported = {"ok": False, "error": type(error).__name__, "message": str(error)}
    sys.stdout.write(json.dumps({"id": row["id"], **reported}) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    threading.Thread(target=run, args=(json.loads(line),), daemon=True).start()
