/** Reads a HAR file of any size, one exchange at a time. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import chain from "stream-chain";
import { pick } from "stream-json/filters/pick.js";
import { parser, type Token } from "stream-json/parser.js";
import { streamArray } from "stream-json/streamers/stream-array.js";
import { type Body, essenceOf, type Exchange, parseJson } from "../exchange.ts";
import { InputError } from "../input-error.ts";
import { limitStrings } from "./limit-strings.ts";

/** Job records have a few hundred bytes. A body beyond this is media, and is not kept in memory. */
const longestBody = 1024 * 1024;

/**
 * The parts of a HAR entry (HTTP Archive 1.2) that are looked at. Everything may be missing in a
 * file from anywhere.
 */
interface Entry {
  startedDateTime?: unknown;
  request?: { method?: unknown; url?: unknown; postData?: { mimeType?: unknown; text?: unknown } };
  response?: {
    status?: unknown;
    content?: { mimeType?: unknown; text?: unknown; encoding?: unknown };
  };
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
  let count = 0;
  let isList = false;
  const entries = chain([
    createReadStream(file),
    parser({ packStrings: false, streamKeys: false, streamNumbers: false }),
    pick({ filter: "log.entries", once: true }),
    (token: Token) => {
      isList ||= token.name === "startArray";
      return token;
    },
    limitStrings(longestBody),
    streamArray<Entry>(),
  ]);
  try {
    for await (const { value } of entries as AsyncIterable<{ value: Entry }>) {
      count++;
      yield toExchange(value);
    }
  } catch (error) {
    throw explain(file, error, isList, count);
  }
  if (!isList) throw notHar(file);
}

function notHar(file: string): InputError {
  return new InputError(
    `${file} is not a HAR file: it is not JSON with a list "log.entries". Export one from the network panel of a browser, or record one with \`redocly proxy\`.`,
  );
}

function explain(file: string, error: unknown, isList: boolean, count: number): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (!/pars|expected|top-level|depth/i.test(message)) return error;
  if (!isList) return notHar(file);
  return new InputError(
    `${file} is broken after ${count} exchanges, as a file is that was cut off. Nothing was written. Export it again.`,
  );
}

function toExchange({ startedDateTime, request, response }: Entry): Exchange {
  const url = textOf(request?.url) ?? "";
  return {
    time: textOf(startedDateTime),
    method: (textOf(request?.method) ?? "").toUpperCase(),
    path: URL.canParse(url) ? new URL(url).pathname : "",
    status: typeof response?.status === "number" ? response.status : 0,
    request: toBody(request?.postData),
    response: toBody(response?.content),
  };
}

function toBody(
  content: { mimeType?: unknown; text?: unknown; encoding?: unknown } | undefined,
): Body {
  const text = textOf(content?.text);
  const decoded =
    text !== undefined && content?.encoding === "base64"
      ? Buffer.from(text, "base64").toString()
      : text;
  return { mediaType: essenceOf(textOf(content?.mimeType)), json: parseJson(decoded) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
