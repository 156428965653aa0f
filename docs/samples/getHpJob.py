import json
import os
from urllib.parse import quote
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/hp_job/" + quote(os.environ["JOB_ID"], safe=""),
    headers={"Authorization": "Bearer " + os.environ["API_TOKEN"]},
)
with urlopen(request, timeout=30) as response:
    job = json.load(response)

print(job["job_id"], job["status"], job["output"])
