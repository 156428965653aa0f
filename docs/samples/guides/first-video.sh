VIDEO_GENERATION_BASE_URL="{{address}}"
VIDEO_GENERATION_TOKEN="{{token}}"

CREATED=$(curl --fail-with-body --silent --show-error "$VIDEO_GENERATION_BASE_URL/api/hp_job" \
  --header "Authorization: Bearer $VIDEO_GENERATION_TOKEN" \
  --header "Content-Type: application/json" \
  --data '{
  "project_name": "Welcome videos",
  "base_video_url": "https://example.com/base-video",
  "variable_count": 1,
  "data_xlsx_url": "https://example.com/data.xlsx",
  "data_slice_start_index": 1,
  "data_slice_end_index": 3,
  "music": true,
  "variables": [{ "start_time": "1", "end_time": "3", "variable_pre_text": "Hello" }]
}')
printf '%s\n' "$CREATED"
JOB_ID=$(printf '%s\n' "$CREATED" | sed 's/.*"job_id": *"\([^"]*\)".*/\1/')
# Percent-encoded: an ID may hold any characters.
JOB_ID=$(printf '%s' "$JOB_ID" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g')

for _ in $(seq 300); do # ten minutes at most
  # A poll that failed says nothing about the job: ask again.
  JOB=$(curl --fail-with-body --silent --show-error "$VIDEO_GENERATION_BASE_URL/api/hp_job/$JOB_ID" \
    --header "Authorization: Bearer $VIDEO_GENERATION_TOKEN") &&
    ! printf '%s\n' "$JOB" | grep --quiet '"status": *"rendering"' && break
  sleep 2
done
printf '%s\n' "$JOB"
