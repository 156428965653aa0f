/** The packages as the site offers them. */
import { createServer } from "node:http";
import { dirname } from "node:path";
import { serveSite } from "../../scripts/site/serve-site.ts";
import { packagesFolder } from "../../scripts/support/locations.ts";
import { type Listening, listen } from "./listen.ts";

/** A site that has nothing but what the global setup has packed. Use with `await using`. */
export function offerPackages(): Promise<Listening> {
  return listen(createServer(serveSite(dirname(packagesFolder))));
}
