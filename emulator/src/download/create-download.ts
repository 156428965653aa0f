/** What fetches files for a renderer, in this process or another one. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
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
    const { fetchFile } = await import("./download.ts");
    const write = (bytes: AsyncIterable<Buffer>) => pipeline(bytes, createWriteStream(path));
    await fetchFile(address, policy, limits, write).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
    return true;
  };
}
