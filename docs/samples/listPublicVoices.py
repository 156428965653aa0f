import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/voices/public",
    headers={"Authorization": "Bearer " + os.environ["API_TOKEN"]},
)
with urlopen(request, timeout=30) as response:
    voices = json.load(response)["voices_list"]

print(len(voices), "voices")
