/** Serves the site below a path, as a host would that has other sites as well. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { siteFolder } from "../../../support/locations.ts";
import { mediaTypeOf } from "../../media-types.ts";

/** Use with `await using`. */
export class SiteServer implements AsyncDisposable {
  /** Address of the site, with a slash at its end. */
  readonly address: string;
  readonly #close: () => Promise<void>;

  private constructor(address: string, close: () => Promise<void>) {
    this.address = address;
    this.#close = close;
  }

  /** @param path of the site on its host, with a slash at both ends */
  static async start(path = "/"): Promise<SiteServer> {
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const content = name.startsWith(path)
        ? await readFile(join(siteFolder, name.slice(path.length))).catch(() => undefined)
        : undefined;
      const type = mediaTypeOf(name);
      response.writeHead(content ? 200 : 404, { "content-type": type }).end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return new SiteServer(`http://127.0.0.1:${port}${path}`, () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}
