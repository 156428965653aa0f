/** Our rules of `redocly.yaml`: each with a document that it accepts and one that it rejects, as `npm run lint` tells it. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { Problem } from "openapi-gaps";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { root } from "../../support/locations.ts";
import { lintFiles } from "../lint.ts";

interface Rule {
  accepts: object[];
  rejects: object[];
  says: string;
}

const read = (file: string) => readFileSync(join(root, file), "utf8");
const rules = Object.entries(parse(read("scripts/lint/test/rules.yaml")) as Record<string, Rule>);
const documents = rules.flatMap(([, { accepts, rejects }]) => [...accepts, ...rejects]);
const isOurs = (rule: string) => /^(rule|project)\//.test(rule);
const found = new Map<object, Problem[]>();

beforeAll(async () => {
  await using folder = await temporaryFolder();
  const head = { openapi: "3.1.1", info: { title: "Contract", version: "1.0.0" } };
  const files = documents.map((document, index) =>
    folder.write(`${index}.yaml`, stringify({ ...head, ...document })),
  );
  for (const problem of await lintFiles(await Promise.all(files))) {
    const document = documents[Number(basename(problem.file, ".yaml"))]!;
    if (isOurs(problem.rule)) found.set(document, [...(found.get(document) ?? []), problem]);
  }
});

test.each(rules)("%s", (rule, { accepts, rejects, says }) => {
  for (const document of accepts) expect(found.get(document), stringify(document)).toBeUndefined();
  const problem = { rule, severity: "error", message: expect.stringMatching(says) };
  for (const document of rejects)
    expect(found.get(document), stringify(document)).toEqual([expect.objectContaining(problem)]);
});

test("a linter that fails is told from one that finds nothing", async () => {
  await expect(lintFiles(["no-such-file.yaml"])).rejects.toThrow(
    /A linter failed\. It said:\n+no-such-/,
  );
});

test("every rule of ours is tried here, and explained in the README", () => {
  const settings = parse(read("redocly.yaml")) as { rules: object };
  const ours = Object.keys(settings.rules).filter(isOurs);
  expect(rules.map(([rule]) => rule).toSorted()).toEqual(ours.toSorted());
  const headings = [...read("scripts/lint/README.md").matchAll(/^### (.+)$/gm)];
  for (const rule of ours)
    expect(headings.some(([, heading]) => rule.split("/")[1]!.startsWith(heading!))).toBe(true);
});
