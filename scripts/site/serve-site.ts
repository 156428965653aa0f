/** Serves the built site on this machine. */
import { readFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import { extname, join } from "node:path";
import { lookup } from "mrmime";
import sirv from "sirv";
import { siteFolder } from "../support/locations.ts";
import { notFoundPage } from "./links.ts";

/** The media type of a file, by the ending of its name. Without a character set, a browser guesses that of a text. */
export function mediaTypeOf(path: string): string {
  const type = lookup(path) ?? "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/**
 * Every file with its media type and character set, a page also without its ending; anything else with the
 * page "not found".
 */
export function serveSite(folder = siteFolder): RequestListener {
  const files = sirv(folder, {
    // Reads each file anew, so that a rebuilt site is served at once.
    dev: true,
    setHeaders: (response, path) =>
      void response.setHeader("content-type", mediaTypeOf(extname(path) ? path : notFoundPage)),
  });
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return void response.writeHead(405, { allow: "GET, HEAD" }).end();
    const refuse = async () => {
      const page = await readFile(join(folder, notFoundPage)).catch(() => "Not found");
      response.writeHead(404, { "content-type": mediaTypeOf(notFoundPage) }).end(page);
    };
    // The links of a page are relative: below a folder of its name, none of them would lead anywhere.
    const [path = ""] = (request.url ?? "").split("?");
    if (/[^/]\/+$/.test(path)) void refuse();
    else files(request, response, () => void refuse());
  };
}
