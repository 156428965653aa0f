/** The runtimes: where their binaries are, and how each runs the check. */
import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { launchBrowser } from "../../../../scripts/support/browser.ts";
import { root } from "../../../../scripts/support/locations.ts";
import type { RuntimeKind } from "./scenarios.ts";

export interface Runtime {
  name: string;
  kind: RuntimeKind;
  /**
   * Runs the check and returns what it found.
   *
   * @param folder where the packed client is installed and the files of the check stand
   */
  run: (folder: string, serverUrl: string, refusingUrl: string) => Promise<unknown>;
}

const run = promisify(execFile);

/** A binary as its package ships it: nothing is downloaded or linked when it is installed. */
function resolveBinary(packageName: string, path: string): string {
  return join(root, "bench/node_modules", packageName, path);
}

function commandLine(name: string, kind: RuntimeKind, binary: string, ...flags: string[]): Runtime {
  return {
    name,
    kind,
    run: async (folder, ...urls) => {
      const { stdout } = await run(binary, [...flags, "main.mjs", ...urls], { cwd: folder });
      return JSON.parse(stdout) as unknown;
    },
  };
}

/** The oldest Node that the packages run on, the one that runs this repository, and the newest. */
export const nodes = {
  "Node 22.13": resolveBinary("node-22", "bin/node"),
  "Node 24": process.execPath,
  "Node 26": resolveBinary("node-26", "bin/node"),
};

export const runtimes: Runtime[] = [
  ...Object.entries(nodes).map(([name, binary]) => commandLine(name, "precise", binary)),
  commandLine("Bun", "precise", resolveBinary("@oven/bun-linux-x64", "bin/bun")),
  commandLine(
    "Deno",
    "vague",
    resolveBinary("@deno/linux-x64-glibc", "deno"),
    "run",
    "--no-config",
    "--node-modules-dir=manual",
    "--allow-net=127.0.0.1",
    "--allow-env",
    "--allow-read",
  ),
  { name: "workerd", kind: "vague", run: runInWorkerd },
  { name: "Chromium", kind: "browser", run: runInChromium },
];

/** As wrangler or a bundler would, from what npm has installed. */
async function bundleEntry(folder: string, entry: string): Promise<string> {
  const input = join(folder, entry);
  const { output } = await build({ input, platform: "browser", write: false, logLevel: "warn" });
  return output[0].code;
}

async function runInWorkerd(
  folder: string,
  serverUrl: string,
  refusingUrl: string,
): Promise<unknown> {
  const binary = resolveBinary("@cloudflare/workerd-linux-64", "bin/workerd");
  await writeFile(join(folder, "bundle.mjs"), await bundleEntry(folder, "worker.mjs"));
  await writeFile(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "bundle.mjs")],
      compatibilityDate = "2026-01-01",
    )),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  // The control pipe tells which port was chosen.
  const child = spawn(binary, ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`workerd ended with code ${code}`)));
      child.stdio[3]?.once("data", (chunk: Buffer) =>
        resolve((JSON.parse(String(chunk)) as { port: number }).port),
      );
    });
    const query = new URLSearchParams({ server: serverUrl, refusing: refusingUrl });
    const response = await fetch(`http://127.0.0.1:${port}/?${query}`);
    if (!response.ok) throw new Error(await response.text());
    return await response.json();
  } finally {
    child.kill();
  }
}

async function runInChromium(
  folder: string,
  serverUrl: string,
  refusingUrl: string,
): Promise<unknown> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(serverUrl);
    const code = await bundleEntry(folder, "check.mjs");
    const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    return await page.evaluate(
      async ([module, ...urls]) =>
        ((await import(module!)) as { checkClient(...urls: string[]): unknown }).checkClient(
          ...urls,
        ),
      [address, serverUrl, refusingUrl],
    );
  } finally {
    await browser.close();
  }
}
