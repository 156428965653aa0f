/** The package as a user gets it: npm installs it into an empty folder, from what the site offers. */
import { join } from "node:path";
import { Reader } from "../../../scripts/site/test/support/reader.ts";
import { offerPackages } from "../../../test/support/offered-packages.ts";
import { readSamples } from "../../../test/support/samples.ts";

export const readme = join(import.meta.dirname, "../README.md");

/** @param variables of the user's environment */
export async function installFromSite(variables: Record<string, string> = {}): Promise<Reader> {
  await using site = await offerPackages();
  const reader = await Reader.create({ SITE: site.origin, ...variables });
  const [install = ""] = await readSamples(readme, "sh");
  // The optional peer is added by who uses the entry for it.
  await reader.run(`${install}npm install openapi-fetch`);
  return reader;
}
