/** Names for files that say which job they are of, whatever the service calls its jobs and hosts its files at. */
import { createHash } from "node:crypto";

/** Leaves room for the number, the ending and what is added while it is written; file systems take 255 bytes. */
const maxNameLength = 100;

const endings: Record<string, string> = {
  "video/mp4": ".mp4",
  "video/webm": ".webm",
  "video/quicktime": ".mov",
  "audio/mpeg": ".mp3",
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "application/zip": ".zip",
  "application/json": ".json",
};

/**
 * The name for one of the files of a job: letters, digits, `_` and `-` before its ending, and never of two jobs.
 *
 * @param index from 1 on
 */
export function fileName(jobId: string, index: number, address: string, contentType = ""): string {
  return `${safeName(jobId)}-${index}${endingOf(address, contentType)}`;
}

/** The same text for the same identifier, and another one for another, also where case does not count. */
function safeName(jobId: string): string {
  // Without a dot it is no name that Windows keeps for devices, no hidden file and no folder above.
  const safe = jobId.replace(/[^\w-]|^-/g, "_").slice(0, maxNameLength) || "_";
  if (safe === jobId && safe === jobId.toLowerCase()) return safe;
  return `${safe}-${createHash("sha256").update(jobId).digest("hex").slice(0, 8)}`;
}

function endingOf(address: string, contentType: string): string {
  const [, ending] = /(\.[a-z0-9]{1,5})$/i.exec(new URL(address).pathname) ?? [];
  return ending?.toLowerCase() ?? endings[contentType.split(";")[0]!.trim().toLowerCase()] ?? "";
}
