import { executePackage } from "../execute.ts";
import { typescriptClient } from "../typescript-client.ts";

export const openapiTypescript = typescriptClient({
  name: "openapi-typescript with openapi-fetch",
  package: "openapi-typescript",
  generate: ({ document, folder }) =>
    executePackage("openapi-typescript", [document, "-o", "schema.d.ts"], { cwd: folder }),
  story: `import createClient from "openapi-fetch";
import type { paths } from "./schema";
import { body, idOf, origin, token } from "./settings";

const client = createClient<paths>({ baseUrl: origin, headers: { Authorization: \`Bearer \${token}\` } });

/** The data of a success; openapi-fetch has it or an error. */
function dataOf<T>({ data }: { data?: T }): NonNullable<T> {
  if (!data) throw new Error("no success");
  return data;
}

export async function story() {
  const created = dataOf(await client.POST("/api/hp_job", { body }));
  const params = { path: { job_id: idOf(created) } };
  const read = dataOf(await client.GET("/api/hp_job/{job_id}", { params }));
  return { created, read };
}
`,
});
