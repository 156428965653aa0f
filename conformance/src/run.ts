/** Runs the workflows against a service, tries what has to be refused, and checks every response. */
import pLimit from "p-limit";
import type { OpenApiDocument } from "openapi-gaps/document";
import { BaseAddress, Observer } from "openapi-gaps/evidence";
import { readWorkflows } from "./arazzo.ts";
import { Judge, type Unclear } from "./judge.ts";
import { type Plan, type PlanOptions, planRun } from "./plan.ts";
import type { Disagreement, Exchange, RunResult, WorkflowResult } from "./result.ts";
import { type Call, sendCall } from "./send.ts";

export interface RunOptions extends PlanOptions {
  /** Address of the service, without `/api` at its end. */
  baseUrl: string;
  token: string;
  /** The environment variable that holds the token, as the commands that repeat a request name it. @default "VIDEO_TOKEN" */
  tokenName?: string;
  /** Pause between two polls of a job, in milliseconds. */
  intervalMs: number;
  /** Limit of a wait for a job, in milliseconds. */
  waitLimitMs: number;
  /** Limit of a single call, in milliseconds. @default 30,000 */
  timeoutMs?: number;
  /** Calls at a time. @default 4 */
  concurrency?: number;
  /** Ends the run: what was sent is waited for, and nothing more is sent. */
  signal?: AbortSignal;
  /** Called before each workflow. */
  onWorkflow?: (title: string, number: number, of: number) => void;
  /** @default the one of the platform */
  fetch?: typeof fetch;
}

export async function runConformance(
  document: OpenApiDocument,
  options: RunOptions,
): Promise<{ result: RunResult; exchanges: Exchange[] }> {
  const started = Date.now();
  const { requests = {}, concurrency = 4, timeoutMs = 30_000, signal } = options;
  const base = new BaseAddress(options.baseUrl);
  const workflows = readWorkflows();
  const judge = new Judge(document, base, options.tokenName);
  const observer = new Observer(document, base);
  const exchanges: Exchange[] = [];
  const known = new Map<string, string>();
  const limit = pLimit(concurrency);
  const plans = planRun(document, workflows, options);

  async function runPlan(plan: Plan): Promise<WorkflowResult> {
    const { name, title, skip } = plan;
    const result: WorkflowResult = {
      ...{ name, title, outcome: "held", calls: 0, durationMs: 0 },
      ...{ held: [], disagreements: [] },
    };
    if (skip !== undefined) return { ...result, outcome: "not tried", because: skip };
    options.onWorkflow?.(title, plans.indexOf(plan) + 1, plans.length);
    const begun = performance.now();
    const unclear: Unclear[] = [];
    const send = async (call: Call): Promise<Exchange> => {
      signal?.throwIfAborted();
      const exchange = await sendCall(call, { ...options, base, timeoutMs });
      exchanges.push(exchange);
      // What a service makes of an odd body may be as odd: an echo of it, for one.
      if (call.expects !== "undecided" || exchange.status >= 400) observer.add(exchange);
      const judged = judge.judge(exchange);
      result.calls++;
      result.held.push(...judged.held);
      result.disagreements.push(...judged.disagreements);
      if (judged.unclear) unclear.push(judged.unclear);
      return exchange;
    };
    const { intervalMs, waitLimitMs } = options;
    const context = {
      send: (call: Call) => limit(send, call),
      ...{ document, requests, known, intervalMs, waitLimitMs, signal },
      createdJobs: () => judge.createdJobs(),
    };
    const report = await plan.run(context).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
      return { broken: [], ended: { outcome: "unfinished", because: "the run was interrupted" } };
    });
    for (const { operation, place, condition, exchange } of report?.broken ?? [])
      result.disagreements.push(
        judge.disagreement(operation, { place, problem: `does not hold: ${condition}` }, exchange),
      );
    result.disagreements = unique(result.disagreements);
    result.held = [...new Set(result.held)];
    result.durationMs = Math.round(performance.now() - begun);
    if (result.disagreements.length > 0) result.outcome = "differs";
    else if (report?.ended) Object.assign(result, report.ended);
    else Object.assign(result, outcomeOf(unclear, result.held));
    return result;
  }

  const results = new Map<Plan, WorkflowResult>();
  for (const phase of ["lists", "calls", "jobs"]) {
    const group = plans.filter((plan) => plan.phase === phase);
    await pLimit(concurrency).map(group, async (plan) => results.set(plan, await runPlan(plan)));
  }
  const news = [...observer.news(), ...judge.news()];
  return {
    exchanges,
    result: {
      service: base.origin,
      contract: String(document.info["version"]),
      startedAt: new Date(started).toISOString(),
      durationMs: Date.now() - started,
      workflows: plans.map((plan) => results.get(plan)!),
      news,
      coverage: measureCoverage(observer, news),
      jobs: judge.createdJobs(),
    },
  };
}

/** What responses that say nothing leave of a workflow: one that may say more another time leaves it open. */
function outcomeOf(unclear: Unclear[], held: string[]) {
  const passing = unclear.find(({ mayPass }) => mayPass);
  if (passing) return { outcome: "unfinished", because: passing.because };
  const [first] = unclear;
  return first && held.length === 0 ? { outcome: "undecided", because: first.because } : {};
}

/** Counts the operations that were called and the gaps that a caller meets in them, and names the others. */
export function measureCoverage(observer: Observer, news: RunResult["news"]) {
  const { checker } = observer;
  const called = new Set(observer.responses().map(({ operation }) => operation.operationId));
  const operations = checker.interface.operations.map(({ operationId }) => operationId);
  const gaps = checker.gaps.map(({ id }) => id);
  const met = checker.gaps.filter((gap) => gap.operations.some((id) => called.has(id)));
  return [
    cover("operations", operations, [...called]),
    cover("gaps", gaps, [...met.map(({ id }) => id), ...news.map(({ gap }) => gap)]),
  ];
}

function cover(what: string, all: string[], reached: unknown[]) {
  const missing = all.filter((name) => !reached.includes(name));
  return { what, reached: all.length - missing.length, total: all.length, missing };
}

/** Polling repeats what it finds. Bodies that had to be refused are told apart by their purpose, unless there is no service. */
function unique(items: Disagreement[]): Disagreement[] {
  const byContent = Map.groupBy(items, ({ purpose, operation, place, problem }) =>
    JSON.stringify([operation, place, problem, place === "connection" || purpose]),
  );
  return [...byContent.values()].map(([first]) => first!);
}
