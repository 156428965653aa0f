import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import notesSchema from "../../notes.schema.json" with { type: "json" };
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { asObject, type Json, type JsonObject } from "../../src/document/document.ts";
import { parseText } from "../../src/document/files.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { collectGaps, withGapsOnOperations } from "../../src/notes/gaps.ts";
import { answerKeys, renderAnswerForm } from "../../src/register/answer-form.ts";
import { withCallouts } from "../../src/register/callouts.ts";
import { renderLetter } from "../../src/register/letter.ts";
import { readLetter } from "../../src/register/letter-file.ts";
import { registerOf, renderRegister } from "../../src/register/register.ts";
import { harOf } from "../evidence/support/recording.ts";
import { runCommand } from "../support/command.ts";
import { gap } from "../truth/shop.ts";

const fixtures = join(import.meta.dirname, "../fixtures");
const { document } = readDocument(join(fixtures, "loans.yaml"));
const page = renderRegister(document);
const asking = (...questions: JsonObject[]) => ({ sections: [{ title: "A", questions }] });

describe("the register", () => {
  it("counts the gaps, those with the largest impact first, and names the operations that meet them", () => {
    const { total, gaps, impacts, counts } = registerOf(document);
    expect(total).toBe(3);
    expect(gaps.map(({ id, operations }) => [id, ...operations])).toEqual([
      ["loan-limits", "getLoan", "createLoan"],
      ["fines-endpoint"],
      ["reader-name", "getLoan", "createLoan"],
    ]);
    const headings = [...page.matchAll(/^## (\S+-\S+)$/gm)].map(([, id]) => id);
    expect(headings).toEqual(gaps.map(({ id }) => id));
    expect(impacts).toMatchObject({ "costs-money-or-data": 1, cosmetic: 0 });
    expect(counts).toMatchObject({ "not-shown": 2, contradiction: 1 });
  });

  it("counts its gaps by impact and by kind on the page, each with its meaning", () => {
    expect(page.match(/^\|.*\|$/gm)).toEqual([
      "| impact | meaning | gaps |",
      "| --- | --- | --: |",
      "| costs-money-or-data | a wrong guess can waste or double a payment, or lose data | 1 |",
      "| blocks-integration | without the answer, a part of the service cannot be used | 1 |",
      "| changes-behaviour | a wrong guess is refused, or gives another result than expected | 1 |",
      "| cosmetic | a consumer that follows the reading needs no answer | 0 |",
      "| kind | meaning | gaps |",
      "| --- | --- | --: |",
      "| not-shown | the specification does not say | 2 |",
      "| contradiction | it says two things | 1 |",
      "| ambiguity | it can be read in several ways | 0 |",
      "| inferred | it suggests, but does not state, what the contract encodes | 0 |",
    ]);
  });

  it("says of each gap what the specification says, what to do, and who can answer, or who has", () => {
    expect(page).toContain(`## reader-name

*contradiction, changes-behaviour, noticed*, on schema \`Reader\`. Section “Readers”.

- The specification says different things:
  - The list says object.
  - The sample shows fields.
- Until then: The list holds. Send any object.
- Question: Is a reader an object?
- Only the service owner can answer this.
`);
    expect(page).toContain(
      "### loan-states\n\nWhich states are there?\n\nStated by the owner of the service (librarian) on 2026-01-31, on field `state` of `Loan`: lent and returned.",
    );
  });
});

const statement = { kind: "stated by the owner", by: "librarian", date: "2026-01-31" };

it.each<[where: string, place: (of: typeof document) => JsonObject]>([
  ["document", (of) => of as unknown as JsonObject],
  ["introduction", ({ info }) => info],
  ["paths", ({ paths }) => paths as unknown as JsonObject],
  ["server", (of) => asObject((of["servers"] = [{ url: "/{v}", variables: { v: {} } }])[0]!)],
  [
    "variable of a server",
    (of) => {
      const v = { default: "1" };
      of["servers"] = [{ url: "/{v}", variables: { v } }];
      return v;
    },
  ],
  [
    "security scheme",
    ({ components }) => {
      const token = { type: "http", scheme: "bearer" };
      components["securitySchemes"] = { token };
      return token;
    },
  ],
])("every operation meets a note on the %s", (_, place) => {
  const noted = structuredClone(document);
  place(noted)["x-gap"] = [gap("of-all")];
  const found = collectGaps(noted).find(({ id }) => id === "of-all");
  expect(found?.operations).toEqual(["getLoan", "createLoan"]);
});

it("an operation that a note or a statement names under `also` meets it, and shows it", () => {
  const told = structuredClone(document);
  Object.assign(told.paths["/fines"]!, { "x-gap": [{ ...gap("fines"), also: ["getLoan"] }] });
  const said = { ...statement, gap: "covers", evidence: "Blue.", also: ["createLoan"] };
  Object.assign(told.components.schemas["Loan"]!, { "x-verified": [said] });
  expect(collectGaps(told).find(({ id }) => id === "fines")?.operations).toEqual(["getLoan"]);
  const { paths } = withGapsOnOperations(told);
  expect(paths["/loans/{id}"]!["get"]).toMatchObject({ "x-gap": [{ id: "fines" }] });
  expect(paths["/loans"]!["post"]).toMatchObject({ "x-verified": [{ gap: "covers" }] });
});

it("a page names every kind of evidence that recordings have, and the section", () => {
  const noted = structuredClone(document);
  noted.info["x-gap"] = [{ ...gap("of-all", "values", "presence"), source: "Terms" }];
  expect(renderRegister(noted)).toMatch(
    /Section “Terms”\.[^]* a part of it \(values, presence\)\.$/m,
  );
});

it.each([
  [2, false],
  [3, true],
])("%i notes on the whole interface are folded: %s", (count, isFolded) => {
  const noted = structuredClone(document);
  noted.info["x-gap"] = Array.from({ length: count }, (_, index) => gap(`note-${index}`));
  const text = String(withCallouts(noted).info["description"]);
  expect(text.match(/`note-\d`/g)).toHaveLength(count);
  expect(text.includes(`<summary>${count} notes on the whole interface</summary>`)).toBe(isFolded);
  expect(text.includes("</details>")).toBe(isFolded);
});

describe("the letter", () => {
  const file = {
    cover: "Who asks, and why.",
    more: "https://loans.example/gaps",
    sections: [
      {
        title: "First",
        questions: [
          { question: "Where are fines, and when?", gaps: ["fines-endpoint", "loan-states"] },
        ],
      },
      {
        title: "Tick",
        ticks: [{ gap: "reader-name", statement: "A reader is\na | b.", otherwise: "a text." }],
      },
    ],
  };
  const letter = readLetter(file, "letter.yaml", document);

  it("asks what is still open, of several gaps what is left, in its own order, and links to the rest", () => {
    expect(renderLetter(document, letter)).toBe(`# Questions about the Library

Who asks, and why.

## First

**1. Which operation reads fines?**

## Tick

|  | yes | no |
| --- | --- | --- |
| 2. A reader is a \\| b. No: a text. |  |  |

1 more question: https://loans.example/gaps
`);
    const none = { more: "https://loans.example/gaps", sections: [] };
    expect(renderLetter(document, none)).toMatch(/\n3 more questions: https:\S+\n$/);
    const closed = asking({ question: "Which states?", gap: "loan-states" });
    const others = renderLetter(document, readLetter(closed, "letter.yaml", document));
    expect(others).toContain(
      "## Questions\n\n**1. How many books may a reader have?**\n\nHow many",
    );
    expect(others).not.toContain("Which states?");
    expect(renderLetter(document)).toMatch(
      /\*\*3\. Is .*\?\*\*\n\nThe list .* But: .* \*Changes behaviour\.\*/,
    );
  });

  it("numbers questions, then rows of a table, then ticks, and the form has the same numbers", () => {
    const part = {
      title: "All",
      ticks: [{ gap: "reader-name", statement: "A reader is a text." }],
      table: [{ question: "How many?", gap: "loan-limits" }],
      questions: [{ question: "Where are fines?", gap: "fines-endpoint" }],
    };
    const whole = readLetter({ sections: [{ ...part, text: "Why." }] }, "letter.yaml", document);
    expect(renderAnswerForm(document, whole)).toContain("\n  # All: Why.\n\n  # 1. Which");
    expect(
      renderLetter(document, whole)
        .match(/\d+\. [^*|]+/g)
        ?.map((line) => line.trim()),
    ).toEqual([...["1. Where are fines?", "2. How many?", "3. A reader is a text."]]);
    const form = renderAnswerForm(document, whole);
    expect(form.match(/^ {2}(# \d.*|[a-z-]+:)$/gm)).toEqual([
      ...["  # 1. Where are fines?".replace("Where are fines?", "Which operation reads fines?")],
      ...["  fines-endpoint:", "  # 2. How many books may a reader have?", "  loan-limits:"],
      ...["  # 3. A reader is a text.", "  reader-name:"],
    ]);
  });

  it("has a form with the keys of each kind of answer, in the same order", () => {
    const { more: _, ...whole } = letter;
    const orderOf = (form: string) => form.match(/(?<=^ {2})(# \d+|[a-z.-]+(?=:$))/gm);
    const form = renderAnswerForm(document, letter);
    const asked = ["# 1", "fines-endpoint", "# 2", "reader-name"];
    expect(orderOf(form)).toEqual([...asked, "loan-limits"]);
    expect(orderOf(renderAnswerForm(document, whole))).toEqual([...asked, "# 3", "loan-limits"]);
    expect(form).toContain("    minimum: # a number\n    maximum: # a number\n    words:");
    expect(asObject(parseText(form, "form"))["answers"]).toHaveProperty(
      "reader-name.tick.statement",
    );
  });

  it("knows every kind of answer that a note may name", () => {
    const kinds = notesSchema.$defs.gap.properties.answer.enum;
    expect(kinds.filter((kind) => Object.keys(answerKeys(kind)).length === 0)).toEqual([]);
  });

  it.each([
    ["what is no letter", [{ question: "?" }], /:1: the file must be object\. It can have cover/],
    [
      "a yes in other words than its statement",
      {
        sections: [
          {
            title: "A",
            ticks: [{ gap: "reader-name", statement: "One.", yes: { words: "Two." } }],
          },
        ],
      },
      /json:\d+: a yes to reader-name has other words than its statement\. Write the statement/,
    ],
    ["an unknown gap", asking({ question: "?", gap: "reader" }), /json:6: there is no gap reader/],
    ["a misspelt key", { sections: [], texts: "B" }, /:3: texts must NOT/],
    ["a gap twice", asking(...Array(2).fill({ question: "?", gap: "reader-name" })), /:10: reader/],
    ["a question about no gap", asking({ question: "?" }), /:6: .* must have required .*'gap'/],
  ])("refuses %s", async (_, content, says) => {
    await using folder = await temporaryFolder();
    const file = await folder.write("a.json", JSON.stringify(content, null, 1));
    expect(() => readLetter(content as Json, file, document)).toThrow(says);
  });

  it("asks in a table for each gap whether what recordings suggest is always so, and the form takes the tick", async () => {
    await using folder = await temporaryFolder();
    const states = ["booked", "paid", "over"];
    const calls = Array.from({ length: 30 }, (_, round) => ({
      ...{ origin: "https://trips.example", url: `/v1/trips/${round}` },
      answer: { trip_id: `${round}`, name: "Rome", state: states[round % 3] },
    }));
    await folder.write("a.har", harOf(calls));
    const question = { question: "Which states?", gap: "trip-states" };
    await folder.write("letter.yaml", JSON.stringify(asking(question)));
    const run = async (...words: string[]) => (await runCommand(folder.path, ...words)).output;
    const trips = join(fixtures, "trips.yaml");
    expect(await run("letter", trips, "a.har", "--letter", "letter.yaml")).toMatch(
      /## A\n\n\*\*1\.[^]*## Recordings suggest, for `trip-states`\n\nWhich values[^]*\n\| 2\. Seen at schema `State`: [^|]*\|  \|  \|/,
    );
    const form = await run("letter", trips, "a.har", "--form");
    expect(form).toMatch(/# Recordings suggest, for `trip-states`: Which values/);
    const filled = form
      .replace(/^by:.*\n.*/m, "by: owner\ndate: 2026-01-31")
      .replace(/holds: #/, "holds: yes #");
    await folder.write("answers.yaml", filled);
    const answered = await run("answers", "answers.yaml", "--contract", trips);
    expect(answered).toMatch(/✓ trip-states: closes it at schema `State`/);
  });

  it("does not ask again what the owner could not say", () => {
    const said = structuredClone(document);
    Object.assign((said.info["x-gap"] as object[])[0]!, { asked: "2026-01-31" });
    for (const render of [renderLetter, renderAnswerForm]) {
      expect(render(document)).toContain("How many books may a reader have?");
      expect(render(said)).not.toContain("How many books may a reader have?");
    }
    expect(renderRegister(said)).toContain("## loan-limits");
  });

  it("suggests nothing that the owner has answered", () => {
    const said = structuredClone(document);
    const [note] = said.components.schemas["Reader"]!["x-gap"] as { reading: string }[];
    note!.reading = "The owner says: `a` is final: No. `b` is final: Yes.";
    const suggested = ["a", "b", "c"].map((id) => ({
      ...{ gap: "reader-name", id, seen: "Seen.", yes: {}, statement: `\`${id}\` is final.` },
    }));
    const text = renderLetter(said, undefined, suggested);
    expect(text.match(/Seen\. `\w` is final/g)).toEqual(["Seen. `c` is final"]);
  });
});

it("callouts stand at their place, beside a reference that would hide it, and in the introduction", async () => {
  const { output } = await runCommand(fixtures, "register", "--callouts", "loans.yaml");
  const { info, components } = parseText(output, "told") as typeof document;
  const { Loan, Reader } = components.schemas;
  expect(Reader!["description"]).toBe(`> **Gap, contradiction:** \`reader-name\`
>
> - The list says object.
> - The sample shows fields.
>
> The list holds. Send any object.`);
  const { description } = asObject(asObject(Loan!["properties"])["reader"]);
  expect(description).toMatch(/^Who has the book\.\n\n> \*\*Gap, contradiction:\*\* `reader-name`/);
  expect(info["description"]).toContain("## Paths without an operation\n\n### `/fines`");
});

it("an incomplete note is told aside, and without a title the document is an API", async () => {
  const broken = { ...structuredClone(document), info: { title: { of: "it" } } };
  const [note] = broken.components.schemas["Reader"]!["x-gap"] as object[];
  Object.assign(note!, { states: [null] });
  for (const render of [renderRegister, renderLetter, renderAnswerForm]) {
    expect(render(broken)).not.toContain("reader-name");
    expect(render(broken)).toMatch(/ (of|about) the API\b/);
  }
  await using folder = await temporaryFolder();
  await folder.write("a.json", JSON.stringify(broken, null, 1));
  const { output } = await runCommand(folder.path, "letter", "a.json");
  expect(output).toContain("gap-well-formed  #/components/schemas/Reader/x-gap/0/states");
});

it.each(["letter a.json", "answers a.yaml --contract a.json", "propose a.har --contract a.json"])(
  "an id at two places is refused with their lines: %s",
  async (words) => {
    await using folder = await temporaryFolder();
    const { Reader } = document.components.schemas;
    const twice = { ...document, components: { schemas: { A: Reader, B: Reader } } };
    await folder.write("a.json", JSON.stringify(twice, null, 1));
    const { exitCode, output } = await runCommand(folder.path, ...words.split(" "));
    expect(output).toMatch(/ reader-name stands at a\.json:\d+ and at a\.json:\d/);
    expect(exitCode).toBe(2);
  },
);

it("the command reads from a pipe, and fails where what it prints cannot be written", () => {
  const cli = join(import.meta.dirname, "../../src/cli.ts");
  const open = '{ "openapi": "3.1.0", "components": { "schemas": { "A": {} } } }';
  const line = `echo '${open}' | '${process.execPath}' '${cli}' lint /dev/stdin > /dev/full`;
  const { status, stderr } = spawnSync(line, { shell: true, encoding: "utf8" });
  expect(stderr).toMatch(/✗ 1 problem\.\n✗ The result cannot be written: .*ENOSPC/);
  expect(status).toBe(2);
});
