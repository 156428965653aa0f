/** The reference site, rendered by Redocly from the bundle. */
import { mkdir, rename, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { generatedFolder, root, siteFolder } from "./locations.ts";
import { ContractError } from "./problem.ts";
import { redocly, runTool } from "./tool.ts";

/**
 * Builds `dist/site/index.html`, one page with everything inlined, and returns its size in bytes.
 */
export async function buildSite(): Promise<number> {
  const page = join(siteFolder, "index.html");
  const draft = join(siteFolder, ".index.html");
  await mkdir(siteFolder, { recursive: true });
  const { exitCode, stderr } = await runTool(
    redocly,
    "build-docs",
    relative(root, join(generatedFolder, "openapi.yaml")),
    "--inlineBundle",
    "--output",
    draft,
  );
  if (exitCode !== 0) throw new ContractError(`The site cannot be built:\n${stderr}`);
  await rename(draft, page);
  return (await stat(page)).size;
}
