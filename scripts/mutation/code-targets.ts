/** The code whose mutants are tried, and by which tests. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/locations.ts";
import { type CodeMutant, codeMutants } from "./code-mutants.ts";

interface Target {
  /** What would go wrong. */
  concern: string;
  files: string[];
  /** Mutants to try of each file, evenly spread over it. */
  each: number;
}

const targets: Target[] = [
  {
    concern: "the retry rule",
    files: [
      "clients/typescript/src/retry.ts",
      "clients/typescript/src/backoff.ts",
      "clients/typescript/src/retry-after.ts",
      "clients/typescript/src/sent.ts",
    ],
    each: 5,
  },
  {
    concern: "timeouts",
    files: [
      "clients/typescript/src/attempt.ts",
      "clients/typescript/src/delay.ts",
      "clients/typescript/src/options.ts",
    ],
    each: 4,
  },
  {
    concern: "redaction",
    files: ["clients/typescript/src/token.ts", "clients/typescript/src/events.ts"],
    each: 4,
  },
  { concern: "the handling of a status", files: ["clients/typescript/src/answer.ts"], each: 5 },
  {
    concern: "refusals of the emulator",
    files: [
      "emulator/src/http/authorize.ts",
      "emulator/src/http/read-body.ts",
      "emulator/src/http/read-json.ts",
      "emulator/src/http/refuse-unmatched.ts",
    ],
    each: 5,
  },
  {
    concern: "validation by the emulator",
    files: ["emulator/src/contract/field-problems.ts"],
    each: 6,
  },
  {
    concern: "faults of the emulator",
    files: ["emulator/src/faults/fault-plan.ts", "emulator/src/faults/inject.ts"],
    each: 4,
  },
  { concern: "redaction by the emulator", files: ["emulator/src/http/request-log.ts"], each: 4 },
];

/** The mutants to try, the same in every run. */
export async function chosenCodeMutants(): Promise<CodeMutant[]> {
  const chosen = targets.flatMap(({ files, each }) => files.map((file) => ({ file, each })));
  const present = chosen.filter(({ file }) => existsSync(join(root, file)));
  const mutants = await Promise.all(
    present.map(async ({ file, each }) =>
      spread(codeMutants(file, await readFile(join(root, file), "utf8")), each),
    ),
  );
  return mutants.flat();
}

/** So many items, evenly spread. */
export function spread<T>(items: T[], count: number): T[] {
  if (items.length <= count) return items;
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)]!,
  );
}
