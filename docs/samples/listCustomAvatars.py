import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/avatars/custom",
    headers={"Authorization": "Bearer " + os.environ["API_TOKEN"]},
)
with urlopen(request, timeout=30) as response:
    avatars = json.load(response)["avatars_list"]

print(len(avatars), "avatars")
