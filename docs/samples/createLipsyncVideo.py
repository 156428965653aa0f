import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/express_lipsync_video",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["API_TOKEN"],
        "Content-Type": "application/json",
    },
    data=json.dumps(
        {
            "model": "v2",
            "actor": {
                "use": "avatar",
                "avatar_id": "example-avatar-id",
                "avatar_type": "public"
            },
            "script": {
                "use": "text",
                "text": "Welcome to our show.",
                "voice_id": "example-voice-id",
                "voice_type": "public"
            }
        }
    ).encode(),
)
with urlopen(request, timeout=120) as response:
    job = json.load(response)

print(job["job_id"], job["status"])
