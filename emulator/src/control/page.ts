/** The page at `/emulator`. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

/** Each address stands whole, for the bundler: see `contract/document.ts`. */
const files = [
  {
    url: "/emulator",
    file: new URL("../../assets/page/index.html", import.meta.url),
    type: "text/html; charset=utf-8",
  },
  {
    url: "/emulator/page.css",
    file: new URL("../../assets/page/page.css", import.meta.url),
    type: "text/css; charset=utf-8",
  },
  {
    url: "/emulator/page.js",
    file: new URL("../../assets/page/page.js", import.meta.url),
    type: "text/javascript; charset=utf-8",
  },
  {
    url: "/emulator/elements.js",
    file: new URL("../../assets/page/elements.js", import.meta.url),
    type: "text/javascript; charset=utf-8",
  },
];

/** The page takes nothing from elsewhere, and nobody frames it. */
const policy =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function addPage(app: FastifyInstance): void {
  for (const { url, file, type } of files) {
    app.get(url, async (_request, reply) => {
      const content = await readFile(file);
      return reply
        .header("content-type", type)
        .header("content-security-policy", policy)
        .header("cache-control", "no-store")
        .send(content);
    });
  }
  app.get("/emulator/", (_request, reply) => reply.redirect("/emulator", 308));
}
