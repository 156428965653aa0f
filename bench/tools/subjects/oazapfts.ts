import { executePackage } from "../execute.ts";
import { typescriptClient } from "../typescript-client.ts";

export const oazapfts = typescriptClient({
  name: "oazapfts",
  package: "oazapfts",
  generate: ({ document, folder }) =>
    executePackage("oazapfts", [document, "client.ts"], { cwd: folder }),
  story: `import { ok } from "@oazapfts/runtime";
import { createHpJob, defaults, getHpJob } from "./client";
import { body, idOf, origin, token } from "./settings";

export async function story() {
  defaults.baseUrl = origin;
  defaults.headers = { Authorization: \`Bearer \${token}\` };
  const created = await ok(createHpJob(body));
  const read = await ok(getHpJob(idOf(created)));
  return { created, read };
}
`,
});
