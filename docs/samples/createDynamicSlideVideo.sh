curl --fail-with-body --silent --show-error \
  "$BASE_URL/api/template_dynamic_slide_video" \
  --header "Authorization: Bearer $API_TOKEN" \
  --header "Content-Type: application/json" \
  --data '{
  "template_id": "example-template-id",
  "slides_count": 3,
  "customizations": [
    {
      "layer_id": "audio",
      "layer_type": "example-layer-type",
      "inputs": []
    }
  ]
}'
