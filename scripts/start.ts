/** `npm start`: builds, serves the site and the emulator, and builds again when a source changes. */
import { createReadStream } from "node:fs";
import { readFile, stat, watch } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createEmulator, type Emulator } from "../emulator/src/index.ts";
import { build } from "./build.ts";
import { generatedFolder, root, siteFolder } from "./locations.ts";
import { ContractError } from "./problem.ts";
import { mediaTypeOf } from "./site/media-types.ts";
import { printError } from "./step.ts";

/** Served unless it is taken and none was asked for. */
const defaultPort = 8080;

/** What the emulator follows. */
const emulatorContract = join(generatedFolder, "emulator.openapi.json");

/** Editors save in several small writes; one build after the last of them is enough. */
const settleMs = 150;

/** Made anew when the contract has changed. Its jobs then start from nothing, because they followed the old one. */
let emulator: Emulator;

/** Paths that are the emulator's: the service itself, and what controls it. Everything else is the site. */
const emulatorPaths = /^\/(?:api|emulator)(?:[/?]|$)/;

/** Builds, then serves and watches until the process is ended with Ctrl-C. */
export async function start(): Promise<void> {
  await build();
  emulator = await createEmulator({ listen: false });
  const server = await serveSite();
  const { port } = server.address() as AddressInfo;
  console.log(
    [
      `\nReference: http://127.0.0.1:${port}/   (Ctrl-C to stop)`,
      `Emulator:  http://127.0.0.1:${port}/emulator   (token ${emulator.token})`,
    ].join("\n"),
  );
  await rebuildOnChange();
}

async function serveSite(): Promise<Server> {
  const wanted = process.env["PORT"];
  if (wanted !== undefined && !/^\d{1,5}$/.test(wanted)) {
    throw new ContractError(`PORT is "${wanted}". Set it to a number from 0 to 65535.`);
  }
  try {
    return await listen(Number(wanted ?? defaultPort));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (wanted) throw new ContractError(`Port ${wanted} is in use. Set PORT to another one.`);
    return listen(0);
  }
}

function listen(port: number): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = "/" } = request;
  if (emulatorPaths.test(url)) emulator.handle(request, response);
  else void sendFile(url, response);
}

async function sendFile(url: string, response: ServerResponse): Promise<void> {
  const path = normalize(decodeURI(new URL(url, "http://localhost").pathname));
  const file = join(siteFolder, path.endsWith("/") ? join(path, "index.html") : path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
    return;
  }
  response.writeHead(200, {
    "content-type": mediaTypeOf(file),
    "content-length": found.size,
    "cache-control": "no-store",
  });
  createReadStream(file).pipe(response);
}

/** Never returns. A build that fails is reported, and the last good site stays served. */
async function rebuildOnChange(): Promise<void> {
  const changes = new Set<string>();
  const watched = ["openapi", "docs"].map(async (folder) => {
    for await (const { filename } of watch(join(root, folder), { recursive: true })) {
      changes.add(join(folder, filename ?? ""));
    }
  });
  void Promise.all(watched);
  for (;;) {
    await delay(settleMs);
    if (changes.size === 0) continue;
    console.log(`\nChanged: ${[...changes].join(", ")}`);
    changes.clear();
    await rebuild().catch((error: unknown) => {
      if (!(error instanceof ContractError)) throw error;
      printError(error);
    });
  }
}

async function rebuild(): Promise<void> {
  const before = await readFile(emulatorContract, "utf8");
  await build();
  if ((await readFile(emulatorContract, "utf8")) === before) return;
  const previous = emulator;
  emulator = await createEmulator({ listen: false });
  await previous.close();
}
