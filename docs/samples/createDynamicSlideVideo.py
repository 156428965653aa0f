import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/template_dynamic_slide_video",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["API_TOKEN"],
        "Content-Type": "application/json",
    },
    data=json.dumps(
        {
            "template_id": "example-template-id",
            "slides_count": 3,
            "customizations": [
                {
                    "layer_id": "audio",
                    "layer_type": "example-layer-type",
                    "inputs": []
                }
            ]
        }
    ).encode(),
)
with urlopen(request, timeout=120) as response:
    job = json.load(response)

print(job["job_id"], job["status"])
