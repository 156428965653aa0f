// @ts-check
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { lint } from "./lint.js";

/** A contract whose parts stand in files of their own, as in the source. */
const inParts = {
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0", "x-retired-gaps": { old: "in-another-file" } },
  security: [{ bearerToken: [] }],
  paths: {
    "/api/jobs": { $ref: "./jobs/path.yaml" },
    "/api/jobs/{id}": {
      get: {
        operationId: "getJob",
        "x-source": ["Errors"],
        parameters: [{ $ref: "./jobs/id.yaml" }],
        responses: { "2XX": { $ref: "./jobs/Job.yaml" }, default: { $ref: "./Failure.yaml" } },
      },
    },
  },
  components: {
    schemas: {
      Job: { $ref: "./jobs/Job.yaml" },
      Jobs: {
        type: "object",
        "x-source": ["Errors"],
        properties: { first_job: { $ref: "./jobs/Job.yaml" } },
      },
    },
    securitySchemes: { bearerToken: { $ref: "./bearerToken.yaml" } },
  },
};

const loop = { $ref: "#/components/responses/Loop" };
const nowhere = { $ref: "#/nowhere/at/all" };

const misshapen = {
  openapi: "3.1.1",
  info: null,
  tags: { name: "none" },
  paths: {
    "/list": [1],
    "/loop": { get: { responses: { default: loop } } },
    "/nowhere": { get: { parameters: "none", responses: { default: nowhere } } },
  },
  components: { schemas: "none", responses: { Loop: loop } },
};

/**
 * What is true of every rule of a folder.
 *
 * @param {object} place
 * @param {string} place.folder absolute path of the rules
 * @param {string} place.tests of their tests
 * @param {string} place.readme of the page that explains them
 * @param {(code: string) => boolean} place.isOn whether the ruleset that they belong to has the rule
 */
export function describeEveryRule({ folder, tests, readme, isOn }) {
  const codes = readdirSync(folder)
    .filter((name) => name.endsWith(".js") && name !== "index.js")
    .map((name) => basename(name, ".js"));

  describe.each(codes)("%s", (code) => {
    test("is the only rule of its file, and an error", async () => {
      const { default: ruleset } = await import(pathToFileURL(join(folder, `${code}.js`)).href);
      expect(Object.keys(ruleset.rules)).toEqual([code]);
      expect(ruleset.rules[code]).toMatchObject({ severity: "error", resolved: false });
    });

    test("has tests", () => {
      expect(existsSync(join(tests, `${code}.test.js`))).toBe(true);
    });

    test("is explained in the README", () => {
      expect(readFileSync(readme, "utf8")).toContain(`\n### ${code}\n`);
    });

    test("is switched on", () => {
      expect(isOn(code)).toBe(true);
    });

    test("says nothing about parts that stand in other files", async () => {
      const { default: ruleset } = await import(pathToFileURL(join(folder, `${code}.js`)).href);
      const problems = await lint(inParts, ruleset);
      expect(problems.filter((problem) => problem.code === code)).toEqual([]);
    });

    test("survives a document of the wrong shape", async () => {
      const { default: ruleset } = await import(pathToFileURL(join(folder, `${code}.js`)).href);
      await expect(lint(misshapen, ruleset)).resolves.toBeInstanceOf(Array);
    });
  });
}
