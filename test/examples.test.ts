import { describe, expect, it } from "vitest";
import { isObject } from "../scripts/document.ts";
import {
  contract,
  operationsOf,
  resolved,
  strictContract,
  validatorOf,
} from "./support/contract.ts";
import { examplesOf } from "./support/examples.ts";

describe.each([
  ["contract", contract],
  ["strict copy", strictContract],
])("in the %s", (_, document) => {
  const validator = validatorOf(document);

  it.each(examplesOf(document))("example $name satisfies its schema", ({ schema, value }) => {
    const validate = validator(schema);
    validate(value);
    expect(validate.errors).toBeNull();
  });
});

describe("every operation", () => {
  const operations = operationsOf(contract);

  it.each(operations)("$operationId shows a success", ({ node }) => {
    const success = resolved(contract, (node["responses"] as never)["2XX"]);
    expect(examplesIn(success)).not.toEqual([]);
  });

  it.each(operations.filter(({ node }) => "requestBody" in node))(
    "$operationId shows a response to each request, under the same name",
    ({ node }) => {
      const success = resolved(contract, (node["responses"] as never)["2XX"]);
      expect(examplesIn(success)).toEqual(examplesIn(node["requestBody"]));
    },
  );

  function examplesIn(message: unknown): string[] {
    const content = isObject(message) && isObject(message["content"]) ? message["content"] : {};
    const media = content["application/json"];
    return isObject(media) && isObject(media["examples"]) ? Object.keys(media["examples"]) : [];
  }
});

describe("the requests tell", () => {
  const validator = validatorOf(contract);
  const requests = examplesOf(contract)
    .filter(({ schema }) => schema.includes("/requestBody/"))
    .map(({ value }) => value as Record<string, any>);

  it.each([
    ["avatar", "text"],
    ["avatar", "audio"],
    ["video", "text"],
    ["video", "audio"],
  ])("how a lipsync video is made from %s and %s", (actor, script) => {
    expect(requests.some((r) => r["actor"]?.use === actor && r["script"]?.use === script)).toBe(
      true,
    );
  });

  it("how a layer called audio is customized", () => {
    const layers = requests.flatMap((r) => r["customizations"] ?? []).map((c) => c.layer_id);
    expect(layers).toContain("audio");
  });

  it.each([
    ["variables", "string"],
    ["customizations", "number"],
  ])("an HP job with %s, times as a %s", (list, type) => {
    const times = requests.flatMap((r) => r[list] ?? []).map(({ start_time: time }) => typeof time);
    expect(times).toContain(type);
  });

  it("both spellings at once are accepted, because nothing forbids them", () => {
    const job = requests.find((request) => "variables" in request);
    const validate = validator("#/components/schemas/HpJobInput");
    expect(validate({ ...job, customizations: job?.["variables"] })).toBe(true);
  });
});

describe("every scalar", () => {
  it.each(
    Object.entries(contract.components.schemas).filter(([, schema]) =>
      ["string", "integer", "boolean"].includes([schema["type"]].flat()[0] as string),
    ),
  )("%s has an example", (_, schema) => {
    expect(schema["examples"]).toBeInstanceOf(Array);
    expect(schema["examples"]).not.toHaveLength(0);
  });
});
