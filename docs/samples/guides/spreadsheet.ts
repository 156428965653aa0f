import { createClient } from "video-generation-client";
import { saveVideos } from "video-generation-client/save";

const service = { baseUrl: "{{address}}", token: "{{token}}" };
const client = createClient(service);

const { job_id } = await client.createHpJob({
  project_name: "Welcome videos",
  base_video_url: "https://example.com/base-video",
  data_xlsx_url: "http://127.0.0.1:8000/customers.xlsx",
  data_slice_start_index: 1,
  data_slice_end_index: 2,
  variable_count: 1,
  music: false,
  variables: [{ start_time: "1", end_time: "3", variable_pre_text: "Hello" }],
});
console.log("Keep this ID:", job_id);

const job = await client.waitForHpJob(job_id);
const { saved } = await saveVideos(job, "videos", service);
for (const { path } of saved) console.log(path);
