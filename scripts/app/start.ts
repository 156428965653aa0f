/** `npm start`: builds, serves the site and the emulator, and builds again when a source changes. */
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { join } from "node:path";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { build, generate } from "./build.ts";
import { findRenderer } from "./find-renderer.ts";
import { packPackages } from "../release/pack.ts";
import { site } from "../site/build-step.ts";
import { fillWithPort } from "../site/fill.ts";
import { announceBuild, serveSite } from "../site/serve-site.ts";
import { generatedFolder } from "../support/locations.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { publishedPackages } from "../support/packages.ts";
import { printError } from "../support/step.ts";
import { watchSources } from "../support/watch.ts";

/** Served unless it is taken and none was asked for. */
const defaultPort = 8080;

/** What the emulator follows. */
const emulatorContract = join(generatedFolder, "emulator.openapi.json");

/**
 * Paths that are the emulator's: the service itself, and what controls it. Everything else is the
 * site.
 */
const emulatorPaths = /^\/(?:api|emulator)(?:[/?]|$)/;

let emulator: Emulator | undefined;

/** Takes the port, builds, then serves and watches until the process is ended with Ctrl-C. */
export async function start(): Promise<void> {
  const server = await takePort();
  const { port } = server.address() as AddressInfo;
  fillWithPort(port);
  try {
    await build();
  } catch (error) {
    server.close();
    throw error;
  }
  emulator = await startEmulator();
  console.log(
    [
      `\nSite:      http://127.0.0.1:${port}/   (Ctrl-C to stop)`,
      `Emulator:  http://127.0.0.1:${port}/emulator   (token ${emulator.token})`,
      ...publishedPackages().map(
        ({ tarball }) => `Package:   npm install http://127.0.0.1:${port}/packages/${tarball}`,
      ),
    ].join("\n"),
  );
  for await (const changes of watchSources()) {
    console.log(`\nChanged: ${changes.join(", ")}`);
    await rebuild().catch(reportMistake);
  }
}

async function startEmulator(): Promise<Emulator> {
  return createEmulator({
    ...{ listen: false, siteUrl: "/", allowThisMachine: true },
    ...(await findRenderer()),
  });
}

async function takePort(): Promise<Server> {
  const wanted = process.env["PORT"];
  if (wanted !== undefined && !(/^\d{1,5}$/.test(wanted) && Number(wanted) <= 65_535)) {
    throw new UserError(`PORT is "${wanted}". Set it to a number from 0 to 65535.`);
  }
  try {
    return await listen(Number(wanted ?? defaultPort));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (wanted) throw new UserError(`Port ${wanted} is in use. Set PORT to another one.`);
    return listen(0);
  }
}

function listen(port: number): Promise<Server> {
  const site = serveSite();
  const answer: RequestListener = (request, response) => {
    if (!emulator) announceBuild(request, response);
    else if (emulatorPaths.test(request.url ?? "/")) emulator.handle(request, response);
    else site(request, response);
  };
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

async function rebuild(): Promise<void> {
  const before = await readFile(emulatorContract, "utf8");
  await generate();
  const isContractNew = (await readFile(emulatorContract, "utf8")) !== before;
  if (isContractNew) {
    const dropped = (await emulator?.followContract()) ?? 0;
    if (dropped > 0)
      console.log(`Jobs:      ${dropped} were dropped: they do not fit the contract any more.`);
  }
  await site();
  // Last, because nobody waits for them; the site has the previous ones until then.
  if (isContractNew) await packPackages();
}

/** A mistake in a source is told, and the last good site stays served. */
function reportMistake(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
  printError(error);
}
