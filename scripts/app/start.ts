/** `npm start`: builds, serves the site and the emulator, and builds again when a source changes. */
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readArguments } from "../../emulator/src/arguments.ts";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator/src/index.ts";
import { OptionError } from "../../emulator/src/options.ts";
import { generate } from "./build.ts";
import { packPackages } from "../release/pack.ts";
import { site } from "../site/build-site.ts";
import { fillWithPort } from "../site/html.ts";
import { serveSite } from "../site/serve-site.ts";
import { generatedFolder, policyFile, root } from "../support/locations.ts";
import { UserError } from "openapi-gaps";
import { publishedPackages } from "../support/packages.ts";
import { printError, UsageError } from "../support/step.ts";

/** Served unless it is taken and none was asked for. */
const defaultPort = 8080;

/** What the emulator follows. */
const emulatorContract = join(generatedFolder, "emulator.openapi.json");

/** Paths that are the emulator's: the service itself, and what controls it. Everything else is the site. */
const emulatorPaths = /^\/(?:api|emulator)(?:[/?]|$)/;

/** Settled by the first build: a request that comes before waits for it. */
const built = Promise.withResolvers<Emulator>();

const help = `Usage: npm start [-- <options>]

Builds, serves the site and the emulator on one port, and builds again when the contract or a page changes. Takes the options of the emulator:
\`npx video-generation-emulator --help\` lists them. Here the port is 8080, or a free one where that is taken.`;

/**
 * Takes the port, builds, then serves and watches until the process is ended with Ctrl-C.
 *
 * @param words options of the emulator
 */
export async function start(words: string[]): Promise<void> {
  const options = await readArguments(words).catch(asUsageError);
  if (typeof options === "string") return console.log(help);
  const server = await takePort(options, words);
  const { port } = server.address() as AddressInfo;
  fillWithPort(port);
  let emulator: Emulator | undefined;
  try {
    await generate();
    const renderer = options.renderer ? {} : await findRenderer();
    const served = { ...options, ...renderer, listen: false, siteUrl: "/" };
    // Before the packages, so that nobody waits for them to be told of an option that cannot be used.
    emulator = await createEmulator(served).catch(asUsageError);
    await packPackages();
    await site();
    built.resolve(emulator);
  } catch (error) {
    await emulator?.close();
    server.close();
    server.closeAllConnections();
    throw error;
  }
  console.log(
    [
      `\nSite:      http://127.0.0.1:${port}/   (Ctrl-C to stop)`,
      `Emulator:  http://127.0.0.1:${port}/emulator   (token ${emulator.token})`,
      ...publishedPackages().map(
        ({ tarball }) => `Package:   npm install http://127.0.0.1:${port}/packages/${tarball}`,
      ),
    ].join("\n"),
  );
  await rebuildOnChange(emulator);
}

async function rebuildOnChange(emulator: Emulator): Promise<void> {
  const changes = new Set<string>();
  for (const folder of ["openapi", "docs", "scripts/lint/facts", "clients"])
    watch(join(root, folder), { recursive: folder !== "clients" }, (_, name) => {
      const path = join(folder, name ?? "");
      // Beside the clients of all languages lies the policy that they obey.
      if (folder !== "clients" || path === relative(root, policyFile)) changes.add(path);
    });
  for (;;) {
    // Editors save in several small writes; one build after the last of them is enough.
    await delay(150);
    if (changes.size === 0) continue;
    console.log(`\nChanged: ${[...changes].sort().join(", ")}`);
    // Before the build: what changes meanwhile belongs to the next one.
    changes.clear();
    await rebuild(emulator).catch((error: unknown) => {
      // A mistake in a source is told, and the last good site stays served.
      if (!(error instanceof UserError)) throw error;
      printError(error);
    });
  }
}

function asUsageError(error: unknown): never {
  throw error instanceof OptionError ? new UsageError(error.message) : error;
}

/** Real videos where the programs for them are installed. Where they are not, a line says so, and a clip stands for each. */
export async function findRenderer(): Promise<Pick<EmulatorOptions, "renderer">> {
  try {
    const { createRenderer } = await import("../../renderer/src/index.ts");
    return { renderer: createRenderer() };
  } catch (error) {
    console.log(`Videos:    a clip stands for each. ${(error as Error).message}`);
    return {};
  }
}

async function takePort(
  { host = "127.0.0.1", port }: EmulatorOptions,
  words: string[],
): Promise<Server> {
  const isNamed = words.some((word) => /^--port(=|$)/.test(word));
  try {
    return await listen(isNamed ? (port ?? 0) : defaultPort, host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE")
      throw new UsageError(`Nothing can listen on ${host}: ${message}. Choose another --host.`);
    if (isNamed) throw new UsageError(`Port ${port} is in use. Choose another --port.`);
    return listen(0, host);
  }
}

function listen(port: number, host: string): Promise<Server> {
  const site = serveSite();
  const respond: RequestListener = (request, response) =>
    void built.promise.then((emulator) => {
      if (emulatorPaths.test(request.url ?? "/")) emulator.handle(request, response);
      else site(request, response);
    });
  // As the server of the emulator has it: two Host headers are a list, and refused.
  const server = createServer({ joinDuplicateHeaders: true }, respond);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

async function rebuild(emulator: Emulator): Promise<void> {
  const before = await readFile(emulatorContract, "utf8");
  await generate();
  const isContractNew = (await readFile(emulatorContract, "utf8")) !== before;
  if (isContractNew) {
    const dropped = await emulator.followContract();
    if (dropped > 0)
      console.log(`Jobs:      ${dropped} were dropped: they do not fit the contract.`);
  }
  await site();
  // Last, because nobody waits for them; the site has the previous ones until then.
  if (isContractNew) await packPackages();
}
