/**
 * `npm run bench:faults`: every fault of the tests, against this client and its peers, in one run.
 * Writes `docs/pages/client-faults.md`.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "prettier";
import { startFaultServer } from "../../clients/faults/fault-server.ts";
import { type Fault, listFaults } from "../../clients/faults/faults.ts";
import { type FaultResult, runFault } from "../../clients/faults/run-fault.ts";
import { listSubjects } from "./subjects.ts";

const timeoutMs = 1_000;
/** Longer than three attempts that time out, and the pauses between them. */
const hangMs = 15_000;
/** Enough to finish within a minute, few enough not to slow each other down. */
const parallelRuns = 16;
const page = join(import.meta.dirname, "../../docs/pages/client-faults.md");

type Kind = "read" | "create";

// A library that loses track of a promise must not end the comparison.
process.on("unhandledRejection", () => {});

const startedAt = performance.now();
const otherOrigin = await startFaultServer({ answer: (response) => response.end("elsewhere") });
const subjects = listSubjects({ timeoutMs });
const kinds: Kind[] = ["read", "create"];
const runs = kinds.flatMap((kind) =>
  faultsOf(kind).flatMap((fault) => subjects.map((subject) => ({ kind, fault, subject }))),
);
const cells = new Map<string, string>();
await Promise.all(
  Array.from({ length: parallelRuns }, async () => {
    for (let next = runs.shift(); next; next = runs.shift()) {
      const { kind, fault, subject } = next;
      const result = await runFault(fault, subject[kind], hangMs);
      cells.set(cellKey(kind, fault.name, subject.name), describe(result));
    }
  }),
);
await otherOrigin.close();
const text = await format(renderPage(), { parser: "markdown", printWidth: 100 });
await writeFile(page, text);
console.log(text);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`✓ faults    docs/pages/client-faults.md (${seconds} s)`);
// A call that hangs for ever would keep the process.
process.exit();

function faultsOf(kind: Kind): Fault[] {
  return listFaults({ elsewhere: otherOrigin.baseUrl, token: "token-of-the-bench", kind });
}

function cellKey(kind: Kind, fault: string, subject: string): string {
  return [kind, fault, subject].join("\n");
}

function describe({ requests, tookMs, pending, error, value }: FaultResult): string {
  const outcome = pending ? "**hangs**" : error ? nameOf(error) : describeValue(value);
  return `${requests}× ${outcome}${pending ? "" : `, ${(tookMs / 1000).toFixed(1)} s`}`;
}

/** Not every library names its errors; the class then does. */
function nameOf(error: unknown): string {
  const { name, constructor } = error as Error;
  return `\`${name === "Error" ? constructor.name : name}\``;
}

/** What a call has resolved to, as its caller meets it. */
function describeValue(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    if ("job_id" in value) return "job";
    // openapi-fetch returns what others throw.
    if ("response" in value) {
      const { data, error, response } = value as {
        data?: unknown;
        error?: unknown;
        response: Response;
      };
      if (response.ok) return data === undefined ? "no data" : describeValue(data);
      // Callers ask `if (error)`.
      return error ? "error returned" : "**no data, empty error**";
    }
  }
  return `returns ${value === null ? "null" : typeof value}`;
}

function renderPage(): string {
  return `---
title: Faults, and what clients make of them
label: Faults compared
description: What a call comes to when something goes wrong, for this client and for others.
---

Each cell gives the number of requests that reached the server, the outcome, and the time. All clients met the same server in one run, set up as their own guides say. Those that take a limit were given ${timeoutMs / 1000} second. “Hangs” means that the call had not ended after ${hangMs / 1000} seconds.

The first column is this client. Its tests hold it to what you see here. The page is made by \`npm run bench:faults\`.

## Create a job

More than one request here can mean more than one job, and each may cost.

${renderTable("create")}

## Read a job

A read starts nothing, so it can be sent again. This client obeys a \`Retry-After\` of up to a minute. It gives up at once when more is asked for.

${renderTable("read")}
`;
}

function renderTable(kind: Kind): string {
  const names = subjects.map(({ name }) => name);
  const rows = faultsOf(kind).map(({ name }: Fault) =>
    [name, ...names.map((subject) => cells.get(cellKey(kind, name, subject)))].join(" | "),
  );
  return [
    `| fault | ${names.map((name) => `\`${name}\``).join(" | ")} |`,
    `| ${["---", ...names.map(() => "---")].join(" | ")} |`,
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}
