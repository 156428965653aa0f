/** Serves the built site, alone or beside the emulator. Use with `await using`. */
import { createServer, type RequestListener } from "node:http";
import { createEmulator } from "../../../../emulator/src/index.ts";
import { listen } from "../../../../test/support/listen.ts";
import { serveSite } from "../../serve-site.ts";

/**
 * As a host would that has other sites as well.
 *
 * @param path of the site on its host, with a slash at both ends
 */
export function startSite(path = "/") {
  const site = serveSite();
  return start(path, (request, response) => {
    if (!request.url?.startsWith(path)) return response.writeHead(404).end();
    request.url = request.url.slice(path.length - 1);
    site(request, response);
  });
}

/** Site and emulator on one port, as `npm start` serves them. The clock stands still. */
export async function startBoth() {
  const emulator = await createEmulator({ listen: false, clock: { mode: "manual" } });
  const site = serveSite();
  const server = await start("/", (request, response) => {
    if (/^\/(api|emulator)/.test(request.url ?? "")) emulator.handle(request, response);
    else site(request, response);
  });
  const close = async () => {
    await emulator.close();
    await server[Symbol.asyncDispose]();
  };
  return { ...server, emulator, [Symbol.asyncDispose]: close };
}

/** @returns its address, with a slash at its end */
async function start(path: string, respond: RequestListener) {
  const server = await listen(createServer(respond));
  const close = () => server[Symbol.asyncDispose]();
  return { address: `${server.origin}${path}`, [Symbol.asyncDispose]: close };
}
