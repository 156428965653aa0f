/** Each rule on sources with what it accepts, and with what it refuses: where, and what it says. */
import { describe, expect, it, test } from "vitest";
import { calloutOf, calloutOfStatement, type Note } from "openapi-gaps";
import { asObject, toPointer, walk } from "openapi-gaps/document";
import { surroundings } from "../../../gaps/test/support/surroundings.ts";
import { gap as completeGap } from "../../../gaps/test/truth/shop.ts";
import { sourceRules } from "../source-rules.js";
import { refusedBySources as schemas } from "./support/refused-schemas.ts";

const contract = (parts?: object) => ({
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0" },
  ...parts,
});
const thing = (schema: unknown) => things({ Thing: schema });
const things = (schemas: object) => contract({ components: { schemas } });
const operation = (node: object, components?: object) =>
  contract({ paths: { "/a": { get: node } }, components });
const response = (node: object) => contract({ components: { responses: { Done: node } } });
const shared = { $ref: "#/components/responses/A" };

/** Places in these are told without the way to them. */
const ways = /^#\/(components\/(schemas\/Thing|responses\/Done)|paths\/~1a\/get)\/?/;

const gap = (fields?: object) => ({ id: "thing-fields", kind: "not-shown", ...fields });
const gaps = { "x-gap": [gap()] };
const stated = { "x-source": ["Errors"] };
const evidence = { date: "2026-01-31", environment: "live", evidence: "a run", exchanges: 3 };
const saying = { date: "2026-01-31", kind: "stated by the owner", by: "owner", evidence: "No." };

const noted = {
  ...completeGap("thing-fields"),
  reading: "What is not shown may be there.",
} as unknown as Note;
const denied = { ...saying, gap: "thing-fields", evidence: "It is not documented." };

const rules = sourceRules({
  headings: ["Errors", "States and transitions"],
  extensions: ["x-gap", "x-source", "x-verified", "x-stated-by"],
});

/** Of what a rule has nothing to say. Schemas are named by what they are. */
const accepted: Record<string, object[]> = {
  "extension-registered": [
    things({
      registered: { "x-gap": [], "x-source": [], "x-verified": {} },
      "a literal": { const: { "x-a": 1 }, default: { "x-a": 1 }, enum: [{ "x-a": 1 }] },
    }),
  ],
  "source-required": [operation(stated)],
  "source-known": [
    things({
      headings: { "x-source": ["Errors", "States and transitions"] },
      inferred: { "x-stated-by": { enum: "a" }, "x-gap": [gap({ id: "a", kind: "inferred" })] },
      closed: { "x-stated-by": { enum: "b" }, "x-verified": { ...saying, gap: "b" } },
    }),
  ],
  "doubt-in-notes": [
    things({
      "what is known": { description: "Names the job. Store it before you do anything else." },
      "what an owner has named": { description: "What it means is not documented." },
      "a note": { "x-gap": [gap({ states: "Its fields are not shown." })] },
      // As generation writes both.
      "a note in its description": {
        description: `A thing.\n\n${calloutOf(noted)}`,
        "x-gap": [noted],
      },
      "an answer in its description": {
        description: calloutOfStatement(denied as never),
        "x-verified": [denied],
      },
    }),
  ],
  "claim-stated": [
    things({
      "by a section": { maxLength: 500, "x-stated-by": { maxLength: "Errors" } },
      "by evidence": { properties: { url: { format: "uri" } }, "x-verified": [evidence] },
    }),
    contract({
      info: { "x-stated-by": { "application/json": "Errors" } },
      components: { requestBodies: { A: { content: { "application/json": {} } } } },
    }),
    response({ content: { "*/*; charset=utf-8": {} } }),
    // By a section, at the operation, and at the response that two codes share.
    operation(
      {
        responses: { 404: shared, 409: shared, 410: shared, "x-stated-by": { 410: "Errors" } },
        "x-verified": [{ ...evidence, evidence: "Recorded: `409`." }],
      },
      { responses: { A: { "x-verified": [{ ...evidence, evidence: "Recorded: `404`." }] } } },
    ),
  ],
};

/** By the rule, the place and what is said of it, the only thing in each of the documents; " … " stands for any text. */
const refused: Record<string, object | object[]> = {
  "extension-registered x-internal … Add it … or remove it": operation({ "x-internal": true }),
  "doubt-in-notes description “no documented” stays here … Say it in an x-gap": thing({
    ...stated,
    description: "Store it: no documented operation finds a job without it.",
  }),
  // Each alone, and beside the other that says nothing of the kind.
  "doubt-in-notes summary “service owner has told” stays here": [{}, { description: "A." }].map(
    (others) => operation({ ...stated, ...others, summary: "As the service owner has told you" }),
  ),
  "doubt-in-notes description “service owner has told” stays here": [{}, { summary: "A." }].map(
    (others) => operation({ ...stated, ...others, description: "The service owner has told so." }),
  ),
  // The note of another question, and more than a note says.
  "doubt-in-notes description “not documented” stays here": thing({
    ...{ description: calloutOf(noted), "x-gap": [{ ...noted, id: "other-fields" }] },
  }),
  "doubt-in-notes description “not shown” stays here": [
    thing({ description: `Its form is not shown.\n\n${calloutOf(noted)}`, "x-gap": [noted] }),
    thing({ description: `${calloutOf(noted)} Others are not shown.`, "x-gap": [noted] }),
  ],
  "source-required # Add x-source": [operation({}), thing({ "x-source": [] })],
  'source-known x-source/1 "States" is not': operation({ "x-source": ["Errors", "States"] }),
  'source-known x-stated-by/enum "thing-fields" is not a heading': thing({
    ...{ "x-stated-by": { enum: "thing-fields" }, ...gaps },
  }),
  ...Object.fromEntries(
    ["additionalProperties", "default", "deprecated", "format", "not", "readOnly"].map((key) => [
      `claim-stated properties/part/${key} ${key} rests on no section. Add x-stated-by: {"${key}": <`,
      thing({ properties: { part: { [key]: false, ...stated } } }),
    ]),
  ),
  "claim-stated headers/X-Invented This header (X-Invented)": response({
    ...{ headers: { "X-Invented": {} }, "x-verified": [{ exchanges: 200 }] },
  }),
  "claim-stated enum … keep the string open with x-extensible-enum": thing({ enum: ["lent"] }),
  "claim-stated parameters/0 This parameter (page) … Add x-source": operation({
    parameters: [{ name: "page", in: "query" }],
  }),
  'claim-stated content/text~1csv; charset=utf-8 … {"text/csv; charset=utf-8": <': response({
    content: { "text/csv; charset=utf-8": {} },
  }),
  'claim-stated responses/404 The status code 404 … x-stated-by: {"404": <': [
    operation({ responses: { 404: { description: "Not found." } } }),
    operation({ responses: { 404: shared } }, { responses: { A: { "x-verified": [evidence] } } }),
  ],
};

/** What a rule finds: its name, the place, and the message. */
const told = (name: string, document: object) =>
  rules
    .find(({ code }) => code === name)!
    .find(walk(document))
    .map(({ path, message }) => {
      const place = toPointer(path).replace(ways, "") || "#";
      return `${name} ${place} ${message}`;
    });

test.each(rules)(
  "$code is silent about what is right, and has something that it refuses",
  ({ code }) => {
    for (const document of accepted[code]!) expect(told(code, document)).toEqual([]);
    expect(Object.keys(refused).some((finding) => finding.startsWith(`${code} `))).toBe(true);
  },
);

it.each(Object.entries(refused))("%s", (finding, documents) => {
  const [beginning = "", ...parts] = finding.split(" … ");
  for (const document of [documents].flat()) {
    const [found, ...others] = told(finding.split(" ")[0]!, document);
    const start = found?.slice(0, beginning.length) ?? "nothing";
    expect(start, JSON.stringify(document)).toBe(beginning);
    for (const part of parts) expect(found).toContain(part);
    expect(others).toEqual([]);
  }
});

describe.each(Object.entries(schemas))("%s finds it after", (code, schema) => {
  const right = Object.values(accepted)
    .flat()
    .flatMap((document) =>
      Object.entries(asObject(asObject(asObject(document)["components"])["schemas"])),
    );

  test.each([...right, ["what it finds", schema] as const])("%s", (name, before) => {
    const alone = told(code, things({ [name]: before }));
    const after = told(code, things({ [name]: before, Thing: schema, Last: schema }));
    const more = after.filter((each) => !alone.includes(each));
    expect(more, `${code} after ${name}`).toHaveLength(2);
  });
});

test("every rule is tried in every place", () => {
  const tried = [...Object.keys(schemas), "source-required"];
  expect(tried.sort()).toEqual(rules.map(({ code }) => code).sort());
});

/** What has no operation and no component, and what evidence is the source of. */
const needless = [
  "a parameter",
  "a header",
  "an item of a stream",
  "an operation of which something is confirmed",
];
test.each(Object.entries(surroundings).filter(([place]) => !needless.includes(place)))(
  "source-required finds what stands around %s",
  (place, put) => {
    const found = told("source-required", put({ type: "string" }));
    expect(found, place).not.toEqual([]);
  },
);

test.each(Object.entries(schemas))("%s finds it beside a reference", (code, schema) => {
  const reference = { $ref: "#/components/schemas/Other" };
  const [right, wrong] = [stated, schema].map((each) =>
    told(code, things({ Thing: { ...reference, ...each } })),
  );
  expect(wrong!.length - right!.length, code).toBe(1);
});

describe.each(Object.entries(schemas))("%s finds it in", (code, schema) => {
  test.each(Object.entries(surroundings))("%s", (_, put) => {
    const { find } = rules.find((rule) => rule.code === code)!;
    const count = (inside: object) => find(walk(put(inside) as never)).length;
    expect(count(schema) - count({ type: "string" })).toBe(1);
  });
});
