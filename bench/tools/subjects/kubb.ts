import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { executePackage } from "../execute.ts";
import { typescriptClient } from "../typescript-client.ts";

const configOf = (document: string) => `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  root: ".",
  input: { path: ${JSON.stringify(document)} },
  output: { path: "./api" },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: "fetch" })],
});
`;

export const kubb = typescriptClient({
  name: "Kubb",
  package: "@kubb/cli",
  async generate({ document, folder }) {
    await writeFile(join(folder, "kubb.config.mjs"), configOf(document));
    // Only at this level it says why it fails.
    const options = ["generate", "--config", "kubb.config.mjs", "--logLevel", "debug"];
    await executePackage("@kubb/cli", options, { cwd: folder });
  },
  story: `import { createHpJob, getHpJob } from "./api";
import { body, idOf, origin, token } from "./settings";

const config = {
  baseURL: origin,
  headers: { Authorization: \`Bearer \${token}\`, "Content-Type": "application/json" },
};

export async function story() {
  const created = await createHpJob(body, config);
  const read = await getHpJob(idOf(created), config);
  return { created, read };
}
`,
});
