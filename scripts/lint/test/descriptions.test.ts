/**
 * What a text of the contract says, the contract beside it says too: types, whether a field may be missing, values, names, opposites such as
 * start and end, and whether an advice is to do something or not to. A text that is changed, and still true, needs no change here.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { collectGaps } from "openapi-gaps";
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  type Json,
  type JsonObject,
  operationsOf,
  type OpenApiDocument,
  resolved,
  walk,
} from "openapi-gaps/document";
import { frozenContract, frozenFile } from "../../../test/support/frozen.ts";
import { emulatorOverlay } from "../../support/locations.ts";

const emulated = JSON.parse(
  readFileSync(frozenFile("emulator.openapi.json"), "utf8"),
) as OpenApiDocument;

const typeNames = "string|integer|number|boolean|object|array";
const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const sentencesOf = (text: string) => text.split(/(?<=[.?!:])\s+/);
const isNegative = (text: string) => /\b(no|not|none|never|nothing|without)\b|n't\b/i.test(text);

/** The schemas of a name, wherever a property has it. */
const typesOfFields = new Map<string, Set<string>>();
for (const document of [frozenContract, emulated])
  for (const { value } of walk(document, "schema"))
    for (const [name, property] of Object.entries(asObjectMap(value["properties"])))
      for (const type of typesOf(document, property))
        typesOfFields.set(name, (typesOfFields.get(name) ?? new Set()).add(type));

function typesOf(document: OpenApiDocument, schema: JsonObject): string[] {
  const { type = [], oneOf } = resolved(document, schema);
  return [
    ...[type].flat().map(String),
    ...asObjectList(oneOf).flatMap((each) => typesOf(document, each)),
  ];
}

const typeOf = (sample: Json | undefined): string =>
  Array.isArray(sample) ? "array" : Number.isInteger(sample) ? "integer" : typeof sample;

/** Each text that stands on a part of the contract, and those of its notes. */
const texts = [frozenContract, emulated].flatMap((document) =>
  walk(document).flatMap(({ value, pointer }) => {
    const { description, summary } = value;
    const notes = document === frozenContract ? asObjectList(value["x-gap"]) : [];
    const ofNotes = notes.flatMap(({ id, states, reading, settled, question }) => {
      const claims = asObjectList(states).map(({ claim }) => claim);
      const own = [typeof states === "string" ? states : claims, settled ?? [], reading, question];
      const samples = asObjectList(states).flatMap(({ sample }) => typeOf(sample));
      return own.flat().map((text) => ({ text: String(text), place: String(id), samples }));
    });
    const own = [description, summary].filter((text) => typeof text === "string");
    const all = [
      ...own.map((text) => ({ text, place: pointer, samples: [] as string[] })),
      ...ofNotes,
    ];
    return all.map((each) => ({ ...each, document, value, pointer }));
  }),
);

const found = (check: (each: (typeof texts)[number]) => string[]) => [
  ...new Set(
    texts.flatMap((each) =>
      check(each).map((what) => `${each.place}: ${what}: “${each.text.trim()}”`),
    ),
  ),
];

test("a type that a text names is that of what it is about", () => {
  const wrong = found(({ text, document, value, samples }) => {
    const named = text.match(new RegExp(`\\b(${typeNames})(?=s?\\b)`, "g")) ?? [];
    const fields = codeIn(text).flatMap((name) => [...(typesOfFields.get(name) ?? [])]);
    const about = [...typesOf(document, value), ...fields, ...samples];
    // An integer is a number, and counts things.
    if (about.includes("integer")) about.push("number");
    const others = named.filter((type) => !about.includes(type));
    return about.length === 0 ? [] : others.map((type) => `no ${type} is there`);
  });
  expect(wrong).toEqual([]);
});

test("a field that may be missing is optional, and one to rely on is required", () => {
  const wrong = found(({ text, document, value }) => {
    const { properties, required } = resolved(document, value);
    const always = asList(required);
    return sentencesOf(text).flatMap((sentence) => {
      if (sentence.endsWith("?")) return [];
      const fields = codeIn(sentence).filter((name) => name in asObject(properties));
      const isOptional = /\b(may be (missing|left out)|optional)\b/i.test(sentence);
      const isRequired =
        /\b(rely only on|are required|is required|must be there)\b/i.test(sentence) &&
        !isNegative(sentence);
      return [
        ...(isOptional
          ? fields.filter((name) => always.includes(name)).map((name) => `${name} is required`)
          : []),
        ...(isRequired
          ? fields.filter((name) => !always.includes(name)).map((name) => `${name} is optional`)
          : []),
      ];
    });
  });
  expect(wrong).toEqual([]);
});

test("what is said not to be enforced is not", () => {
  const bounds = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];
  const wrong = found(({ text, value, document }) => {
    if (
      document !== frozenContract ||
      !/\bcontract (doesn't |does not )?enforces? any bound\b/.test(text)
    )
      return [];
    const bounded = bounds.filter((key) => key in value);
    return isNegative(text) === bounded.length > 0
      ? [`bounds here: ${bounded.join() || "none"}`]
      : [];
  });
  expect(wrong).toEqual([]);
});

test("a value that a description has in code is one that the schema takes", () => {
  const names = new Set(typesOfFields.keys());
  const wrong = found(({ text, value, place }) => {
    const { const: only, enum: all, "x-extensible-enum": some } = value;
    const values = [...(only === undefined ? [] : [only]), ...asList(all), ...asList(some)].map(
      String,
    );
    if (values.length === 0 || !place.startsWith("#")) return [];
    return codeIn(text).filter(
      (code) => !values.includes(code) && !names.has(code) && code !== "rendering",
    );
  });
  expect(wrong).toEqual([]);
});

const stemsOf = (text: string) =>
  new Set(
    (text.toLowerCase().match(/[a-z]+/g) ?? [])
      .filter((word) => word.length > 2)
      .map((word) => word.slice(0, 5)),
  );
const shared = (name: string, text: string) =>
  [...stemsOf(name)].filter((stem) => stemsOf(text).has(stem)).length;

test("no two fields of an object have each other's description", () => {
  const wrong = [frozenContract, emulated].flatMap((document) =>
    walk(document, "schema").flatMap(({ value, pointer }) => {
      const described = Object.entries(asObjectMap(value["properties"])).map(([name, property]) => {
        const { description } = resolved(document, property);
        return {
          name: name.replaceAll("_", " "),
          text: String(description),
        };
      });
      return described.flatMap((one, index) =>
        described.slice(index + 1).flatMap((other) => {
          const own = shared(one.name, one.text) + shared(other.name, other.text);
          const [there, back] = [shared(one.name, other.text), shared(other.name, one.text)];
          const crossed = there + back;
          // A description may name another field: that of a script, who speaks it.
          const isMutual = there > 0 && back > 0;
          return crossed > own && isMutual ? [`${pointer}: ${one.name} and ${other.name}`] : [];
        }),
      );
    }),
  );
  expect(wrong).toEqual([]);
});

/** Pairs of words, one of which is wrong where the other one is meant. */
const opposites: [RegExp, RegExp][] = [
  [/\bstarts?\b/i, /\bends?\b/i],
  [/\b(pre|before)\b/i, /\b(post|after)\b/i],
  [/\bpublic\b/i, /\bcustom\b/i],
  [/\bavatars?\b/i, /\bvoices?\b/i],
  [/\baudio\b/i, /\bvideo\b/i],
  [/\brequest\b/i, /\bresponse\b/i],
];

test("what is called by one word of a pair is not described by the other one", () => {
  const wrong = found(({ text, place, pointer }) => {
    if (!place.startsWith("#")) return [];
    // The last steps: a field with its schema, an operation with its path.
    const steps = pointer.replaceAll("~1", " ").split("/").slice(-3).join(" ");
    const name = steps
      .replaceAll(/[_-]/g, " ")
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .split(/ properties /)
      .at(-1)!;
    // What an operation starts is told by several sentences together.
    const parts = pointer.startsWith("#/paths") ? [text] : sentencesOf(text);
    const pairs = opposites.flatMap(([one, other]) => [
      [one, other] as const,
      [other, one] as const,
    ]);
    return pairs
      .filter(([own, other]) => own.test(name) && !other.test(name))
      .filter(([own, other]) =>
        parts.some((sentence) => other.test(sentence) && !own.test(sentence)),
      )
      .map(([own]) => `${name} is about ${own.source.replaceAll(/\\b|\?/g, "")}`);
  });
  expect(wrong).toEqual([]);
});

test.each(operationsOf(frozenContract))(
  "the summary of $operationId has its words, in their order",
  ({ operationId, node, path }) => {
    const words = operationId.replaceAll(/[A-Z]/g, " $&").toLowerCase().split(" ");
    const summary = String(node["summary"]).toLowerCase().match(/\w+/g)!;
    expect(summary.filter((word) => words.includes(word)).join(" ")).toBe(words.join(" "));
    // A list says which value of a field goes with it, and that is the end of its path.
    const [, kind, catalogue] = /\/(avatar|voice)s\/(\w+)$/.exec(path) ?? [];
    if (catalogue) expect(codeIn(String(node["description"]))).toEqual([`${kind}_type`, catalogue]);
  },
);

/** What is always safe to do, and what never is. */
const always =
  /^(ask|accept|call|check|choose|copy|encode|expect|fill|give|handle|keep|leave|log|name|parse|poll|rely|send|serve|set|store|try|use)$/;
const never = /^(depend|repeat|run|share)$/;
/** Verbs that are safe with one object and not with another: for each time that a note has one, whether it is against it. */
const byNote: Record<string, Record<string, boolean[]>> = {
  assume: {
    "price-and-quota": [false],
    "failed-job-price": [false],
    "finished-video-format": [true],
    "hp-videos-per-job": [true],
    "job-output-when-done": [true],
  },
  branch: { "error-codes": [false], "job-type-values": [true] },
  look: {
    "interface-versioning": [true],
    "hp-job-with-failed-rows": [false],
    "avatar-fields": [false],
    "voice-fields": [false],
  },
  // Of two names of one list, the one and then the other; both are another thing.
  send: { "variables-or-customizations": [false, true] },
  test: {
    "success-status-codes": [true],
    "data-slice-end": [false],
    "spreadsheet-layout": [false],
    "segment-time-units": [false],
    "variable-text-use": [false],
    "variables-or-customizations": [false],
  },
  treat: {
    "failure-status-codes": [false],
    "identifier-formats": [false],
    "job-status-transitions": [true],
    "success-status-codes": [false],
  },
};

const notes = collectGaps(frozenContract);

test.each(notes)("the advice of $id is not its opposite", ({ id, reading }) => {
  const advice = [
    ...reading.matchAll(/(?:^|(?<=[.:;,] |, and |and ))(Don't |Never )?([A-Za-z]+)/gi),
  ].map(([, not, verb = ""]) => ({ verb: verb.toLowerCase(), isAgainst: not !== undefined }));
  const told = Map.groupBy(advice, ({ verb }) => verb);
  let known = 0;
  for (const [verb, same] of told) {
    const isNever = never.test(verb);
    const expected =
      byNote[verb]?.[id] ?? (isNever || always.test(verb) ? same.map(() => isNever) : undefined);
    if (!expected) continue;
    known++;
    expect(
      same.map(({ isAgainst }) => isAgainst),
      `whether “${reading}” is against it to ${verb}`,
    ).toEqual(expected);
  }
  expect(known, `“${reading}” advises nothing that is known here`).toBeGreaterThan(0);
});

test.each(notes.filter(({ kind }) => kind === "not-shown"))(
  "$id is open, and says of nothing that it is documented",
  ({ reading, states }) => {
    const claims = sentencesOf(reading).filter(
      (sentence) =>
        /\b(documented|enforces?|is said|described)\b/.test(sentence) && !isNegative(sentence),
    );
    expect(claims).toEqual([]);
    expect(String(states)).toMatch(/\b(no|not|none|nothing|only)\b/i);
  },
);

const { actions } = parse(readFileSync(emulatorOverlay, "utf8")) as {
  actions: { target: string; description: string; update?: JsonObject }[];
};
const counts = ["no", "one", "two", "three", "four", "five"];

test.each(actions.filter(({ update }) => update))(
  "$description says what is changed at $target",
  ({ description, update = {} }) => {
    const { value = {}, enum: values, required } = update;
    // What is made anew says of itself what it is.
    const decided = "title" in update ? [] : [...asList(values), ...asList(required)].map(String);
    const named = codeIn(description);
    if (named.length > 0) expect(decided.filter((name) => !named.includes(name))).toEqual([]);
    if (decided.length > 0)
      expect(named.filter((name) => !/_|^hp$/.test(name) && !decided.includes(name))).toEqual([]);
    const codes = Object.keys(update).filter((key) => /^\d{3}$/.test(key));
    expect(codes.filter((code) => !description.includes(` ${code}`))).toEqual([]);
    for (const list of Object.values(asObject(value)))
      if (Array.isArray(list) && /^There (is|are) /.test(description))
        expect(description).toContain(` ${counts[list.length]} `);
    const isDefinition = Object.values(update).some((each) => "title" in asObject(each));
    if (!isDefinition && JSON.stringify(update).includes('":false'))
      expect(description, "what is false is refused").toMatch(/\b(is|are) refused\b/);
  },
);
