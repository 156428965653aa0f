/** `check`: what in recorded calls contradicts a document, and which gap each undocumented thing answers. */
import type { OpenApiDocument } from "../document/document.ts";
import { UserError } from "../problem.ts";
import { Checker, type LeftOut, type News, type Problem } from "./checker.ts";
import { type Exchange } from "./exchange.ts";
import { readHar } from "./har.ts";
import { BaseAddress } from "./interface.ts";

export interface Contradiction extends Problem {
  operation: string;
  calls: number;
}

export interface CheckResult {
  /** Exchanges that were read, and those that were calls of an operation. */
  exchanges: { read: number; recognised: number };
  contradictions: Contradiction[];
  news: (News & { calls: number })[];
  /** Bodies that were not looked at, by the reason. */
  unread: Record<string, number>;
  leftOut: LeftOut[];
}

export interface RecordingOptions {
  /** @default the first server of the document */
  baseUrl?: string | undefined;
  /** Names of headers that a mock sets. */
  mockHeaders?: string[];
  /** Whether answers of a mock count as well. */
  takesMock?: boolean;
}

/**
 * @throws {UserError} when a file cannot be read, nothing in it is a call of the interface, or a mock
 *   has answered
 */
export function checkRecordings(
  document: OpenApiDocument,
  files: string[],
  options: RecordingOptions = {},
): CheckResult {
  const checker = Checker.of(document);
  const base = BaseAddress.of(document, options.baseUrl);
  const contradictions = new Map<string, Contradiction>();
  const news = new Map<string, News & { calls: number }>();
  const unread: Record<string, number> = {};
  const exchanges = { read: 0, recognised: 0 };
  const count = <T extends object>(all: Map<string, T & { calls: number }>, found: T) => {
    const key = JSON.stringify(found);
    const known = all.get(key) ?? { ...found, calls: 0 };
    known.calls++;
    all.set(key, known);
  };
  for (const exchange of readRecordings(files, base, options)) {
    exchanges.read++;
    const path = base.pathBelow(exchange);
    const match = path === undefined ? undefined : checker.interface.match(exchange.method, path);
    if (path === undefined || !match || exchange.status === 0) {
      for (const each of checker.newsOfPath(path ?? "", exchange)) count(news, each);
      continue;
    }
    exchanges.recognised++;
    const { operationId: operation } = match.operation;
    for (const { unread: reason } of [exchange.request, exchange.response])
      if (reason !== undefined && reason !== "not JSON") unread[reason] = (unread[reason] ?? 0) + 1;
    for (const problem of checker.problems(match, exchange))
      count(contradictions, { operation, ...problem });
    for (const each of checker.news(match, exchange)) count(news, each);
  }
  requireCalls(exchanges, base, news.size);
  return {
    exchanges,
    contradictions: [...contradictions.values()],
    news: [...news.values()],
    unread,
    leftOut: checker.leftOut,
  };
}

/** The exchanges of several files. What a mock has answered is refused, unless it is wanted. */
export function* readRecordings(
  files: string[],
  base: BaseAddress,
  { mockHeaders = [], takesMock = false }: RecordingOptions,
): Generator<Exchange> {
  const isOfMock = (name: string) =>
    name.startsWith("x-emulator-") || mockHeaders.some((each) => each.toLowerCase() === name);
  for (const file of files) {
    for (const exchange of readHar(file)) {
      const header = Object.keys(exchange.headers).find(isOfMock);
      if (header !== undefined && !takesMock && base.pathBelow(exchange) !== undefined)
        throw new UserError(
          `${file} holds answers of a mock (header ${header}), which are no evidence about a service. Leave them out, or take them all the same with --mock.`,
        );
      yield exchange;
    }
  }
}

/** @throws {UserError} when none of the exchanges was a call of the interface */
export function requireCalls(
  { read, recognised }: CheckResult["exchanges"],
  base: BaseAddress,
  others: number,
): void {
  if (recognised > 0 || others > 0) return;
  throw new UserError(
    `None of the ${read} exchanges is a call of an operation at ${base.urlOf("")}. Check --base-url: the paths of the document follow behind it.`,
  );
}

/** For a terminal. */
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
    ...section(
      "Bodies that were not looked at",
      Object.entries(unread).map(([reason, calls]) => `${calls} × ${reason}`),
    ),
    ...section(
      "Left out, because the document cannot be read there",
      leftOut.map(({ place, because }) => `${place}: ${because}`),
    ),
    verdict,
  ].join("\n");
}

export function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ""];
}
