/** `check`: judges a recording as a run is judged. */
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { BaseAddress } from "../base-address.ts";
import { readOptions } from "../command-line.ts";
import { InputError } from "../input-error.ts";
import type { RunResult, StoryResult } from "../judge/finding.ts";
import { Judge } from "../judge/judge.ts";
import { readHar } from "../observe/har.ts";
import { exitCodeOf, writeReport } from "../run/report.ts";
import { renderTable } from "../run/render-table.ts";
import { emptyResult, unique } from "../run/run-stories.ts";

export const checkHelp = `Usage: video-generation-conformance check <recording.har>… --base-url <address> [options]

Holds every recorded call of the service against the contract: its request, its answer, and all answers about one job
together. A recording that a run has written with --har is judged as the run was.

  --base-url <address>  the service that is meant; calls of others are left out
  --report <folder>     write result.json, junit.xml and report.html there

Exit codes: 0 everything held, 1 the recording and the contract disagree, 2 a file or an option cannot be used.`;

export async function checkCommand(args: string[]): Promise<void> {
  const { positionals, values } = readOptions(args, checkHelp, "several", {
    "base-url": { type: "string" },
    report: { type: "string" },
  });
  const result = await checkHars(positionals, new BaseAddress(values["base-url"]));
  console.log(renderTable(result));
  if (values.report !== undefined) await writeReport(values.report, result);
  process.exitCode = exitCodeOf(result);
}

/** @throws {InputError} when nothing in the files is a call of an operation */
export async function checkHars(files: string[], base: BaseAddress): Promise<RunResult> {
  const document = await readBundle();
  const judge = new Judge(document, base);
  const stories = new Map<string, StoryResult>();
  let [read, startedAt] = [0, ""];
  for (const file of files) {
    for await (const exchange of readHar(file)) {
      read++;
      startedAt ||= exchange.time ?? "";
      const judgement = judge.judge(exchange);
      if (!judgement) continue;
      const name = exchange.story ?? file;
      const story = stories.get(name) ?? emptyResult(name, name);
      stories.set(name, story);
      story.calls++;
      story.held = [...new Set([...story.held, ...judgement.held])];
      if (judgement.disagreements.length === 0) continue;
      story.disagreements = unique([...story.disagreements, ...judgement.disagreements]);
      story.outcome = "differs";
    }
  }
  if (judge.recognised === 0) {
    throw new InputError(
      `None of the ${read} exchanges is a call of an operation at ${base.urlOf("")}. Check --base-url; /api does not belong to it.`,
    );
  }
  return {
    service: base.origin,
    contract: String(document.info["version"]),
    startedAt,
    durationMs: 0,
    stories: [...stories.values()],
    news: judge.news(),
    coverage: [],
    jobs: judge.createdJobs(),
  };
}
