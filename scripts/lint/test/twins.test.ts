/** What both linters find is told once; what only one of them finds is told. */
import { expect, test } from "vitest";
import { type Finding, twins, withoutTwins } from "../lint.ts";

const [[rule, named]] = Object.entries(twins) as [[string, string]];
const place = { file: "a.yaml", line: 3, column: 1, severity: "error", message: "" } as const;
/** Spectral names the first and the last line of a place. */
const style: Finding = { ...place, rule, lastLine: 5 };

test.each<[what: string, told: object, isTwin: boolean]>([
  ["on its first line", { line: 3 }, true],
  ["on its last line", { line: 5 }, true],
  ["of the same name", { rule }, true],
  ["before it", { line: 2 }, false],
  ["after it", { line: 6 }, false],
  ["in another file", { file: "b.yaml" }, false],
  ["of another rule", { rule: "no-unused-components" }, false],
])("what Redocly finds %s", (_, told, isTwin) => {
  const structure = [{ ...place, rule: named, ...told }];
  expect(withoutTwins(structure, [style])).toEqual(isTwin ? structure : [...structure, style]);
});
