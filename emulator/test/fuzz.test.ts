import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../src/contract/json.ts";
import { createEmulator, type Emulator } from "../src/index.ts";
import { type InvalidBody, invalidBodies, validValue } from "./support/arbitrary.ts";
import { call } from "./support/client.ts";
import { emulated } from "./support/contracts.ts";

/** Valid requests over all operations that take a body, and how many invalid ones each brings with it. `FUZZ=20000x1` sends others. */
const [valid = 0, invalidPerValid = 0] = (process.env["FUZZ"] ?? "60x9").split("x").map(Number);

let emulator: Emulator;
beforeAll(async () => void (emulator = await createEmulator({ clock: { mode: "manual" } })));
afterAll(() => emulator.close());

const creates = emulated.operations.filter(({ requestSchema }) => requestSchema);

test.each(creates)(
  "$id takes what the contract allows, refuses what it does not, and names the field",
  // A tenth of a second for each request, also on a busy machine.
  { timeout: 300_000 + valid * (1 + invalidPerValid) * 100 },
  async ({ id, requestSchema = "" }) => {
    const schema = { $ref: requestSchema };
    const numRuns = Math.ceil(valid / creates.length);
    await fc.assert(
      fc.asyncProperty(validValue(schema), fc.infiniteStream(fc.nat()), async (body, picks) => {
        const accepted = await call(emulator, id, { body });
        expect(accepted.status, JSON.stringify(accepted.body)).toBe(201);
        const invalid = invalidBodies(schema, body as JsonObject);
        const refuse = async (pick: number) => {
          const { pointer, body: wrong } = invalid[pick % invalid.length] as InvalidBody;
          const refused = await call(emulator, id, { body: wrong });
          expect(refused.status, JSON.stringify(wrong)).toBe(422);
          const pointers = refused.body.errors.map((error: { pointer: string }) => error.pointer);
          const isNamed = pointers.some((named: string) => pointer.startsWith(named));
          expect(isNamed, `${pointer} in ${pointers}`).toBe(true);
        };
        await Promise.all([...picks.take(invalidPerValid)].map(refuse));
      }),
      { numRuns, endOnFailure: true },
    );
  },
);
