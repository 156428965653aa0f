import { createClient } from "video-generation-client";

const { BASE_URL = "", API_TOKEN = "" } = process.env;
const client = createClient({ baseUrl: BASE_URL, token: API_TOKEN });

const job = await client.createLipsyncVideo({
  model: "v2",
  actor: {
    use: "avatar",
    avatar_id: "example-avatar-id",
    avatar_type: "public",
  },
  script: {
    use: "text",
    text: "Welcome to our show.",
    voice_id: "example-voice-id",
    voice_type: "public",
  },
});

console.log(job.job_id, job.status);
