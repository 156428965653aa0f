/** What the steps of a release print, whole, and what they leave where a program fails in their midst. No program is run. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "openapi-gaps/document";
import { frozenContract } from "../../../test/support/frozen.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { build, checkFresh, generate } from "../../app/build.ts";
import { packagesFolder, siteFolder } from "../../support/locations.ts";
import { checkChange, rateChange } from "../diff.ts";
import { packPackages } from "../pack.ts";

/** What the program that is called does, and how it ends. */
let runs: (...words: string[]) => {
  exitCode?: number | undefined;
  stdout?: string;
  stderr?: string;
};
let stale: string[] = [];
let assumptions: { id: string; beside?: string }[] = [];
const done: string[] = [];

vi.mock("../../support/locations.ts", async (original) => {
  const folder = join((await import("node:os")).tmpdir(), `steps-${process.pid}`);
  const own = { packagesFolder: join(folder, "packages"), siteFolder: join(folder, "site") };
  return { ...(await original<object>()), ...own };
});
vi.mock("../../support/tool.ts", async (original) => {
  const run = async (...words: string[]) => ({
    exitCode: 0,
    stdout: "",
    stderr: "",
    ...runs(...words),
  });
  const tools = { runTool: run, runIn: async (_: string, ...words: string[]) => run(...words) };
  return { ...(await original<object>()), ...tools };
});
// One that is packed from its own folder, which need not be built here.
vi.mock("../../support/packages.ts", () => ({
  publishedPackages: () => [{ folder: "emulator", tarball: "video-generation-emulator-0.1.0.tgz" }],
}));
vi.mock("../language-packages.ts", () => ({ packLanguages: async () => ["the-wheel.whl", "go/"] }));
vi.mock("../../lint/lint.ts", () => ({ lintContract: () => done.push("lint") }));
vi.mock("../../emit/generate.ts", () => ({
  generateFiles: () => new Map([["generated/assumptions.json", JSON.stringify({ assumptions })]]),
  writeGenerated: () => done.push("write"),
  staleFiles: () => stale,
}));
vi.mock("../../site/build-site.ts", () => ({ site: () => done.push("site") }));

let printed: () => string;
beforeEach(() => {
  runs = () => ({});
  done.length = 0;
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  // How long each step took is no part of what it says.
  printed = () => log.mock.calls.join("\n").replaceAll(/ \(\d+\.\d s\)/g, " (… s)");
  return () => rm(dirname(packagesFolder), { recursive: true, force: true });
});

const fails = { exitCode: 7, stdout: "Out.\n", stderr: "Err.\n" };
const said = "Out.\nErr.";
const nothing = "It printed nothing, and ended with exit code 7.";

test.each<[what: string, ended: ReturnType<typeof runs>, why: string]>([
  ["says why", fails, said],
  ["says nothing", { exitCode: 7 }, nothing],
  ["a signal ends", { exitCode: undefined }, "It printed nothing, and a signal ended it."],
])("a program that %s is told as it ended", async (_, ended, why) => {
  runs = () => ended;
  await expect(packPackages()).rejects.toThrow(`The packages cannot be packed:\n${why}`);
  await using folder = await temporaryFolder();
  const base = await folder.write("older.yaml", stringify(frozenContract));
  const message = `${base} cannot be compared:\n${why}`;
  await expect(rateChange(base, base)).rejects.toThrow(message);
});

const files = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);
/** As npm does it, where it is told to. */
const pack = (words: string[]) =>
  writeFileSync(join(words[words.indexOf("--pack-destination") + 1]!, "new.tgz"), "new");

test.each([
  ["fails", ["old.tgz"]],
  ["is done", ["new.tgz"]],
])("where npm %s, the packages are %j, and nothing is beside them", async (how, left) => {
  for (const folder of [packagesFolder, siteFolder]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(packagesFolder, "old.tgz"), "old");
  runs = (program, ...words) => {
    if (program !== "npm") return {};
    pack(words);
    return how === "fails" ? fails : {};
  };
  const packed = packPackages();
  if (how === "fails") await expect(packed).rejects.toThrow(said);
  else await packed;
  expect(files(packagesFolder)).toEqual(left);
  expect(files(join(siteFolder, "packages"))).toEqual(how === "fails" ? [] : left);
  expect(files(dirname(packagesFolder))).toEqual(["packages", "site"]);
  if (how !== "fails")
    expect(printed()).toMatch(
      /^✓ packages {2}dist\/packages\/: video-generation-emulator-0\.1\.0\.tgz, the-wheel\.whl, go\/ \(… s\)$/,
    );
});

test("a change is told with its versions, each kind of gap, and what Redocly says", async () => {
  const [older, newer] = [structuredClone(frozenContract), structuredClone(frozenContract)];
  const [first] = older.info["x-gap"] as JsonObject[];
  const note = (id: string) => ({ ...first, id });
  older.info["x-gap"] = [note("guessed"), note("answered")];
  older.components.schemas["Gone"] = { "x-gap": [note("gone")] };
  newer.info["x-gap"] = [note("new")];
  const stated = { kind: "stated by the owner", by: "owner", date: "2026-01-31", evidence: "So." };
  newer.info["x-verified"] = [{ ...stated, gap: "answered" }];
  newer.info["version"] = "0.2.0";
  await using folder = await temporaryFolder();
  const base = await folder.write("older.yaml", stringify(older));
  const head = await folder.write("newer.yaml", stringify(newer));
  runs = (...words) => ({
    stdout: words.includes("--format=markdown") ? "All of it.\n" : "0.3.0\n",
  });
  const rating = await rateChange(base, head);
  expect(rating).toEqual({
    ...{ after: "0.2.0", required: "0.3.0", guessed: ["guessed"] },
    report: [
      "# Version 0.1.0 → 0.2.0; this change asks for at least 0.3.0",
      "Gaps closed: `guessed`, `answered`",
      "Gaps closed **without evidence**: `guessed`",
      "Gaps removed with their place: `gone`",
      "Gaps opened: `new`",
      "All of it.",
    ].join("\n\n"),
  });
});

test.each<[after: string, required: string, guessed: string[], says: string]>([
  ["0.2.0", "0.2.0", [], ""],
  ["0.2.1", "0.2.0", [], ""],
  [
    ...(["0.1.9", "0.2.0", []] as [string, string, string[]]),
    "The change asks for version 0.2.0, and info.version is 0.1.9. Raise it in openapi/openapi.yaml.",
  ],
  [
    ...(["0.1.9", "0.2.0", ["one", "other"]] as [string, string, string[]]),
    "Closed without evidence: one, other. Give the node an x-verified that names the gap, or leave the gap open.",
  ],
])(
  "version %s, where %s is asked for and %j are guessed, says %j",
  (after, required, guessed, says) => {
    let message = "";
    try {
      checkChange({ after, required, guessed, report: "" });
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toBe(says);
  },
);

const linted =
  "✓ lint      openapi/ is sound, its notes are complete, and it says what the specification says (… s)";
const generated = "✓ generate  1 files in generated/, clients/python/ and clients/go/";

test.each([
  [[{ id: "one" }], generated],
  [
    [{ id: "one", beside: "So." }, { id: "two" }, { id: "three", beside: "So." }],
    `${generated}\n  The emulator keeps its own choice beside the owner's answers: one, three. See generated/assumptions.md.`,
  ],
])("of the decisions %j, what is generated says", async (decisions, says) => {
  assumptions = decisions;
  await generate();
  expect(printed()).toBe(`${linted}\n${says} (… s)`);
  expect(done).toEqual(["lint", "write"]);
});

test.each([
  [true, ["lint", "write", "site", "packages"]],
  [undefined, ["lint", "write", "site", "packages"]],
  [false, ["lint", "write", "site"]],
])("a build that changes packages (%s) does %j", async (changes, steps) => {
  runs = (program) => (program === "npm" && done.push("packages"), {});
  await build(changes === undefined ? undefined : async () => changes);
  expect(done).toEqual(steps);
});

test.each([
  [[], "✓ fresh     generated files are what the contract yields (… s)"],
  [
    ["generated/a.ts", "generated/b.ts"],
    "Not what the contract yields: generated/a.ts, generated/b.ts\n  Run npm run generate and commit the result.",
  ],
])("where %j are stale, that is said", async (names, says) => {
  stale = names;
  const told = await checkFresh().then(printed, ({ message }: Error) => message);
  expect(told).toBe(says);
  expect(done).toEqual([]);
});
