import { createClient } from "video-generation-client";

const client = createClient({
  baseUrl: "{{address}}",
  token: "{{token}}",
});

const { job_id } = await client.createHpJob({
  project_name: "Welcome videos",
  base_video_url: "https://example.com/base-video",
  variable_count: 1,
  data_xlsx_url: "https://example.com/data.xlsx",
  data_slice_start_index: 1,
  data_slice_end_index: 3,
  music: true,
  variables: [{ start_time: "1", end_time: "3", variable_pre_text: "Hello" }],
});
const job = await client.waitForHpJob(job_id);
console.log(job.status, JSON.stringify(job.output, null, 2));
