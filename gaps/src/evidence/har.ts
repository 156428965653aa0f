/** Reads recordings in HAR files (HTTP Archive 1.2), one exchange at a time. */
import { readFileSync, statSync } from "node:fs";
import { asList, asObject } from "../document/document.ts";
import { UserError } from "../problem.ts";
import { type Body, credentials, essenceOf, type Exchange, toBody } from "./exchange.ts";

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
  let at = findEntries(bytes);
  if (at === undefined)
    throw new UserError(
      `${file}:1 is not a HAR file: it is not JSON with a list "log.entries". Export one from the network panel of a browser, or record one with a proxy.`,
    );
  let count = 0;
  try {
    while (bytes[(at = skipSpace(bytes, at))] !== closeList) {
      const end = endOfValue(bytes, at);
      const entry: unknown = JSON.parse(bytes.toString("utf8", at, end));
      count++;
      yield toExchange(entry);
      at = skipSpace(bytes, end);
      if (bytes[at] === comma) at++;
      else if (bytes[at] !== closeList) throw new SyntaxError();
    }
    // What stands behind the list may be cut off as well.
    JSON.parse(`{"log":{"entries":[${bytes.toString("utf8", at)}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = bytes.subarray(0, at).filter((byte) => byte === newline).length + 1;
    throw new UserError(
      `${file}:${line} is broken at exchange ${count + 1}, as if the file had been cut off. Export it again.`,
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

// Finding the entries one by one, because all of them as values take several times the memory of the file

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a];
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
  while (bytes[at] === 0x20 || bytes[at] === newline || bytes[at] === 0x0d || bytes[at] === 0x09)
    at++;
  return at;
}

/** The index behind an element of a list: of what closes it, or of what follows it. */
function endOfValue(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === openList || byte === openObject) depth++;
    else if (depth === 0 && (byte === comma || byte === closeList)) return at;
    else if (byte === closeList || byte === closeObject) depth--;
  }
  return bytes.length;
}

/** The index of the quote that ends a text. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  let slashes: number;
  do {
    at = bytes.indexOf(quote, at + 1);
    if (at === -1) return bytes.length;
    slashes = 0;
    while (bytes[at - slashes - 1] === backslash) slashes++;
  } while (slashes % 2 === 1);
  return at;
}

// From an entry to an exchange. Everything may be missing in a file from anywhere, or be of another type

function toExchange(entry: unknown): Exchange {
  const fields = asObject(entry);
  const request = asObject(fields["request"]);
  const response = asObject(fields["response"]);
  const url = URL.parse(textOf(request["url"]) ?? "");
  const headers = headersOf(response["headers"]);
  const { _credential: credential, _creator: creator, _unread: unread } = fields;
  const answer = readBody(response["content"], headers);
  return {
    time: textOf(fields["startedDateTime"]),
    method: (textOf(request["method"]) ?? "").toUpperCase(),
    origin: url?.origin ?? "",
    path: url?.pathname ?? "",
    query: url ? queryOf(url) : undefined,
    status: typeof response["status"] === "number" ? response["status"] : 0,
    headers,
    credential: credentials.find((name) => name === credential),
    creator: textOf(creator),
    request: readBody(request["postData"], headersOf(request["headers"])),
    response: typeof unread === "string" ? { ...answer, unread } : answer,
  };
}

function queryOf({ searchParams }: URL): Record<string, string[]> {
  const query = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of searchParams) (query[name] ??= []).push(value);
  return query;
}

function headersOf(list: unknown): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const header of asList(list)) {
    const { name, value } = asObject(header);
    if (typeof name === "string") headers[name.toLowerCase()] = textOf(value) ?? "";
  }
  return headers;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/**
 * @param content `postData` of a request or `content` of a response
 * @param headers of the message. Recorders leave `Content-Encoding` when they have decoded the body
 */
function readBody(content: unknown, headers: Record<string, string>): Body {
  const { mimeType, text, encoding = "", size = 0 } = asObject(content);
  const contentType = textOf(mimeType);
  const without = (unread: string): Body => ({
    mediaType: essenceOf(contentType),
    json: undefined,
    unread,
  });
  if (typeof text !== "string")
    return size === 0 ? toBody(contentType, undefined) : without("not recorded");
  if (encoding !== "" && encoding !== "base64") return without("in an encoding that is not known");
  const bytes = encoding === "" ? undefined : Buffer.from(text, "base64");
  if ((bytes ?? text).length > maxBody) return without("too long");
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return toBody(contentType, bytes ? decoder.decode(bytes) : text);
  } catch {
    return without("content-encoding" in headers ? "compressed" : "not UTF-8");
  }
}
