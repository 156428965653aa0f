/** `npm run release:notes -- <tag>`: prints what a release says, if its tag and the repository agree. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedFolder, root } from "../support/locations.ts";
import { publishedPackages } from "../support/packages.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { runCommand } from "../support/step.ts";
import { notesOf } from "./release-notes.ts";

await runCommand(async () => {
  const [tag, ...rest] = process.argv.slice(2);
  if (!tag || rest.length > 0) throw new UserError("Usage: npm run release:notes -- <tag>");
  const contract = await readFile(join(generatedFolder, "openapi.json"), "utf8");
  const { info } = JSON.parse(contract) as { info: { version: string } };
  const versions = new Map([["openapi/openapi.yaml", info.version]]);
  for (const { folder, version } of publishedPackages()) {
    versions.set(`${folder}/package.json`, version);
  }
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  console.log(notesOf(tag, versions, changelog));
});
