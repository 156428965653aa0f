/** Every packed package, on every Node that it promises to run on: what it exports is imported, what it installs is started. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

interface Manifest {
  name: string;
  exports: Record<string, unknown>;
  bin?: Record<string, string>;
}

/** CommonJS gets the client by `require`, on every Node that has it. */
const commonJs = `const { createClient } = require("video-generation-client");
createClient({ baseUrl: "https://a.example", token: "t" });
require("video-generation-client/save").saveVideos({ job_id: "1" }, ".").catch(({ name }) => {
  if (name !== "SaveError") throw new Error(name);
});`;

/**
 * @param folder where the packages are installed
 * @returns what runs, and for what does not, what Node says
 */
export async function checkPackages(node: string, folder: string, names: string[]) {
  const done: string[] = [];
  const failed: string[] = [];
  const start = (name: string, args: string[]) =>
    run(node, args, { cwd: folder }).then(
      () => void done.push(name),
      ({ stderr }: { stderr: string }) => void failed.push(`${name}:\n${stderr}`),
    );
  await writeFile(join(folder, "use.cjs"), commonJs);
  await start("require", ["use.cjs"]);
  for (const name of names) {
    const path = join("node_modules", name);
    const manifest = await readFile(join(folder, path, "package.json"), "utf8");
    const { exports, bin = {} } = JSON.parse(manifest) as Manifest;
    for (const entry of Object.keys(exports).filter((each) => !/\*|\.\w+$/.test(each))) {
      const specifier = `${name}${entry.slice(1)}`;
      const code = `await import(${JSON.stringify(specifier)})`;
      await start(specifier, ["--input-type=module", "--eval", code]);
    }
    for (const [command, file] of Object.entries(bin)) {
      await start(`${command} --help`, [join(path, file), "--help"]);
    }
  }
  return { done, failed };
}
