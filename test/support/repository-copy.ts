/** A copy of the repository to break on purpose, and to run its commands in. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, statSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../scripts/support/locations.ts";

const leftOut = new Set(["node_modules", ".git", "dist"]);

export interface CommandResult {
  exitCode: number | null;
  output: string;
}

export interface RunningCommand {
  /** What it has printed so far. */
  output(): string;
  /** Ends it as Ctrl-C does. */
  interrupt(): void;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

/** Use with `await using`: the copy is deleted at the end of the block. */
export class RepositoryCopy implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<RepositoryCopy> {
    const folder = await mkdtemp(join(tmpdir(), "repository-"));
    try {
      // Four times as fast as its asynchronous sibling, and nothing else waits in a test.
      cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) });
      await linkModules(folder);
    } catch (error) {
      await rm(folder, { recursive: true });
      throw error;
    }
    return new RepositoryCopy(folder);
  }

  /** Rewrites one file. */
  async edit(file: string, change: (text: string) => string): Promise<void> {
    const path = join(this.folder, file);
    const text = await readFile(path, "utf8");
    const changed = change(text);
    if (changed === text) throw new Error(`The edit of ${file} changed nothing`);
    await writeFile(path, changed);
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  async write(file: string, text: string): Promise<void> {
    await writeFile(join(this.folder, file), text);
  }

  /** Runs a script with Node in the folder of the copy, to its end. */
  async run(...command: string[]): Promise<CommandResult> {
    const process = this.start({}, ...command);
    const exitCode = await process.ended;
    return { exitCode, output: process.output() };
  }

  /** Starts a script with Node in the folder of the copy. The caller ends it. */
  start(environment: Record<string, string>, ...command: string[]): RunningCommand {
    const child = spawn(process.execPath, command, {
      cwd: this.folder,
      env: { ...process.env, GITHUB_ACTIONS: "", ...environment },
    });
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return {
      output: () => output,
      interrupt: () => void child.kill("SIGINT"),
      ended,
    };
  }

  /** Names and contents of the files in the given folders, as one hash. */
  async fingerprint(...folders: string[]): Promise<string> {
    const hash = createHash("sha256");
    const patterns = folders.map((folder) => `${folder}/**`);
    for (const file of globSync(patterns, { cwd: this.folder }).sort()) {
      const path = join(this.folder, file);
      if (statSync(path).isFile()) hash.update(file).update(await readFile(path));
    }
    return hash.digest("hex");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** Installed packages are shared; those of this repository are the ones of the copy, and so are caches. */
async function linkModules(folder: string): Promise<void> {
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  await mkdir(to);
  for (const { name } of await readdir(from, { withFileTypes: true })) {
    if (name.startsWith(".")) continue;
    const own = await readlink(join(from, name)).catch(() => undefined);
    await symlink(own ?? join(from, name), join(to, name));
  }
  // What `npx` starts is of the copy too.
  cpSync(join(from, ".bin"), join(to, ".bin"), { recursive: true, verbatimSymlinks: true });
  // Those of the benches, and what one workspace alone has.
  for (const modules of globSync("{*,clients/*}/node_modules", { cwd: root }))
    await symlink(join(root, modules), join(folder, modules));
}
