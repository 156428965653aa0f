curl --fail-with-body --silent --show-error \
  "$BASE_URL/api/express_lipsync_video" \
  --header "Authorization: Bearer $API_TOKEN" \
  --header "Content-Type: application/json" \
  --data '{
  "model": "v2",
  "actor": {
    "use": "avatar",
    "avatar_id": "example-avatar-id",
    "avatar_type": "public"
  },
  "script": {
    "use": "text",
    "text": "Welcome to our show.",
    "voice_id": "example-voice-id",
    "voice_type": "public"
  }
}'
