/** Tells the stories to a service, and holds every answer against the contract. */
import {
  createClient,
  isAbortError,
  isApiError,
  isConnectionError,
  isInvalidResponseError,
  isTimeoutError,
} from "../../../clients/typescript/src/index.ts";
import type { JsonObject, OpenApiDocument } from "../../../scripts/contract/document.ts";
import { BaseAddress } from "../base-address.ts";
import type { Exchange } from "../exchange.ts";
import type { Observations } from "../observe/observations.ts";
import { Observer } from "../observe/observer.ts";
import { ContractCheck } from "./contract-check.ts";
import { measureCoverage } from "./coverage.ts";
import type { News, RunResult, StoryResult } from "./finding.ts";
import { readInputs } from "./inputs.ts";
import { recordingFetch } from "./recorder.ts";
import { stories, type Story, type Teller } from "./stories.ts";

export interface RunOptions {
  /** Address of the service, without `/api` at its end. */
  baseUrl: string;
  token: string;
  /** Whether jobs are created, which may cost. */
  create: boolean;
  /** Name of the service in the observations, for instance `live`. */
  environment: string;
  /** Request bodies to send instead of the examples of the contract, by the name of the example. */
  requests?: JsonObject;
  /** Pause between two readings of a job, in milliseconds. */
  intervalMs: number;
  /** Limit of a wait for a job, in milliseconds. */
  waitLimitMs: number;
  /** Called before each story. */
  onStory?: (story: Story, number: number, of: number) => void;
}

export interface Run {
  result: RunResult;
  observations: Observations;
}

/** Jobs that a run with `create` starts. */
export const paidCalls = stories.reduce((sum, { creates }) => sum + creates, 0);

/** Runs all stories, one after the other. */
export async function runStories(document: OpenApiDocument, options: RunOptions): Promise<Run> {
  const started = Date.now();
  const check = new ContractCheck(document);
  const base = new BaseAddress(options.baseUrl);
  const observer = new Observer(document, { environment: options.environment, base });
  const inputs = readInputs(document, options.requests);
  const results: StoryResult[] = [];
  const news = new Map<string, News>();
  for (const [index, story] of stories.entries()) {
    options.onStory?.(story, index + 1, stories.length);
    if (story.creates > 0 && !options.create) {
      results.push(untold(story, "it starts a paid job, and --create was not given"));
      continue;
    }
    const exchanges: Exchange[] = [];
    results.push(await tellStory(story, options, check, inputs, exchanges));
    for (const exchange of exchanges) {
      observer.add(exchange);
      const operation = check.match(exchange.method, base.pathBelow(exchange) ?? "")?.operation;
      if (!operation) continue;
      for (const item of check.news(operation, exchange)) {
        news.set(`${item.gap} ${item.operation} ${item.what}`, item);
      }
    }
  }
  const observations = observer.observations();
  const found = [...news.values()];
  return {
    observations,
    result: {
      service: new URL(options.baseUrl).origin,
      contract: String(document.info["version"]),
      startedAt: new Date(started).toISOString(),
      durationMs: Date.now() - started,
      stories: results,
      news: found,
      coverage: measureCoverage(document, observations, found),
    },
  };
}

async function tellStory(
  story: Story,
  options: RunOptions,
  check: ContractCheck,
  inputs: Teller["inputs"],
  exchanges: Exchange[],
): Promise<StoryResult> {
  const started = performance.now();
  const { name, title } = story;
  const result: StoryResult = {
    name,
    title,
    outcome: "held",
    held: [],
    disagreements: [],
    calls: 0,
    durationMs: 0,
  };
  const { baseUrl, token, intervalMs, waitLimitMs } = options;
  const base = new BaseAddress(baseUrl);
  const keep = (exchange: Exchange) => void exchanges.push(exchange);
  const record = recordingFetch(keep, "token");
  const client = createClient({ baseUrl, token, fetch: record, retries: 0, allowPlainHttp: true });
  const callWithoutToken = async (path: string) =>
    (await recordingFetch(keep, "none")(base.urlOf(path), { redirect: "manual" })).status;
  const expect: Teller["expect"] = (operation, place, statement, holds) => {
    if (holds) result.held.push(statement);
    else
      result.disagreements.push({
        story: name,
        operation,
        place,
        problem: `does not hold: ${statement}`,
      });
  };
  const failure = await story
    .tell({ client, callWithoutToken, inputs, intervalMs, waitLimitMs, expect })
    .then(
      () => undefined,
      (error: Error) => error,
    );
  for (const exchange of exchanges) {
    const operation = check.match(exchange.method, base.pathBelow(exchange) ?? "")?.operation;
    if (!operation) continue;
    const problems = check.disagreements(operation, exchange);
    result.disagreements.push(...problems.map((problem) => ({ story: name, ...problem })));
    const isSuccess = exchange.status >= 200 && exchange.status <= 299;
    if (isSuccess && problems.length === 0) {
      result.held.push(`${operation.operationId} answers within the contract`);
    }
  }
  const described = describeFailure(failure);
  if (described) result.disagreements.push({ story: name, ...described });
  // The contract allows an empty identifier, which the client does not take for one.
  else if (isInvalidResponseError(failure) && result.disagreements.length === 0) {
    const { operation, message: problem } = failure;
    result.disagreements.push({ story: name, operation, place: "/job_id", problem });
  }
  // A story that trips over an answer which is not as the contract says has been explained by that.
  else if (failure && result.disagreements.length === 0) throw failure;
  result.disagreements = unique(result.disagreements);
  result.held = [...new Set(result.held)];
  result.calls = exchanges.length;
  result.durationMs = Math.round(performance.now() - started);
  if (result.disagreements.length > 0) result.outcome = "differs";
  return result;
}

/** Polling repeats what it finds. */
function unique<T extends object>(items: T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** A call that failed, as a disagreement. */
function describeFailure(error: unknown) {
  if (isApiError(error)) {
    const problem = `must be a success, and is ${error.status}`;
    return { operation: error.operation, place: "status", problem };
  }
  if (isConnectionError(error) || isTimeoutError(error) || isAbortError(error)) {
    return { operation: error.operation, place: "connection", problem: error.message };
  }
  return undefined;
}

function untold({ name, title }: Story, because: string): StoryResult {
  return {
    name,
    title,
    outcome: "not tried",
    because,
    held: [],
    disagreements: [],
    calls: 0,
    durationMs: 0,
  };
}
