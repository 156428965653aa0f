/** A reader with a shell in an empty folder, who copies what the pages show and fills in what is theirs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { inject } from "vitest";
import type { Listening } from "../../../../test/support/listen.ts";
import type {} from "../../../../test/support/pack.ts";
import { startRegistry } from "../../../../test/support/registry.ts";

/** Use with `await using`: the folder is deleted at the end of the block. */
export class Reader implements AsyncDisposable {
  /** Empty, and outside of the repository. */
  readonly folder: string;
  readonly #registry: Listening;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(folder: string, registry: Listening, variables: Record<string, string>) {
    this.folder = folder;
    this.#registry = registry;
    // With the Node of the project, because the packages ask for a newer one than some machines have.
    const path = [join(folder, "global/bin"), dirname(process.execPath), process.env["PATH"]];
    this.#environment = {
      ...process.env,
      PATH: path.join(delimiter),
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_cache: join(folder, ".npm"),
      // Where `npm install --global` puts things.
      npm_config_prefix: join(folder, "global"),
      // What the packages depend on, from here.
      npm_config_registry: registry.origin,
      // Not where the receipts of a person are.
      XDG_STATE_HOME: folder,
      ...variables,
    };
  }

  /** @param variables of the reader's environment */
  static async create(variables: Record<string, string> = {}): Promise<Reader> {
    const folder = await mkdtemp(join(tmpdir(), "reader-"));
    return new Reader(folder, await startRegistry(), variables);
  }

  async save(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
  }

  /** Installs a package of this repository from its tarball. */
  async install(workspace: string, folder = this.folder): Promise<void> {
    await this.run(`npm install ${inject("tarballs")[workspace]}`, folder);
  }

  /** Runs lines in one shell, and ends what they leave running. Returns what they print. */
  async run(lines: string, cwd = this.folder): Promise<string> {
    const options = { cwd, env: this.#environment, detached: true };
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", lines], options);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [exitCode] = (await once(child, "exit")) as [number | null];
    try {
      process.kill(-(child.pid ?? 0));
    } catch {
      // Nothing was left running.
    }
    if (exitCode !== 0) throw new Error(`Exit code ${exitCode}:\n${lines}\n\n${output}`);
    return output;
  }

  /** Runs a program to its end. */
  runProgram(...words: string[]): Promise<string> {
    return this.run(words.map((word) => `'${word}'`).join(" "));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#registry[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true });
  }
}
