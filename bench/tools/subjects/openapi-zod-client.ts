import { executePackage } from "../execute.ts";
import { typescriptClient } from "../typescript-client.ts";

export const openapiZodClient = typescriptClient({
  name: "openapi-zod-client",
  package: "openapi-zod-client",
  generate: ({ document, folder }) =>
    executePackage("openapi-zod-client", [document, "-o", "client.ts", "--with-alias"], {
      cwd: folder,
    }),
  story: `import { createApiClient } from "./client";
import { body, idOf, origin, token } from "./settings";

export async function story() {
  const api = createApiClient(origin, { axiosConfig: { headers: { Authorization: \`Bearer \${token}\` } } });
  const created = await api.createHpJob(body);
  const read = await api.getHpJob({ params: { job_id: idOf(created) } });
  return { created, read };
}
`,
});
