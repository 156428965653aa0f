/**
 * Builds the site once for all of its tests, with the packages that were packed before, one of which its samples import;
 * says which browser they use.
 */
import { findBrowser } from "../../../support/browser.ts";
import { buildSite } from "../../build-site.ts";

export default async function setup(): Promise<void> {
  await buildSite();
  console.log(`Browser: ${(await findBrowser()).executablePath}`);
}
