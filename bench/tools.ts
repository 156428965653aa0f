/**
 * `npm run bench -- tools`: a smoke test. Six generators write a client for TypeScript from the portable copy, and the compiler reads
 * what they write.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generatedFolder } from "../scripts/support/locations.ts";
import { redocly } from "../scripts/support/tool.ts";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const modules = join(import.meta.dirname, "node_modules");
const contract = join(generatedFolder, "openapi.portable.yaml");
const compiler = join(resolve("typescript/package.json"), "../bin/tsc");

/** The words that write a client into a folder. */
const tools: Record<string, (folder: string) => string[]> = {
  "openapi-typescript": (folder) => [
    join(resolve("openapi-typescript/package.json"), "../bin/cli.js"),
    ...[contract, "-o", join(folder, "client.ts")],
  ],
  "redocly generate-client": (folder) => [
    redocly,
    ...["generate-client", contract, "--output", join(folder, "client.ts")],
  ],
  "hey-api": (folder) => [bin("openapi-ts"), "-i", contract, "-o", folder],
  orval: (folder) => [
    bin("orval"),
    ...["--input", contract, "--output", join(folder, "client.ts"), "--client", "fetch"],
  ],
  "swagger-typescript-api": (folder) => [
    bin("swagger-typescript-api"),
    ...["generate", "-p", contract, "-o", folder, "-n", "client.ts"],
  ],
  oazapfts: (folder) => [bin("oazapfts"), contract, join(folder, "client.ts")],
};

const bin = (name: string) => join(modules, ".bin", name);

for (const [name, wordsFor] of Object.entries(tools)) {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tools-"));
  console.log(`${name.padEnd(24)} ${await tryTool(folder.path, wordsFor(folder.path))}`);
}

async function tryTool(folder: string, words: string[]): Promise<string> {
  const settings = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "esnext",
    lib: ["esnext", "dom", "dom.iterable"],
  };
  const compilerOptions = { ...settings, module: "esnext", moduleResolution: "bundler" };
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await symlink(modules, join(folder, "node_modules"));
  try {
    await run(process.execPath, words, { cwd: folder, timeout: 120_000 });
  } catch (error) {
    return `✗ does not generate: ${firstLine(error)}`;
  }
  if (!existsSync(join(folder, "client.ts")) && !existsSync(join(folder, "index.ts")))
    return "✗ writes no file";
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.ts"] }),
  );
  try {
    await run(process.execPath, [compiler, "--project", folder], { cwd: folder });
  } catch (error) {
    return `✗ does not compile: ${firstLine(error)}`;
  }
  return "✓ generates and compiles";
}

function firstLine(error: unknown): string {
  const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
  return (stdout + stderr).trim().split("\n")[0] ?? String(error);
}
