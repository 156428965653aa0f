import { createClient } from "video-generation-client";

const { BASE_URL = "", API_TOKEN = "" } = process.env;
const client = createClient({ baseUrl: BASE_URL, token: API_TOKEN });

const { avatars_list } = await client.listPublicAvatars();

console.log(avatars_list.length, "avatars");
