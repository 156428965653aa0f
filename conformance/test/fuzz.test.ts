/**
 * Requests made from the schemas of the contract, sent by the client to the emulator.
 * `FUZZ_REQUESTS` sets how many valid ones, and as many invalid ones; `FUZZ_SEED` repeats a run.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, isApiError, type Client } from "../../clients/typescript/src/index.ts";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { invalidBodies, validValue } from "../../emulator/test/support/arbitrary.ts";
import { emulated } from "../../emulator/test/support/contracts.ts";
import type { JsonObject } from "openapi-gaps/document";
import { contract, operationsOf, validatorOf } from "../../test/support/contract.ts";

const requests = Number(process.env["FUZZ_REQUESTS"] ?? 500);
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const creates = emulated.operations.filter(({ requestSchema }) => requestSchema);
const validator = validatorOf(contract);

let emulator: Emulator;
let client: Client;
const rejections: unknown[] = [];
const keep = (reason: unknown) => void rejections.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", keep);
  emulator = await createEmulator({ seed: 1, clock: { mode: "manual" } });
  client = createClient({ baseUrl: emulator.url, token: emulator.token, retries: 0 });
  console.log(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`);
});
afterAll(async () => {
  process.off("unhandledRejection", keep);
  await emulator.close();
});

/** The method of the client for an operation that takes a body. */
function send(id: string, body: unknown): Promise<unknown> {
  const call = client[id as "createHpJob"] as (body: never) => Promise<unknown>;
  return call(body as never);
}

test.each(creates)(
  "$id: what the contract allows is accepted, and what it does not is refused by name",
  { timeout: 600_000 },
  async ({ id, requestSchema = "" }) => {
    const schema = { $ref: requestSchema };
    const { pointer } = operationsOf(contract).find(({ operationId }) => operationId === id)!;
    const validate = validator(`${pointer}/responses/2XX/content/application~1json/schema`);
    await fc.assert(
      fc.asyncProperty(validValue(schema), fc.nat(), async (body, pick) => {
        const answer = await send(id, body);
        expect(validate(answer), JSON.stringify(validate.errors)).toBe(true);

        const invalid = invalidBodies(schema, body as JsonObject);
        const { pointer: place, body: spoilt } = invalid[pick % invalid.length]!;
        const failure = await send(id, spoilt).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(isApiError(failure) && failure.status, JSON.stringify(spoilt)).toBe(422);
        const { errors } = (failure as { body: { errors: { pointer: string }[] } }).body;
        const named = errors.map((error) => error.pointer);
        expect(
          named.some((field) => place.startsWith(field)),
          `${place} in ${named}`,
        ).toBe(true);
      }),
      { numRuns: Math.ceil(requests / creates.length), seed, endOnFailure: true },
    );
  },
);

test("nothing was left unhandled", () => {
  expect(rejections).toEqual([]);
});
