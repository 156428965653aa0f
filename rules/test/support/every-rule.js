// @ts-check
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lint } from "./lint.js";

const root = join(import.meta.dirname, "../../..");

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
 * @param {{ folder: string, tests: string, readme: string }} place absolute paths: the rules, their
 *   tests, and the page that explains them
 */
export function describeEveryRule({ folder, tests, readme }) {
  const codes = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
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
      const settings = parse(readFileSync(join(root, ".spectral.yaml"), "utf8"));
      expect(settings.extends).toContain(`./${relative(root, folder)}/${code}.js`);
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
