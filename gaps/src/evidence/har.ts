/** Reads recordings in HAR files (HTTP Archive 1.2). */
import { isUtf8 } from "node:buffer";
import { basename, dirname, isAbsolute, join, normalize } from "node:path";
import { brotliDecompressSync, inflateRawSync, unzipSync } from "node:zlib";
import { type Body, essenceOf, type Exchange, toBody } from "../api/exchange.ts";
import { asList, asObject, asObjectList, type JsonObject } from "../document/document.ts";
import { readBytes } from "../document/files.ts";
import { UserError } from "../problem.ts";

/** A larger recording would not fit into the memory of a usual machine. */
const maxHarMegabytes = 256;

/** A longer body is media, and is not looked at. */
const maxBody = 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/**
 * Yields the exchanges of a HAR file. Each entry is parsed alone, as all of them take five times the memory of the file.
 *
 * @throws {UserError} when the file cannot be read, is too large, is not a HAR, or breaks off
 */
export function* readHar(file: string): Generator<Exchange> {
  const remedy = "Export it in several files, and name them all.";
  const bytes = readBytes(file, file, maxHarMegabytes, remedy);
  let depth = 0;
  let start = 0;
  let isInEntries = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) {
      const begin = ++at;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
      // In an object within that of the file, such as `log`.
      if (depth === 2) isInEntries = bytes.toString("latin1", begin, at) === "entries";
    } else if (isOpening(byte)) {
      if (depth++ === 3 && isInEntries) start = at;
    } else if (isClosing(byte) && --depth === 3 && isInEntries)
      yield toExchange(parse(file, bytes, start, at + 1), dirname(file));
  }
  if (depth > 0) parse(file, bytes, start, bytes.length);
  if (start === 0)
    throw new UserError(
      `${file}:1 is not a HAR file with calls: it is not JSON with entries in a list "log.entries". Export one from the network panel of a browser, or record one with a proxy.`,
    );
}

/** @throws {UserError} with the line that it begins at, for what is no JSON */
function parse(file: string, bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString("utf8", start, end));
  } catch {
    const line = bytes.toString("latin1", 0, start).split("\n").length;
    throw new UserError(
      `${file}:${line} is broken, as if the file had been cut off: it is not JSON from there on. Export it again.`,
    );
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
  const { postData: sent } = request;
  const body = readBody(response["content"] ?? {}, headers, folder);
  // A browser that responds from its cache may record the body, or not.
  if ("_fromCache" in fields && body.json === undefined) body.unread = "in a cache";
  return {
    time: stringOf(fields["startedDateTime"]),
    method: (stringOf(request["method"]) ?? "").toUpperCase(),
    origin: url?.origin ?? "",
    path: url?.pathname ?? "",
    query: url?.search ? url.searchParams : queryOf(request["queryString"]),
    status: typeof response["status"] === "number" ? response["status"] : 0,
    headers,
    // Most requests have no body, and headers that nobody asks for.
    request: readBody(sent, sent === undefined ? {} : headersOf(request["headers"]), folder),
    response: body,
  };
}

/** Some recorders take the query out of the address. */
const queryOf = (list: unknown) => new URLSearchParams(pairsOf(list));

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
  if (recorded === undefined) {
    // A form is recorded as a list. Without a size, or with one of -1, there may have been a body.
    const isForm = asList(fields["params"]).length > 0;
    const isEmpty = content === undefined || fields["size"] === 0 || isForm;
    return unreadBody(contentType, isEmpty ? undefined : "not recorded");
  }
  const body = bodyOf(contentType, recorded);
  const coding = headers["content-encoding"];
  const isCut = () => Buffer.byteLength(recorded) < Number(fields["size"] ?? 0);
  if (body.unread === "not JSON" && isCut()) return unreadBody(contentType, "cut");
  // Most recorders have decoded the body, and leave the header as it was.
  if (body.unread === undefined || !coding || typeof recorded === "string") return body;
  const bytes = /^((x-)?gzip|deflate|br)$/i.test(coding.trim()) ? decompress(recorded) : undefined;
  if (bytes) return bodyOf(contentType, bytes);
  return body.unread === "not UTF-8" ? unreadBody(contentType, "compressed") : body;
}

const unreadBody = (contentType: string | undefined, unread: string | undefined): Body => ({
  ...{ mediaType: essenceOf(contentType), json: undefined },
  ...(unread === undefined ? {} : { unread }),
});

function bodyOf(contentType: string | undefined, recorded: string | Buffer): Body {
  if (Buffer.byteLength(recorded) > maxBody) return unreadBody(contentType, "too long");
  const isText = typeof recorded === "string" || isUtf8(recorded);
  if (!isText) return unreadBody(contentType, "not UTF-8");
  return toBody(contentType, recorded.toString().replace(/^\uFEFF/, ""));
}

/** What stands in the file, or in one beside it; undefined where neither has a body. */
function recordedIn({ text, encoding, _file: name }: JsonObject, folder: string) {
  // An empty text stands beside the name of a file.
  const isInFile = typeof name === "string";
  if (typeof text === "string" && !(isInFile && text === "")) {
    if (encoding === "base64" && /^[\w+/=\s-]*$/.test(text)) return Buffer.from(text, encoding);
    return /^(utf-?8)?$/i.test(stringOf(encoding) ?? "") ? text : undefined;
  }
  if (!isInFile) return undefined;
  try {
    const isBelow = !isAbsolute(name) && !normalize(name).startsWith("..");
    const file = join(folder, isBelow ? name : basename(name));
    return readBytes(file, file, maxHarMegabytes, "");
  } catch {
    return undefined;
  }
}

/** A body as it was before it was sent, by whichever way of compressing it; undefined where it is another one. */
function decompress(bytes: Buffer): Buffer | undefined {
  for (const decode of [unzipSync, brotliDecompressSync, inflateRawSync]) {
    try {
      return decode(bytes, { maxOutputLength: 16 * maxBody });
    } catch {
      // There may be another way.
    }
  }
  return undefined;
}
