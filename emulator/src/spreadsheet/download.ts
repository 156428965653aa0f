/** Fetches what a request names into a file: videos and sounds, for a renderer. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { DownloadLimits } from "../jobs/renderer.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { fetchInto } from "./fetch-file.ts";
import { isSampleAddress } from "./sample.ts";

/** The assumption `public-http-addresses`. */
export const maxRedirects = 3;

/** See {@link Download}. */
export async function download(
  address: string,
  path: string,
  policy: AddressPolicy,
  limits: DownloadLimits,
): Promise<boolean> {
  if (isSampleAddress(address)) return false;
  try {
    await fetchInto(address, policy, { ...limits, maxRedirects }, (bytes) =>
      pipeline(bytes, createWriteStream(path)),
    );
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
