/** The site beside the emulator. */
import { createServer } from "node:http";
import { createEmulator } from "../../../../emulator/src/index.ts";
import { listen } from "../../../support/listen.ts";
import { serveSite } from "../../serve-site.ts";

/** Site and emulator on one port, as `npm start` serves them. The clock stands still. */
export async function startBoth() {
  const emulator = await createEmulator({ listen: false, clock: { mode: "manual" } });
  const site = serveSite();
  const server = await listen(
    createServer((request, response) => {
      const isEmulators = /^\/(api|emulator)/.test(request.url ?? "");
      if (isEmulators) emulator.handle(request, response);
      else site(request, response);
    }),
  );
  return {
    address: `${server.origin}/`,
    emulator,
    async [Symbol.asyncDispose]() {
      await emulator.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
