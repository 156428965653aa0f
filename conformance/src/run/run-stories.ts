/** Runs the stories against a service, tries what has to be refused, and has every answer judged. */
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { BaseAddress } from "../base-address.ts";
import type { Exchange } from "../exchange.ts";
import type { Disagreement, RunResult, StoryResult } from "../judge/finding.ts";
import { Judge } from "../judge/judge.ts";
import type { Observations } from "../observe/observations.ts";
import { Observer } from "../observe/observer.ts";
import { operationsOf } from "../operations.ts";
import { readWorkflows } from "./arazzo.ts";
import { requireBodies } from "./bodies.ts";
import { measureCoverage } from "./coverage.ts";
import { inParallel, limitTo } from "./in-parallel.ts";
import type { RunOptions } from "./options.ts";
import { type Plan, planStories } from "./plan.ts";
import { Sender } from "./send.ts";

export interface Run {
  result: RunResult;
  observations: Observations;
  exchanges: Exchange[];
}

export async function runStories(document: OpenApiDocument, options: RunOptions): Promise<Run> {
  const started = Date.now();
  const base = new BaseAddress(options.baseUrl);
  const workflows = await readWorkflows();
  requireBodies(document, workflows, options.requests ?? {});
  const judge = new Judge(document, base);
  const observer = new Observer(document, { environment: options.environment, base });
  const exchanges: Exchange[] = [];
  const known = new Map<string, string>();
  const { concurrency = 4 } = options;
  const limiter = limitTo(concurrency);
  const plans = planStories(document, workflows, options);

  async function runPlan(plan: Plan): Promise<StoryResult> {
    const { name, title, skip } = plan;
    const result = emptyResult(name, title);
    if (skip !== undefined) return { ...result, outcome: "not tried", because: skip };
    options.onStory?.(title, plans.indexOf(plan) + 1, plans.length);
    const begun = performance.now();
    const record = (exchange: Exchange) => {
      exchanges.push(exchange);
      observer.add(exchange);
      const judgement = judge.judge(exchange);
      result.calls++;
      result.held.push(...(judgement?.held ?? []));
      result.disagreements.push(...(judgement?.disagreements ?? []));
    };
    const { token, timeoutMs = 30_000 } = options;
    const sender = new Sender({
      base,
      token,
      timeoutMs,
      limiter,
      record,
      signal: options.signal,
      ...(options.fetch ? { fetch: options.fetch } : {}),
    });
    const context = {
      sender,
      operations: operationsOf(document),
      requests: options.requests ?? {},
      known,
      createdJobs: () => judge.createdJobs(),
      intervalMs: options.intervalMs,
      waitLimitMs: options.waitLimitMs,
      signal: options.signal,
    };
    const report = await plan.run(context).catch((error: unknown) => {
      if (!options.signal?.aborted) throw error;
      return { broken: [], ended: { outcome: "unfinished", because: "the run was interrupted" } };
    });
    for (const { operation, place, condition, exchange } of report?.broken ?? [])
      result.disagreements.push(
        judge.disagreement(operation, place, `does not hold: ${condition}`, exchange),
      );
    result.disagreements = unique(result.disagreements);
    result.held = [...new Set(result.held)];
    result.durationMs = Math.round(performance.now() - begun);
    if (result.disagreements.length > 0) result.outcome = "differs";
    else if (report?.ended) Object.assign(result, report.ended);
    return result;
  }

  const results = new Map<Plan, StoryResult>();
  for (const phase of ["lists", "calls", "jobs"]) {
    const group = plans.filter((plan) => plan.phase === phase);
    const run = async (plan: Plan) => void results.set(plan, await runPlan(plan));
    await inParallel(group, run, concurrency);
  }
  const observations = observer.observations();
  const news = judge.news();
  return {
    observations,
    exchanges,
    result: {
      service: base.origin,
      contract: String(document.info["version"]),
      startedAt: new Date(started).toISOString(),
      durationMs: Date.now() - started,
      stories: plans.map((plan) => results.get(plan)!),
      news,
      coverage: measureCoverage(document, observations, news),
      jobs: judge.createdJobs(),
    },
  };
}

export function emptyResult(name: string, title: string): StoryResult {
  return { name, title, outcome: "held", held: [], disagreements: [], calls: 0, durationMs: 0 };
}

/** Polling repeats what it finds. Bodies that had to be refused are told apart by their stories. */
export function unique(items: Disagreement[]): Disagreement[] {
  const keyOf = ({ story, operation, place, problem }: Disagreement) =>
    JSON.stringify([story, operation, place, problem]);
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
