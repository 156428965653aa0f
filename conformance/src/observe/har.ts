/** Reads a HAR file of any size, one exchange at a time. */
import { open, stat } from "node:fs/promises";
import { isObject } from "../../../gaps/src/document/document.ts";
import { credentials, type Exchange, expectations, type Unread } from "../exchange.ts";
import { InputError } from "../input-error.ts";
import { type HarContent, maxBody, readBody } from "./har-body.ts";
import { HarEntries } from "./har-entries.ts";

/** Bytes that are read at a time. */
const chunkSize = 256 * 1024;

/**
 * The parts of a HAR entry (HTTP Archive 1.2) that are looked at. Everything may be missing in a
 * file from anywhere, or be of another type.
 */
interface Entry {
  startedDateTime?: unknown;
  request?: { method?: unknown; url?: unknown; headers?: unknown; postData?: HarContent } | null;
  response?: { status?: unknown; headers?: unknown; content?: HarContent } | null;
  /** What a run of this tool has noted beside its exchanges. */
  _credential?: unknown;
  _story?: unknown;
  _expects?: unknown;
  _creator?: unknown;
  _failure?: unknown;
  _unread?: unknown;
}

/**
 * Yields the exchanges of a HAR file. Memory does not grow with the file, nor with a single body.
 *
 * @throws {InputError} when the file cannot be read, is not a HAR, or breaks off
 */
export async function* readHar(file: string): AsyncGenerator<Exchange> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new InputError(
      `There is no file ${file}. Name a HAR file, as a browser or a proxy exports it.`,
    );
  await using handle = await open(file);
  const entries = new HarEntries(maxBody);
  // Read into again and again: a stream leaves a buffer behind for each piece.
  const buffer = Buffer.allocUnsafe(chunkSize);
  let count = 0;
  let begin: string | undefined;
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      begin ??= firstOf(chunk);
      for (const text of entries.read(chunk)) {
        const entry = JSON.parse(text) as Entry | null;
        count++;
        yield toExchange(file, entry);
      }
    }
  } catch (error) {
    throw error instanceof SyntaxError ? brokenAt(file, count + 1) : error;
  }
  if (begin !== "{" || !entries.isFound) throw notHar(file);
  if (!entries.isComplete) throw brokenAt(file, count + 1);
}

/** The first letter of a text, behind a byte order mark. */
function firstOf(chunk: Buffer): string {
  return chunk.toString("utf8").replace("\uFEFF", "").trimStart()[0] ?? "";
}

function brokenAt(file: string, entry: number): InputError {
  return new InputError(
    `${file} is broken at exchange ${entry}, as a file is that was cut off. Nothing was written. Export it again.`,
  );
}

function notHar(file: string): InputError {
  return new InputError(
    `${file} is not a HAR file: it is not JSON with a list "log.entries". Export one from the network panel of a browser, or record one with \`redocly proxy\`.`,
  );
}

function toExchange(file: string, entry: Entry | null): Exchange {
  const fields: Entry = isObject(entry) ? entry : {};
  const { startedDateTime, request, response } = fields;
  const text = textOf(request?.url) ?? "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const headers = headersOf(response?.headers);
  const sent = headersOf(request?.headers);
  return {
    time: textOf(startedDateTime),
    method: (textOf(request?.method) ?? "").toUpperCase(),
    origin: url?.origin ?? "",
    path: url?.pathname ?? "",
    status: typeof response?.status === "number" ? response.status : 0,
    headers,
    credential: credentials.find((name) => name === fields._credential),
    story: textOf(fields._story),
    expects: expectations.find((name) => name === fields._expects),
    creator: textOf(fields._creator),
    failure: textOf(fields._failure),
    request: readBody(file, contentOf(request?.postData), sent["content-encoding"]),
    response: {
      ...readBody(file, contentOf(response?.content), headers["content-encoding"]),
      ...(typeof fields._unread === "string" ? { unread: fields._unread as Unread } : {}),
    },
  };
}

function contentOf(content: unknown): HarContent | undefined {
  return isObject(content) ? content : undefined;
}

/** Several headers of one name are joined, as HTTP allows. */
function headersOf(list: unknown): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const header of Array.isArray(list) ? list : []) {
    if (!isObject(header) || typeof header["name"] !== "string") continue;
    const name = header["name"].toLowerCase();
    const value = String(header["value"] ?? "");
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
