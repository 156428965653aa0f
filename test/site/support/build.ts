/**
 * Builds the site once for all of its tests, and the client that its samples import; says which
 * browser they use.
 */
import { findBrowser } from "../../../scripts/browser.ts";
import { buildClient } from "../../../scripts/client.ts";
import { buildSite } from "../../../scripts/site/build-site.ts";

export default async function setup(): Promise<void> {
  await buildClient();
  await buildSite();
  console.log(`Browser: ${findBrowser()}`);
}
