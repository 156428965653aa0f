/** The Python and Go packages as the site offers them. */
import { createServer } from "node:http";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { packLanguages } from "../../scripts/release/language-packages.ts";
import { serveSite } from "../../scripts/site/serve-site.ts";
import { listen } from "../../scripts/support/listen.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A site that has nothing but packages. Use with `await using`. */
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
