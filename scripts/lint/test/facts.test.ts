import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  valueAt,
  walk,
} from "openapi-gaps/document";
import { contract } from "../../../test/support/contract.ts";
import { frozenContract } from "../../../test/support/frozen.ts";
import { contractFolder } from "../../support/locations.ts";
import { type Facts, findDisagreements, readFacts } from "../facts/check.ts";
import { findOverclaims } from "../facts/texts.ts";

const facts = readFacts();
const disagreements = (document: OpenApiDocument) =>
  findDisagreements(document, facts).map(({ message }) => message);

it("the facts rest on sections that exist", () => {
  const outline = parse(readFileSync(join(contractFolder, "outline.yaml"), "utf8")) as string[];
  const ofOperations = Object.values(facts.operations).map(({ section }) => section);
  const named = [...ofOperations, ...Object.keys(facts.fields), ...Object.keys(facts.gaps)];
  expect(named.filter((section) => !outline.includes(section))).toEqual([]);
});

it("a fact that is misspelt or left out is told like a wrong one", () => {
  const operations = { ...facts.operations, createHpJob: { cal: "post /api/hp_job" } };
  const odd = { operations, gaps: { Limits: null, Events: { stated: { "rate-limits": null } } } };
  const told = JSON.stringify(findDisagreements(contract, odd as unknown as Facts));
  expect(told).toMatch(/createHpJob is here: post [^"]+ In the specification: undefined/);
});

it("evidence about an object excuses what is missing in it, and not what is missing further inside", () => {
  const evidence = [{ gap: "actor-and-script-presence" }];
  const without = (pointer: string) => {
    const document = structuredClone(frozenContract);
    asObject(document.components.schemas["LipsyncVideoInput"])["x-verified"] = evidence;
    const path = parsePointer(pointer);
    delete asObject(valueAt(document, path.slice(0, -1)))[path.at(-1)!];
    return disagreements(document).filter((problem) => !problem.startsWith("The gap "));
  };
  expect(without("#/components/schemas/LipsyncVideoInput/properties/actor")).toEqual([]);
  expect(without("#/components/schemas/AvatarActor/properties/use")).not.toEqual([]);
});

describe("words of the contract say no more than the facts", () => {
  const claimsIn = (change: (schema: JsonObject) => void) => {
    const document = structuredClone(frozenContract);
    change(asObject(document.components.schemas["JobStatus"]));
    return findOverclaims(document, facts).flatMap(
      ({ message }) => /^The specification does not say ([^:]+)/.exec(message)?.[1] ?? [],
    );
  };

  it("which those of today do", () => {
    expect(findOverclaims(contract, facts)).toEqual([]);
    expect(findOverclaims(frozenContract, facts)).toEqual([]);
  });

  it.each([
    ["The status is one of rendering, completed and failed.", "“completed”, “failed”"],
    ["It is either `rendering` or `done`.", "“done”"],
    ["Its values are queued, started and ended.", "“queued”, “started”, “ended”"],
    ["A job that ends well is `completed`.", "“completed”"],
    ["The field `error_message` says why.", "“error_message”"],
    ["A job ends within ten minutes.", "“within”, “minutes”"],
    ["A job has 20 rows, and never more.", "“20”, “never”"],
    ["A wrong token is refused with 401.", "“401”"],
    ["A create responds with 201.", "“201”"],
  ])("%s", (sentence, claims) => {
    expect(claimsIn((schema) => (schema["description"] = sentence))).toEqual([claims]);
    expect(
      claimsIn((schema) => (asObject(asList(schema["x-gap"])[0])["states"] = sentence)),
    ).toEqual([claims]);
    // Evidence may say more.
    const evidence = [{ gap: "job-status-values" }];
    expect(
      claimsIn((schema) =>
        Object.assign(schema, { description: sentence, "x-verified": evidence }),
      ),
    ).toEqual([]);
  });
});

it("every word for a bound, a time or a size is a claim, in any number and in capitals", () => {
  const sizes = ["", "k", "m", "g"].flatMap((by) => [...(by ? [`${by}b`] : [])]);
  const bytes = ["", "kilo", "mega", "giga"].flatMap((by) => [`${by}byte`, `${by}bytes`]);
  const times = ["minute", "hour", "day", "week", "month", "year"].flatMap((one) => [
    one,
    `${one}s`,
  ]);
  const words = [
    ...["at most", "at least", "up to", "no more than", "no less than", "no fewer than", "within"],
    ...[
      "always",
      "never",
      "seconds",
      "milliseconds",
      "pixel",
      "pixels",
      ...times,
      ...sizes,
      ...bytes,
    ],
  ];
  const document = structuredClone(frozenContract);
  const status = asObject(document.components.schemas["JobStatus"]);
  const said = [...words, ...words.map((word) => word.toUpperCase())];
  status["description"] = said.map((word) => `It is ${word} so.`).join(" ");
  const told = findOverclaims(document, facts).flatMap(
    ({ message }) => /does not say “([^”]+)”:/.exec(message)?.[1] ?? [],
  );
  expect(told).toEqual(said);
});

it("evidence about an object excuses the words inside it, and what was asked those of its note", () => {
  const document = structuredClone(frozenContract);
  const { HpJob } = document.components.schemas;
  asObject(asObject(HpJob!["properties"])["project_name"])["description"] = "Always 7 days.";
  expect(findOverclaims(document, facts)).toHaveLength(1);
  HpJob!["x-verified"] = [{ gap: "job-status-values" }];
  expect(findOverclaims(document, facts)).toEqual([]);
});

it("a gap that is closed is not missing, and one that is gone is", () => {
  const document = structuredClone(frozenContract);
  document.info["x-gap"] = asList(document.info["x-gap"]).filter(
    (note) => asObject(note)["id"] !== "rate-limits",
  );
  const missing = () => disagreements(document).filter((each) => each.includes("gap rate-limits"));
  expect(missing()).not.toEqual([]);
  const said = { kind: "stated by the owner", by: "owner", date: "2026-01-31", evidence: "None." };
  const before = asList(document.info["x-verified"]);
  document.info["x-verified"] = [...before, { gap: "rate-limits", ...said }];
  expect(missing()).toEqual([]);
});

describe("a note", () => {
  const changed = (id: string, part: JsonObject) => {
    const document = structuredClone(frozenContract);
    for (const { value } of walk(document))
      for (const note of asList(value["x-gap"]).map(asObject))
        if (note["id"] === id) Object.assign(note, part);
    return findOverclaims(document, facts).map(({ message }) => message);
  };

  it("of which the owner has been asked says what the owner said", () => {
    const reading = "Check each file first.";
    expect(changed("base-address", { reading })).toHaveLength(1);
    expect(changed("base-address", { reading, asked: "2026-01-31" })).toEqual([]);
  });

  it.each<[id: string, part: JsonObject, says: string]>([
    [
      "job-retention",
      { states: "The lists come whole. Pages are not mentioned." },
      "The gap job-retention states something else than its fact: “How long a job can be read is not said”.",
    ],
    [
      "rate-limits",
      { states: "Rate limits are shown." },
      "The gap rate-limits states something else",
    ],
    ["base-address", { reading: "Check each file first." }, "has no word of the gap base-address."],
    ["base-address", { question: "Who pays?" }, "“Who pays?” has no word of the gap base-address."],
    [
      "segment-time-type",
      { reading: "Send `start_at` as a string." },
      "names start_at: “Send `start_at` as a string.”",
    ],
    [
      "variable-count-bounds",
      { reading: "Send `slices_count` 77 at first." },
      "names slices_count, 77:",
    ],
    // A field that the specification has, and nothing else of the note.
    [
      "variable-count-bounds",
      { question: "Which bounds has `music`?" },
      "Nothing else of the note variable-count-bounds names music:",
    ],
    [
      "data-xlsx-url-type",
      { settled: "It is seven." },
      "has no word of the gap data-xlsx-url-type.",
    ],
  ])("%s that says %o is told", (id, part, says) => {
    expect(changed(id, part)).toContainEqual(expect.stringContaining(says));
  });
});

/** Keys that hold facts of the specification, wherever they stand. Of paths and responses every key does. */
const factKeys = [
  ...["servers", "url", "security", "scheme", "get", "post", "operationId", "parameters", "in"],
  ...["requestBody", "responses", "content", "schema", "required", "type", "properties"],
  ...["enum", "const", "oneOf", "x-extensible-enum", "x-gap", "x-source", "x-stated-by"],
];

/** What an object of a kind may not gain. */
const inventions: Record<string, JsonObject> = {
  paths: { "/api/templates": {} },
  responses: { 404: { description: "Not found." } },
  operation: { security: [] },
  securityScheme: { bearerFormat: "JWT" },
  mediaType: { schema: { type: "object" } },
};

/** Values that a fact may not have. */
function wrongValues(key: string, value: Json, node: JsonObject): Json[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "string")
    return [`${value}_too`, ...(key === "type" ? [[value, "null"]] : [])];
  if (key === "properties" && isObject(value)) {
    const without = Object.keys(value).map((name) => omit(value, name));
    return [...without, { ...value, invented_field: { type: "string" } }];
  }
  if (key === "x-stated-by" && isObject(value))
    return Object.keys(value).map((claim) => ({ ...value, [claim]: "Versioning" }));
  if (!Array.isArray(value)) return [];
  const fewer = value.map((_, index) => value.toSpliced(index, 1));
  const altered = value.flatMap((item, index) =>
    wrongItems(key, item).map((wrong) => value.with(index, wrong)),
  );
  const fields = Object.keys(asObject(node["properties"]));
  const others = key === "required" ? fields.filter((name) => !value.includes(name)) : ["invented"];
  const isOfTexts = value.every((item) => typeof item === "string");
  return [...fewer, ...altered, ...(isOfTexts ? others.map((item) => [...value, item]) : [])];
}

function wrongItems(key: string, item: Json): Json[] {
  if (typeof item === "string") return [`${item}_too`];
  if (key === "security") return [{}];
  // What a note says in words is held below.
  const told = key === "x-gap" ? ["id", "kind", "impact", "source", "origin"] : [];
  const parts = key === "x-gap" ? ["answer", "evidence", "also", "when", "no", "settled"] : [];
  const node = asObject(item);
  return [
    ...[...told, ...parts].flatMap((field) => {
      const values = [node[field] ?? []].flat();
      // As many times longer and shorter as there are values.
      const lists = values.length > 1 ? values.map((_, index) => values.toSpliced(index, 1)) : [];
      // A settled contradiction has its reason in words of its own.
      const others = field === "settled" && field in node ? [] : ["another", ...lists];
      return others.map((other) => ({ ...node, [field]: other }));
    }),
    ...parts.filter((field) => field in node).map((field) => omit(node, field)),
    ...(key === "x-gap" ? wrongSamples(node) : []),
  ];
}

/** Each sample of a contradiction, in the place of each other one, lost, or another value. */
function wrongSamples(note: JsonObject): JsonObject[] {
  const claims = asList(note["states"]).map(asObject);
  return claims.flatMap((claim, index) => {
    const samples = [...claims.map(({ sample }) => sample), [], { invented_field: 1 }].filter(
      (sample) => sample !== undefined && !isDeepStrictEqual(sample, claim["sample"]),
    );
    const wrong = [
      ...samples.map((sample) => ({ ...claim, sample: sample! })),
      ...("sample" in claim ? [omit(claim, "sample")] : []),
    ];
    return wrong.map((each) => ({ ...note, states: claims.with(index, each) }));
  });
}

function omit(node: JsonObject, key: string): JsonObject {
  const { [key]: _, ...others } = node;
  return others;
}

/** What an object becomes with one thing wrong in it. */
function wrongNodes(kind: string, node: JsonObject): JsonObject[] {
  const isFact = (key: string) => ["paths", "responses"].includes(kind) || factKeys.includes(key);
  const changed = Object.entries(node).flatMap(([key, value]) => {
    const wrong = wrongValues(key, value, node).map((other) => ({ ...node, [key]: other }));
    return isFact(key) ? [omit(node, key), ...wrong] : [];
  });
  return inventions[kind] ? [...changed, { ...node, ...inventions[kind] }] : changed;
}

/** A copy of a document with another object at a place. Whatever stands beside the way there is that of the document. */
function withNode(node: Json, [step, ...path]: string[], other: JsonObject): Json {
  if (step === undefined) return other;
  const copy = Array.isArray(node) ? [...node] : { ...asObject(node) };
  const inside = (copy as JsonObject)[step]!;
  (copy as JsonObject)[step] = withNode(inside, path, other);
  return copy;
}

const mistakes = walk(frozenContract).flatMap(({ kind, value, path }) =>
  wrongNodes(kind, value).map((wrong) => ({ path, wrong })),
);

/** Each a test of its own, none of which takes long. */
const shares = Array.from({ length: 16 }, (_, share) =>
  mistakes.filter((__, index) => index % 16 === share),
);

describe("a mistake in the contract is noticed, wherever it is made", () => {
  // No evidence has changed this one. Its gaps are older than the facts: what it says of each mistake has to differ.
  const tell = (document: OpenApiDocument) => disagreements(document).join("\n");
  const before = tell(frozenContract);
  const isNoticed = (path: string[], wrong: JsonObject) => {
    try {
      return tell(withNode(frozenContract, path, wrong) as OpenApiDocument) !== before;
    } catch {
      // A contract that makes the comparison fall over is noticed as well.
      return true;
    }
  };

  it("of which there are many", () => expect(mistakes.length).toBeGreaterThan(800));

  it.each(shares.map((share, index) => [index + 1, share] as const))(
    "share %i of 16",
    (_, share) => {
      expect(share.filter(({ path, wrong }) => !isNoticed(path, wrong))).toEqual([]);
    },
  );

  it("and the contract is as it was", () => expect(tell(frozenContract)).toBe(before));
});
