/** The body that an entry of a HAR file holds, however it was written down. */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { type Body, essenceOf, toBody, type Unread } from "../exchange.ts";

/** Job records have a few hundred bytes. A body beyond this is media, and is not kept in memory. */
export const maxBody = 1024 * 1024;

/** `postData` of a request or `content` of a response. Everything may be missing or of any type. */
export interface HarContent {
  mimeType?: unknown;
  /** `null` where a string longer than {@link maxBody} stood. */
  text?: unknown;
  encoding?: unknown;
  /** Name of a file beside the HAR that holds the body, as Playwright writes it. */
  _file?: unknown;
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: maxBody }),
  "x-gzip": (bytes) => gunzipSync(bytes, { maxOutputLength: maxBody }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: maxBody }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: maxBody }),
  zstd: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: maxBody }),
  identity: (bytes) => bytes,
};

/**
 * @param har path of the HAR file
 * @param contentEncoding header of the message; recorders decode, or write what was on the wire
 */
export function readBody(
  har: string,
  content: HarContent | undefined,
  contentEncoding: string | undefined,
): Body {
  const contentType = textOf(content?.mimeType);
  const without = (unread: Unread): Body => ({
    mediaType: essenceOf(contentType),
    json: undefined,
    unread,
  });
  if (content?.text === null && "text" in content) return without("too long");
  const text = textOf(content?.text);
  let bytes: Buffer | undefined;
  const file = textOf(content?._file);
  if (text === undefined && file !== undefined) {
    const attached = readAttached(har, file);
    if (typeof attached === "string") return without(attached);
    bytes = attached;
  } else if (text !== undefined && content?.encoding === "base64") {
    bytes = Buffer.from(text, "base64");
  } else if (typeof content?.encoding === "string" && content.encoding !== "") {
    return without("in an encoding that is not known");
  }
  if (!bytes) return toBody(contentType, text);
  const plain = decode(bytes, contentEncoding);
  if (typeof plain === "string") return without(plain);
  try {
    return toBody(contentType, new TextDecoder("utf-8", { fatal: true }).decode(plain));
  } catch {
    return without("not UTF-8");
  }
}

/** Only a file in the folder of the HAR is read, whatever path it names. */
function readAttached(har: string, file: string): Buffer | Unread {
  const path = join(dirname(har), basename(file));
  try {
    return statSync(path).size > maxBody ? "too long" : readFileSync(path);
  } catch {
    return "in a file that is not there";
  }
}

/** A recorder that has decoded already has left the header, so the bytes decide. */
function decode(bytes: Buffer, contentEncoding: string | undefined): Buffer | Unread {
  if (/^\s*[[{"]/.test(bytes.subarray(0, 16).toString("latin1"))) return bytes;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const names = (contentEncoding ?? (isGzip ? "gzip" : "identity")).toLowerCase().split(",");
  let decoded = bytes;
  for (const name of names.map((name) => name.trim()).toReversed()) {
    const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (!decoder) return "in an encoding that is not known";
    try {
      decoded = decoder(decoded);
    } catch (error) {
      const isLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      if (isLong) return "too long";
      // Decoded by the recorder already, or broken: what stands there is read as it is.
      return bytes;
    }
  }
  return decoded;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
