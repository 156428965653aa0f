/** Serves the site below a path, as a host would that has other sites as well. */
import { readFile } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { listen } from "../../../support/listen.ts";
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
    const { origin, [Symbol.asyncDispose]: close } = await listen(server);
    return new SiteServer(origin + path, close);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}
