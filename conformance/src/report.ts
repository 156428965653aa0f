/** A result as files for CI systems and people, and what the process says with its exit code. */
import { access, constants, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { UserError, writeWhole } from "openapi-gaps";
import { makeFolder } from "../../scripts/support/make-folder.ts";
import { escapeMarkup, renderHtml } from "./render-html.ts";
import type { RunResult, WorkflowResult } from "./result.ts";

/** JUnit XML, which CI systems show as tests. */
function renderJunit({ service, workflows, startedAt, durationMs }: RunResult): string {
  const failures = workflows.filter(({ outcome }) => outcome === "differs").length;
  const held = workflows.filter(({ outcome }) => outcome === "held").length;
  const totals = `tests="${workflows.length}" failures="${failures}" skipped="${workflows.length - failures - held}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="conformance of ${escapeMarkup(service)}" ${totals} errors="0" time="${durationMs / 1000}" timestamp="${startedAt}">`,
    ...workflows.flatMap(testCase),
    "</testsuite>",
    "",
  ].join("\n");
}

function testCase(workflow: WorkflowResult): string[] {
  const { name, title, outcome, because = "", disagreements, durationMs } = workflow;
  const head = `  <testcase classname="${escapeMarkup(name)}" name="${escapeMarkup(title)}" time="${durationMs / 1000}"`;
  if (outcome === "held") return [`${head}/>`];
  const failures = disagreements.map(({ operation, place, problem, curl }) => {
    const text = escapeMarkup(`${operation} ${place}: ${problem}`);
    return `    <failure message="${text}">${text}\n${escapeMarkup(curl)}</failure>`;
  });
  const skipped = `    <skipped message="${escapeMarkup(`${outcome}: ${because}`)}"/>`;
  return [`${head}>`, ...(outcome === "differs" ? failures : [skipped]), "  </testcase>"];
}

/** Makes the folder of a report. @throws {UserError} when it cannot be written */
export async function openReport(folder: string): Promise<void> {
  await makeFolder(resolve(folder)).catch(({ message }: Error) => {
    throw new UserError(`${folder} cannot be made: ${message}. Choose another one with --report.`);
  });
  await requireFolderOf(join(folder, "result.json"));
}

export async function writeReport(folder: string, result: RunResult): Promise<void> {
  const files = {
    "result.json": `${JSON.stringify(result, null, 2)}\n`,
    "junit.xml": renderJunit(result),
    "report.html": renderHtml(result),
  };
  for (const [name, text] of Object.entries(files)) writeResult(join(folder, name), text);
  console.log(`Written: ${Object.keys(files).join(", ")} in ${folder}`);
}

/** Writes a file as a whole or not at all. @throws {UserError} when it cannot be written */
export function writeResult(file: string, content: string): void {
  try {
    writeWhole(file, content);
  } catch (error) {
    throw notWritable(file, error);
  }
}

/** @throws {UserError} when the file is a folder, or there is none to write it to */
export async function requireFolderOf(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error: unknown) => {
    throw notWritable(file, error);
  });
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw notWritable(file, Error("it is a folder"));
}

const notWritable = (file: string, error: unknown) =>
  new UserError(`${file} cannot be written: ${(error as Error).message}. Choose another file.`);

/** 1 for a disagreement, 3 for a workflow that another run may finish, 0 otherwise: what nobody has decided is no failure. */
export function exitCodeOf({ workflows }: RunResult): number {
  const outcomes = new Set(workflows.map(({ outcome }) => outcome));
  if (outcomes.has("differs")) return 1;
  return outcomes.has("unfinished") ? 3 : 0;
}
