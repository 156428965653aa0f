"""Creates an HP job and reads it back with the client that was generated beside this file."""
import json
import os
import typing

import client

for method in (client.Client.create_hp_job, client.Client.get_hp_job):
    success = typing.get_type_hints(method)["return"]
    assert typing.get_type_hints(success)["job_id"] is str, f"the type of a success is {success}"

api = client.Client(os.environ["ORIGIN"], auth={"bearer": os.environ["TOKEN"]})
body = client.decode(client.HpJobInput, json.loads(os.environ["BODY"]))
created = api.create_hp_job(body)
read = api.get_hp_job(created.job_id)
print(
    json.dumps(
        {
            "created": {"job_id": created.job_id},
            "read": {"job_id": read.job_id, "project_name": read.project_name},
        }
    )
)
