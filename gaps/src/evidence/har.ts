/** Reads recordings in HAR files (HTTP Archive 1.2). */
import { isUtf8 } from "node:buffer";
import { basename, dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateRawSync, unzipSync } from "node:zlib";
import { type Body, type Exchange, jsonOf, toBody } from "../api/exchange.ts";
import { asList, asObject, asObjectList, type JsonObject } from "../document/document.ts";
import { readBytes } from "../document/files.ts";
import { UserError } from "../problem.ts";

/** A larger recording would not fit into the memory of a usual machine. */
export const maxHarMegabytes = 256;

/** What would be longer, once decompressed, is no answer of an interface. */
const maxOutputLength = 16 * 1024 * 1024;

/**
 * Yields the exchanges of a HAR file.
 *
 * @throws {UserError} when the file cannot be read, is too large, is not a HAR, or breaks off
 */
export function* readHar(file: string): Generator<Exchange> {
  const entries = asList(asObject(asObject(parseHar(file))["log"])["entries"]);
  if (entries.length === 0)
    throw new UserError(
      `${file}:1 is not a HAR file with calls: it has no entries in a list "log.entries". Export one from the network panel of a browser, or record one with a proxy.`,
    );
  for (const entry of entries) yield toExchange(entry, dirname(file));
}

function parseHar(file: string): unknown {
  const text = readText(file);
  try {
    return jsonOf(text);
  } catch (error) {
    // Where the parser names no line, the text mostly ends too early.
    const line = /line (\d+)/.exec(String(error))?.[1] ?? text.split("\n").length;
    throw new UserError(
      `${file}:${line} is broken there or above, as if the file had been cut off: it is not JSON. Export it again.`,
    );
  }
}

/** The text of a file, which some recorders compress (`.har.gz`). */
function readText(file: string): string {
  const remedy = "Export it in several files, and name them all.";
  const bytes = readBytes(file, file, maxHarMegabytes, remedy);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isCompressed) return bytes.toString();
  try {
    return gunzipSync(bytes, { maxOutputLength: maxHarMegabytes * 1e6 }).toString();
  } catch (error) {
    throw new UserError(`${file} cannot be decompressed: ${(error as Error).message}. ${remedy}`);
  }
}

/**
 * Everything may be missing in a file from anywhere, or be of another type.
 *
 * @param folder where bodies are that the file only names
 */
function toExchange(entry: unknown, folder: string): Exchange {
  const fields = asObject(entry);
  const request = asObject(fields["request"]);
  const response = asObject(fields["response"]);
  const url = URL.parse(stringOf(request["url"]) ?? "");
  const headers = headersOf(response["headers"]);
  const body = readBody(response["content"] ?? {}, headers, folder);
  // A browser that responds from its cache may record the body, or not.
  if ("_fromCache" in fields && body.json === undefined) body.unread = "in a cache";
  return {
    time: stringOf(fields["startedDateTime"]),
    method: (stringOf(request["method"]) ?? "").toUpperCase(),
    origin: url?.origin ?? "",
    path: url?.pathname ?? "",
    // Some recorders take the query out of the address.
    query: url?.search ? url.searchParams : new URLSearchParams(pairsOf(request["queryString"])),
    status: typeof response["status"] === "number" ? response["status"] : 0,
    headers,
    isMadeUp: isOfWorker(fields) || isOfWorker(response),
    request: readBody(request["postData"], {}, folder),
    response: body,
  };
}

/** Whether a service worker has responded by itself. What it has fetched from the network, it hands on as it is. */
const isOfWorker = ({
  _fetchedViaServiceWorker: isFetched,
  _serviceWorkerResponseSource: source,
}: JsonObject): boolean => isFetched === true && source !== "network";

const headersOf = (list: unknown): Record<string, string> =>
  Object.fromEntries(pairsOf(list).map(([name, value]) => [name.toLowerCase(), value]));

const pairsOf = (list: unknown): [name: string, value: string][] =>
  asObjectList(list).map(({ name, value }) => [stringOf(name) ?? "", stringOf(value) ?? ""]);

const stringOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** @param content `postData` of a request or `content` of a response */
function readBody(content: unknown, headers: Record<string, string>, folder: string): Body {
  const fields = asObject(content);
  // Browsers write `x-unknown` where there is none.
  const recordedType = stringOf(fields["mimeType"]);
  const contentType =
    headers["content-type"] ?? (recordedType === "x-unknown" ? undefined : recordedType);
  const recorded = recordedIn(fields, folder);
  const none = toBody(contentType, undefined);
  if (recorded === undefined) {
    // Without a size, or with one of -1, there may have been a body.
    const isEmpty = content === undefined || fields["size"] === 0;
    return isEmpty ? none : { ...none, unread: "not recorded" };
  }
  const read = (bytes: string | Buffer): Body => {
    if (typeof bytes !== "string" && !isUtf8(bytes)) return { ...none, unread: "not UTF-8" };
    return toBody(contentType, bytes.toString());
  };
  const body = read(recorded);
  const isCut = () => Buffer.byteLength(recorded) < Number(fields["size"] ?? 0);
  if (body.unread === "not JSON" && isCut()) return { ...none, unread: "cut" };
  // Most recorders have decoded the body, and leave the header as it was.
  const isCoded = body.unread !== undefined && headers["content-encoding"] !== undefined;
  if (!isCoded || typeof recorded === "string") return body;
  const bytes = decompress(recorded);
  if (bytes) return read(bytes);
  return body.unread === "not UTF-8" ? { ...none, unread: "compressed" } : body;
}

/** What stands in the file, or in one beside it; undefined where neither has a body. */
function recordedIn({ text, encoding, _file: name }: JsonObject, folder: string) {
  if (typeof name === "string")
    try {
      return readBytes(join(folder, basename(name)), name, maxHarMegabytes, "");
    } catch {
      return undefined;
    }
  if (typeof text !== "string") return undefined;
  if (encoding === "base64" && /^[\w+/=\s-]*$/.test(text)) return Buffer.from(text, encoding);
  return /^(utf-?8)?$/i.test(stringOf(encoding) ?? "") ? text : undefined;
}

/** A body as it was before it was sent, by whichever way of compressing it; undefined where it is another one. */
function decompress(bytes: Buffer): Buffer | undefined {
  for (const decode of [unzipSync, brotliDecompressSync, inflateRawSync]) {
    try {
      return decode(bytes, { maxOutputLength });
    } catch {
      // There may be another way.
    }
  }
  return undefined;
}
