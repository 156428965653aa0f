import { createClient } from "video-generation-client";

const { BASE_URL = "", API_TOKEN = "", JOB_ID = "" } = process.env;
const client = createClient({ baseUrl: BASE_URL, token: API_TOKEN });

const job = await client.getHpJob(JOB_ID);

console.log(job.job_id, job.status, job.output);
