import { createClient } from "video-generation-client";

const { BASE_URL = "", API_TOKEN = "" } = process.env;
const client = createClient({ baseUrl: BASE_URL, token: API_TOKEN });

const created = await client.createHpJob({
  project_name: "Welcome videos",
  base_video_url: "https://example.com/base-video",
  variable_count: 1,
  data_slice_start_index: 1,
  data_slice_end_index: 3,
  data_xlsx_url: "https://example.com/data.xlsx",
  music: true,
  variables: [
    {
      start_time: 1,
      end_time: 3,
      variable_pre_text: "Hello",
      variable_post_text: "welcome to the team.",
    },
  ],
});
console.log("Keep this identifier:", created.job_id);

const job = await client.waitForHpJob(created.job_id);
console.log(job.status, job.output);
