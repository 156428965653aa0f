/** What fetches files for a renderer, in this process or another one. */
import type { Download } from "../jobs/renderer.ts";
import { AddressPolicy } from "./address-policy.ts";

/** @param allowHosts private hosts that addresses may lead to */
export function createDownload(allowHosts: string[] = []): Download {
  const addresses = new AddressPolicy(allowHosts);
  return async (address, path, limits) => {
    // Loaded at the first fetch: most starts need none.
    const { download } = await import("./download.ts");
    return download(address, path, addresses, limits);
  };
}
