/** What fetches files for a renderer, in this process or another one. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { AddressPolicy, isSampleAddress } from "./addresses.ts";
import type { DownloadLimits } from "./download.ts";

/**
 * Writes what is at an address into a file. Returns false, and writes nothing, where the address is reserved for documentation: a
 * renderer has a sample of its own for those.
 *
 * @throws {Error} whose message says why it was not fetched
 */
export type Download = (address: string, path: string, limits: DownloadLimits) => Promise<boolean>;

/** @param allowHosts private hosts that addresses may lead to */
export function createDownload(allowHosts: string[] = []): Download {
  return downloadWith(new AddressPolicy(allowHosts));
}

export function downloadWith(policy: AddressPolicy): Download {
  return async (address, path, limits) => {
    if (isSampleAddress(address)) return false;
    // Loaded at the first fetch: most starts need none.
    const { fetchFile } = await import("./download.ts");
    const write = (bytes: AsyncIterable<Buffer>) => pipeline(bytes, createWriteStream(path));
    await fetchFile(address, policy, limits, write).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
    return true;
  };
}
