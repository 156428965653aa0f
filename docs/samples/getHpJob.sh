curl --fail-with-body --silent --show-error \
  "$BASE_URL/api/hp_job/$JOB_ID" \
  --header "Authorization: Bearer $API_TOKEN"
