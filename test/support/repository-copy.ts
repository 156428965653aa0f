/** A copy of the repository to break on purpose, and to run its commands in. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../scripts/support/locations.ts";

/** A repository with one commit, of everything that git does not ignore. It takes what is committed already from the original. */
const copyWithGit = `
git init --quiet "$1"
git rev-parse --path-format=absolute --git-path objects > "$1/.git/objects/info/alternates"
git --git-dir "$1/.git" --work-tree . add --all
cd "$1"
echo node_modules >> .git/info/exclude
git config commit.gpgsign false
git config user.name Tester
git config user.email tester@example.com
git commit --quiet --message Begin
git reset --quiet --hard`;

// A hook of git, which may run the tests, tells all below it to use the original.
const { stdout: ofHooks } = spawnSync("git", ["rev-parse", "--local-env-vars"]);
for (const name of ofHooks.toString().trim().split("\n")) delete process.env[name];

export interface RunningCommand {
  /** What it has printed so far. */
  output(): string;
  /** Ends it as Ctrl-C does. */
  interrupt(): void;
  /** Sends a signal to it alone, as `kill` does. */
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Use with `await using`: the copy is deleted at the end of the block. */
export class RepositoryCopy implements AsyncDisposable {
  readonly folder: string;
  /** Variables for what it runs. */
  environment: Record<string, string> = {};

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<RepositoryCopy> {
    const folder = await mkdtemp(join(tmpdir(), "repository-"));
    execFileSync("sh", ["-ec", copyWithGit, "sh", folder], { cwd: root });
    linkModules(folder);
    return new RepositoryCopy(folder);
  }

  /** Rewrites one file. */
  async edit(file: string, change: (text: string) => string): Promise<void> {
    const text = await this.read(file);
    const changed = change(text);
    if (changed === text) throw new Error(`The edit of ${file} changed nothing`);
    await this.write(file, changed);
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  async write(file: string, text: string): Promise<void> {
    const path = join(this.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  /** Runs git in the copy, and returns what it prints. */
  git(...words: string[]): string {
    return execFileSync("git", words, { cwd: this.folder, encoding: "utf8" }).trimEnd();
  }

  /** Runs a script with Node in the folder of the copy, to its end. */
  async run(...command: string[]): Promise<{ exitCode: number | NodeJS.Signals; output: string }> {
    const { ended, output } = this.start(...command);
    return { exitCode: await ended, output: output() };
  }

  /** Starts a script with Node in the folder of the copy. The caller ends it. */
  start(...command: string[]): RunningCommand {
    const child = spawn(process.execPath, command, {
      cwd: this.folder,
      env: { ...process.env, GITHUB_ACTIONS: "", ...this.environment },
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
      kill: (signal) => void child.kill(signal),
      ended: once(child, "close").then(
        ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
      ),
    };
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
