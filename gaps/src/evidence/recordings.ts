/** What recordings say of a document: what contradicts it, and what is counted. */
import type { OpenApiDocument } from "../document/document.ts";
import { UserError } from "../problem.ts";
import { Checker, type LeftOut, type Problem } from "./checker.ts";
import type { Counts } from "./counts.ts";
import type { Exchange } from "../api/exchange.ts";
import { readHar } from "./har.ts";
import { BaseAddress, type Match } from "../api/interface.ts";
import { type News, Observer } from "./observer.ts";

export interface Contradiction extends Problem {
  operation: string;
  calls: number;
}

export interface CheckResult extends Pick<Counts, "exchanges" | "unread"> {
  contradictions: Contradiction[];
  news: News[];
  leftOut: LeftOut[];
}

export interface RecordingOptions {
  /** @default the first server of the document */
  baseUrl?: string | undefined;
  /** What to call the place that was watched, for instance `live`. @default "unnamed" */
  environment?: string | undefined;
  /** Names of headers that a mock sets. */
  mockHeaders?: string[];
  /** Whether answers of a mock count as well, in an environment of that name. */
  takesMock?: boolean;
}

/**
 * Holds recordings against a document.
 *
 * @throws {UserError} as {@link observeRecordings}
 */
export function checkRecordings(
  document: OpenApiDocument,
  files: string[],
  options: RecordingOptions = {},
): CheckResult {
  const checker = Checker.of(document);
  const contradictions = new Map<string, Contradiction>();
  const observer = observe(document, files, options, (match, exchange) => {
    for (const problem of checker.problems(match, exchange)) {
      const { operationId: operation } = match.operation;
      const key = JSON.stringify([operation, problem]);
      const known = contradictions.get(key) ?? { operation, ...problem, calls: 0 };
      known.calls++;
      contradictions.set(key, known);
    }
  });
  const { exchanges, unread } = observer.counts();
  return {
    ...{ exchanges, unread, news: observer.news() },
    contradictions: [...contradictions.values()],
    leftOut: checker.leftOut,
  };
}

/**
 * Counts what recordings show, in one pass.
 *
 * @throws {UserError} when a file cannot be read, nothing in it is a call of the interface, or a mock
 *   has answered
 */
export function observeRecordings(
  document: OpenApiDocument,
  files: string[],
  options: RecordingOptions = {},
): Counts {
  return observe(document, files, options).counts();
}

function observe(
  document: OpenApiDocument,
  files: string[],
  { baseUrl, environment = "unnamed", mockHeaders = [], takesMock = false }: RecordingOptions,
  onCall: (match: Match, exchange: Exchange) => void = () => {},
): Observer {
  const base = BaseAddress.of(document, baseUrl);
  const observer = new Observer(document, base, takesMock ? "mock" : environment);
  const isOfMock = (name: string) =>
    name.startsWith("x-emulator-") || mockHeaders.some((each) => each.toLowerCase() === name);
  for (const file of files) {
    for (const exchange of readHar(file)) {
      const header = Object.keys(exchange.headers).find(isOfMock);
      if (header !== undefined && !takesMock && base.pathBelow(exchange) !== undefined)
        throw new UserError(
          `${file} holds answers of a mock (header ${header}), which are no evidence about a service. Leave them out, or take them all the same with --mock.`,
        );
      const match = observer.add(exchange);
      if (match) onCall(match, exchange);
    }
  }
  if (observer.exchanges.recognised === 0 && observer.news().length === 0)
    throw new UserError(
      `None of the ${observer.exchanges.read} exchanges is a call of an operation at ${base.urlOf("")}. Check --base-url: the paths of the document follow behind it.`,
    );
  return observer;
}

/** For a terminal: what contradicts the document, and what it does not name. */
export function describeCheck(result: CheckResult): string {
  const { exchanges, contradictions, news, unread, leftOut } = result;
  const times = (calls: number) => (calls === 1 ? "1 call" : `${calls} calls`);
  const byGap = Object.groupBy(news, ({ gap }) => gap ?? "no gap is noted");
  const verdict =
    contradictions.length === 0
      ? `✓ ${times(exchanges.recognised)} of the interface, of ${exchanges.read} exchanges; nothing contradicts the document`
      : `✗ ${contradictions.length} contradictions in ${times(exchanges.recognised)} of the interface`;
  return [
    ...section(
      "Contradicts the document",
      contradictions.map(
        ({ operation, place, problem, calls }) =>
          `${operation} ${place}: ${problem} (${times(calls)})`,
      ),
    ),
    ...section(
      "Not documented, by the gap that it answers",
      Object.entries(byGap).flatMap(([gap, all = []]) => [
        `${gap}:`,
        ...all.map(({ what, operation, calls }) => `  ${what} (${operation}, ${times(calls)})`),
      ]),
    ),
    ...describeUnread(unread),
    ...section(
      "Left out, because the document cannot be read there",
      leftOut.map(({ place, because }) => `${place}: ${because}`),
    ),
    verdict,
  ].join("\n");
}

/** For a terminal: what was observed, and what could not be. */
export function describeCounts({ exchanges, places, unread }: Counts): string {
  const { read, recognised, otherServices } = exchanges;
  const gaps = new Set(places.flatMap(({ gaps }) => gaps));
  return [
    `${read} exchanges: ${recognised} calls of an operation, ${read - recognised - otherServices} others with the service, ${otherServices} with other services`,
    "",
    ...describeUnread(unread),
    `Gaps seen: ${[...gaps].sort().join(", ") || "none"}`,
  ].join("\n");
}

const describeUnread = (unread: Counts["unread"]) =>
  section(
    "Bodies that could not be read",
    Object.entries(unread).map(([reason, { samples }]) => `${samples} × ${reason}`),
  );

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ""];
}
