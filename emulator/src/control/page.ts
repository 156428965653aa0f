/** The page at `/emulator`. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

const folder = new URL("../../assets/page/", import.meta.url);

const files = [
  { url: "/emulator", name: "index.html", type: "text/html; charset=utf-8" },
  { url: "/emulator/page.css", name: "page.css", type: "text/css; charset=utf-8" },
  { url: "/emulator/page.js", name: "page.js", type: "text/javascript; charset=utf-8" },
  { url: "/emulator/elements.js", name: "elements.js", type: "text/javascript; charset=utf-8" },
];

/** The page takes nothing from elsewhere, and nobody frames it. */
const policy =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function addPage(app: FastifyInstance): void {
  for (const { url, name, type } of files) {
    app.get(url, async (_request, reply) => {
      const content = await readFile(new URL(name, folder));
      return reply
        .header("content-type", type)
        .header("content-security-policy", policy)
        .header("cache-control", "no-store")
        .send(content);
    });
  }
  app.get("/emulator/", (_request, reply) => reply.redirect("/emulator", 308));
}
