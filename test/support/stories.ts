/** The stories of a consumer, as Arazzo workflows. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contractFolder } from "../../scripts/support/locations.ts";
import { redocly, runTool, type ToolResult } from "../../scripts/support/tool.ts";

const folder = join(contractFolder, "workflows");

/** Paths of the files. */
export const stories = (await readdir(folder))
  .filter((name) => name.endsWith(".arazzo.yaml"))
  .map((name) => join(folder, name));

/** Tells a story to the service at an address. Exit code 0: it went as it should. */
export function tellStory(file: string, url: string, token: string): Promise<ToolResult> {
  return runTool(redocly, "respect", file, "-S", `contract=${url}`, "-i", `token=${token}`);
}
