/** `video-generation-emulator explore -- <command>`: the smallest permitted service that breaks an app. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { OptionError } from "../contract/option-error.ts";
import { monotonicMs } from "../time/real-time.ts";
import { parseDuration } from "../time/time.ts";
import { explore, type ExploreOptions, type Progress } from "./explore.ts";
import { type Report, renderHtml, renderJunit, renderText, tell, type Told } from "./report.ts";

const help = `Usage: video-generation-emulator explore [options] -- <command>

Runs your own tests, or any command with an exit code, against services that the contract permits, and says which of them break
your app. Each run has an emulator of its own; the command finds it in VIDEO_GENERATION_BASE_URL and VIDEO_GENERATION_TOKEN.

  --env <name>=url|token  another variable for the address or the token; may be repeated
  --budget <duration>     how long to look for combinations, after everything was tried alone (1m); no run begins later
  --limit <duration>      how long a run may take (3s, and three times as long as without anything)
  --jobs <number>         runs at once (twice the processors: most of a run is waiting)
  --render <duration>     how long a job renders (500ms)
  --beyond                try what breaks the contract instead
  --baseline <file>       findings that your team accepts; written when it does not exist
  --format text|json      what is printed (text)
  --report <file>         writes a page of HTML
  --junit <file>          writes JUnit XML
  --help

Exit codes: 0 nothing breaks the app, 1 something does, 2 an option cannot be used, or the app fails against the emulator as it is.`;

/** @throws {OptionError} for what cannot be used */
export async function runExplore(given: string[]): Promise<void> {
  const { values, positionals: command } = parse(given);
  if (values.help) return console.log(help);
  if (command.length === 0)
    throw new OptionError("There is no command. Write it after --: explore -- npm test");
  const { baseline, format = "text" } = values;
  if (format !== "text" && format !== "json")
    throw new OptionError(`--format is "${format}". Set it to text or json.`);
  const accepted = readAccepted(baseline);
  const jobs = Number(values.jobs ?? 2 * availableParallelism());
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 64)
    throw new OptionError(`--jobs is "${values.jobs}". Set it to a number from 1 to 64.`);
  const options: ExploreOptions = {
    ...{ command, env: readNames(values.env), jobs, beyond: values.beyond ?? false },
    budgetMs: readDuration("budget", values.budget ?? "1m"),
    renderMs: readDuration("render", values.render ?? "500ms"),
    ...(values.limit !== undefined && { limitMs: readDuration("limit", values.limit) }),
    ...showUntilSignal(),
  };
  const report = tell(await explore(options), accepted ?? [], options.renderMs);
  console.log(format === "json" ? JSON.stringify(report, null, 2) : renderText(report));
  if (values.report !== undefined) write("report", values.report, renderHtml(report, command));
  if (values.junit !== undefined) write("junit", values.junit, renderJunit(report));
  const isNew = baseline !== undefined && !accepted;
  if (isNew) writeAccepted(baseline, report);
  const isAccepted = (finding: Told) => (isNew ? finding.knownSmallest : finding.accepted);
  if (!report.breaking.every(isAccepted)) process.exitCode = 1;
}

function parse(given: string[]) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        env: { type: "string", multiple: true },
        ...{
          budget: { type: "string" },
          limit: { type: "string" },
          jobs: { type: "string" },
          render: { type: "string" },
        },
        ...{ baseline: { type: "string" }, format: { type: "string" } },
        ...{ report: { type: "string" }, junit: { type: "string" } },
        ...{ beyond: { type: "boolean" }, help: { type: "boolean", short: "h" } },
      },
    });
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/);
    throw new OptionError(`${reason}. Call it with --help to see the options.`);
  }
}

function readNames(written: string[] = []): ExploreOptions["env"] {
  return Object.fromEntries(
    written.map((pair) => {
      const [, name = "", what] = /^(\w+)=(url|token)$/.exec(pair) ?? [];
      if (what) return [name, what as "url" | "token"];
      throw new OptionError(`--env is "${pair}". Write NAME=url or NAME=token.`);
    }),
  );
}

function readDuration(name: string, written: string): number {
  try {
    return parseDuration(written);
  } catch {
    throw new OptionError(
      `--${name} is "${written}". Set it to a duration such as 250ms, 10s or 2m.`,
    );
  }
}

/** @returns nothing when there is no such file yet */
function readAccepted(file?: string): string[] | undefined {
  if (file === undefined || !existsSync(file)) return undefined;
  try {
    const { accepted } = JSON.parse(readFileSync(file, "utf8")) as { accepted: string[] };
    if (Array.isArray(accepted)) return accepted.map(String);
  } catch {
    // Said below.
  }
  throw new OptionError(
    `--baseline ${file} holds no list "accepted". Remove the file: it is written anew.`,
  );
}

/** A set that may not be the smallest is another one in the next run: to accept it would say nothing. */
function writeAccepted(file: string, { breaking }: Report): void {
  const accepted = breaking.filter(({ knownSmallest }) => knownSmallest).map(({ name }) => name);
  write("baseline", file, `${JSON.stringify({ accepted }, null, 2)}\n`);
  console.error(`Written: ${file}. What is in it is accepted from now on: ${accepted.length}.`);
  const left = breaking.length - accepted.length;
  if (left > 0)
    console.error(`Not in it, as the smallest set is not known: ${left}. Say a longer --budget.`);
}

function write(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new OptionError(
      `--${option} ${file} cannot be written: ${(error as Error).message}. Choose another file.`,
    );
  }
}

/** Ctrl-C ends the look for combinations, and anything else at once. Runs are ended with the command. */
function showUntilSignal(): Pick<ExploreOptions, "report" | "signal"> {
  const ending = new AbortController();
  const show = showProgress();
  let isCombining = false;
  process.once("SIGTERM", () => process.exit(143));
  process.once("SIGHUP", () => process.exit(129));
  process.on("SIGINT", () => {
    if (!isCombining || ending.signal.aborted) process.exit(130);
    console.error("\nEnds with what was found until now. Ctrl-C again ends at once.");
    ending.abort();
  });
  const report = (progress: Progress) => {
    isCombining = progress.phase === "in pairs" || progress.phase === "at random";
    show(progress);
  };
  return { signal: ending.signal, report };
}

/** One line that changes in a terminal; elsewhere a line now and then. */
export function showProgress(
  stderr: Pick<typeof process.stderr, "isTTY" | "write"> = process.stderr,
  nowMs: () => number = monotonicMs,
): ExploreOptions["report"] {
  let phase: Progress["phase"] | undefined;
  let [startedAt, toldAt, shownAt] = [0, 0, 0];
  return ({ phase: current, done, total, breaking, budgetLeftMs }) => {
    const now = nowMs();
    const isNew = phase !== current;
    // It has begun when the one before it ended.
    if (isNew) [phase, startedAt] = [current, toldAt];
    toldAt = now;
    const isLast = done === total;
    if (!stderr.isTTY && !isNew && !isLast && now - shownAt < 10_000) return;
    shownAt = now;
    const runsMs = total && done > 0 ? ((now - startedAt) / done) * (total - done) : Infinity;
    const leftMs = Math.min(runsMs, budgetLeftMs);
    const line = [
      `${current}: ${done}${total === undefined ? "" : ` of ${total}`}`,
      `${breaking} break${breaking === 1 ? "s" : ""} the app`,
      ...(leftMs > 0 && leftMs < Infinity ? [`about ${Math.ceil(leftMs / 1000)} s left`] : []),
    ].join(", ");
    stderr.write(stderr.isTTY ? `\r\u001b[K${line}${isLast ? "\n" : ""}` : `${line}\n`);
  };
}
