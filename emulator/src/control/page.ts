/** The page at `/emulator`. */
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Router } from "../http/router.ts";
import type { EmulatorParts } from "../parts.ts";
import { cookieName } from "./access.ts";
import type { AddRoute } from "./route.ts";

/** Each address stands whole, for the bundler: see `contract/document.ts`. */
const files = [
  new URL("../../assets/page/page.css", import.meta.url),
  new URL("../../assets/page/page.js", import.meta.url),
  new URL("../../assets/page/api.js", import.meta.url),
  new URL("../../assets/page/elements.js", import.meta.url),
  new URL("../../assets/page/list.js", import.meta.url),
  new URL("../../assets/page/jobs.js", import.meta.url),
  new URL("../../assets/page/requests.js", import.meta.url),
  new URL("../../assets/page/plans.js", import.meta.url),
  new URL("../../assets/page/send.js", import.meta.url),
];
const index = new URL("../../assets/page/index.html", import.meta.url);

const mediaTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** The page takes nothing from elsewhere, and nobody frames it. */
const policy =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function addPage(router: Router, add: AddRoute, { access }: EmulatorParts): void {
  const addFile = (path: string, file: URL) =>
    add("GET", path, async ({ response }) => {
      const content = await readFile(file);
      response
        .writeHead(200, {
          "content-type": mediaTypes[extname(file.pathname)],
          "content-security-policy": policy,
          "cache-control": "no-store",
          "content-length": content.length,
        })
        .end(content);
    });
  addFile("/emulator", index);
  for (const file of files) addFile(`/emulator/${basename(file.pathname)}`, file);
  add(
    "GET",
    "/emulator/",
    ({ response }) => void response.writeHead(308, { location: "/emulator" }).end(),
  );
  // The address that the emulator prints: a browser keeps the token from there on.
  router.on("GET", "/emulator/enter", ({ url = "" }, response) => {
    const token = new URL(url, "http://localhost").searchParams.get("token");
    const cookie = `${cookieName}=${encodeURIComponent(token ?? "")}; Path=/emulator; HttpOnly; SameSite=Strict`;
    response
      .writeHead(303, {
        location: "/emulator",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        ...(access.accepts(token) && { "set-cookie": cookie }),
      })
      .end();
  });
}
