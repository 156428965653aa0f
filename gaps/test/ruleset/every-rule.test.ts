import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { presets } from "../../src/ruleset/index.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** A contract whose parts stand in files of their own. */
const inParts = {
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0" },
  paths: {
    "/loans": { $ref: "./loans/path.yaml" },
    "/loans/{id}": {
      get: {
        operationId: "getLoan",
        "x-source": ["Errors"],
        parameters: [{ $ref: "./loans/id.yaml" }],
        responses: { "2XX": { $ref: "./loans/Loan.yaml" }, default: { $ref: "./Failure.yaml" } },
      },
    },
  },
  components: {
    schemas: {
      Loan: { $ref: "./loans/Loan.yaml" },
      Loans: {
        type: "object",
        "x-source": ["Errors"],
        properties: { first_loan: { $ref: "./loans/Loan.yaml" } },
      },
    },
  },
};

const loop = { $ref: "#/components/responses/Loop" };

const misshapen = {
  openapi: "3.1.1",
  info: null,
  tags: { name: "none" },
  paths: {
    "/list": [1],
    "/loop": { get: { responses: { default: loop } } },
    "/nowhere": { get: { parameters: "none", responses: { default: { $ref: "#/nowhere" } } } },
  },
  components: {
    schemas: { Thing: { "x-gap": [{ kind: "contradiction", states: 1 }, null], pattern: "(" } },
    responses: { Loop: loop },
  },
};

const options = { headings: ["Errors"], extensions: ["x-source", "x-gap"] };

describe.each(presets.sources)("$code", ({ code, find }) => {
  test("has tests", () => {
    expect(existsSync(join(import.meta.dirname, `${code}.test.ts`))).toBe(true);
  });

  test("is explained in the README", () => {
    expect(readme).toContain(code);
  });

  test("says nothing about parts that stand in other files", () => {
    expect(find(inParts, options)).toEqual([]);
  });

  test("survives a document of the wrong shape", () => {
    expect(find(misshapen, options)).toBeInstanceOf(Array);
  });
});
