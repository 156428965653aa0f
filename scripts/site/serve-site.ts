/** Serves the built site on this machine. */
import { readFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import { extname, join } from "node:path";
import sirv from "sirv";
import { siteFolder } from "../support/locations.ts";
import { notFoundPage } from "./links.ts";

/** Media types of the files of the site. A browser refuses a style or a script of another type. */
const mediaTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".xml": "application/xml; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

/** The media type of a file, by the ending of its name. */
export function mediaTypeOf(path: string): string {
  return mediaTypes[extname(path)] ?? "application/octet-stream";
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
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
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
