/** The packages as the site offers them. */
import { createServer } from "node:http";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packLanguages } from "../../scripts/release/language-packages.ts";
import { serveSite } from "../../scripts/site/serve-site.ts";
import { type Listening, listen } from "./listen.ts";
import { packagesFolder } from "../../scripts/support/locations.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A site that has nothing but the Python and Go packages. Use with `await using`. */
export async function offerPackages(): Promise<AsyncDisposable & { address: string }> {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, "packages"));
  await packLanguages(join(folder.path, "packages"));
  const server = await listen(createServer(serveSite(folder.path)));
  return {
    address: server.origin,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder.remove();
    },
  };
}

/** A site that has nothing but what the global setup has packed: the npm packages too. Use with `await using`. */
export function offerTarballs(): Promise<Listening> {
  return listen(createServer(serveSite(dirname(packagesFolder))));
}
