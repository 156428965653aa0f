import { createClient } from "video-generation-client";

const { BASE_URL = "", API_TOKEN = "" } = process.env;
const client = createClient({ baseUrl: BASE_URL, token: API_TOKEN });

const { voices_list } = await client.listPublicVoices();

console.log(voices_list.length, "voices");
