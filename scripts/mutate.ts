/**
 * `npm run mutate`: takes one thing after another out of the source of the contract, in a copy of
 * the repository, and shows that the checks notice. test/facts.test.ts does the same to the bundle
 * in every test run; this is the long way, as a user would go it.
 */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Document, isMap, isSeq, parseDocument, visit } from "yaml";
import { RepositoryCopy } from "../test/support/copy.ts";
import { root } from "./locations.ts";
import { ContractError } from "./problem.ts";
import { runCommand } from "./step.ts";

const help = `Usage: npm run mutate [-- --sample <number>]

  --sample <number>  as many mutants, evenly spread, instead of all

Exit codes: 0 every mutant was caught, 1 one survived.`;

interface Mutant {
  what: string;
  file: string;
  text: string;
}

type Verdict = "caught by the linters" | "caught by the tests" | "survived";

/** Copies of the repository worked on at the same time; a mutant keeps about one core busy. */
const copies = 2;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { sample: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help) return console.log(help);
  const all = await allMutants();
  const mutants = values.sample ? spread(all, countFrom(values.sample)) : all;
  await requireGreenStart();
  console.log(`${mutants.length} of ${all.length} mutants`);
  const verdicts = await judge(mutants);
  const survivors = mutants.filter((_, index) => verdicts[index] === "survived");
  for (const verdict of ["caught by the linters", "caught by the tests", "survived"] as const) {
    console.log(
      `${String(verdicts.filter((found) => found === verdict).length).padStart(5)} ${verdict}`,
    );
  }
  if (survivors.length > 0) {
    const list = survivors.map(({ what }) => `\n  ${what}`).join("");
    throw new ContractError(`Nothing noticed these. Each is a missing test:${list}`);
  }
});

function countFrom(text: string): number {
  if (!/^[1-9]\d*$/.test(text))
    throw new ContractError(`--sample is "${text}". Give a number.\n${help}`);
  return Number(text);
}

function spread<T>(items: T[], count: number): T[] {
  const stride = Math.max(1, items.length / count);
  return items
    .filter((_, index) => Math.floor(index / stride) !== Math.floor((index - 1) / stride))
    .slice(0, count);
}

async function allMutants(): Promise<Mutant[]> {
  const mutants: Mutant[] = [];
  for await (const path of glob("openapi/**/*.yaml", { cwd: root })) {
    if (path.includes("/examples/") || path.endsWith("outline.yaml") || path.includes("/overlays/"))
      continue;
    mutants.push(...mutantsOf(path, await readFile(join(root, path), "utf8")));
  }
  return mutants.sort((a, b) => (a.what < b.what ? -1 : 1));
}

/** One mutant for each field, required mark, listed value and gap in a file. */
function mutantsOf(file: string, source: string): Mutant[] {
  const paths: (string | number)[][] = [];
  visit(parseDocument(source), {
    Pair(_, pair, ancestors) {
      const path = pathOf(ancestors, pair);
      const key = String(pair.key);
      if (key === "properties" && isMap(pair.value)) {
        paths.push(...pair.value.items.map((item) => [...path, String(item.key)]));
      }
      if (["required", "enum", "x-extensible-enum", "x-gap"].includes(key) && isSeq(pair.value)) {
        paths.push(...pair.value.items.map((_item, index) => [...path, index]));
      }
    },
  });
  return paths.map((path) => {
    const document: Document = parseDocument(source);
    const removed = document.getIn([...path, "id"]) ?? document.getIn(path);
    document.deleteIn(path);
    const name = typeof removed === "string" ? ` (${removed})` : "";
    return { what: `${file}: ${path.join(".")}${name}`, file, text: document.toString() };
  });
}

/** Where a pair stands, from the keys of the pairs and the indexes of the lists above it. */
function pathOf(ancestors: readonly unknown[], last: unknown): (string | number)[] {
  const chain = [...ancestors, last];
  return chain.flatMap((node, index): (string | number)[] => {
    if (typeof node === "object" && node !== null && "key" in node) return [String(node.key)];
    const parent = chain[index - 1];
    return isSeq(parent) ? [parent.items.indexOf(node)] : [];
  });
}

/** Were the checks to fail on the contract as it is, every mutant would seem to be caught. */
async function requireGreenStart(): Promise<void> {
  await using copy = await RepositoryCopy.create();
  const entry = "openapi/openapi.yaml";
  const unchanged = { what: "", file: entry, text: await readFile(join(root, entry), "utf8") };
  if ((await verdictOn(unchanged, copy)) !== "survived") {
    throw new ContractError("The checks fail on the contract as it is. Make npm test pass first.");
  }
}

async function judge(mutants: Mutant[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let next = 0;
  const work = async () => {
    await using copy = await RepositoryCopy.create();
    for (let index = next++; index < mutants.length; index = next++) {
      const mutant = mutants[index]!;
      verdicts[index] = await verdictOn(mutant, copy);
      console.log(`${String(index + 1).padStart(4)} ${verdicts[index]}: ${mutant.what}`);
    }
  };
  await Promise.all(Array.from({ length: copies }, work));
  return verdicts;
}

async function verdictOn({ file, text }: Mutant, copy: RepositoryCopy): Promise<Verdict> {
  const original = await readFile(join(root, file), "utf8");
  await copy.write(file, text);
  try {
    const generated = await copy.run("scripts/cli.ts", "generate");
    if (generated.exitCode !== 0) return "caught by the linters";
    const tests = ["test/facts.test.ts", "test/examples.test.ts"];
    const tested = await copy.run("node_modules/vitest/vitest.mjs", "run", ...tests);
    return tested.exitCode === 0 ? "survived" : "caught by the tests";
  } finally {
    await copy.write(file, original);
  }
}
