/** Observes calls as a recording of them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { frozenContract } from "../../../../test/support/frozen.ts";
import type { Counts } from "../../../src/evidence/counts.ts";
import { observeRecordings } from "../../../src/evidence/recordings.ts";
import { harOf, type RecordedCall } from "./recording.ts";

export function observe(calls: RecordedCall[], document = frozenContract): Counts {
  const folder = mkdtempSync(join(tmpdir(), "observing-"));
  try {
    writeFileSync(join(folder, "a.har"), harOf(calls));
    const options = { baseUrl: "https://service.example", environment: "test" };
    return observeRecordings(document, [join(folder, "a.har")], options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
