/** Reads recordings in HAR files (HTTP Archive 1.2), one exchange at a time. */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { isObject } from "../document/document.ts";
import { UserError } from "../problem.ts";
import {
  type Body,
  credentials,
  essenceOf,
  type Exchange,
  toBody,
  type Unread,
} from "./exchange.ts";

/** A larger recording is refused: it would not fit into the memory of a usual machine. */
const maxFile = 256 * 1024 * 1024;

/** A longer body is media, and is not looked at. */
const maxBody = 1024 * 1024;

/**
 * Yields the exchanges of a HAR file.
 *
 * @throws {UserError} when the file cannot be read, is too large, is not a HAR, or breaks off
 */
export function* readHar(file: string): Generator<Exchange> {
  const bytes = readBytes(file);
  const entries = findEntries(bytes);
  if (entries === undefined) throw notHar(file);
  let count = 0;
  let at = entries;
  try {
    for (;;) {
      at = skipSpace(bytes, at);
      if (bytes[at] === closeList) break;
      const end = endOfValue(bytes, at);
      const entry: unknown = JSON.parse(bytes.toString("utf8", at, end));
      count++;
      yield toExchange(file, entry);
      at = skipSpace(bytes, end);
      if (bytes[at] === comma) at++;
      else if (bytes[at] !== closeList) throw new SyntaxError();
    }
    // What stands behind the list may be cut off as well.
    if (endOfValue(bytes, skipSpace(bytes, 0)) > bytes.length) throw new SyntaxError();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(
      `${file}:${lineAt(bytes, at)} is broken at exchange ${count + 1}, as if the file had been cut off. Export it again.`,
    );
  }
}

function readBytes(file: string): Buffer {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new UserError(
      `There is no file ${file}. Name a HAR file, as a browser or a proxy exports it.`,
    );
  if (found.size > maxFile)
    throw new UserError(
      `${file} has ${Math.ceil(found.size / 1024 / 1024)} MB, and a recording may have 256 MB. Export it in several files, and name them all.`,
    );
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

const notHar = (file: string) =>
  new UserError(
    `${file}:1 is not a HAR file: it is not JSON with a list "log.entries". Export one from the network panel of a browser, or record one with a proxy.`,
  );

// Finding the list "log.entries", without parsing what stands around it

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the first entry begins; undefined in a file that is no HAR. */
function findEntries(bytes: Buffer): number | undefined {
  const byteOrderMark = bytes.subarray(0, 3).toString("hex") === "efbbbf" ? 3 : 0;
  const log = findMember(bytes, skipSpace(bytes, byteOrderMark), "log");
  const list = log === undefined ? undefined : findMember(bytes, log, "entries");
  return list !== undefined && bytes[list] === openList ? list + 1 : undefined;
}

/** Where the value of a member of an object begins. */
function findMember(bytes: Buffer, object: number, name: string): number | undefined {
  if (bytes[object] !== openObject) return undefined;
  let at = skipSpace(bytes, object + 1);
  while (bytes[at] === quote) {
    const end = endOfString(bytes, at);
    const isMeant = bytes.toString("utf8", at + 1, end - 1) === name;
    at = skipSpace(bytes, end);
    if (bytes[at] !== colon) return undefined;
    at = skipSpace(bytes, at + 1);
    if (isMeant) return at;
    at = skipSpace(bytes, endOfValue(bytes, at));
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
  }
  return undefined;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}

/** The index behind a value; one beyond the end of the file where the value breaks off. */
function endOfValue(bytes: Buffer, from: number): number {
  if (bytes[from] === quote) return endOfString(bytes, from);
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) at = endOfString(bytes, at) - 1;
    else if (byte === openList || byte === openObject) depth++;
    else if (byte === closeList || byte === closeObject) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === comma && depth === 0) return at;
  }
  return bytes.length + 1;
}

function endOfString(bytes: Buffer, from: number): number {
  for (let at = from + 1; ; at++) {
    at = bytes.indexOf(quote, at);
    if (at === -1) return bytes.length + 1;
    let slashes = 0;
    while (bytes[at - slashes - 1] === backslash) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1))
    line++;
  return line;
}

// From an entry to an exchange. Everything may be missing in a file from anywhere, or be of another type

function toExchange(file: string, entry: unknown): Exchange {
  const fields = recordOf(entry);
  const request = recordOf(fields["request"]);
  const response = recordOf(fields["response"]);
  const text = textOf(request["url"]) ?? "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const headers = headersOf(response["headers"]);
  const sent = headersOf(request["headers"]);
  const { _credential: credential, _creator: creator, _unread: unread } = fields;
  return {
    time: textOf(fields["startedDateTime"]),
    method: (textOf(request["method"]) ?? "").toUpperCase(),
    origin: url?.origin ?? "",
    path: url?.pathname ?? "",
    query: url && queryOf(url),
    status: typeof response["status"] === "number" ? response["status"] : 0,
    headers,
    credential: credentials.find((name) => name === credential),
    creator: textOf(creator),
    request: readBody(file, request["postData"], sent["content-encoding"]),
    response: {
      ...readBody(file, response["content"], headers["content-encoding"]),
      ...(typeof unread === "string" ? { unread: unread as Unread } : {}),
    },
  };
}

function queryOf({ searchParams }: URL): Record<string, string[]> {
  const query = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of searchParams) (query[name] ??= []).push(value);
  return query;
}

/** Several headers of one name are joined, as HTTP allows. */
function headersOf(list: unknown): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const header of Array.isArray(list) ? list : []) {
    const { name: written, value = "" } = recordOf(header);
    if (typeof written !== "string") continue;
    const name = written.toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : String(value);
  }
  return headers;
}

const recordOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/**
 * @param content `postData` of a request or `content` of a response
 * @param contentEncoding header of the message; recorders decode, or write what was on the wire
 */
function readBody(har: string, content: unknown, contentEncoding: string | undefined): Body {
  const { mimeType, text: written, encoding, size, _file: file } = recordOf(content);
  const contentType = textOf(mimeType);
  const without = (unread: Unread): Body => ({
    mediaType: essenceOf(contentType),
    json: undefined,
    unread,
  });
  const text = textOf(written);
  if (text !== undefined && text.length > 2 * maxBody) return without("too long");
  if (text === undefined && typeof file === "string")
    return decode(readAttached(har, file), contentEncoding, contentType, without);
  if (text === undefined)
    return typeof size === "number" && size !== 0
      ? without("not recorded")
      : toBody(contentType, undefined);
  if (encoding === "base64")
    return decode(Buffer.from(text, "base64"), contentEncoding, contentType, without);
  if (typeof encoding === "string" && encoding !== "")
    return without("in an encoding that is not known");
  return text.length > maxBody ? without("too long") : toBody(contentType, text);
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

const limit = { maxOutputLength: maxBody };

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes, limit),
  "x-gzip": (bytes) => gunzipSync(bytes, limit),
  deflate: (bytes) => inflateSync(bytes, limit),
  br: (bytes) => brotliDecompressSync(bytes, limit),
  identity: (bytes) => bytes,
};

/** A recorder that has decoded already has left the header, so the bytes decide. */
function decode(
  bytes: Buffer | Unread,
  contentEncoding: string | undefined,
  contentType: string | undefined,
  without: (unread: Unread) => Body,
): Body {
  if (typeof bytes === "string") return without(bytes);
  const isPlain = /^\s*[[{"]/.test(bytes.subarray(0, 16).toString("latin1"));
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const names = (contentEncoding ?? (isGzip ? "gzip" : "identity")).toLowerCase().split(",");
  let decoded = bytes;
  for (const name of isPlain ? [] : names.map((name) => name.trim()).toReversed()) {
    const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (!decoder) return without("in an encoding that is not known");
    try {
      decoded = decoder(decoded);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
        return without("too long");
      // Decoded by the recorder already, or broken: what stands there is read as it is.
      decoded = bytes;
      break;
    }
  }
  if (decoded.length > maxBody) return without("too long");
  try {
    return toBody(contentType, new TextDecoder("utf-8", { fatal: true }).decode(decoded));
  } catch {
    return without("not UTF-8");
  }
}
