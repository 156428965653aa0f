/** `npm start`: builds, serves the site and the emulator, and builds again when a source changes. */
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readArguments } from "../../emulator/src/app/arguments.ts";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  OptionError,
} from "../../emulator/src/index.ts";
import { urlOf } from "../../emulator/src/http/server.ts";
import { build } from "./build.ts";
import { localAddress } from "../site/html.ts";
import { serveSite } from "../site/serve-site.ts";
import { generatedFolder, policyFile, root } from "../support/locations.ts";
import { UserError } from "openapi-gaps";
import { publishedPackages } from "../support/packages.ts";
import { printError, UsageError } from "../support/step.ts";
import { stopTools } from "../support/tool.ts";

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
  const address = urlOf(server)!;
  let emulator: Emulator | undefined;
  let followed = "";
  // Returns whether the contract is another one than before.
  const follow = async () => {
    const contract = await readFile(emulatorContract, "utf8");
    if (contract === followed) return false;
    followed = contract;
    emulator?.followContract();
    const renderer = options.renderer ?? (emulator ? undefined : await findRenderer());
    const served = { ...options, renderer, listen: false, siteUrl: "/" };
    // Before the site, so that nobody waits for it to be told of an option that cannot be used.
    emulator ??= await createEmulator(served).catch(asUsageError);
    return true;
  };
  const end = async () => {
    server.close();
    server.closeAllConnections();
    await emulator?.close();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      stopTools();
      void end().finally(() => process.kill(process.pid, signal));
    });
  await build(follow).catch(async (error) => {
    await end();
    throw error;
  });
  built.resolve(emulator!);
  console.log(
    [
      `\nSite:      ${address}/   (Ctrl-C to stop)`,
      `Emulator:  ${address}/emulator   (token ${emulator!.token})`,
      ...publishedPackages().map(
        ({ tarball }) => `Package:   npm install ${address}/packages/${tarball}`,
      ),
    ].join("\n"),
  );
  await rebuildOnChange(() => build(follow));
}

async function rebuildOnChange(rebuild: () => Promise<void>): Promise<void> {
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
    await rebuild().catch((error: unknown) => {
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
export async function findRenderer(): Promise<EmulatorOptions["renderer"]> {
  try {
    const { createRenderer } = await import("../../renderer/src/index.ts");
    return createRenderer();
  } catch (error) {
    console.log(`Videos:    a clip stands for each. ${(error as Error).message}`);
    return undefined;
  }
}

async function takePort(
  { host = "127.0.0.1", port }: EmulatorOptions,
  words: string[],
): Promise<Server> {
  const isNamed = words.some((word) => /^--port(=|$)/.test(word));
  try {
    return await listen(isNamed ? (port ?? 0) : Number(new URL(localAddress).port), host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE")
      throw new UsageError(`Nothing can listen on ${host}: ${message}. Choose another --host.`);
    if (isNamed) throw new UsageError(`Port ${port} is in use. Choose another --port.`);
    const server = await listen(0, host);
    const { port: free } = server.address() as AddressInfo;
    console.log(
      `Port ${new URL(localAddress).port} is in use: port ${free} takes its place. Name one of your own with npm start -- --port <number>.\n`,
    );
    return server;
  }
}

function listen(port: number, host: string): Promise<Server> {
  const site = serveSite();
  const respond: RequestListener = (request, response) =>
    void built.promise.then((emulator) => {
      if (emulatorPaths.test(request.url ?? "/")) emulator.handle(request, response);
      else site(request, response);
    });
  // Two Host headers are refused, as by the emulator alone: Node would take the first one.
  const server = createServer({ joinDuplicateHeaders: true }, respond);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
