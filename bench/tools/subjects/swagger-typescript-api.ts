import { executePackage } from "../execute.ts";
import { typescriptClient } from "../typescript-client.ts";

export const swaggerTypescriptApi = typescriptClient({
  name: "swagger-typescript-api",
  package: "swagger-typescript-api",
  generate: ({ document, folder }) =>
    executePackage("swagger-typescript-api", ["generate", "-p", document, "-o", "."], {
      cwd: folder,
    }),
  story: `import { Api } from "./Api";
import { body, idOf, origin, token } from "./settings";

export async function story() {
  const { api } = new Api({ baseUrl: origin, baseApiParams: { headers: { Authorization: \`Bearer \${token}\` } } });
  const { data: created } = await api.createHpJob(body);
  const { data: read } = await api.getHpJob(idOf(created));
  return { created, read };
}
`,
});
