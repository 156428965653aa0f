import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { executePackage } from "../execute.ts";
import { typescriptClient } from "../typescript-client.ts";

/** Both editions are in use: they read a document with different parsers. */
export const orval = ["orval-7", "orval-8"].map((name) =>
  typescriptClient({
    name: name.replace("-", " "),
    package: name,
    async generate({ document, folder, origin }) {
      const output = { target: "client.ts", client: "fetch", baseUrl: origin };
      const config = { api: { input: { target: document }, output } };
      const file = join(folder, "orval.config.mjs");
      await writeFile(file, `export default ${JSON.stringify(config)};\n`);
      await executePackage(name, ["--config", file], { cwd: folder });
    },
    // The types know codes; whoever takes any 2XX for a success says so.
    story: `import { createHpJob, type createHpJobResponseSuccess, getHpJob, type getHpJobResponseSuccess } from "./client";
import { body, idOf, token } from "./settings";

const options = { headers: { Authorization: \`Bearer \${token}\` } };

export async function story() {
  const { data: created } = await createHpJob(body, options) as createHpJobResponseSuccess;
  const { data: read } = await getHpJob(idOf(created), options) as getHpJobResponseSuccess;
  return { created, read };
}
`,
  }),
);
