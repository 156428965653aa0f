/** Serves the site below a path, as a host would that has other sites as well. */
import { readFile } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { siteFolder } from "../../../support/locations.ts";
import { mediaTypeOf } from "../../media-types.ts";

/** Use with `await using`. */
export class SiteServer implements AsyncDisposable {
  /** Address of the site, with a slash at its end. */
  readonly address: string;
  readonly #close: () => PromiseLike<void>;

  private constructor(address: string, close: () => PromiseLike<void>) {
    this.address = address;
    this.#close = close;
  }

  /** @param path of the site on its host, with a slash at both ends */
  static async start(path = "/"): Promise<SiteServer> {
    const server = createServer(({ url = "/" }, response) => {
      const { pathname } = new URL(url, "http://localhost");
      const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      readFile(join(siteFolder, name.slice(path.length)), (error, content) => {
        const isFound = name.startsWith(path) && !error;
        response.writeHead(isFound ? 200 : 404, { "content-type": mediaTypeOf(name) });
        response.end(isFound ? content : undefined);
      });
    });
    const { address, [Symbol.asyncDispose]: close } = await listen(server);
    return new SiteServer(address.replace(/\/$/, path), close);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

/** Starts a server on a free port. Use with `await using`. */
export async function listen(server: Server): Promise<{ address: string } & AsyncDisposable> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
