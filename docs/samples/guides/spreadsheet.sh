video-generation hp create --yes --wait --download videos \
  --base-url "{{address}}" \
  --project-name "Welcome videos" \
  --base-video-url https://example.com/base-video \
  --data-xlsx-url http://127.0.0.1:8000/customers.xlsx \
  --data-slice-start-index 1 --data-slice-end-index 2 \
  --variable-count 1 --no-music \
  --variables '[{"start_time": "1", "end_time": "3", "variable_pre_text": "Hello"}]'
