/** A copy of the repository to break on purpose, and to run its commands in. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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
  /** The texts of the files that were edited, as they were. */
  readonly #originals = new Map<string, string>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<RepositoryCopy> {
    const folder = await mkdtemp(join(tmpdir(), "repository-"));
    // Four times as fast as its asynchronous sibling, and nothing else waits in a test.
    cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) });
    linkModules(folder);
    return new RepositoryCopy(folder);
  }

  /** Rewrites one file. */
  async edit(file: string, change: (text: string) => string): Promise<void> {
    const text = await this.read(file);
    const changed = change(text);
    if (changed === text) throw new Error(`The edit of ${file} changed nothing`);
    if (!this.#originals.has(file)) this.#originals.set(file, text);
    await this.write(file, changed);
  }

  /** Takes every edit back. */
  async restore(): Promise<void> {
    for (const [file, text] of this.#originals) await this.write(file, text);
    this.#originals.clear();
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.folder, file), text);
  }

  /** Runs a script with Node in the folder of the copy, to its end. */
  async run(...command: string[]): Promise<CommandResult> {
    const process = this.start(...command);
    const exitCode = await process.ended;
    return { exitCode, output: process.output() };
  }

  /** Starts a script with Node in the folder of the copy. The caller ends it. */
  start(...command: string[]): RunningCommand {
    const child = spawn(process.execPath, command, {
      cwd: this.folder,
      env: { ...process.env, GITHUB_ACTIONS: "" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return {
      output: () => output,
      interrupt: () => {
        // A terminal sends it to what the command has started too.
        spawnSync("pkill", ["-INT", "-P", String(child.pid)]);
        child.kill("SIGINT");
      },
      ended: once(child, "close").then(([code]: (number | null)[]) => code!),
    };
  }

  /** What differs in `generated/` from the repository: nothing, unless a command has written there. */
  changesOfGenerated(): string {
    const folders = [root, this.folder].map((folder) => join(folder, "generated"));
    return spawnSync("diff", ["--recursive", "--brief", ...folders]).stdout.toString();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** Installed packages and browsers are shared; those of this repository are the ones of the copy, and so are other caches. */
function linkModules(folder: string): void {
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (!entry.name.startsWith("."))
      symlinkSync(entry.isSymbolicLink() ? readlinkSync(path) : path, join(to, entry.name));
  }
  mkdirSync(join(to, ".cache"));
  for (const browser of globSync(".cache/chromium-*", { cwd: from }))
    symlinkSync(join(from, browser), join(to, browser));
  // What `npx` starts is of the copy too.
  cpSync(join(from, ".bin"), join(to, ".bin"), { recursive: true, verbatimSymlinks: true });
  // Those of the benches, and what one workspace alone has.
  for (const modules of globSync("{*,clients/*}/node_modules", { cwd: root }))
    symlinkSync(join(root, modules), join(folder, modules));
}
