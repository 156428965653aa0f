import { executePackage } from "../execute.ts";
import { typescriptClient } from "../typescript-client.ts";

export const heyApi = typescriptClient({
  name: "hey-api",
  package: "@hey-api/openapi-ts",
  generate: ({ document, folder }) =>
    executePackage("@hey-api/openapi-ts", ["-i", document, "-o", "api", "--no-log-file"], {
      cwd: folder,
    }),
  story: `import { createHpJob, getHpJob } from "./api";
import { client } from "./api/client.gen";
import { body, idOf, origin, token } from "./settings";

export async function story() {
  client.setConfig({ baseUrl: origin, auth: token, throwOnError: true });
  const { data: created } = await createHpJob({ body, throwOnError: true });
  const { data: read } = await getHpJob({ path: { job_id: idOf(created) }, throwOnError: true });
  return { created, read };
}
`,
});
