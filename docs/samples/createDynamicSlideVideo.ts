import { createClient } from "video-generation-client";

const { BASE_URL = "", API_TOKEN = "" } = process.env;
const client = createClient({ baseUrl: BASE_URL, token: API_TOKEN });

const job = await client.createDynamicSlideVideo({
  template_id: "example-template-id",
  slides_count: 3,
  customizations: [
    {
      layer_id: "audio",
      layer_type: "example-layer-type",
      inputs: [],
    },
  ],
});

console.log(job.job_id, job.status);
