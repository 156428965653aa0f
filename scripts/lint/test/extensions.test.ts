/**
 * Each rule finds what it refuses where the same object, one around it, or one beside it carries an extension, whichever; but for the
 * places that `excused` names, where the extension says what the rule asks for.
 */
import { describe, expect, test } from "vitest";
import { type JsonObject, toPointer, walk } from "openapi-gaps/document";
import { gapRules } from "openapi-gaps/ruleset";
import {
  carried,
  carrying,
  otherObjects,
  withExtensions,
} from "../../../gaps/test/support/extensions.ts";
import { refused } from "../../../gaps/test/support/refused-schemas.ts";
import { contractFolder } from "../../support/locations.ts";
import { registered, sourceRules } from "../source-rules.js";
import { refusedBySources } from "./support/refused-schemas.ts";

const { extensions } = registered(contractFolder);
const rules = [...gapRules, ...sourceRules({ headings: ["Errors"], extensions })];
const wrong: Record<string, object> = {
  ...refused,
  ...refusedBySources,
  "source-required": { type: "string" },
};

/** By rule, the places of which it has nothing to say, with the extension that says it. */
const excused: Record<string, RegExp> = {
  "open-schema-has-gap":
    /^a (schema|field|body|media type) with x-(gap|verified)$|^a field of a schema with x-verified$/,
  "claim-stated":
    /^a (schema|field|field of a schema|field of a field of a schema|body|media type) with x-verified$/,
  "source-required":
    /^(a schema|a field of a schema|a field of a field of a schema|an operation) with x-(source|verified)$/,
};

/** What has to have a source: it stands around each schema. */
const sourced = ["#/components/schemas/Thing", "#/paths/~1a/get"];

describe.each(rules)("$code finds it in", ({ code, find }) => {
  const isOurs = (path: string[]) =>
    code !== "source-required" || sourced.includes(toPointer(path));
  test.each(withExtensions)("$place", ({ place, put }) => {
    const tell = (inside: object) =>
      find(walk(put(inside)))
        .filter(({ path }) => isOurs(path.map(String)))
        .map(({ path, message }) => `${toPointer(path)} ${message}`);
    const before = code === "source-required" ? [] : tell({ type: "string" });
    const more = tell(wrong[code]!).filter((each) => !before.includes(each));
    expect(more, `${code} in ${place}`).toHaveLength(excused[code]?.test(place) ? 0 : 1);
  });
});

/** Rules on every object, whatever it is. */
const everywhere = [
  ...["doubt-in-notes", "extension-registered", "source-known"],
  ...["gap-ids-unique", "gap-well-formed", "verified-has-evidence"],
];
const objects = Object.entries(otherObjects).flatMap(([object, put]) =>
  Object.keys(carried).map((extension) => ({
    place: `${object} with ${extension}`,
    put,
    extension,
  })),
);

describe.each(rules.filter(({ code }) => everywhere.includes(code)))(
  "$code finds it on",
  ({ code, find }) => {
    const { type: _, ...node } = wrong[code] as JsonObject;
    test.each(objects)("$place", ({ place, put, extension }) => {
      const found = find(walk(put(carrying(node, extension))));
      expect(found, `${code} on ${place}`).toHaveLength(1);
    });
  },
);

test("every rule and every extension is tried", () => {
  expect(Object.keys(wrong).sort()).toEqual(rules.map(({ code }) => code).sort());
  expect(Object.keys(carried).sort()).toEqual([...extensions].sort());
});
