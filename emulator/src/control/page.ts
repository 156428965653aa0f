/** The page at `/emulator`. */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Answer } from "../http/answer.ts";
import { queryOf, type Route } from "../http/pipeline.ts";
import { type ControlAccess, cookieName } from "./access.ts";

/** Each address stands whole, for the bundler: see `contract/document.ts`. */
const files: Record<string, URL> = {
  "": new URL("../../page/index.html", import.meta.url),
  "/": new URL("../../page/index.html", import.meta.url),
  "/page.css": new URL("../../page/page.css", import.meta.url),
  "/page.js": new URL("../../page/page.js", import.meta.url),
  "/sections.js": new URL("../../page/sections.js", import.meta.url),
  // Preact with htm, in one file that the bundler copies.
  "/preact.js": new URL("../../../node_modules/htm/preact/standalone.module.js", import.meta.url),
};

const mediaTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** The page takes nothing from elsewhere, and nobody frames it. */
const policy =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function pageRoutes(access: ControlAccess): Route[] {
  const authorise = access.require.bind(access);
  return [
    ...Object.entries(files).map(([path, file]): Route => ({
      ...{ method: "GET", path: `/emulator${path}`, target: null, authorise },
      do: () => read(file),
    })),
    // The address that the emulator prints: a browser keeps the token from there on.
    {
      ...{ method: "GET", path: "/emulator/enter", target: null },
      do: (call) => enter(access, queryOf(call).get("token")),
    },
  ];
}

async function read(file: URL): Promise<Answer> {
  const headers = { "content-security-policy": policy, "cache-control": "no-store" };
  const body = await readFile(file, "utf8");
  return { status: 200, headers, mediaType: mediaTypes[extname(file.pathname)], body };
}

function enter(access: ControlAccess, token: string | null): Answer {
  const cookie = `${cookieName}=${encodeURIComponent(token ?? "")}; Path=/emulator; HttpOnly; SameSite=Strict`;
  return {
    status: 303,
    headers: {
      location: "/emulator",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      ...(access.accepts(token) && { "set-cookie": cookie }),
    },
  };
}
