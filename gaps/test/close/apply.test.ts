import { execSync } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { applyChanges, planChanges } from "../../src/close/apply.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { runCommand } from "../support/command.ts";

const gap = (id: string, answer = "") =>
  `- { id: ${id}, kind: not-shown, impact: cosmetic, states: None., reading: Take care., question: What is ${id}?${answer} }`;

const entry = `# The library
openapi: 3.1.1
info: { title: Library, version: 1.0.0 }
paths:
  /loans:
    get:
      responses:
        2XX:
          description: The loan.
          content: { application/json: { schema: { $ref: parts/Loan.yaml } } }
`;
const loan = `# A loan
type: object
properties:
  state:
    type: string
    x-extensible-enum: [lent]
    example: gone

    x-gap:
      ${gap("loan-states", ", answer: values")}
  reader: { type: string } # who has it
x-gap:
  ${gap("loan-days")}
`;
const notes = `overlay: 1.0.0
info: { title: Notes, version: 1.0.0 }
actions:
  # The library does not say.
  - target: $.components.schemas.Loan.properties.reader
    update:
      x-gap:
        ${gap("loan-readers", ", answer: values")}
      title: A reader
  - target: $.info
    update: { x-gap: [${gap("terms").slice(2)}] }
`;

const answersTo = (answers: object) => stringify({ by: "Librarian", date: "2026-11-20", answers });

const runIn = (cwd: string, command: string) => execSync(command, { cwd, encoding: "utf8" });

/** What each test has a copy of: a repository with a document of two files, notes beside it, and an overlay for it. */
const original = await temporaryFolder();
afterAll(() => original.remove());
beforeAll(async () => {
  await mkdir(join(original.path, "parts"));
  await original.write("openapi.yaml", entry);
  await original.write("parts/Loan.yaml", loan);
  await original.write("notes.yaml", notes);
  const states = { values: ["lent", "returned"], complete: true };
  const answers = { "loan-states": states, "loan-days": { words: "Four weeks." } };
  await original.write("answers.yaml", answersTo(answers));
  const made = await runCommand(original.path, "answers", "answers.yaml");
  expect(made.exitCode, made.output).toBe(0);
  // A person has to look at it.
  expect(made.output).toMatch(/rewrites the examples at parts\/Loan\.yaml:7$/m);
  runIn(original.path, "git init -q && git add openapi.yaml parts notes.yaml");
  runIn(original.path, "git -c user.name=a -c user.email=a@b.example commit -qm Begin");
});

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  await cp(original.path, folder.path, { recursive: true });
  return () => folder.remove();
});

const changed = () => runIn(folder.path, "git status --porcelain --untracked-files=no").trim();
const run = (...words: string[]) => runCommand(folder.path, ...words);
const apply = (...options: string[]) => run("apply", "answers.overlay.yaml", ...options);
const readIn = (file: string) => readFile(join(folder.path, file), "utf8");

it("writes into the file that each part comes from, leaves the rest as it is, and lists it", async () => {
  const { output } = await apply();
  expect(output).toContain("Closed: loan-days, loan-states\n  parts/Loan.yaml\n");
  const text = await readIn("parts/Loan.yaml");
  expect(text).toMatch(/^# A loan\ntype: object\n[^]* reader: \{ type: string \} # who has it\n/);
  expect(text).toMatch(/enum:\n +- lent\n +- returned\n/);
  expect(text).not.toMatch(/x-gap|x-extensible-enum/);
  expect(changed()).toBe("M parts/Loan.yaml");
});

it("goes on beside changes elsewhere", async () => {
  await folder.write("openapi.yaml", `${entry}# more\n`);
  expect((await apply()).exitCode).toBe(0);
  expect(changed()).toBe("M openapi.yaml\n M parts/Loan.yaml");
});

it("takes any overlay, and removes a part that is a file of its own where it is referred to", () => {
  const file = join(import.meta.dirname, "../fixtures/events/openapi.yaml");
  const actions = [{ target: "$.paths['/events/{id}']", remove: true as const }];
  const { changes } = planChanges(readDocument(file), { actions });
  expect([...changes.keys()]).toEqual([file]);
  expect(changes.get(file)!.before).toContain("/events/{id}");
  expect(changes.get(file)!.after).not.toContain("/events/{id}");
});

it("closes notes beside a document in their overlay, and leaves the document as it is", async () => {
  runIn(folder.path, "rm answers.overlay.yaml");
  const readers = { values: ["Ann"], complete: true };
  const answers = answersTo({ "loan-readers": readers, terms: { words: "None." } });
  await folder.write("answers.yaml", answers);
  const beside = ["--notes", "notes.yaml"];
  const answered = await run("answers", "answers.yaml", ...beside);
  expect(answered.output).toMatch(/apply answers\.overlay\.yaml .*--notes notes\.yaml$/m);
  const shown = await apply(...beside, "--dry-run");
  expect(shown.output).toMatch(/^-      x-gap:$[^]*^\+      enum:$/m);
  expect(changed()).toBe("");
  const { output } = await apply(...beside);
  expect(output).toContain("Closed: terms, loan-readers\n  notes.yaml\n");
  expect(changed()).toBe("M notes.yaml");
  const left = notes.replace(/ *x-gap:\n.*readers.*\n/, "").replace(/ *- target: \$\.info[^]*/, "");
  const text = await readIn("notes.yaml");
  expect(text.startsWith(left)).toBe(true);
  expect(text.slice(left.length)).toMatch(/^  - target: \$.*\n    description:/);
  const register = await run("register", ...beside);
  expect(register.output).toMatch(/### terms[^]*### loan-readers/);
});

it("takes the actions of all notes that are closed out of their overlay, and leaves those beside them", async () => {
  const noteOn = (target: string, id: string) =>
    `  - target: ${target}\n    update: { x-gap: [${gap(id).slice(2)}] }\n`;
  const [first, second] = [noteOn("$.paths", "paths"), noteOn("$.paths['/loans']", "loans")];
  const left = notes.replace(/ *- target: \$\.info[^]*/, noteOn("$.components", "parts"));
  await folder.write(
    "notes.yaml",
    left.replace(/(?=  - target: \$\.components\n)/, first + second),
  );
  runIn(
    folder.path,
    "rm answers.overlay.yaml && git -c user.name=a -c user.email=a@b.example commit -qam Next",
  );
  const beside = ["--notes", "notes.yaml"];
  await folder.write("answers.yaml", answersTo({ paths: { words: "A." }, loans: { words: "B." } }));
  await run("answers", "answers.yaml", ...beside);
  expect((await apply(...beside)).output).toContain("Closed: paths, loans\n");
  expect((await readIn("notes.yaml")).startsWith(left)).toBe(true);
});

it("tells what is wrong in the notes at their line, be it a note or something beside it", async () => {
  const wrong = "properties: { open: {} }\n      x-verified: [{}]";
  await folder.write("notes.yaml", notes.replace("title: A reader", wrong));
  const { output } = await run("lint", "--notes", "notes.yaml");
  expect(output).toMatch(/^notes\.yaml:9:21 +error +open-schema-has-gap/m);
  expect(output).toMatch(/^notes\.yaml:10:20 +error +verified-has-evidence/m);
});

describe("what two paths share in one file", () => {
  const document = `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /v1/a: { $ref: a.yaml }
  /v2/a: { $ref: a.yaml }
`;
  const item = `get:
  tags: [beta, keep, also]
  responses:
    "200":
      description: It.
      content:
        application/json:
          schema: { x-gap: [${gap("what", ", answer: type").slice(2)}] }
`;
  const overlay = (target: string, change: string) =>
    `overlay: 1.0.0\nactions:\n  - { target: "${target}", ${change} }\n`;
  beforeEach(async () => {
    runIn(folder.path, "rm answers.overlay.yaml");
    await folder.write("openapi.yaml", document);
    await folder.write("a.yaml", item);
    runIn(
      folder.path,
      "git add openapi.yaml a.yaml && git -c user.name=a -c user.email=a@b.example commit -qm Next",
    );
  });

  it.each([
    ["removed", "$.paths[*].get.tags[0]", "remove: true", /tags: \[keep, also\]/],
    ["added", "$.paths[*].get.tags", "update: b", /tags: \[beta, keep, also, b\]/],
    ["set", "$.paths[*].get", "update: { summary: A }", /^  summary: A$/m],
  ])("is %s once, where an overlay selects all of it", async (_, target, change, expected) => {
    await folder.write("answers.overlay.yaml", overlay(target, change));
    expect((await apply()).exitCode).toBe(0);
    expect(await readIn("a.yaml")).toMatch(expected);
  });

  it("is refused by name, where it selects one of them", async () => {
    const target = "$.paths['/v2/a'].get.tags[0]";
    await folder.write("answers.overlay.yaml", overlay(target, "remove: true"));
    const { exitCode, output } = await apply();
    expect([exitCode, changed()]).toEqual([2, ""]);
    expect(output).toMatch(
      /v2~1a\/get\/tags and #\/paths\/~1v1~1a.* the same part .*a\.yaml#\/get/,
    );
  });

  it("has one note, which one answer closes", async () => {
    expect((await run("lint")).output).toMatch(/No problem/);
    expect((await run("register")).output.match(/^## what$/gm)).toHaveLength(1);
    await folder.write("answers.yaml", answersTo({ what: { type: "string" } }));
    const answered = await run("answers", "answers.yaml");
    expect(answered.output).toContain("1 of 1 gap would be closed");
    expect((await apply()).output).toContain("Closed: what");
    expect(await readIn("a.yaml")).toMatch(/schema: \{.*type: string/);
  });
});

describe("apply refuses with a sentence, and writes nothing,", () => {
  const overlay = (action: string) => () =>
    folder.write("answers.overlay.yaml", `overlay: 1.0.0\nactions:\n  - { ${action} }\n`);

  it.each<[string, () => unknown, RegExp]>([
    [
      "where files have changes that are not committed",
      () => folder.write("parts/Loan.yaml", `${loan}# more\n`),
      /parts\/Loan\.yaml has changes that are not committed\. Commit or stash them/,
    ],
    [
      "where git does not have the files",
      () => runIn(folder.path, "rm -rf .git && git init -q"),
      /parts\/Loan\.yaml is not under version control/,
    ],
    ["what selects nothing", overlay("target: $.a, update: {}"), /yaml:3: \$\.a selects nothing/],
    ["what is no overlay", overlay("target: $.info"), /overlay\.yaml:3 is no overlay\. Begin it/],
    [
      "what changes nothing",
      overlay("target: $.info, update: {}, remove: no"),
      /changes nothing\./,
    ],
  ])("%s", async (_, change, says) => {
    await change();
    const before = changed();
    const { exitCode, output } = await apply();
    expect(output).toMatch(says);
    expect(output).not.toMatch(/\n\s+at /);
    expect(exitCode).toBe(2);
    expect(changed()).toBe(before);
  });

  it("where a file cannot be written", async () => {
    const files = ["openapi.yaml", "parts"].map((name) => join(folder.path, name));
    const changes = new Map(files.map((file) => [file, { before: "", after: "changed" }]));
    expect(() => applyChanges({ changes })).toThrow(/^A file cannot be written.*EISDIR/);
    expect(changed()).toBe("");
  });
});
