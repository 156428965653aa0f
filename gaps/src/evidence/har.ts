/** Reads recordings in HAR files (HTTP Archive 1.2), one exchange at a time. */
import { isUtf8 } from "node:buffer";
import { asObject, asObjectList } from "../document/document.ts";
import { readBytes } from "../document/sources.ts";
import { UserError } from "../problem.ts";
import { type Body, credentials, essenceOf, type Exchange, toBody } from "../api/exchange.ts";

/** A larger recording would not fit into the memory of a usual machine. */
const maxMegabytes = 256;

/** A longer body is media, and is not looked at. */
const maxBody = 1024 * 1024;

/**
 * Yields the exchanges of a HAR file. The entries are found one by one, because all of them as values take several
 * times the memory of the file.
 *
 * @throws {UserError} when the file cannot be read, is too large, is not a HAR, or breaks off
 */
export function* readHar(file: string): Generator<Exchange> {
  const remedy = "Export it in several files, and name them all.";
  const bytes = readBytes(file, file, maxMegabytes, remedy);
  let at = findEntries(bytes);
  if (at === undefined)
    throw new UserError(
      `${file}:1 is not a HAR file: it is not JSON with a list "log.entries". Export one from the network panel of a browser, or record one with a proxy.`,
    );
  let count = 0;
  try {
    do {
      const end = endOfValue(bytes, at);
      const entry = bytes.toString("utf8", at, end);
      const isEmptyList = count === 0 && bytes[end] === closeList && entry.trim() === "";
      if (!isEmptyList) yield toExchange(JSON.parse(entry));
      count++;
      at = end + 1;
    } while (bytes[at - 1] === comma);
    // What stands behind the list may be cut off as well.
    JSON.parse(`{"log":{"entries":[]${bytes.toString("utf8", at)}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = bytes.subarray(0, at).filter((byte) => byte === newline).length + 1;
    throw new UserError(
      `${file}:${line} is broken at exchange ${count + 1}, as if the file had been cut off. Export it again.`,
    );
  }
}

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the first entry begins; undefined in a file that is no HAR. */
function findEntries(bytes: Buffer): number | undefined {
  if (!/^(?:\uFEFF)?\s*\{\s*"log"\s*:\s*\{/.test(bytes.toString("utf8", 0, 1000))) return undefined;
  for (let at = -1; (at = bytes.indexOf('"entries"', at + 1)) !== -1;) {
    const [key] = /^"entries"\s*:\s*\[/.exec(bytes.toString("utf8", at, at + 100)) ?? [];
    if (key) return at + key.length;
  }
  return undefined;
}

/** The index behind an element of a list: of a comma, or of what closes the list. */
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
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Everything may be missing in a file from anywhere, or be of another type. */
function toExchange(entry: unknown): Exchange {
  const fields = asObject(entry);
  const request = asObject(fields["request"]);
  const response = asObject(fields["response"]);
  const url = URL.parse(textOf(request["url"]) ?? "");
  const headers = headersOf(response["headers"]);
  const { _credential: credential, _creator: creator } = fields;
  return {
    time: textOf(fields["startedDateTime"]),
    method: (textOf(request["method"]) ?? "").toUpperCase(),
    origin: url?.origin ?? "",
    path: url?.pathname ?? "",
    query: url?.searchParams,
    status: typeof response["status"] === "number" ? response["status"] : 0,
    headers,
    credential: credentials.find((name) => name === credential),
    creator: textOf(creator),
    request: readBody(request["postData"], headersOf(request["headers"])),
    response: readBody(response["content"], headers),
  };
}

const headersOf = (list: unknown): Record<string, string> =>
  Object.fromEntries(
    asObjectList(list).map(({ name, value }) => [
      (textOf(name) ?? "").toLowerCase(),
      textOf(value) ?? "",
    ]),
  );

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/**
 * @param content `postData` of a request or `content` of a response
 * @param headers of the message. Recorders leave `Content-Encoding` when they have decoded the body
 */
function readBody(content: unknown, headers: Record<string, string>): Body {
  const { mimeType, text, encoding, size = 0 } = asObject(content);
  const contentType = textOf(mimeType);
  const without = (unread: string | undefined): Body => ({
    mediaType: essenceOf(contentType),
    json: undefined,
    unread,
  });
  if (typeof text !== "string") return without(size === 0 ? undefined : "not recorded");
  if (text.length > maxBody) return without("too long");
  if (encoding !== "base64") return toBody(contentType, text);
  const bytes = Buffer.from(text, "base64");
  if (isUtf8(bytes)) return toBody(contentType, new TextDecoder().decode(bytes));
  return without("content-encoding" in headers ? "compressed" : "not UTF-8");
}
