/**
 * `npm run bench:generated`: the matrix of faults with clients that generators write, beside those of this repository, in one run.
 * Writes `docs/pages/generated-clients.md`.
 */
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "prettier";
import type { Driver } from "../../clients/faults/driver.ts";
import { command, go, python, typescript } from "../../clients/faults/drivers.ts";
import { type Row, runMatrix } from "../../clients/faults/matrix.ts";
import { assembleClient } from "../../scripts/release/assemble.ts";
import { generatedFolder, root } from "../../scripts/support/locations.ts";
import { findPython } from "../../scripts/support/python.ts";
import { redocly } from "../../scripts/support/tool.ts";
import { execute, executePackage, versionOf } from "./execute.ts";

/** Longer than three attempts that pass their limit, and the pauses between them. */
const hangMs = 60_000;
const document = join(generatedFolder, "openapi.portable.json");
const drivers = join(import.meta.dirname, "drivers");
const page = join(root, "docs/pages/generated-clients.md");

interface Subject {
  name: string;
  version?: string;
  /** For a client that takes a process for each row. */
  rowsAtOnce?: number;
  /** Puts the client together in an empty folder. */
  prepare(folder: string): Promise<Driver>;
}

const generate = (folder: string, language: string, file: string) =>
  execute(
    process.execPath,
    [redocly, "generate-client", document, "--output", file, "--generator", language],
    { cwd: folder },
  );

const generated = { version: versionOf("@redocly/cli") };

const subjects: Subject[] = [
  { name: "this repository, TypeScript", prepare: () => Promise.resolve(typescript) },
  { name: "this repository, command line", prepare: () => Promise.resolve(command) },
  {
    name: "this repository, Python",
    async prepare(folder) {
      await assembleClient("python", folder);
      return python("sync", findPython("httpx")!, folder);
    },
  },
  {
    name: "this repository, Go",
    async prepare(folder) {
      await assembleClient("go", folder);
      await cp(join(root, "clients/faults/drivers/go"), join(folder, "driver"), {
        recursive: true,
      });
      await execute("go", ["build", "-o", "matrix", "./driver"], { cwd: folder });
      return go(join(folder, "matrix"));
    },
  },
  {
    ...generated,
    name: "`redocly generate-client`, Python",
    async prepare(folder) {
      await generate(folder, "python", "client.ts");
      const script = join(folder, "driver.py");
      await copyFile(join(drivers, "driver.py"), script);
      return { name: "", command: findPython("httpx")!, args: [script] };
    },
  },
  {
    ...generated,
    name: "`redocly generate-client`, Go",
    async prepare(folder) {
      await mkdir(join(folder, "client"));
      await generate(folder, "go", "client/client.ts");
      await writeFile(join(folder, "go.mod"), "module story\n\ngo 1.19\n");
      await copyFile(join(drivers, "driver.go"), join(folder, "main.go"));
      await execute("go", ["build", "-o", "matrix", "."], { cwd: folder });
      return go(join(folder, "matrix"));
    },
  },
  {
    ...generated,
    name: "`redocly generate-client`, Java",
    async prepare(folder) {
      await generate(folder, "java", "client.ts");
      await copyFile(join(drivers, "Driver.java"), join(folder, "Driver.java"));
      await execute("javac", ["-d", "classes", "Client.java", "Driver.java"], { cwd: folder });
      const args = ["-cp", join(folder, "classes"), "videogenerationservice.Driver"];
      return { name: "", command: "java", args };
    },
  },
  {
    name: "`openapi-mcp-generator`",
    version: versionOf("openapi-mcp-generator"),
    rowsAtOnce: 8,
    async prepare(folder) {
      const options = ["--input", document, "--output", "server"];
      await executePackage("openapi-mcp-generator", options, { cwd: folder });
      await executePackage("typescript", ["--project", "server"], { cwd: folder });
      const args = [join(drivers, "mcp.ts"), join(folder, "server")];
      return { name: "", command: process.execPath, args };
    },
  },
];

const startedAt = performance.now();
const lines: string[] = [];
let rows = 0;
for (const subject of subjects) {
  const folder = await mkdtemp(join(await makeFolder(), "client-"));
  try {
    const { rowsAtOnce = 40 } = subject;
    const found = await runMatrix(await subject.prepare(folder), { hangMs, rowsAtOnce });
    lines.push(renderLine(subject, found));
    rows = found.filter(isCompared).length;
    console.log(lines.at(-1));
    for (const { scenario, kind } of found.filter(hangs))
      console.log(`  hangs: ${scenario}, ${kind}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
await writeFile(page, await format(renderPage(), { parser: "markdown", printWidth: 100 }));
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`✓ generated docs/pages/generated-clients.md (${seconds} s)`);

/** Where what is generated finds the packages of this folder. */
async function makeFolder(): Promise<string> {
  const folder = join(import.meta.dirname, "node_modules/.cache/clients");
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Waits are written by hand; generators know none. */
function isCompared({ kind, scenario }: Row): boolean {
  return kind !== "wait" && scenario !== "all of them";
}

function renderLine({ name, version }: Subject, found: Row[]): string {
  const compared = found.filter(isCompared);
  const creates = compared.filter(({ kind }) => kind !== "read");
  const count = (among: Row[], isOne: (problem: string) => boolean) =>
    among.filter(({ problems }) => problems.some(isOne)).length;
  const again = count(creates, isSentAgain);
  const lost = count(creates, (problem) => problem.startsWith("failed: "));
  const taken = count(compared, (problem) => problem.startsWith("returned "));
  const leaves = count(found, (problem) => problem.includes("another origin"));
  const cells = [compared.filter(hangs).length, again, lost, taken, leaves ? "yes" : "no"];
  return `| ${name} | ${version ?? ""} | ${cells.join(" | ")} |`;
}

function hangs({ problems }: Row): boolean {
  return problems.includes("the call hangs");
}

function isSentAgain(problem: string): boolean {
  const [, found, expected] = /^(\d+) requests in place of (\d+)$/.exec(problem) ?? [];
  return Number(found) > Number(expected);
}

function renderPage(): string {
  return `---
title: Generated clients, and what faults make of them
label: Generated clients
description: What clients that generators write do when something goes wrong, beside those of this repository.
---

The matrix of faults was played to each client in one run: ${rows} rows, each a read or a create. Generators were fed [the portable copy](files.md#the-portable-copy-for-code-generators). Their clients were given two retries, and the limits of each row, where they take them. A row hangs if its call has not ended after ${hangMs / 1000} seconds. Six rows need a limit of the whole call, or a way to cancel it: clients that have none hang there. The generator writes PHP as well, which was not tried.

| Client | Version | Hangs | Creates sent again | Receipts lost | Bad answers taken as success | Follows redirects to another origin |
| ------ | ------- | ----- | ------------------ | ------------- | ---------------------------- | ----------------------------------- |
${lines.join("\n")}

A create that is sent again can be a second job, and cost twice. A receipt is lost when the service has answered with a job, and the call fails all the same. The page is made by \`npm run bench:generated\`. [Faults compared](client-faults.md) tells it fault by fault for libraries that are written by hand.
`;
}
