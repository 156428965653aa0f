/** Answers requests for the built site on this machine, also before it is built. */
import { readFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import { extname, join } from "node:path";
import sirv from "sirv";
import { siteFolder } from "../support/locations.ts";
import { mediaTypeOf } from "./media-types.ts";
import { notFoundPage } from "./links.ts";

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

/** Says that the site is being built, and asks again in a second. */
export const announceBuild: RequestListener = (_, response) => {
  response
    .writeHead(503, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": "1",
    })
    .end(buildingPage);
};

const buildingPage = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>The site is being built</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="1"></head>
<body style="font: 1.1rem/1.6 system-ui, sans-serif; margin: 15vh auto; max-width: 30rem; padding: 0 1rem">
<h1>The site is being built</h1>
<p>This takes a few seconds, and the page then comes by itself. A mistake is reported where <code>npm start</code> runs.</p>
</body>
</html>
`;
