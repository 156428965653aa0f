/** The runtimes: where their binaries are, and how each runs the check. */
import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { launchBrowser } from "../../../../test/support/browser.ts";
import { root } from "../../../../scripts/support/locations.ts";
import type { RuntimeKind } from "./scenarios.ts";

export interface Runtime {
  name: string;
  kind: RuntimeKind;
  /**
   * Runs the check and returns what it found.
   *
   * @param folder where the packed client is installed and the check stands as `check.mjs`
   * @param urls the addresses that the check takes
   */
  run: (folder: string, urls: string[]) => Promise<unknown>;
}

const run = promisify(execFile);

/** A binary as its package ships it: nothing is downloaded or linked when it is installed. */
const resolveBinary = (path: string) => join(root, "bench/node_modules", path);

/** The oldest Node that the packages run on, the one that runs this repository, and the newest. */
export const nodes = {
  "Node 22.13": resolveBinary("node-22/bin/node"),
  "Node 24": process.execPath,
  "Node 26": resolveBinary("node-26/bin/node"),
};

/** Apart from Node, which plays the whole matrix. */
export const runtimes: Runtime[] = [
  { name: "Bun", kind: "precise", run: runInBun },
  { name: "Deno", kind: "vague", run: runInDeno },
  { name: "workerd", kind: "vague", run: runInWorkerd },
  { name: "Chromium", kind: "browser", run: runInChromium },
];

async function runCommand(folder: string, binary: string, flags: string[], urls: string[]) {
  const main = `import { checkClient } from "./check.mjs";
console.log(JSON.stringify(await checkClient(...${JSON.stringify(urls)})));`;
  await writeFile(join(folder, "main.mjs"), main);
  const { stdout } = await run(resolveBinary(binary), [...flags, "main.mjs"], { cwd: folder });
  return JSON.parse(stdout) as unknown;
}

function runInBun(folder: string, urls: string[]): Promise<unknown> {
  return runCommand(folder, "@oven/bun-linux-x64/bin/bun", [], urls);
}

function runInDeno(folder: string, urls: string[]): Promise<unknown> {
  const permissions = ["--allow-net=127.0.0.1", "--allow-env", "--allow-read"];
  const flags = ["run", "--no-config", "--node-modules-dir=manual", ...permissions];
  return runCommand(folder, "@deno/linux-x64-glibc/deno", flags, urls);
}

/** As wrangler or a bundler would, from what npm has installed. */
async function bundleCheck(folder: string): Promise<string> {
  const input = join(folder, "check.mjs");
  const { output } = await build({ input, platform: "browser", write: false, logLevel: "warn" });
  return output[0].code;
}

async function runInWorkerd(folder: string, urls: string[]): Promise<unknown> {
  await writeFile(join(folder, "bundle.mjs"), await bundleCheck(folder));
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
  const binary = resolveBinary("@cloudflare/workerd-linux-64/bin/workerd");
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
    const query = new URLSearchParams(urls.map((url) => ["url", url]));
    const response = await fetch(`http://127.0.0.1:${port}/?${query}`);
    if (!response.ok) throw new Error(await response.text());
    return await response.json();
  } finally {
    child.kill();
  }
}

async function runInChromium(folder: string, urls: string[]): Promise<unknown> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(urls[0]!);
    const code = Buffer.from(await bundleCheck(folder)).toString("base64");
    const call = `import("data:text/javascript;base64,${code}").then(({ checkClient }) =>
      checkClient(...${JSON.stringify(urls)}))`;
    return await page.evaluate(call);
  } finally {
    await browser.close();
  }
}
