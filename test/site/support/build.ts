/** Builds the site once for all of its tests, and says which browser they use. */
import { findBrowser } from "../../../scripts/browser.ts";
import { buildSite } from "../../../scripts/site/build-site.ts";

export default async function setup(): Promise<void> {
  await buildSite();
  console.log(`Browser: ${findBrowser()}`);
}
