/**
 * `npm run bench:generated`: the matrix of faults with clients that generators write, beside those of this repository.
 * `npm run bench:generated -- PHP` plays it to the clients whose name has that word, and leaves the other lines of the page.
 * Writes `docs/pages/generated-clients.md`.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "prettier";
import { type Row, runMatrix } from "../../clients/faults/matrix.ts";
import { kinds, scenarios } from "../../clients/faults/scenarios.ts";
import { root } from "../../scripts/support/locations.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { runCommand } from "../../scripts/support/step.ts";
import { type Subject, subjects } from "./clients.ts";

/** Longer than three attempts that pass their limit, and the pauses between them. */
const hangMs = 60_000;
const page = join(root, "docs/pages/generated-clients.md");

const rows = scenarios.flatMap((scenario) =>
  kinds.filter((kind) => kind !== "wait" && scenario[kind]),
).length;

await runCommand(async () => {
  const startedAt = performance.now();
  const [, word = ""] = process.argv.slice(2);
  const before = (await readFile(page, "utf8")).split("\n");
  const chosen = choose(word, before);
  const lines: string[] = [];
  for (const subject of subjects) {
    const kept = before.find((line) => line.startsWith(`| ${subject.name} `));
    lines.push(!chosen.includes(subject) && kept ? kept : await play(subject));
  }
  await writeFile(page, await format(renderPage(lines), { parser: "markdown", printWidth: 100 }));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`✓ generated docs/pages/generated-clients.md (${seconds} s)`);
});

/** @throws {UserError} for a word that no name has, and for a page whose other lines are of another matrix */
function choose(word: string, before: string[]): Subject[] {
  const chosen = subjects.filter(({ name }) => name.includes(word));
  if (chosen.length === 0) {
    const names = subjects.map(({ name }) => name).join("; ");
    throw new UserError(`No client has "${word}" in its name. There are ${names}.`);
  }
  if (word && !before.some((line) => line.includes(` ${rows} rows,`)))
    throw new UserError("The page is of another matrix: leave out the word, to run all clients.");
  return chosen;
}

async function play(subject: Subject): Promise<string> {
  const { name, version = "", language, rowsAtOnce = 40, prepare } = subject;
  if (language && !language.isPresent()) {
    const reason = `not run: ${language.name} is not installed, ${language.install}`;
    console.log(`${name}: ${reason}`);
    return `| ${name} | ${version} | ${reason} |`;
  }
  const folder = await mkdtemp(join(await makeFolder(), "client-"));
  try {
    const found = await runMatrix(await prepare(folder), { hangMs, rowsAtOnce });
    const line = renderLine(subject, found);
    console.log(line);
    for (const { scenario, kind } of found.filter(hangs))
      console.log(`  hangs: ${scenario}, ${kind}`);
    return line;
  } finally {
    await rm(folder, { recursive: true });
  }
}

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

function renderPage(lines: string[]): string {
  return `---
title: Generated clients, and what faults make of them
label: Generated clients
description: What clients that generators write do when something goes wrong, beside those of this repository.
---

The matrix of faults was played to each client: ${rows} rows, each a read or a create. Generators were fed [the portable copy](files.md#the-portable-copy-for-code-generators). Their clients were given two retries, and the limits of each row, where they take them. A row hangs if its call has not ended after ${hangMs / 1000} seconds. Six rows need a limit of the whole call, or a way to cancel it: clients that have none hang there.

| Client | Version | Hangs | Creates sent again | Receipts lost | Bad answers taken as success | Follows redirects to another origin |
| ------ | ------- | ----- | ------------------ | ------------- | ---------------------------- | ----------------------------------- |
${lines.join("\n")}

A create that is sent again can be a second job, and cost twice. A receipt is lost when the service has answered with a job, and the call fails all the same. The page is made by \`npm run bench:generated\`. [Faults compared](client-faults.md) shows it fault by fault for libraries that are written by hand.
`;
}
