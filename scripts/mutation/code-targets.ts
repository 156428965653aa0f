/** The code whose mutants are tried, and by which tests. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/locations.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { type Change, changesOf } from "./code-mutants.ts";
import { type Planted, plantedMutants } from "./planted.ts";

export interface CodeMutant extends Change {
  /** Whose code it is, as it reads after “the tests of the”. */
  room: string;
  /** Path relative to the repository. */
  file: string;
  /** Paths of the tests that judge it, relative to the repository. */
  tests: string[];
  /** Folders that decide what those tests say. */
  folders: string[];
}

interface Room {
  name: string;
  /** Folders of its code and its tests; what is generated counts for every room. */
  folders: string[];
  /** Files of tests that need no package, browser or compiler, the fastest first. */
  tests: string[];
  targets: Target[];
}

interface Target {
  /** What would go wrong. */
  concern: string;
  /** Patterns of paths. */
  files: string[];
  /** Mutants to try of each file, evenly spread over it. */
  each: number;
  /** Files of tests, where those of the room take long and say nothing of the target. */
  tests?: string[];
}

const rooms: Room[] = [
  {
    name: "model",
    folders: ["scripts/contract", "gaps/src/document"],
    tests: ["scripts/contract/test/*.test.ts", "gaps/test/document/*.test.ts"],
    targets: [
      { concern: "overlays", files: ["gaps/src/document/overlay.ts"], each: 8 },
      {
        concern: "what the emulator assumes",
        files: ["scripts/contract/assumptions.ts"],
        each: 8,
      },
      { concern: "strictness", files: ["scripts/contract/strict.ts"], each: 4 },
    ],
  },
  {
    name: "client",
    folders: ["clients/typescript", "clients/faults"],
    tests: [
      "clients/typescript/test/!(editor|packed|types).test.ts",
      "clients/faults/test/typescript.test.ts",
    ],
    targets: [
      {
        concern: "the retry rule",
        files: ["clients/typescript/src/{retry,backoff,retry-after,sent}.ts"],
        each: 5,
      },
      {
        concern: "timeouts",
        files: ["clients/typescript/src/{attempt,delay,in-time,options,send}.ts"],
        each: 4,
      },
      { concern: "waits", files: ["clients/typescript/src/wait.ts"], each: 8 },
      { concern: "redaction", files: ["clients/typescript/src/{token,events}.ts"], each: 4 },
      { concern: "the handling of a status", files: ["clients/typescript/src/answer.ts"], each: 5 },
    ],
  },
  {
    name: "emulator",
    folders: ["emulator"],
    tests: [
      "emulator/test/{api,bodies,faults,contract,gaps,control,field-problems,request-log}.test.ts",
    ],
    targets: [
      {
        concern: "refusals",
        files: ["emulator/src/http/{authorize,read-body,read-json,refuse-unmatched}.ts"],
        each: 5,
      },
      { concern: "validation", files: ["emulator/src/contract/field-problems.ts"], each: 6 },
      { concern: "faults", files: ["emulator/src/faults/fault-plan.ts"], each: 4 },
      { concern: "redaction", files: ["emulator/src/http/request-log.ts"], each: 4 },
    ],
  },
  {
    name: "conformance",
    folders: ["conformance"],
    tests: [
      "conformance/test/{bodies,consent,check,propose,observe,merge,over-claims,har,defects,run}.test.ts",
    ],
    targets: [
      {
        concern: "what leaves a recording",
        files: [
          "conformance/src/observe/{words,units,to-observations,har,har-body,merge,observer,value-counter,sketch}.ts",
        ],
        each: 4,
        tests: ["conformance/test/{words,har,merge,propose,over-claims,observe,secrets}.test.ts"],
      },
      {
        concern: "how much evidence is enough",
        files: [
          "conformance/src/propose/{echo,fields,refusals,transitions,thresholds,statistics,values,statuses,presence}.ts",
        ],
        each: 4,
        tests: ["conformance/test/{propose,over-claims,closures}.test.ts"],
      },
      {
        concern: "the judgement of a recording",
        files: ["conformance/src/judge/{judge,jobs,contract-check,curl}.ts"],
        each: 8,
        tests: ["conformance/test/{judge,check,defects}.test.ts"],
      },
      {
        concern: "what has to be refused",
        files: ["conformance/src/run/{invalid-bodies,probes,arazzo}.ts"],
        each: 8,
        tests: ["conformance/test/{arazzo,invalid-bodies,defects,run}.test.ts"],
      },
      {
        concern: "what is sent, and when a run ends",
        files: [
          "conformance/src/run/{bodies,command,consent,plan,report,run-stories,send,run-workflow}.ts",
        ],
        each: 4,
      },
      {
        concern: "overlays",
        files: ["conformance/src/overlay/evidence-overlay.ts"],
        each: 4,
        tests: ["conformance/test/{evidence-overlay,propose,closures}.test.ts"],
      },
    ],
  },
];

/** Names of the rooms. */
export const roomNames = rooms.map(({ name }) => name);

/**
 * The mutants to try, the same in every run.
 *
 * @param only the room that they are of; without it, of every room
 * @throws {UserError} when a room names files that do not exist: they would be tried no more
 */
export async function chosenCodeMutants(only?: string): Promise<CodeMutant[]> {
  const mutants: CodeMutant[] = [];
  const chosen = rooms.filter(({ name }) => only === undefined || name === only);
  for (const { name: room, tests: patterns, targets, folders: own } of chosen) {
    const tests = filesOf(patterns);
    const folders = [...own, "generated"];
    const planted = plantedMutants.filter((each) => each.room === room);
    for (const each of planted) mutants.push({ ...(await plant(each)), tests, folders });
    for (const { files, each, tests: fewer } of targets) {
      const judges = fewer ? filesOf(fewer) : tests;
      for (const file of filesOf(files)) {
        const text = await readFile(join(root, file), "utf8");
        for (const change of spread(changesOf(file, text), each)) {
          mutants.push({ ...change, room, file, tests: judges, folders });
        }
      }
    }
  }
  return mutants;
}

/** @throws {UserError} when the file does not hold the text exactly once */
async function plant({
  room,
  what,
  file,
  from,
  to,
}: Planted): Promise<Omit<CodeMutant, "tests" | "folders">> {
  const text = await readFile(join(root, file), "utf8");
  if (text.split(from).length === 2)
    return { room, file, what: `${file}: ${what}`, text: text.replace(from, () => to) };
  throw new UserError(
    `${file} does not hold this exactly once: ${from}\nCorrect it in scripts/mutation/planted.ts.`,
  );
}

function filesOf(patterns: string[]): string[] {
  // Each alternative is looked for alone, so that none is missed in silence.
  return patterns.flatMap(alternatives).flatMap((pattern) => {
    const files = globSync(pattern, { cwd: root });
    if (files.length > 0) return files.sort();
    throw new UserError(
      `There is no file ${pattern}. Correct its name in scripts/mutation/code-targets.ts.`,
    );
  });
}

/** `a/b.ts` and `a/c.ts` from `a/{b,c}.ts`. */
function alternatives(pattern: string): string[] {
  const [, before, list, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return list ? list.split(",").map((word) => `${before}${word}${after}`) : [pattern];
}

/** So many items, evenly spread. */
function spread<T>(items: T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}
