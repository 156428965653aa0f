/**
 * Builds the site once for all of its tests, and the packages that it carries, one of which its samples import; says which
 * browser they use.
 */
import { findBrowser } from "../../../support/browser.ts";
import { packPackages } from "../../../release/pack.ts";
import { buildSite } from "../../build-site.ts";

export default async function setup(): Promise<void> {
  await packPackages();
  await buildSite();
  console.log(`Browser: ${(await findBrowser()).executablePath}`);
}
