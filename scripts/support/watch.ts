/** Tells when a source of the pipeline changes. */
import { watch } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./locations.ts";

const sources = ["openapi", "docs"];

/** Editors save in several small writes; one report after the last of them is enough. */
const settleMs = 150;

/**
 * Yields the paths that have changed since the last report, relative to the repository. Ends only
 * with the process.
 */
export async function* watchSources(): AsyncGenerator<string[]> {
  const changes = new Set<string>();
  const collect = async (folder: string) => {
    for await (const { filename } of watch(join(root, folder), { recursive: true })) {
      changes.add(join(folder, filename ?? ""));
    }
  };
  // A folder that can no longer be watched is a defect that should end the command.
  const watching = Promise.all(sources.map(collect));
  for (;;) {
    await Promise.race([delay(settleMs), watching]);
    if (changes.size === 0) continue;
    const report = [...changes].sort();
    // Before the report is worked on: what changes meanwhile belongs to the next one.
    changes.clear();
    yield report;
  }
}
