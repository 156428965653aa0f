import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/hp_job",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["API_TOKEN"],
        "Content-Type": "application/json",
    },
    data=json.dumps(
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
        }
    ).encode(),
)
with urlopen(request, timeout=120) as response:
    job = json.load(response)

print(job["job_id"], job["status"])
