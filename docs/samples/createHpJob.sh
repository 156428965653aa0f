curl --fail-with-body --silent --show-error \
  "$BASE_URL/api/hp_job" \
  --header "Authorization: Bearer $API_TOKEN" \
  --header "Content-Type: application/json" \
  --data '{
  "project_name": "Welcome videos",
  "base_video_url": "https://example.com/base-video",
  "variable_count": 1,
  "data_slice_start_index": 1,
  "data_slice_end_index": 3,
  "data_xlsx_url": "https://example.com/data.xlsx",
  "music": true,
  "variables": [
    {
      "start_time": "1",
      "end_time": "3",
      "variable_pre_text": "Hello",
      "variable_post_text": "welcome to the team."
    }
  ]
}'
