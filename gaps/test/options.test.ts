/** Each option that `--help` names, at its main use: what it changes, and what holds without it. */
import { execFileSync } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { optionsOf } from "../../test/support/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import { harOf, type RecordedCall } from "./evidence/support/recording.ts";
import { runCommand } from "./support/command.ts";
import { ofMock } from "./truth/shop.ts";

const note = (id: string, kind = "values") =>
  `{ id: ${id}, kind: not-shown, impact: cosmetic, states: None., reading: Take care., question: What is ${id}?, answer: ${kind}, evidence: [${kind}] }`;

const documentOf = (title: string, gap: string) => `openapi: 3.1.1
info: { title: ${title}, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /order:
    get:
      operationId: getOrder
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema:
                type: object
                properties:
                  state:
                    type: string
                    x-gap: [${note(gap)}]
`;
/** Two places that are open have no note. */
const bare =
  "openapi: 3.1.1\ninfo: { title: A, version: '1' }\ncomponents: { schemas: { A: {}, B: {} } }\n";
/** A note for one of them. */
const aNote = `overlay: 1.0.0
info: { title: Notes, version: "1" }
actions:
  - target: $.components.schemas.A
    update: { x-gap: [${note("beside")}] }
`;
/** A note beside any document. */
const terms = `overlay: 1.0.0
info: { title: Notes, version: "1" }
actions:
  - target: $.info
    update: { x-gap: [${note("terms", "fields")}] }
  - target: $.paths['/order'].get.responses['200'].content['application/json'].schema
    update: { x-gap: [${note("order-fields", "fields")}] }
`;
const change = `overlay: 1.0.0
info: { title: A change, version: "1" }
actions:
  - target: $.info
    update: { title: Changed }
`;
const letter =
  "sections:\n  - title: Ours\n    questions: [{ question: Which states, gap: states }]\n";
const answersTo = (gap: string, answer = "values: [open, paid], complete: true") =>
  `by: owner\ndate: "2026-01-31"\nanswers: { ${gap}: { ${answer} } }\n`;

/** Often enough to suggest something. */
const callsOf = (change: Partial<RecordedCall> = {}): string =>
  harOf(
    Array.from({ length: 30 }, (_, round) => ({
      ...{ origin: "https://shop.example", url: "/order" },
      ...{ answer: { state: ["open", "paid", "lost"][round % 3] }, ...change },
    })),
  );

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  await folder.write("openapi.yaml", documentOf("Usual", "states"));
  await folder.write("other.yaml", documentOf("Other", "other-states"));
  await folder.write("bare.yaml", bare);
  await folder.write("a-note.yaml", aNote);
  await folder.write("half.yaml", documentOf("Half", "half").replace("reading: Take care., ", ""));
  await folder.write("terms.yaml", terms);
  await folder.write("change.yaml", change);
  await folder.write("letter.yaml", letter);
  await folder.write("answers.yaml", answersTo("states"));
  await folder.write("others.yaml", answersTo("other-states"));
  await folder.write("of-terms.yaml", answersTo("terms", "words: None."));
  await folder.write("own.har", callsOf());
  await folder.write("test.har", callsOf({ origin: "https://test.example" }));
  await folder.write("mock.har", callsOf({ response: ofMock("X-Mock").response! }));
  await folder.write("fields.har", callsOf({ answer: { state: "paid", queue: 1 } }));
  await folder.write("odd.har", callsOf({ answer: { state: 7 } }));
});
afterEach(() => folder.remove());

/** Without an option, and with it: the words, the exit code, what is printed, what is told on the standard error, and the file that is written. */
type Row = [words: string, code: number, printed: RegExp, told: RegExp, file?: string | undefined];

const nothing = /^$/;
const fromMock = /^✗ .*with --mock/;
const elsewhere = /^✗ .*--base-url/;

/** What looks at recordings has these two. */
const ofRecordings = (command: string, says: RegExp, file?: string): Record<string, Row[]> => ({
  "--base-url": [
    [`${command} test.har`, 2, nothing, elsewhere],
    [`${command} test.har --base-url https://test.example`, 0, says, nothing, file],
  ],
  "--mock": [
    [`${command} mock.har`, 2, nothing, fromMock],
    [`${command} mock.har --mock`, 0, says, nothing, file],
  ],
});

const options: Record<string, Record<string, Row[]>> = {
  lint: {
    none: [
      ["lint", 0, nothing, /^✓ No problem found\.\n$/],
      ["lint bare.yaml other.yaml", 1, /^bare\.yaml:3:\d+ [^]*\n.*\n$/, /^✗ 2 problems\.\n$/],
    ],
    "--notes": [
      [
        "lint bare.yaml --notes a-note.yaml",
        1,
        /^bare\.yaml:3.*schemas\/B\n.*\n$/,
        /^✗ 1 problem\.\n$/,
      ],
      ["lint bare.yaml other.yaml --notes a-note.yaml", 2, nothing, /^✗ --notes belongs to one/],
    ],
    "--format": [
      ["lint bare.yaml --format text", 1, /^bare\.yaml:3:/, /^✗ 2 problems\.\n$/],
      ["lint bare.yaml --format github", 1, /^::error file=[^]*^::error /m, /^✗ 2 problems\.\n$/],
      ["lint bare.yaml --format sarif", 1, /^\{\n[^]*\n\}\n$/, /^✗ 2 problems\.\n$/],
      ["lint bare.yaml --format xml", 2, nothing, /Allowed choices are text, github, sarif/],
    ],
    "--update-baseline": [
      [
        "lint bare.yaml --update-baseline new.json",
        0,
        nothing,
        /^✓ 2 problems written to new\.json\.\n$/,
        "new.json",
      ],
    ],
    "--baseline": [
      ["lint bare.yaml --baseline known.json", 0, nothing, /^✓ No problem found\.\n$/],
      ["lint openapi.yaml --baseline known.json", 0, nothing, /^✓ No problem found\.\n$/],
      [
        "lint bare.yaml --notes a-note.yaml --baseline known.json",
        0,
        nothing,
        /^· Mended, .*\/A\. .*\n✓ No problem found\.\n$/,
      ],
    ],
  },
  register: {
    none: [
      ["register", 0, /^## states$/m, nothing],
      ["register half.yaml --json", 0, /^[[{]/, /^half\.yaml:\d+:\d+  error  gap-well-formed/],
      ["register other.yaml", 0, /^## other-states$/m, nothing],
      ["register bare.yaml", 0, /./, nothing],
    ],
    "--notes": [["register bare.yaml --notes a-note.yaml", 0, /^## beside$/m, nothing]],
    "--json": [["register --json", 0, /^[[{][^]*"id": "states"[^]*[\]}]\n$/, nothing]],
    "--callouts": [
      ["register --callouts", 0, /^openapi: 3\.1\.1\n[^]*description: [^]*Take care\./, nothing],
    ],
  },
  draft: {
    none: [
      ["draft", 0, /^Nothing to draft, so nothing was written\.\n$/, nothing],
      [
        "draft bare.yaml",
        0,
        /^2 drafts written to notes\.overlay\.yaml;/,
        nothing,
        "notes.overlay.yaml",
      ],
    ],
    "--notes": [
      [
        "draft bare.yaml --notes new.yaml",
        0,
        /^2 drafts written to new\.yaml;/,
        nothing,
        "new.yaml",
      ],
      [
        "draft bare.yaml --notes a-note.yaml",
        0,
        /^1 draft written to a-note\.yaml; 1 draft /,
        nothing,
        "a-note.yaml",
      ],
    ],
    ...ofRecordings("draft openapi.yaml", /^Nothing to draft/),
  },
  letter: {
    none: [
      ["letter", 0, /What is states\?/, nothing],
      ["letter other.yaml", 0, /What is other-states\?/, nothing],
      ["letter openapi.yaml own.har", 0, /Seen/, nothing],
    ],
    "--notes": [["letter bare.yaml --notes a-note.yaml", 0, /What is beside\?/, nothing]],
    "--letter": [["letter --letter letter.yaml", 0, /^## Ours$[^]*Which states/m, nothing]],
    "--form": [
      ["letter --form", 0, /^ *(# )?states:/m, nothing],
      [
        "letter --form --letter letter.yaml --notes terms.yaml",
        0,
        /^ *# 1\. What is states\?/m,
        nothing,
      ],
    ],
    ...ofRecordings("letter openapi.yaml", /Seen/),
  },
  check: {
    none: [
      ["check own.har", 0, /states/, nothing],
      ["check odd.har", 1, /\/state/, nothing],
    ],
    "--notes": [["check fields.har --notes terms.yaml", 0, /order-fields: field queue /, nothing]],
    "--contract": [["check own.har --contract other.yaml", 0, /other-states/, nothing]],
    "--json": [["check odd.har --json", 1, /^\{\n[^]*"contradictions": \[\n[^]*\}\n$/, nothing]],
    ...ofRecordings("check", /states/),
  },
  propose: {
    none: [["propose own.har", 0, /^✓ states: adds .*`paid`/, nothing, "proposal.overlay.yaml"]],
    "--notes": [
      [
        "propose own.har --notes terms.yaml",
        0,
        /^· order-fields: /m,
        nothing,
        "proposal.overlay.yaml",
      ],
    ],
    "--contract": [
      [
        "propose own.har --contract other.yaml",
        0,
        /^✓ other-states: adds .*`paid`/,
        nothing,
        "proposal.overlay.yaml",
      ],
    ],
    "--environment": [
      ["propose own.har --environment live", 0, /^✓ states/, nothing, "proposal.overlay.yaml"],
    ],
    ...ofRecordings("propose", /^✓ states: adds/, "proposal.overlay.yaml"),
  },
  answers: {
    none: [
      ["answers answers.yaml", 0, /^✓ states: closes it/, nothing, "answers.overlay.yaml"],
      ["answers others.yaml", 2, nothing, /^✗ others\.yaml.*other-states/],
    ],
    "--contract": [
      [
        "answers others.yaml --contract other.yaml",
        0,
        /^✓ other-states: closes it/,
        nothing,
        "answers.overlay.yaml",
      ],
    ],
    "--notes": [
      ["answers of-terms.yaml", 2, nothing, /terms/],
      [
        "answers of-terms.yaml --notes terms.yaml",
        0,
        /^. terms: /,
        nothing,
        "answers.overlay.yaml",
      ],
    ],
  },
  apply: {
    none: [["apply change.yaml", 0, /^Closed: none\n {2}openapi\.yaml\n/, nothing, "openapi.yaml"]],
    "--notes": [
      [
        "apply change.yaml --notes terms.yaml",
        0,
        /^Closed: none\n {2}terms\.yaml\n/,
        nothing,
        "terms.yaml",
      ],
    ],
    "--contract": [
      [
        "apply change.yaml --contract other.yaml",
        0,
        /^Closed: none\n {2}other\.yaml\n/,
        nothing,
        "other.yaml",
      ],
    ],
    "--dry-run": [["apply change.yaml --dry-run", 0, /^\+.*Changed/m, nothing]],
  },
};

const rows = Object.values(options).flatMap((ofCommand) =>
  Object.entries(ofCommand).flatMap(([option, each]) =>
    each.map((row) => [row[0], option, row] as const),
  ),
);

/** What each file of the folder holds. */
async function readFolder(): Promise<Record<string, string>> {
  const names = (await readdir(folder.path)).filter((name) => name !== ".git");
  const texts = names.map(async (name) => [name, await readFile(join(folder.path, name), "utf8")]);
  return Object.fromEntries(await Promise.all(texts));
}

/** What is to be changed has to be committed. */
function commit(): void {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder.path });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "Begin");
}

test.each(rows)("openapi-gaps %s (%s)", async (_, option, [words, code, printed, told, file]) => {
  await runCommand(folder.path, "lint", "bare.yaml", "--update-baseline", "known.json");
  if (words.startsWith("apply")) commit();
  const before = await readFolder();
  const ended = await runCommand(folder.path, ...words.split(" "));
  expect(ended.told, `${option}: the standard error`).toMatch(told);
  expect(ended.printed, `${option}: the standard output`).toMatch(printed);
  expect(ended.exitCode, `${option}: the exit code`).toBe(code);
  const after = await readFolder();
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed, `${option}: the files that it writes`).toEqual(file === undefined ? [] : [file]);
  if (words.includes("--json") || words.includes("sarif")) JSON.parse(ended.printed);
  if (words.includes("--callouts")) parse(ended.printed);
});

test("every command, and every option that its help names, has a row", async () => {
  const { printed } = await helpOf("--help");
  const commands = [...printed.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!);
  expect(commands.toSorted()).toEqual(Object.keys(options).toSorted());
  for (const name of commands) {
    const shown = optionsOf((await helpOf(name, "--help")).printed);
    const names = shown.filter((option) => option !== "--help");
    const known = Object.entries(options[name]!).filter(([, each]) => each.length > 0);
    const without = names.filter((option) => !known.some(([known]) => known === option));
    expect(without, `options of ${name} without a row`).toEqual([]);
  }
});

test.each([
  [["--version"], /^\d+\.\d+\.\d+\n$/, 0],
  [["-V"], /^\d+\.\d+\.\d+\n$/, 0],
  [["lint", "-h"], /^Usage: openapi-gaps lint /, 0],
])("%j is printed on the standard output", async (words, says, code) => {
  const { printed, exitCode } = await helpOf(...words);
  expect(printed).toMatch(says);
  expect(exitCode).toBe(code);
});

async function helpOf(...words: string[]) {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const { exitCode } = await runCommand(folder.path, ...words);
  write.mockRestore();
  return { printed, exitCode };
}

describe("the command that is printed to go on with runs as it is printed, where names have spaces, after", () => {
  const [contract, notes] = ["our other.yaml", "our terms.yaml"];
  test.each<[words: string[], says: RegExp]>([
    [["draft", "our bare.yaml", "--notes", "new notes.yaml"], /^· 2 notes are drafts\./],
    [
      ["answers", "others.yaml", "--contract", contract],
      /^Closed: other-states\n {2}our other\.yaml\n/,
    ],
    [["propose", "own.har", "--contract", contract], /^Closed: none\n {2}our other\.yaml\n/],
    [
      ["answers", "of-terms.yaml", "--contract", contract, "--notes", notes],
      /^Closed: terms\n {2}our terms\.yaml\n/,
    ],
  ])("%j", async (words, says) => {
    await folder.write("our bare.yaml", bare);
    await folder.write(contract, documentOf("Other", "other-states"));
    await folder.write(notes, terms);
    // Nothing may be taken in the place of what was named.
    await rm(join(folder.path, "openapi.yaml"));
    commit();
    const { printed } = await runCommand(folder.path, ...words);
    const [, command = ""] = /openapi-gaps ((?:apply|lint) .*)/.exec(printed) ?? [];
    const split = execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" });
    const goneOn = await runCommand(folder.path, ...split.split("\0").slice(0, -1));
    expect(goneOn.output, command).toMatch(says);
    expect(goneOn.exitCode, command).toBe(0);
  });
});
