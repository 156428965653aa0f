curl --fail-with-body --silent --show-error \
  "$BASE_URL/api/avatars/custom" \
  --header "Authorization: Bearer $API_TOKEN"
