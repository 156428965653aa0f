/** Writes a journal anew, with one line for each job. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { JobStore } from "../jobs/job-store.ts";
import type { Beginning, KeptClock } from "./beginning.ts";
import { format, type Line } from "./line.ts";

/** The old file stays until the new one is whole. */
export async function compact(
  path: string,
  beginning: Beginning,
  clock: KeptClock,
  store: JobStore,
): Promise<void> {
  const draft = `${path}.new`;
  const stream = createWriteStream(draft);
  const write = async (line: Line) => {
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, "drain");
  };
  await write({ format, sequence: store.sequence, ...beginning });
  await write({ clock });
  for (const job of store.list().reverse()) await write({ created: job });
  stream.end();
  await finished(stream);
  const file = await open(draft, "r+");
  await file.sync();
  await file.close();
  await rename(draft, path);
}
