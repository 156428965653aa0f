import json
import os
import time
from urllib.parse import quote
from urllib.request import Request, urlopen


def call(method, path, body=None):
    request = Request(
        os.environ["BASE_URL"] + path,
        method=method,
        headers={
            "Authorization": "Bearer " + os.environ["API_TOKEN"],
            "Content-Type": "application/json",
        },
        data=None if body is None else json.dumps(body).encode(),
    )
    with urlopen(request, timeout=120 if method == "POST" else 30) as response:
        return json.load(response)


created = call(
    "POST",
    "/api/hp_job",
    {
        "project_name": "Welcome videos",
        "base_video_url": "https://example.com/base-video",
        "variable_count": 1,
        "data_slice_start_index": 1,
        "data_slice_end_index": 3,
        "data_xlsx_url": "https://example.com/data.xlsx",
        "music": True,
        "variables": [
            {
                "start_time": "1",
                "end_time": "3",
                "variable_pre_text": "Hello",
                "variable_post_text": "welcome to the team."
            }
        ]
    },
)
print("Keep this identifier:", created["job_id"])

deadline = time.monotonic() + 20 * 60
pause = 2
while True:
    job = call("GET", "/api/hp_job/" + quote(created["job_id"], safe=""))
    if job["status"] != "rendering":
        break
    if time.monotonic() + pause > deadline:
        raise SystemExit("Still rendering. Ask again later with the same identifier.")
    time.sleep(pause)
    pause = min(pause * 1.5, 15)

print(job["status"], job["output"])
