/** The headers of a request, but for the token. */
import { version } from "./version.ts";

type HeaderValues = Record<string, string | undefined> | undefined;

/**
 * Later values take the place of earlier ones, in any spelling of their names.
 *
 * @throws {TypeError} for a name or value that no header can have
 */
export function requestHeaders(body: string | null, ...all: HeaderValues[]): Headers {
  // Browsers name themselves, and a header that they do not expect would cost a request of its own
  // before each one to another origin.
  const isBrowser = "document" in globalThis || "importScripts" in globalThis;
  const headers = new Headers();
  headers.set("accept", "application/json");
  if (!isBrowser) headers.set("user-agent", `video-generation-client/${version}`);
  if (body) headers.set("content-type", "application/json");
  for (const values of all) {
    for (const name in values) {
      const value = values[name];
      if (value !== undefined) headers.set(name, value);
    }
  }
  return headers;
}
