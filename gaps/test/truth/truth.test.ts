/** A proof by simulation, for some seconds; in the night for as many as `TRUTH_SECONDS` says. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { asObject, type JsonObject, valueAt } from "../../src/document/document.ts";
import { type Field, field, type Resource, type Service, service } from "./service.ts";
import { further, simulate } from "./simulate.ts";

const seconds = Number(process.env["TRUTH_SECONDS"] ?? 0);
const ofTruth = { timeout: (seconds + 240) * 1000 };
const folder = mkdtempSync(join(tmpdir(), "truth-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("whatever is proposed from recordings stays true of the service", ofTruth, () => {
  const total = { services: 0, statements: 0, newTypes: 0 };
  fc.assert(
    fc.property(service, (truth) => {
      const { wrong, newTypes, statements } = simulate(truth, folder);
      expect(wrong).toEqual([]);
      total.services++;
      total.statements += statements;
      total.newTypes += newTypes;
    }),
    seconds > 0
      ? { numRuns: 1e9, plugins: [fc.interruptAfterTimeLimit(seconds * 1000)] }
      : { numRuns: 8 },
  );
  console.log(
    `${total.services} services, ${total.statements} statements, ${total.services * further} further exchanges, of which ${total.newTypes} had a type that was never recorded.`,
  );
});

describe("a fault in what is written is noticed", () => {
  const states = field("state", [{ states: ["open", "paid", "lost"], known: 0 }]);
  const [note, size] = ["note", "size"].map((name) =>
    field(name, ["text"], { presence: 60, isDocumented: false }),
  ) as [Field, Field];
  const orders: Resource = {
    ...{ name: "orders", kind: "collection", identifier: "number", form: "plain", envelope: "" },
    fields: [field("order_id", ["number_id"]), states, note, size],
    ...{ isShared: false, page: "", mediaType: "application/json", success: "200", codes: [200] },
    ...{ failures: [0, 2, 3], ending: "" },
  };
  const users: Resource = { ...orders, name: "users", fields: [states, note] };
  const truth: Service = {
    ...{ seed: 1, openapi: "3.1.1", base: "", resources: [orders, users] },
    ...{ failure: "open", hasSharedState: false },
  };
  const [order, user] = ["#/components/schemas/order", "#/components/schemas/user"];
  const item = "#/paths/~1orders~1{order_id}";

  it.each<[string, (at: (pointer: string) => JsonObject) => void, RegExp]>([
    [
      "a wrong operation",
      (at) => (at(`${item}/get/responses`)["429"] = at(`${item}/delete/responses`)["429"]!),
      /shows .*get\/responses\/429/,
    ],
    [
      "a wrong place",
      (at) => (at(`${user}/properties`)["size"] = at(`${order}/properties/size`)),
      /shows .*user\/properties\/size/,
    ],
    [
      "a closed list",
      (at) => (at(`${order}/properties/state`)["enum"] = ["open", "paid"]),
      /\/state: must be equal to one of the allowed values/,
    ],
    [
      "a required mark",
      (at) => (at(order)["required"] = ["order_id", "note"]),
      /\/note: must have required property/,
    ],
    [
      "a dropped example",
      (at) => delete at(`${order}/properties/order_id`)["example"],
      /lost: .*order_id\/example/,
    ],
  ])("%s", (_, plant, problem) => {
    expect(simulate(truth, folder).wrong).toEqual([]);
    const { wrong } = simulate(truth, folder, (document) =>
      plant((pointer) => asObject(valueAt(document, pointer))),
    );
    expect(wrong.join("\n")).toMatch(problem);
  });
});
