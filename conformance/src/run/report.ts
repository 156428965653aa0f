/** The files of a report, and what the process says with its exit code. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../input-error.ts";
import type { RunResult } from "../judge/finding.ts";
import type { Observations } from "../observe/observations.ts";
import { writeWhole } from "../write-whole.ts";
import { renderHtml } from "./render-html.ts";
import { renderJunit } from "./render-junit.ts";

/** @throws {InputError} when that is not possible */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new InputError(
      `${folder} cannot be made: ${error.message}. Choose another folder with --report.`,
    );
  });
}

export async function writeReport(
  folder: string,
  result: RunResult,
  observations?: Observations,
): Promise<void> {
  await makeFolder(folder);
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const files: [name: string, text: string][] = [
    ["result.json", json(result)],
    ["junit.xml", renderJunit(result)],
    ["report.html", renderHtml(result)],
    ...(observations ? [["observations.json", json(observations)] as [string, string]] : []),
  ];
  for (const [name, text] of files) await writeWhole(join(folder, name), text);
  console.log(`Written: ${files.map(([name]) => name).join(", ")} in ${folder}`);
}

/** 1 for a disagreement, 3 for a story that did not reach its end, 0 otherwise. */
export function exitCodeOf({ stories }: RunResult): number {
  const outcomes = new Set(stories.map(({ outcome }) => outcome));
  if (outcomes.has("differs")) return 1;
  return outcomes.has("unfinished") || outcomes.has("refused") ? 3 : 0;
}
