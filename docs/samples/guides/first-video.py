from video_generation import Client

with Client("{{address}}", "{{token}}") as client:
    created = client.create_hp_job(
        {
            "project_name": "Welcome videos",
            "base_video_url": "https://example.com/base-video",
            "data_xlsx_url": "https://example.com/data.xlsx",
            "data_slice_start_index": 1,
            "data_slice_end_index": 3,
            "variable_count": 1,
            "music": True,
            "variables": [
                {"start_time": "1", "end_time": "3", "variable_pre_text": "Hello"}
            ],
        }
    )
    job = client.wait_for_hp_job(created.job_id)
    print(job.status, job.raw)
