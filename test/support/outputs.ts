/** The cases of `clients/outputs.yaml` for the tests of each client. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../scripts/support/locations.ts";
import type { TemporaryFolder } from "./temporary-folder.ts";

const defaults = { jobId: "job-1", contentType: "" };

/** All cases as JSON, each with all of its fields. */
export async function readOutputs(): Promise<string> {
  const text = await readFile(join(root, "clients/outputs.yaml"), "utf8");
  const cases = (parse(text) as object[]).map((each) => ({ ...defaults, ...each }));
  return JSON.stringify(cases).replace(/"=([^"]+)"/g, "$1");
}

/** @returns the path of a file that has them */
export async function writeOutputs(folder: TemporaryFolder): Promise<string> {
  return folder.write("outputs.json", await readOutputs());
}
