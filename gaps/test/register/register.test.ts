import { spawnSync } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import notesSchema from "../../notes.schema.json" with { type: "json" };
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import {
  asObject,
  type Json,
  type JsonObject,
  toPointer,
  valueAt,
} from "../../src/document/document.ts";
import { parseText } from "../../src/document/files.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { collectGaps } from "../../src/notes/gaps.ts";
import { withCallouts } from "../../src/register/callouts.ts";
import {
  answerKind,
  readLetter,
  renderAnswerForm,
  renderLetter,
} from "../../src/register/letter.ts";
import { registerOf, renderRegister } from "../../src/register/register.ts";
import { harOf } from "../evidence/support/recording.ts";
import { runCommand } from "../support/command.ts";

const { document } = readDocument(join(import.meta.dirname, "../fixtures/loans.yaml"));
const page = renderRegister(document);
const asking = (question: JsonObject) => ({ sections: [{ title: "A", questions: [question] }] });

describe("the register", () => {
  it("counts the gaps, those with the largest impact first", () => {
    const { total, gaps, impacts, counts } = registerOf(document);
    expect(total).toBe(3);
    expect(gaps.map(({ id }) => id)).toEqual(["loan-limits", "fines-endpoint", "reader-name"]);
    const headings = [...page.matchAll(/^## (\S+-\S+)$/gm)].map(([, id]) => id);
    expect(headings).toEqual(gaps.map(({ id }) => id));
    expect(impacts).toMatchObject({ "costs-money-or-data": 1, cosmetic: 0 });
    expect(counts).toMatchObject({ "not-shown": 2, contradiction: 1 });
  });

  it("names the operations that meet a gap: by their schemas, all for the whole interface, none for a path alone", () => {
    const met = collectGaps(document).map(({ id, operations }) => [id, operations]);
    expect(Object.fromEntries(met)).toEqual({
      "loan-limits": ["getLoan", "createLoan"],
      "fines-endpoint": [],
      "reader-name": ["getLoan", "createLoan"],
    });
  });

  it("says of each gap what the specification says, what to do, and who can answer", () => {
    expect(page).toContain(`## reader-name

*contradiction, changes-behaviour, noticed*, on schema \`Reader\`. Section “Readers”.

- The specification says different things:
  - The list says object.
  - The sample shows fields.
- Until then: The list holds. Send any object.
- Question: Is a reader an object?
- Only the service owner can answer this.
`);
  });

  it("keeps closed gaps with their question", () => {
    expect(page).toContain(
      "### loan-states\n\nWhich states are there?\n\nStated by the owner of the service (librarian) on 2026-01-31, on field `state` of `Loan`: lent and returned.",
    );
  });
});

describe("the letter", () => {
  const file = {
    cover: "Who asks, and why.",
    more: "https://loans.example/gaps",
    sections: [
      {
        title: "First",
        questions: [
          { question: "Where are fines?", gap: "fines-endpoint" },
          { question: "Which states are there?", gaps: ["loan-states"] },
        ],
      },
      {
        title: "Tick",
        ticks: [{ gap: "reader-name", statement: "A reader is\na | b.", otherwise: "a text." }],
      },
    ],
  };
  const letter = readLetter(file, "letter.yaml", document);

  it("asks what is still open, in its own order, and links to the rest", () => {
    expect(renderLetter(document, letter)).toBe(`# Questions about the Library

Who asks, and why.

## First

**1. Where are fines?**

## Tick

|  | yes | no |
| --- | --- | --- |
| 2. A reader is a \\| b. No: a text. |  |  |

1 more question: https://loans.example/gaps
`);
  });

  it("asks of several gaps what is left, when one of them is closed", () => {
    const gaps = ["fines-endpoint", "loan-states"];
    const left = asking({ question: "Where are fines, and which states?", gaps });
    expect(renderLetter(document, readLetter(left, "letter.yaml", document))).toContain(
      "**1. Which operation reads fines?**\n",
    );
  });

  it("without a file asks about every gap, and says what the document says", () => {
    const text = renderLetter(document);
    expect(text).toContain("**1. How many books may a reader have?**\n\nHow many books");
    expect(text).toContain("| 3. Is a reader an object? |  |  |");
  });

  it("has a form with the keys of each kind of answer, in the same order", () => {
    const { more: _, ...whole } = letter;
    const orderOf = (form: string) => form.match(/(?<=^ {2})(# \d+|[a-z.-]+(?=:$))/gm);
    const form = renderAnswerForm(document, letter);
    const asked = ["# 1", "fines-endpoint", "# 2", "reader-name"];
    expect(orderOf(form)).toEqual([...asked, "loan-limits"]);
    expect(orderOf(renderAnswerForm(document, whole))).toEqual([...asked, "# 3", "loan-limits"]);
    expect(form).toContain("    minimum: # a number\n    maximum: # a number\n    words:");
    const { answers } = asObject(parseText(form, "form"));
    expect(Object.keys(asObject(answers))).toEqual([
      "fines-endpoint",
      "reader-name",
      "loan-limits",
    ]);
  });

  it("knows every kind of answer that a note may name", () => {
    for (const kind of notesSchema.$defs.gap.properties.answer.enum)
      expect(answerKind(kind).request, kind).not.toBe(answerKind().request);
  });

  it.each([
    ["what is no letter", [{ question: "?" }], /:1: the file must be object\. Write/],
    [
      "an unknown gap",
      asking({ question: "?", gap: "reader" }),
      /a\.json:6: there is no gap reader/,
    ],
    [
      "a key that is misspelt",
      { sections: [{ title: "A", texts: "B" }] },
      /:5: sections\.0\.texts must NOT have additional/,
    ],
    [
      "a gap twice",
      asking({ question: "?", gaps: ["reader-name", "reader-name"] }),
      /:6: reader-name is asked about before\. Write/,
    ],
    ["a question about no gap", asking({ question: "?" }), /must have required property 'gap'/],
  ])("refuses %s", async (_, content, says) => {
    await using folder = await temporaryFolder();
    const file = await folder.write("a.json", JSON.stringify(content, null, 1));
    expect(() => readLetter(content as Json, file, document)).toThrow(says);
  });

  it("asks in a table for each gap whether what recordings suggest is always so, and the form takes the tick", async () => {
    await using folder = await temporaryFolder();
    await cp(join(import.meta.dirname, "../fixtures"), folder.path, { recursive: true });
    const states = ["booked", "paid", "over"];
    const calls = Array.from({ length: 30 }, (_, round) => ({
      ...{ origin: "https://trips.example", url: `/v1/trips/${round}` },
      answer: { trip_id: `${round}`, name: "Rome", state: states[round % 3] },
    }));
    await folder.write("a.har", harOf(calls));
    const question = { question: "Which states?", gap: "trip-states" };
    const asked = { sections: [{ title: "What we need", table: [question] }] };
    await folder.write("letter.yaml", JSON.stringify(asked));
    const letter = async (...options: string[]) => {
      const told = await runCommand(folder.path, "letter", "trips.yaml", "a.har", ...options);
      expect(told.exitCode).toBe(0);
      return told.output;
    };
    expect(await letter("--letter", "letter.yaml")).toMatch(
      /## What we need\n\n\| {2}\| answer \|\n[^]*## Recordings suggest, for `trip-states`\n\nWhich values[^]*\n\| 2\. 30 values were seen [^|]*\|  \|  \|/,
    );
    const form = await letter("--form");
    expect(form).toMatch(/# Recordings suggest, for `trip-states`: Which values/);
    const filled = form
      .replace(/^by:.*/m, "by: owner\ndate: 2026-01-31")
      .replace(/^date: #.*\n/m, "")
      .replace(/holds: #/, "holds: yes #");
    await folder.write("answers.yaml", filled);
    const options = ["answers.yaml", "--contract", "trips.yaml"];
    const { output } = await runCommand(folder.path, "answers", ...options);
    expect(output).toMatch(/✓ trip-states: changes enum/);
  });

  it("suggests nothing twice, and nothing that the owner has answered", () => {
    const said = structuredClone(document);
    const [note] = said.components.schemas["Reader"]!["x-gap"] as { reading: string }[];
    note!.reading = "The owner says: `a` is final: no. `b` is final: yes. `x`, `c` is final: no.";
    Object.assign(said.components.schemas["Reader"]!, {
      items: { description: "`c` is final: no." },
    });
    const suggested = ["a", "b", "c", "c"].map((name, index) => ({
      ...{ gap: "reader-name", id: `${index}`, seen: "Seen.", yes: {} },
      statement: `\`${name}\` is final.`,
    }));
    const text = renderLetter(said, undefined, suggested);
    expect(text.match(/Seen\. `\w` is final/g)).toEqual(["Seen. `c` is final"]);
  });
});

describe("a callout", () => {
  const told = withCallouts(document);
  const { Loan, Reader } = told.components.schemas;

  it("stands in the description of its place, with the claims and what to do", () => {
    expect(Reader!["description"]).toBe(`> **Gap, contradiction:** \`reader-name\`
>
> - The list says object.
> - The sample shows fields.
>
> The list holds. Send any object.`);
  });

  it("also stands beside a reference whose description would hide it", () => {
    const { description } = asObject(asObject(Loan!["properties"])["reader"]);
    expect(description).toMatch(
      /^Who has the book\.\n\n> \*\*Gap, contradiction:\*\* `reader-name`/,
    );
  });

  it("stands at every name, and references are spelled as a URI has to be", () => {
    const names = ["/loans/{id}", "/a%20b", "/a#b", "/c d", "/100%"];
    const get = { ...document.components.schemas["Reader"] };
    const refer = (name: string) => ({ $ref: toPointer(["paths", name, "get"]) });
    const { paths, components } = withCallouts({
      ...document,
      paths: Object.fromEntries(names.map((name) => [name, { get }])),
      components: { schemas: Object.fromEntries(names.map((name) => [name, refer(name)])) },
    });
    for (const name of names) {
      expect(paths[name]!["get"], name).toHaveProperty("description");
      const reference = String(components.schemas[name]!["$ref"]);
      expect(reference).toMatch(/^#[\w/~%]+$/);
      expect(valueAt({ paths }, reference)).toBe(paths[name]!["get"]);
    }
  });

  it("of a path without operations also stands in the introduction", () => {
    expect(told.info["description"]).toContain("## Paths without an operation\n\n### `/fines`");
  });
});

it("a note with a field that is wrong is left to lint, and without a title the document is an API", () => {
  const note = document.components.schemas["Reader"]!["x-gap"] as object[];
  for (const wrong of [{ states: [null] }, { evidence: [7] }, { also: 7 }, { kind: {} }]) {
    const broken = { ...structuredClone(document), info: {} };
    broken.components.schemas["Reader"]!["x-gap"] = [{ ...note[0], ...wrong }] as never;
    for (const render of [renderRegister, renderLetter, renderAnswerForm]) {
      expect(render(broken)).not.toContain("reader-name");
      expect(render(broken)).toMatch(/ (of|about) the API\b/);
    }
    expect(() => withCallouts(broken)).not.toThrow();
  }
});

it("the command writes the document with its callouts, also where an alias stands within its anchor", async () => {
  await using folder = await temporaryFolder();
  const info = JSON.stringify(document.info);
  await folder.write("a.yaml", `openapi: 3.1.0\ninfo: ${info}\nx-all: &all { again: *all }\n`);
  for (const [says, ...words] of [
    ["**Gap, not documented:** `loan-limits`", "register", "--callouts"],
    ["No problem found", "lint"],
  ] as const) {
    const { output, exitCode } = await runCommand(folder.path, ...words, "a.yaml");
    expect(output).toContain(says);
    expect(exitCode).toBe(0);
  }
});

it("an id at two places is refused with their lines", async () => {
  await using folder = await temporaryFolder();
  const { Reader } = document.components.schemas;
  const twice = { ...document, components: { schemas: { A: Reader, B: Reader } } };
  await folder.write("a.json", JSON.stringify(twice, null, 1));
  const { exitCode, output } = await runCommand(folder.path, "letter", "a.json");
  expect(output).toMatch(/ reader-name stands at a\.json:\d+ and at a\.json:\d/);
  expect(exitCode).toBe(2);
});

it("an overlay refers to a path with a parameter as a URI has to, and may have a field called `$ref`", async () => {
  await using folder = await temporaryFolder();
  const content = { "application/json": { schema: { type: "object" } } };
  const [note] = document.info["x-gap"] as object[];
  const asking = (id: string) => ({ "x-gap": [{ ...note, id, answer: id }] });
  const get = { ...asking("status-codes"), responses: { "2XX": { content } } };
  const components = { schemas: { A: asking("fields") } };
  const api = { openapi: "3.1.0", paths: { "/loans/{id}": { get } }, components };
  await folder.write("openapi.yaml", JSON.stringify(api));
  const answers = {
    "status-codes": { codes: 200 },
    fields: { fields: { $ref: { type: "string" } } },
  };
  await folder.write("a.yaml", JSON.stringify({ by: "me", date: "2026-01-31", answers }));
  await runCommand(folder.path, "answers", "a.yaml", "--output", "b.yaml");
  const overlay = await readFile(join(folder.path, "b.yaml"), "utf8");
  expect(overlay).toContain('$ref: "#/paths/~1loans~1%7Bid%7D/get/responses/2XX"');
  expect(overlay).toMatch(/properties:\n +\$ref:\n +type: string/);
});

it("the command reads from a pipe, and fails where what it prints cannot be written", () => {
  const cli = join(import.meta.dirname, "../../src/cli.ts");
  const open = '{ "openapi": "3.1.0", "components": { "schemas": { "A": {} } } }';
  const line = `echo '${open}' | '${process.execPath}' '${cli}' lint /dev/stdin > /dev/full`;
  const { status, stderr } = spawnSync(line, { shell: true, encoding: "utf8" });
  expect(stderr).toMatch(/✗ 1 problem\.\n✗ The result cannot be written: .*ENOSPC/);
  expect(status).toBe(2);
});
