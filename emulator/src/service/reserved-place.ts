/** Where in a request a reserved value such as `emulator:fail` may stand: the first of these that it has. */
import { listTexts } from "../contract/texts.ts";
import type { Json } from "../contract/json.ts";

const properties = [
  "project_name",
  "template_id",
  "avatar_id",
  "voice_id",
  "video_url",
  "audio_url",
];

/** A JSON pointer (RFC 6901) into the body; null when it has none of them. */
export function placeForReserved(body: Json): string | null {
  const texts = listTexts(body);
  for (const name of properties) {
    const found = texts.find(({ property }) => property === name);
    if (found) return found.pointer;
  }
  return null;
}
