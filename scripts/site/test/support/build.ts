/** Builds the site once for all of its tests, with the packages that were packed before, one of which its samples import. */
import { buildSite } from "../../build-site.ts";

export default async function setup(): Promise<void> {
  await buildSite();
}
