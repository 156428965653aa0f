/**
 * Builds the site once for all of its tests, and the client that its samples import; says which
 * browser they use.
 */
import { findBrowser } from "../../../support/browser.ts";
import { clientFolder } from "../../../support/locations.ts";
import { buildPackage } from "../../../release/build-package.ts";
import { buildSite } from "../../build-site.ts";

export default async function setup(): Promise<void> {
  await buildPackage(clientFolder);
  await buildSite();
  console.log(`Browser: ${(await findBrowser()).executablePath}`);
}
