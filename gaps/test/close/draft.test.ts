/** Notes that a command drafts: complete, with names that stay, and never in the way of a person. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { asObjectList, type JsonObject } from "../../src/document/document.ts";
import { harOf } from "../evidence/support/recording.ts";
import { runCommand } from "../support/command.ts";
import {
  as,
  failed,
  gap as note,
  get,
  json,
  object,
  order,
  ref,
  settings,
  shop,
  times,
} from "../truth/shop.ts";

const open = { type: "object" };

/** A shop whose open places have no note. */
const document = shop({
  Order: object({
    state: {},
    notes: { type: "array" },
    meta: { ...open, description: "Own data. And more." },
  }),
  User: object({ id: { type: "integer" } }),
  Settings: object({ state: { type: "string", "x-extensible-enum": ["on"] } }),
  Draft: object({ meta: open }),
  Open: { oneOf: [{ type: "string" }, true] },
});

async function shopIn(parts: object = {}) {
  const folder = await temporaryFolder();
  await folder.write("shop.json", JSON.stringify({ ...document, ...parts }));
  const run = (...words: string[]) => runCommand(folder.path, ...words);
  const read = () => readFile(join(folder.path, "notes.overlay.yaml"), "utf8");
  return Object.assign(folder, { run, read });
}

/** Id, target and answer of each note. */
const notesIn = (text: string): [string, string, string | undefined][] =>
  (
    parse(text) as {
      actions: { target: string; update: Record<string, Record<string, string>[]> }[];
    }
  ).actions.map(({ target, update }) => {
    const [note] = update["x-gap"]!;
    return [note!["id"]!, target, note!["answer"]];
  });

/** All that each note says, a line for each. */
const wordsOf = (text: string): string[] =>
  (parse(text) as { actions: { update: JsonObject }[] }).actions.flatMap(({ update }) =>
    asObjectList(update["x-gap"]).map(
      ({ id, draft: _, ...note }) => `${String(id)}: ${Object.values(note).flat().join(" | ")}`,
    ),
  );

it("has a note for each open place, from which there is a register and a letter", async () => {
  await using folder = await shopIn();
  const { output } = await folder.run("draft", "shop.json");
  expect(output).toMatch(
    /^5 drafts written to notes\.overlay\.yaml; 5 drafts to read\. Next: openapi-gaps lint/,
  );
  expect(notesIn(await folder.read())).toEqual([
    ["order-state", "$.components.schemas.Order.properties.state", "type"],
    ["order-notes", "$.components.schemas.Order.properties.notes", "items"],
    ["order-meta", "$.components.schemas.Order.properties.meta", "fields"],
    ["draft-meta", "$.components.schemas.Draft.properties.meta", "fields"],
    ["open-one-of-1", "$.components.schemas.Open", "type"],
  ]);
  const noted = ["shop.json", "--notes", "notes.overlay.yaml"];
  const linted = await folder.run("lint", ...noted);
  expect(linted.output).toMatch(
    /^· 5 notes are drafts\. Read and correct each, .*\n✓ No problem found\./,
  );
  const letter = await folder.run("letter", ...noted);
  expect(letter.output).toContain("Which fields does field `meta` of `Order` have?");
  expect(letter.output).toContain("(“Own data.”) is an object. Its fields are not shown.");
  expect((await folder.run("register", ...noted)).output.match(/^## /gm)).toHaveLength(5 + 1);
});

it("asks of a body that HTTP has none of whether the code is right, and quotes a whole sentence", async () => {
  const responses = {
    204: json(open),
    200: json({ ...open, description: "By setting\nit.\n\nMore." }),
  };
  await using folder = await shopIn({
    paths: { "/a": { delete: { operationId: "cut", responses } } },
    components: {},
  });
  await folder.run("draft", "shop.json");
  expect(notesIn(await folder.read()).map(([id, , answer]) => [id, answer])).toEqual([
    ["cut-200", "fields"],
    ["cut-204", "yes-no"],
  ]);
  const { output } = await folder.run("letter", "shop.json", "--notes", "notes.overlay.yaml");
  expect(output).toContain("Does `DELETE` `/a` respond with 204, and so without a body?");
  expect(output).toContain("(“By setting it.”) is an object.");
});

const body = "the body of response 200 of `GET` `/a`";

it.each<[what: string, of: object, question: string]>([
  ["a body", {}, `Of which type is ${body}, and`],
  [
    "an element",
    { items: {} },
    `Of which type is each element of response 200 of \`GET\` \`/a\`, and`,
  ],
  [
    "a field of a map",
    { additionalProperties: { type: "object" } },
    "Which fields does each further field of response 200 of `GET` `/a` have?",
  ],
  [
    "a part",
    { oneOf: [{}, { type: "string" }] },
    "Of which type is a part of response 200 of `GET` `/a`, and",
  ],
])("names %s", async (_, schema, question) => {
  const paths = { "/a": { get: { responses: { 200: json(schema) } } } };
  await using folder = await shopIn({ paths, components: {} });
  await folder.run("draft", "shop.json");
  expect(await folder.read()).toContain(question);
});

it.each([
  [120, "a".repeat(119) + "."],
  [121, "a".repeat(119) + "…"],
])("quotes a sentence of %i characters as far as 120", async (length, quoted) => {
  const Open = { description: `${"a".repeat(length - 1)}.` };
  await using folder = await shopIn({ paths: {}, components: { schemas: { Open } } });
  await folder.run("draft", "shop.json");
  const { output } = await folder.run("letter", "shop.json", "--notes", "notes.overlay.yaml");
  expect(output).toContain(`(“${quoted}”)`);
});

it.each([
  ["our-own.yaml", "our-own.yaml"],
  ["our own.yaml", "'our own.yaml'"],
  ["it's *.yaml", "'it'\\''s *.yaml'"],
  ["a*.yaml", "'a*.yaml'"],
])("begins the file that --notes names, and tells the next command: %s", async (name, word) => {
  await using folder = await shopIn();
  const { output } = await folder.run("draft", "shop.json", "--notes", name);
  expect(output).toBe(
    `5 drafts written to ${name}; 5 drafts to read. Next: openapi-gaps lint shop.json --notes ${word}\n`,
  );
});

it("writes no file where there is nothing to draft", async () => {
  await using folder = await shopIn({ paths: {}, components: {} });
  const { output } = await folder.run("draft", "shop.json");
  expect(output).toBe("Nothing to draft, so nothing was written.\n");
});

it("adds nothing a second time, and leaves what a person has written as it is", async () => {
  await using folder = await shopIn();
  await folder.run("draft", "shop.json");
  const edited = (await folder.read())
    .replace("overlay: 1.0.0", "# Ours\noverlay: 1.0.0")
    .replace(/Accept a value of any type.*/, "Ask Ann. # on Mondays");
  await folder.write("notes.overlay.yaml", edited);
  expect((await folder.run("draft", "shop.json")).output).toMatch(/^Nothing to draft/);
  expect(await folder.read()).toBe(edited);
  await folder.write(
    "shop.json",
    JSON.stringify(document).replace('"User":{', '"New":{},"User":{'),
  );
  expect((await folder.run("draft", "shop.json")).output).toMatch(/^1 draft written/);
  const text = await folder.read();
  expect(text.startsWith(edited.trimEnd())).toBe(true);
  expect(notesIn(text).at(-1)).toEqual(["new", "$.components.schemas.New", "type"]);
});

it("tells places of one name apart, whichever is drafted first", async () => {
  const schemas = { "A-b": {}, A: object({ b: {} }) };
  await using folder = await shopIn({ paths: {}, components: { schemas } });
  await folder.run("draft", "shop.json");
  expect(notesIn(await folder.read()).map(([id]) => id)).toEqual([
    expect.stringMatching(/^a-b-[\da-f]{6}$/),
    expect.stringMatching(/^a-b-[\da-f]{6}$/),
  ]);
});

it("takes no name that a note has, or had", async () => {
  const noted = (id: string) => object({}, { description: id, "x-gap": [note(id)] });
  const closed = { gap: "loan-days", kind: "stated by the owner", by: "owner", date: "2026-01-31" };
  const Closed = { type: "string", "x-verified": { ...closed, evidence: "Ten." } };
  const Loan = object({ days: {}, state: {}, place: {} });
  await using folder = await shopIn({
    ...{ paths: {}, components: { schemas: { Noted: noted("loan-state"), Closed, Loan } } },
  });
  await folder.run("draft", "shop.json");
  expect(notesIn(await folder.read()).map(([id]) => id.replace(/-[\da-f]{6}$/, "-?"))).toEqual([
    ...["loan-days-?", "loan-state-?", "loan-place"],
  ]);
});

it("has one note for what two paths share in a file", async () => {
  await using folder = await shopIn({
    paths: { "/v1/a": { $ref: "a.json" }, "/v2/a": { $ref: "a.json" } },
    components: {},
  });
  await mkdir(join(folder.path, "parts"));
  await folder.write("a.json", JSON.stringify({ get: { responses: { 200: json(open) } } }));
  await folder.run("draft", "shop.json");
  const [, target] = notesIn(await folder.read())[0]!;
  expect(target).toBe(
    "$.paths['/v1/a', '/v2/a'].get.responses['200'].content['application/json'].schema",
  );
  const { output } = await folder.run("lint", "shop.json", "--notes", "notes.overlay.yaml");
  expect(output).toMatch(/1 note is a draft\..*\n✓ No problem found/);
});

it("has notes on what recordings show, from which a proposal follows", async () => {
  await using folder = await shopIn({
    components: {
      schemas: {
        ...document.components.schemas,
        Order: ref("User"),
        Settings: document.components.schemas.Settings,
      },
      responses: { Failure: { description: "It failed.", content: { "application/json": {} } } },
    },
  });
  const calls = [
    ...times(4, (id) => order(id, { note: "a" })),
    ...times(4, () => settings({ state: "off" }, "?page=1")),
    { ...settings({ state: "on" }), status: 206 },
    failed(404),
    as("text/html", failed(502)),
    ...times(3, () => get("/carts")),
  ];
  await folder.write("a.har", harOf(calls));
  await folder.run("draft", "shop.json", "a.har");
  const seen = notesIn(await folder.read()).filter(([id]) => !/^(order|draft|open)/.test(id));
  expect(seen.map(([id, target]) => `${id} ${target}`)).toEqual([
    "get-settings-statuses $.paths['/settings'].get",
    "info-failures $.info",
    "failure-media-types $.components.responses.Failure",
    "user-fields $.components.schemas.User",
    "settings-state-values $.components.schemas.Settings.properties.state",
    "get-settings-query $.paths['/settings'].get",
    "info-endpoints $.info",
  ]);
  expect(wordsOf(await folder.read())).toEqual(
    `
draft-meta: not-shown | changes-behaviour | Field \`meta\` of \`Draft\` is an object. Its fields are not shown. | Which fields does field \`meta\` of \`Draft\` have? | fields | Accept whatever fields it has, keep them as they come, and rely on none. Send only what an example of the documentation shows, and nothing where that is allowed.
open-one-of-1: not-shown | changes-behaviour | Of which type a part of schema \`Open\` is, the document does not say. | Of which type is a part of schema \`Open\`, and which values can it have? | type | Accept a value of any type, keep it as it comes, and decide nothing by it. | fields
get-settings-statuses: not-shown | changes-behaviour | Some responses of \`GET\` \`/settings\` are documented. Recordings show something else in 1 way. | Take every status code from 200 to 299 for a success. | With which status codes can \`GET\` \`/settings\` succeed? | status-codes | statuses
info-failures: not-shown | changes-behaviour | Not every failure of the interface is documented. Recordings show something else in 2 ways. | Take every status code from 400 on for a failure, whatever its body is. | With which status codes does the interface report failures, and what does each mean? | failures | statuses | media-types
failure-media-types: not-shown | changes-behaviour | Some media types of response \`Failure\` are documented. Recordings show something else in 1 way. | Look at the Content-Type before you read a body, and keep what is no JSON as a text. | Which media types can response \`Failure\` have? | media-types
user-fields: not-shown | changes-behaviour | Some fields of schema \`User\` are documented. Recordings show something else in 2 ways. | Accept other fields too, keep them as they come, and rely on none. | Which further fields does schema \`User\` have? | fields | fields
settings-state-values: not-shown | changes-behaviour | Some values of field \`state\` of \`Settings\` are documented. Recordings show something else in 1 way. | Accept other values too, show them as they are, and decide nothing by them. | Which values can field \`state\` of \`Settings\` have? | values | values
get-settings-query: not-shown | changes-behaviour | Some query parameters of \`GET\` \`/settings\` are documented. Recordings show something else in 1 way. | Send only the query parameters that the document has. | Which further query parameters does \`GET\` \`/settings\` take, and what does each do?
info-endpoints: not-shown | changes-behaviour | Recordings show calls that are of no operation of the document: \`GET /carts\`. | Call only the operations that the document has. | Are these a part of the interface: \`GET /carts\`?
`
      .trim()
      .split("\n"),
  );
  const noted = ["--contract", "shop.json", "--notes", "notes.overlay.yaml"];
  const { output } = await folder.run("propose", "a.har", ...noted);
  expect(output).toMatch(/✓ user-fields: adds `note`/);
  expect(output).toMatch(/✓ settings-state-values: adds `off`/);
  expect(output).toMatch(/✓ info-failures: adds `404`, `502`/);
});
