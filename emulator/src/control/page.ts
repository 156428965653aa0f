/** The page at `/emulator`. */
import { readFile } from "node:fs/promises";
import type { Reply } from "../http/reply.ts";
import { queryOf, type Route } from "../pipeline/pipeline.ts";
import { cookieName } from "../http/access.ts";
import type { EmulatorParts } from "../pipeline/parts.ts";
import { bundleScript, bundleStyle } from "./page-bundle.precompiled.ts";

/** Each address stands whole, for the bundler: see `contract/contract-files.ts`. */
const html = new URL("../../page/index.html", import.meta.url);
const logo = new URL("../../../docs/theme/logo.svg", import.meta.url);

/** The page takes nothing from elsewhere, and nobody frames it. */
const headers = {
  "content-security-policy":
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cache-control": "no-store",
};

export function pageRoutes(parts: EmulatorParts): Route[] {
  const { access, path: base } = parts;
  // The page of a session takes everything from the address of the session.
  const readPage = async () =>
    (await readFile(html, "utf8")).replaceAll('"/emulator/', `"${base}/emulator/`);
  const file = (path: string, type: string, read: () => string | Promise<string>): Route => ({
    ...{ method: "GET", path: `/emulator${path}`, target: null },
    authorise: (request) => access.require(request),
    do: async () => ({
      status: 200,
      headers,
      mediaType: `${type}; charset=utf-8`,
      body: await read(),
    }),
  });
  return [
    ...["", "/"].map((end) => file(end, "text/html", readPage)),
    file("/page.css", "text/css", bundleStyle),
    file("/logo.svg", "image/svg+xml", () => readFile(logo, "utf8")),
    file("/page.js", "text/javascript", bundleScript),
    // Who opens the address of the service in a browser looks for the page.
    {
      ...{ method: "GET", path: "/", target: null },
      do: () => ({ status: 302, headers: { location: `${base}/emulator` } }),
    },
    // The address that the emulator prints: a browser keeps the token from there on.
    {
      ...{ method: "GET", path: "/emulator/enter", target: null },
      do: (call) => enter(parts, queryOf(call).get("token")),
    },
  ];
}

function enter({ access, path: base }: EmulatorParts, token: string | null): Reply {
  const cookie = `${cookieName}=${encodeURIComponent(token ?? "")}; Path=${base}/emulator; HttpOnly; SameSite=Strict`;
  return {
    status: 303,
    headers: {
      location: `${base}/emulator`,
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      ...(access.accepts(token) && { "set-cookie": cookie }),
    },
  };
}
