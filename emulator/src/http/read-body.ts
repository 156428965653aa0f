/** From the request to the bytes of its body. */
import { MIMEType } from "node:util";
import type { IncomingMessage } from "node:http";
import { inNextTurn } from "../time/next-turn.ts";
import { Problem } from "./problem.ts";

/** The assumption `body-limit-1-mib`. */
const bodyLimitBytes = 1024 * 1024;

/**
 * Reads a body that should be JSON.
 *
 * @throws {Problem} 415 for another media type, character set or coding, 413 when it is too large
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  requireJson(request.headers["content-type"]);
  requireUncoded(request.headers["content-encoding"]);
  if (Number(request.headers["content-length"]) > bodyLimitBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const collect = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bodyLimitBytes) return void chunks.push(chunk);
      request.off("data", collect);
      reject(tooLarge());
    };
    request.on("data", collect);
    // Requests that came in one turn of the event loop are carried out together in the next.
    request.on("end", () => inNextTurn(() => resolve(join(chunks))));
    request.on("error", () => reject(brokenOff()));
  });
}

/** Nobody is left to be told: this is for the log. */
function brokenOff(): Problem {
  return new Problem({
    code: "malformed_request",
    detail: "The connection ended before the body did.",
  });
}

/** True for a request that brings a body, an empty one included. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Most bodies come in one piece, which needs no copy: about half a microsecond less for a create. */
function join(chunks: Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}

/** @throws {Problem} 415 unless the media type is JSON in UTF-8 */
function requireJson(contentType = ""): void {
  if (contentType !== "application/json" && !isJsonInUtf8(contentType)) throw wrongMediaType();
}

function isJsonInUtf8(contentType: string): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === "application/json" && /^utf-?8$/i.test(params.get("charset") ?? "utf-8");
  } catch {
    return false;
  }
}

/** @throws {Problem} 415 for a body that would have to be unpacked */
function requireUncoded(contentEncoding = "identity"): void {
  if (contentEncoding.toLowerCase() === "identity") return;
  throw new Problem({
    code: "unsupported_media_type",
    detail: `The body is packed as ${contentEncoding}. Send it as it is, without the header Content-Encoding.`,
    headers: { "accept-encoding": "identity" },
  });
}

function wrongMediaType(): Problem {
  return new Problem({
    code: "unsupported_media_type",
    detail: "The body must be JSON in UTF-8. Send the header Content-Type: application/json.",
    headers: { accept: "application/json" },
  });
}

/** The rest of the body would have to be read before the connection could be used again. */
function tooLarge(): Problem {
  return new Problem({
    code: "payload_too_large",
    detail: `The body is larger than ${bodyLimitBytes} bytes.`,
    headers: { connection: "close" },
  });
}
