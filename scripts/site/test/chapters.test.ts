import { expect, it } from "vitest";
import { contract } from "../../../test/support/contract.ts";
import {
  asObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
} from "openapi-gaps/document";
import { writeReference } from "../chapters.ts";
import { examplesOf } from "../../emit/model/examples.ts";

it("lists the fields of answers that share a schema once", () => {
  const document = structuredClone(contract) as OpenApiDocument;
  const operation = document.paths["/api/hp_job"]!["post"] as { responses: JsonObject };
  const success = operation.responses["2XX"] as JsonObject;
  operation.responses = { "201": structuredClone(success), ...operation.responses };
  const chapter = writeReference(document, []).chapters.find(
    ({ name }) => name === "operation-createHpJob",
  );
  expect(chapter?.body).toContain("[`job_id`](#response-201-job_id)");
  expect(chapter?.body).toMatch(
    /^## Success, 2XX\n\n[^\n]+\n\nThe fields are those of “Response 201”\.$/m,
  );
  expect(chapter?.body).not.toContain("response-2XX-job_id");
});

it("shows the examples of an operation, whatever failures it names", () => {
  const { node } = operationsOf(contract)[0]!;
  const failing = { ...node, responses: { ...asObject(node["responses"]), "429": {} } };
  expect(examplesOf(contract, failing)).toEqual(examplesOf(contract, node));
  expect(examplesOf(contract, failing)).not.toEqual([]);
});
