/** Requests to every operation, generated from the contract; the same ones in every run. */
import fc from "fast-check";
import type { JsonObject } from "../../src/contract/json.ts";
import { type InvalidBody, invalidBodies, validValue } from "./arbitrary.ts";
import type { Sent } from "./client.ts";
import { emulated } from "./contracts.ts";

/** For each operation that takes a body. */
const bodies = 60;

const operations = emulated.operations.map(({ requestSchema, ...operation }) => ({
  ...operation,
  schema: requestSchema === undefined ? undefined : { $ref: requestSchema },
}));

/** With what the contract allows, and with an identifier that nobody knows. */
export function validRequests(jobId: string): Sent[] {
  return operations.flatMap(({ method, path, schema }) =>
    schema
      ? sample(schema, bodies).map((body) => ({ method, path, body }))
      : ["unknown", jobId].map((id) => ({ method, path: path.replace("{job_id}", id) })),
  );
}

/** With what the contract does not allow, in one place of each body; and with a wrong token. */
export function invalidRequests(): Sent[] {
  return operations.flatMap(({ method, path, schema }) => {
    const unauthorized: Sent = { method, path, headers: { authorization: "Bearer wrong" } };
    if (!schema) return [unauthorized];
    const invalid: Sent[] = sample(schema, bodies).map((valid, index) => {
      const wrong = invalidBodies(schema, valid);
      return { method, path, body: (wrong[(index * 7) % wrong.length] as InvalidBody).body };
    });
    return [...invalid, ...sample(schema, 1).map((body) => ({ ...unauthorized, body }))];
  });
}

function sample(schema: JsonObject, numRuns: number): JsonObject[] {
  return fc.sample(validValue(schema), { numRuns, seed: 1 }) as JsonObject[];
}
