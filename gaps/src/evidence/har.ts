/** Reads recordings in HAR files (HTTP Archive 1.2), one exchange at a time. */
import { readFileSync, statSync } from "node:fs";
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
      yield toExchange(entry);
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

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the first entry begins; undefined in a file that is no HAR. */
function findEntries(bytes: Buffer): number | undefined {
  if (!/^(?:\uFEFF)?\s*\{\s*"log"\s*:\s*\{/.test(bytes.toString("utf8", 0, 1000))) return undefined;
  // Within a text, these quotes would have a backslash before them.
  for (let at = -1; (at = bytes.indexOf('"entries"', at + 1)) !== -1;) {
    const list = skipSpace(bytes, skipSpace(bytes, at + '"entries"'.length) + 1);
    if (bytes[at - 1] !== backslash && bytes[list] === openList) return list + 1;
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

function toExchange(entry: unknown): Exchange {
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
    request: readBody(request["postData"], sent["content-encoding"]),
    response: {
      ...readBody(response["content"], headers["content-encoding"]),
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
 * @param contentEncoding header of the message. Recorders leave it when they have decoded the body
 */
function readBody(content: unknown, contentEncoding: string | undefined): Body {
  const { mimeType, text: written, encoding = "", size } = recordOf(content);
  const contentType = textOf(mimeType);
  const without = (unread: Unread): Body => ({
    mediaType: essenceOf(contentType),
    json: undefined,
    unread,
  });
  const text = textOf(written);
  if (text === undefined && size !== undefined && size !== 0) return without("not recorded");
  if (text === undefined) return toBody(contentType, undefined);
  if (text.length > 2 * maxBody) return without("too long");
  if (encoding === "")
    return text.length > maxBody ? without("too long") : toBody(contentType, text);
  if (encoding !== "base64") return without("in an encoding that is not known");
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > maxBody) return without("too long");
  try {
    return toBody(contentType, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return without(contentEncoding === undefined ? "not UTF-8" : "compressed");
  }
}
