/** The Arazzo workflows of a consumer. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contractFolder } from "../../scripts/support/locations.ts";
import { redocly, runTool, type ToolResult } from "../../scripts/support/tool.ts";

const folder = join(contractFolder, "workflows");

/** Paths of the files. */
export const workflows = (await readdir(folder))
  .filter((name) => name.endsWith(".arazzo.yaml"))
  .map((name) => join(folder, name));

/** Runs the workflows of a file against the service at an address. Exit code 0: it went as it should. */
export function runWorkflows(file: string, url: string, token: string): Promise<ToolResult> {
  return runTool(redocly, "respect", file, "-S", `contract=${url}`, "-i", `token=${token}`);
}
