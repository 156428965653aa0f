curl --fail-with-body --silent --show-error \
  "$BASE_URL/api/avatars/public" \
  --header "Authorization: Bearer $API_TOKEN"
