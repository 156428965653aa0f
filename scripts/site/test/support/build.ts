/** Builds the site once for all of its tests, with the packages that were packed before, one of which its samples import. */
import { buildSite } from "../../build-site.ts";
import { fillWithPort } from "../../html.ts";

export default async function setup(): Promise<void> {
  // As long as the ports of the tests, so that no line breaks anew when the address is filled in.
  fillWithPort(18080);
  await buildSite();
}
