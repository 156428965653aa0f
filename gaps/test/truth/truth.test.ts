/** A proof by simulation, for some seconds; in the night for as many as `TRUTH_SECONDS` says. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
  asList,
  asObject,
  asObjectMap,
  type JsonObject,
  type OpenApiDocument,
} from "../../src/document/document.ts";
import { type Field, type Resource, type Service, service } from "./service.ts";
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
  const fields: Field[] = ["note", "size"].map((name) => ({
    ...{ name, sorts: ["text"], presence: 60, nulls: 0, isDocumented: false },
  }));
  const resource: Resource = {
    ...{ name: "orders", kind: "collection", identifier: "number", fields, known: 0 },
    ...{
      states: ["open", "paid", "lost"],
      isJoined: false,
      isShared: false,
      isPaged: false,
      success: "200",
    },
    ...{ codes: [200], failures: [0, 2, 3], ending: "" },
  };
  const users: Resource = { ...resource, name: "users", fields: fields.slice(0, 1) };
  const truth: Service = {
    ...{ seed: 1, openapi: "3.1.1", base: "", resources: [resource, users] },
    ...{ failure: "open", hasSharedState: false },
  };
  const schema = (document: OpenApiDocument, name = "order") => document.components.schemas[name]!;
  const propertiesOf = (node: JsonObject) => asObjectMap(node["properties"]);

  it.each<[string, (document: OpenApiDocument) => void, RegExp]>([
    [
      "a wrong operation",
      ({ paths }) => {
        const { get, delete: gone } = asObjectMap(paths["/orders/{order_id}"]);
        Object.assign(get!["responses"]!, { 429: asObject(gone!["responses"])["429"] });
      },
      /shows .*get\/responses\/429/,
    ],
    [
      "a wrong place",
      (document) => {
        const { size } = propertiesOf(schema(document));
        Object.assign(schema(document, "user")["properties"]!, { size });
      },
      /shows .*user\/properties\/size/,
    ],
    [
      "a closed list",
      (document) => {
        const state = propertiesOf(schema(document))["state"]!;
        state["enum"] = ["open", "paid"];
      },
      /\/state: must be equal to one of the allowed values/,
    ],
    [
      "a required mark",
      (document) => void asList(schema(document)["required"]).push("note"),
      /\/note: must have required property/,
    ],
    [
      "a dropped example",
      (document) => delete propertiesOf(schema(document))["order_id"]!["example"],
      /order_id has lost example/,
    ],
  ])("%s", (_, plant, problem) => {
    expect(simulate(truth, folder).wrong).toEqual([]);
    expect(simulate(truth, folder, plant).wrong.join("\n")).toMatch(problem);
  });
});
