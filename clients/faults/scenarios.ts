/** The scenarios of `scenarios.yaml`: what goes wrong, and what every client must make of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as policy from "../../generated/policy.ts";
import type { DriverReport, Kind } from "./drivers.ts";

/**
 * What the server does with one request: sends this response, responds with the job (still rendering, but
 * finished for a wait), or only on a connection that has had no request before, responds with a video, or resets the connection.
 */
export type PlannedResponse =
  | "job"
  | "job-on-a-new-connection"
  | "video"
  | "reset"
  | PlainResponse
  | RawResponse
  | PaddedResponse;

export interface PlainResponse {
  /** @default 200 */
  status?: number;
  /** `<here>`, `<elsewhere>`, `<token>`, `<escaped token>` and `<date+seconds>` stand for what is known only in a run. */
  headers?: Record<string, string>;
  text?: string;
  json?: unknown;
}

/** Bytes as they are, which may be no HTTP. */
export interface RawResponse {
  /** `<job>` is the job, `<length>` its length, `<3 times abc>` a repetition; lines of the head end as in HTTP. */
  raw: string;
  /** Whether the connection stays open, and whether a space follows now and then. */
  stays?: boolean;
  drips?: boolean;
}

/** The job and so many spaces, compressed. */
export interface PaddedResponse {
  padding: number;
  isPackedTwice?: boolean;
}

/**
 * What a client must report, and the server have seen. A row without `error` must succeed; one with `any` may succeed or fail, as the
 * platform has it. `message` is a regular expression, all else is compared.
 */
export interface Expectation extends Omit<DriverReport, "id" | "ok"> {
  /** Requests that were sent; `2+` for two or more, `1-2` for one or two. */
  requests: number | `${number}+` | `${number}-${number}`;
  /** The least pause between the first two requests, or between each two, in seconds, as the server sees it. */
  minPause?: number | number[];
  /** Limit of the wait, in seconds. */
  maxWait?: number;
  /** A text that a success or an error must hold: a receipt that is not lost. */
  keeps?: string;
  /** Names of the files that are in the folder at the end. */
  files?: string[];
}

export interface Scenario extends Partial<Record<Kind, Expectation>> {
  name: string;
  responses?: PlannedResponse[];
  /**
   * In place of responses: nobody listens, there is no way to the address, TLS has no certificate, is not spoken, or
   * breaks off in its handshake, or connections are reset.
   */
  connection?:
    | "refused"
    | "unreachable"
    | "tls"
    | "no-tls"
    | "tls-closed"
    | "tls-reset"
    | "reset"
    | "reset-at-data";
  /** Whether its job has a status that nobody has told: it ends a wait as long as the contract names no final ones. */
  hasUnknownStatus?: boolean;
  /** Whether the client reads a job on the same connection before. */
  warmUp?: boolean;
  /** Limit of each attempt, in seconds. Where only a limit ends a call, it is short. */
  timeout?: number;
  /** Limit of the whole call, in seconds. */
  deadline?: number;
  /** When the caller gives up, in seconds from when the server has the first request. */
  cancelAfter?: number;
}

/** A status that ends a wait, whatever the contract says of statuses. */
export const endedStatus: string =
  policy.finalStatuses.find((status) => !policy.failureStatuses.includes(status)) ?? "finished";

/** What scenarios take from the policy, by what stands for it. Pauses are in seconds. */
const figures = {
  "<attempts>": policy.retries + 1,
  "<unusable responses>": policy.maxUnusableResponses + 1,
  "<first pause>": (policy.firstRetryPauseMs * (1 - policy.pauseJitter)) / 1000,
  "<second pause>":
    (policy.firstRetryPauseMs * policy.retryPauseGrowth * (1 - policy.pauseJitter)) / 1000,
  "<longest pause>": policy.maxRetryAfterMs / 1000,
  "<too long a pause>": policy.maxRetryAfterMs / 1000 + 1,
  "<limit of a body>": policy.maxBodyBytes,
  "<ended status>": endedStatus,
  // In any case, where the contract names none.
  "<failed status>": policy.failureStatuses[0] ?? "failed",
  "<FAILED status>": policy.failureStatuses[0] ?? "FAILED",
};

/** What there is a scenario for each of. */
const lists = {
  "<transient status>": policy.transientStatuses,
  // A library that takes a Location apart may fail on them.
  "<strange address>": [
    "data:text/plain,x",
    "mailto:someone@example.com",
    "javascript:alert(1)",
    "http://[::1",
    "http://b\u00e4d host/",
  ],
};

export const scenarios = readScenarios();

function readScenarios(): Scenario[] {
  let text = readFileSync(join(import.meta.dirname, "scenarios.yaml"), "utf8");
  for (const [name, figure] of Object.entries(figures)) text = text.replaceAll(name, `${figure}`);
  const [head = "", ...each] = text.split(/^(?=- name: )/m);
  const written = each.flatMap((scenario) =>
    Object.entries(lists).reduce<readonly string[]>(
      (all, [name, values]) =>
        all[0]!.includes(name) ? values.map((value) => scenario.replaceAll(name, `${value}`)) : all,
      [scenario],
    ),
  );
  const read = parse(head + written.join("")) as Scenario[];
  if (policy.finalStatuses.length > 0)
    for (const scenario of read) if (scenario.hasUnknownStatus) delete scenario.wait;
  return read;
}
