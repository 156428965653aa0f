/** Serves the built site on this machine. */
import { readFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import { extname, join } from "node:path";
import { lookup } from "mrmime";
import sirv from "sirv";
import { siteFolder } from "../support/locations.ts";
import { localAddress } from "./html.ts";
import { notFoundPage } from "./links.ts";

/** The media type of a file, by the ending of its name. Without a character set, a browser guesses that of a text. */
export function mediaTypeOf(path: string): string {
  const type = lookup(path) ?? "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/**
 * Every file with its media type and character set, a page also without its ending; anything else with the
 * page "not found". Pages name this server, from which readers without scripts copy: several may serve one folder.
 */
export function serveSite(folder = siteFolder): RequestListener {
  const files = sirv(folder, {
    // Reads each file anew, so that a rebuilt site is served at once.
    dev: true,
    setHeaders(response, path) {
      response.setHeader("content-type", mediaTypeOf(path));
      // The next page has them with its first text.
      if (path.endsWith(".woff2")) response.setHeader("cache-control", "max-age=3600");
    },
  });
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return void response.writeHead(405, { allow: "GET, HEAD" }).end();
    const send = async (page: string, status = 200) => {
      const text = await readFile(join(folder, page), "utf8");
      const served = `http://127.0.0.1:${request.socket.localPort}`;
      const headers = { "content-type": mediaTypeOf(page), "cache-control": "no-store" };
      response.writeHead(status, headers).end(text.replaceAll(localAddress, served));
    };
    const refuse = () => void send(notFoundPage, 404).catch(() => response.writeHead(404).end());
    // The links of a page are relative: below a folder of its name, none of them would lead anywhere.
    const path = URL.parse(localAddress + request.url)?.pathname ?? "";
    if (/[^/]\/+$/.test(path)) return refuse();
    const page = path === "/" ? "/index.html" : extname(path) ? path : `${path}.html`;
    const sendFile = () => files(request, response, refuse);
    if (/\.(?:html|md)$/.test(page)) void send(page).catch(sendFile);
    else sendFile();
  };
}
