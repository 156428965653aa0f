/** What fetches files for a renderer, in this process or another one. */
import type { Download } from "../jobs/renderer.ts";
import { AddressPolicy, isSampleAddress } from "./addresses.ts";

/** @param allowHosts private hosts that addresses may lead to */
export function createDownload(allowHosts: string[] = []): Download {
  return downloadWith(new AddressPolicy(allowHosts));
}

export function downloadWith(policy: AddressPolicy): Download {
  return async (address, path, limits) => {
    if (isSampleAddress(address)) return false;
    // Loaded at the first fetch: most starts need none.
    const { fetchToFile } = await import("./download.ts");
    await fetchToFile(address, path, policy, limits);
    return true;
  };
}
