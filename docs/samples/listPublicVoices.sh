curl --fail-with-body --silent --show-error \
  "$BASE_URL/api/voices/public" \
  --header "Authorization: Bearer $API_TOKEN"
