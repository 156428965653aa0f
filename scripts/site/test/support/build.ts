/**
 * Builds the site once for all of its tests, with the packages that were packed before, one of which its samples import;
 * says which browser they use.
 */
import { findBrowser } from "../../../support/browser.ts";
import { buildSite } from "../../build-site.ts";
import { fillWithPort } from "../../html.ts";

/** Stands in the code of the pages. */
export const builtPort = 18080;

export default async function setup(): Promise<void> {
  // As long as the ports of the tests, so that no line breaks anew when the address is filled in.
  fillWithPort(builtPort);
  await buildSite();
  console.log(`Browser: ${(await findBrowser()).executablePath}`);
}
