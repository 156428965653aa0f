/** A result for a terminal. What no screen holds is counted, and listed when it is asked for. */
import { undecided } from "./judge.ts";
import type {
  Coverage,
  CreatedJob,
  Disagreement,
  News,
  Outcome,
  RunResult,
  WorkflowResult,
} from "./result.ts";

const signs = { held: "✓", differs: "✗", undecided: "?", unfinished: "…", "not tried": "·" };

/** Names in a list on the terminal; the others are counted. */
const maxNames = 4;

/** @param isVerbose whether everything that was found is listed, where a screen would not hold it */
export function renderTable(result: RunResult, isVerbose = false): string {
  const { service, contract, workflows, news, coverage, durationMs, jobs } = result;
  const width = Math.max(...workflows.map(({ title }) => title.length));
  const disagreements = workflows.flatMap((workflow) => workflow.disagreements);
  const names = (all: string[]) => (isVerbose ? all.join(", ") : shorten(all, ", "));
  const isLeft = ({ what, missing }: Coverage) => what !== "gaps" && missing.length > 0;
  const lines = [
    `${service} against contract ${contract}, ${(durationMs / 1000).toFixed(1)} s`,
    "",
    ...workflows.map((workflow) => row(workflow, width)),
    "",
    ...list(
      "Disagreements",
      disagreements.flatMap(({ purpose, operation, place, problem, curl }) => [
        `${operation} ${place}: ${problem} (${purpose})`,
        `    ${curl}`,
      ]),
    ),
    ...list("Could not be looked at", listUndecided(result, isVerbose)),
    ...list("Seen where the contract is silent", groupNews(news, isVerbose)),
    ...list("Jobs created, to be read again with --job", jobs.map(describeJob)),
    `Reached: ${coverage.map(({ what, reached, total }) => `${what}: ${reached} of ${total}`).join(", ")}`,
    "",
    ...list(
      "Not tried",
      coverage.filter(isLeft).map(({ what, missing }) => `${what}: ${names(missing)}`),
    ),
    verdict(workflows),
  ];
  return lines.map(withoutControls).join("\n");
}

/** A service may put what moves the cursor into names and identifiers. */
const withoutControls = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);

function row(workflow: WorkflowResult, width: number): string {
  const { title, outcome, calls, durationMs, because, held, disagreements } = workflow;
  const counted = `${held.length} held, ${several(calls, "call")}, ${durationMs} ms`;
  const facts = because ?? firstProblem(disagreements) ?? counted;
  return `${signs[outcome]} ${title.padEnd(width)}  ${outcome.padEnd(10)}  ${facts}`;
}

/** Why a workflow differs; the list of disagreements says it all. */
export function firstProblem([first, ...others]: Disagreement[]): string | undefined {
  if (!first) return undefined;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return `${first.operation} ${first.place}: ${first.problem}${more}`;
}

/**
 * What nothing was said about: workflows that came to no result, and requests that the service may take or refuse. Those are counted by
 * kind, or listed.
 */
export function listUndecided({ workflows, news }: RunResult, isVerbose = true): string[] {
  const open = workflows.filter(
    ({ outcome }) => outcome === "undecided" || outcome === "unfinished",
  );
  const requests = news.filter(({ gap }) => gap === undecided);
  const listed = requests.map(({ operation, what }) => `${operation}: ${what}`);
  const counted = [`${undecided} (--verbose lists them): ${countDoubts(requests)}`];
  return [
    ...open.map(({ title, because = "" }) => `${title}: ${because}`),
    ...(requests.length === 0 ? [] : isVerbose ? listed : counted),
  ];
}

/** News by gap: what was seen, and in the responses of which operations. */
export function groupNews(news: News[], isVerbose = true): string[] {
  const ofGaps = news.filter(({ gap }) => gap !== undecided);
  const byGap = Object.groupBy(ofGaps, ({ gap }) => gap ?? "not documented, and no gap says so");
  return Object.entries(byGap).map(([gap, items = []]) => {
    const byThing = Object.entries(Object.groupBy(items, ({ what }) => what));
    const things = byThing.map(([what, same = []]) => {
      const operations = new Set(same.map(({ operation }) => operation));
      return `${what} (${[...operations].join(", ")})`;
    });
    return `${gap}: ${isVerbose ? things.join("; ") : shorten(things, "; ")}`;
  });
}

/** `another type: 27 refused, 1 taken; an unknown field: 3 refused`. */
function countDoubts(news: News[]): string {
  const byDoubt = Object.entries(Object.groupBy(news, ({ doubt = "" }) => doubt));
  return byDoubt
    .map(([doubt, same = []]) => {
      const taken = same.filter(({ what }) => what.startsWith("takes ")).length;
      const counts = [`${same.length - taken} refused`, ...(taken > 0 ? [`${taken} taken`] : [])];
      return `${doubt}: ${counts.join(", ")}`;
    })
    .join("; ");
}

function shorten(items: string[], separator: string): string {
  const shown = items.slice(0, maxNames).join(separator);
  const left = items.length - maxNames;
  return left > 0 ? `${shown} and ${left} more` : shown;
}

/** A job as `--job` takes it. */
export const describeJob = ({ id, operation }: CreatedJob) => `${operation}=${id}`;

export function verdict(workflows: WorkflowResult[]): string {
  const count = (outcome: Outcome) =>
    workflows.filter((workflow) => workflow.outcome === outcome).length;
  const others = (["undecided", "unfinished", "not tried"] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => `, ${count(outcome)} ${outcome}`)
    .join("");
  const [held, differing] = [count("held"), count("differs")];
  const sign = count("unfinished") > 0 ? signs.unfinished : signs.held;
  if (differing === 0) return `${sign} ${several(held, "workflow")} held${others}`;
  const differ = differing === 1 ? "differs" : "differ";
  return `✗ ${several(differing, "workflow")} ${differ}, ${held} held${others}`;
}

/** `1 call`, `2 calls` */
export const several = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? "" : "s"}`;

function list(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : [title, ...items.map((item) => `  ${item}`), ""];
}
