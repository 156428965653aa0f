import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolvePointer } from "openapi-gaps/document";
import { openGapsOf, readAssumptions } from "../src/contract/document.ts";
import { behaviours } from "../src/service/behaviours.ts";
import { validValue } from "./support/arbitrary.ts";
import { emulated, service } from "./support/contracts.ts";

describe("the emulator's contract", () => {
  const shared = Object.keys(service.document.components.schemas);

  test.each(shared)("narrows %s: what is valid here is valid for the service", (name) => {
    const pointer = `#/components/schemas/${name}`;
    const isValidHere = emulated.schemas.at(pointer);
    const isValidThere = service.schemas.at(pointer);
    fc.assert(
      fc.property(validValue({ $ref: pointer }), (value) => {
        expect(isValidHere(value), JSON.stringify(isValidHere.errors)).toBe(true);
        expect(isValidThere(value), JSON.stringify(isValidThere.errors)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("assumes something about known gaps only, and plays no others", async () => {
    const known = openGapsOf(service.document);
    const { assumptions } = (await readAssumptions()) as { assumptions: { closes: string }[] };
    expect(assumptions.filter(({ closes }) => !known.has(closes))).toEqual([]);
    expect(Object.keys(behaviours).filter((gap) => !known.has(gap))).toEqual([]);
    expect(assumptions.length).toBeGreaterThan(20);
  });

  test("lists every avatar and every public voice that an example of the service chooses", () => {
    const lists = JSON.stringify(
      ["public_avatars", "custom_avatars", "public_voices"].map((name) =>
        resolvePointer(emulated.document, `#/components/examples/${name}.response/value`),
      ),
    );
    const examples = JSON.stringify(service.document.components);
    const chosen = [
      ...examples.matchAll(/"(avatar)_id":"(\w+)","avatar_type":"(public|custom)"/g),
      ...examples.matchAll(/"(voice)_id":"(\w+)","voice_type":"(public)"/g),
    ];
    expect(new Set(chosen.map(([, kind, , type]) => `${type} ${kind}`))).toEqual(
      new Set(["public avatar", "custom avatar", "public voice"]),
    );
    for (const [, kind, name] of chosen) expect(lists).toContain(`"${kind}_id":"${name}"`);
  });
});
