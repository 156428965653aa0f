import json
import time
from urllib.request import Request, urlopen

base_url = "{{address}}"
headers = {
    "Authorization": "Bearer {{token}}",
    "Content-Type": "application/json",
}
body = {
    "project_name": "Welcome videos",
    "base_video_url": "https://example.com/base-video",
    "variable_count": 1,
    "data_xlsx_url": "https://example.com/data.xlsx",
    "data_slice_start_index": 1,
    "data_slice_end_index": 3,
    "music": True,
    "variables": [
        {"start_time": "1", "end_time": "3", "variable_pre_text": "Hello"}
    ],
}

create = Request(base_url + "/api/hp_job", json.dumps(body).encode(), headers)
job = json.load(urlopen(create, timeout=120))
while job["status"] == "rendering":
    time.sleep(2)
    read = Request(base_url + "/api/hp_job/" + job["job_id"], headers=headers)
    job = json.load(urlopen(read, timeout=30))
print(json.dumps(job, indent=2))
