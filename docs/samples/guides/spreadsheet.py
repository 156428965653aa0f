from video_generation import Client

with Client("{{address}}", "{{token}}") as client:
    created = client.create_hp_job(
        {
            "project_name": "Welcome videos",
            "base_video_url": "https://example.com/base-video",
            "data_xlsx_url": "http://127.0.0.1:8000/customers.xlsx",
            "data_slice_start_index": 1,
            "data_slice_end_index": 2,
            "variable_count": 1,
            "music": False,
            "variables": [
                {"start_time": "1", "end_time": "3", "variable_pre_text": "Hello"}
            ],
        }
    )
    print("Keep this ID:", created.job_id)

    job = client.wait_for_hp_job(created.job_id)
    for video in client.save_videos(job, "videos").saved:
        print(video.path)
