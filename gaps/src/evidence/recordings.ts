/** What recordings say of a document: what contradicts it, and what it does not name. */
import type { OpenApiDocument } from "../document/document.ts";
import { printable, UserError } from "../problem.ts";
import { Checker, type Contradiction } from "../api/checker.ts";
import type { Exchange } from "../api/exchange.ts";
import { BaseAddress } from "../api/service-address.ts";
import type { Match } from "../api/routes.ts";
import { several } from "../api/words.ts";
import { hash } from "node:crypto";
import { readHar } from "./har.ts";
import { type News, Observer } from "./observer.ts";
import { Counted } from "./seen.ts";

export interface CheckResult extends Pick<Observer, "exchanges"> {
  contradictions: (Contradiction & { operation: string; calls: number })[];
  news: News[];
  /** What could not be looked at, in words. */
  unseen: string[];
  leftOut: string[];
  /** What was called, and the document does not have: `GET /orders/{…}/lines`. */
  endpoints: ReturnType<Observer["endpoints"]["list"]>;
}

export interface RecordingOptions {
  /** @default the first server of the document */
  baseUrl?: string | undefined;
  /** What to call the place that was watched, for instance `live`. @default "unnamed" */
  environment?: string | undefined;
  /** Whether responses of a mock count as well, in an environment of that name. */
  mock?: boolean;
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
  const contradictions = new Counted<Contradiction & { operation: string }>();
  const observer = observeRecordings(document, files, options, (match, exchange) => {
    const { operationId: operation } = match.operation;
    // What is wrong with one item of a list is mostly wrong with all.
    const found = checker.problems(match, exchange).map(({ place, problem }) => {
      const asOne = place.replaceAll(/\/\d+(?=\/|$)/g, "/*");
      return [`${asOne} ${problem}`, { operation, place: asOne, problem }] as const;
    });
    for (const each of new Map(found).values()) contradictions.count(each);
  });
  return {
    ...{ exchanges: observer.exchanges, news: observer.news(), unseen: describeUnseen(observer) },
    contradictions: [...contradictions.values()],
    leftOut: checker.leftOut,
    endpoints: observer.endpoints.list(),
  };
}

/**
 * Shows recordings to an observer, in one pass.
 *
 * @throws {UserError} when a file cannot be read, nothing in it is a call of the interface, or a mock has responded
 */
export function observeRecordings(
  document: OpenApiDocument,
  files: string[],
  options: RecordingOptions = {},
  onCall: (match: Match, exchange: Exchange) => void = () => {},
): Observer {
  const base = BaseAddress.of(document, options.baseUrl);
  const observer = new Observer(document, base, options.mock ? "mock" : options.environment);
  for (const exchange of readExchanges(files, base, options)) {
    // A recording of a browser has both, so that the others are used.
    const match =
      exchange.isMadeUp && !options.mock ? observer.addMadeUp() : observer.add(exchange);
    if (match) onCall(match, exchange);
  }
  const { read, recognised, unanswered } = observer.exchanges;
  if (recognised === 0 && observer.news().length === 0) {
    const all = `Of ${several(read, "exchange")} in ${files.join(", ")}`;
    throw new UserError(
      unanswered > 0
        ? `${all}, the calls at ${base.urlOf("")} (${unanswered}) have no response. Record until each is there.`
        : `${all}, none is a call of an operation at ${base.urlOf("")}. Check --base-url: the paths of the document follow behind it.`,
    );
  }
  return observer;
}

/** Headers by which a mock tells what it is, such as `X-Emulator-Assumed`, `X-Mock` and `Matched-Stub-Id`; no name such as StubHub. */
const ofMocks = /(^|-)(emulat(ed|or)|mock(ed|oon|server)?|stub(bed)?)(-|$)/;

/** The header by which a mock has told what it is. */
const mockHeaderOf = ({ headers }: Exchange): string | undefined =>
  headers["x-powered-by"] === "msw"
    ? "x-powered-by"
    : Object.keys(headers).find((name) => ofMocks.test(name));

/**
 * The exchanges of recordings, one at a time.
 *
 * @throws {UserError} when a file cannot be read, or a mock has responded and should not, or should and has not
 */
export function* readExchanges(
  files: string[],
  base: BaseAddress,
  { mock = false }: RecordingOptions,
): Generator<Exchange> {
  let isMocked = false;
  const known = new Set<string>();
  for (const file of files) {
    for (const exchange of readHar(file)) {
      // Two exports of one session share some.
      if (files.length > 1) {
        const key = hash("md5", JSON.stringify([exchange, String(exchange.query)]));
        if (known.has(key)) continue;
        known.add(key);
      }
      const header = mockHeaderOf(exchange);
      isMocked ||= header !== undefined || exchange.isMadeUp === true;
      if (
        header !== undefined &&
        !exchange.isMadeUp &&
        !mock &&
        base.pathBelow(exchange) !== undefined
      )
        throw new UserError(
          `${file} holds responses of a mock (header ${header}), which are no evidence about a service. Leave them out, or take them all the same with --mock.`,
        );
      yield exchange;
    }
  }
  if (mock && !isMocked)
    throw new UserError(
      `No response in ${files.join(", ")} comes from a mock, so that --mock does not apply. Leave it out.`,
    );
}

/** For a terminal: what contradicts the document, and what it does not name. */
export function describeCheck(result: CheckResult): string {
  const { exchanges, contradictions, news, endpoints, unseen, leftOut } = result;
  const sections = {
    "Contradicts the document": contradictions.map(
      ({ operation, place, problem, calls }) =>
        `${operation} ${place}: ${problem} (${several(calls, "call")})`,
    ),
    "Not documented, by the gap that it answers": news.map(
      ({ gap = "no gap is noted", what, operation, calls }) =>
        `${gap}: ${what} (${operation}, ${several(calls, "call")})`,
    ),
    "Endpoints that the document does not have there": endpoints.map(
      ({ endpoint, because, calls }) =>
        `${endpoint} (${several(calls, "call")})${because ? `, ${because}` : ""}`,
    ),
    "Not looked at": unseen,
    "Left out, because the document cannot be held there": leftOut,
  };
  const recognised = `${several(exchanges.recognised, "call")} of the interface`;
  const verdict =
    contradictions.length > 0
      ? `✗ ${several(contradictions.length, "contradiction")} in ${recognised}`
      : leftOut.length > 0
        ? `✗ ${recognised}, of ${several(exchanges.read, "exchange")}; ${several(leftOut.length, "part")} of the document could not be held against them`
        : `✓ ${recognised}, of ${several(exchanges.read, "exchange")}; nothing contradicts the document`;
  const told = Object.entries(sections).flatMap(([title, lines]) => section(title, lines));
  return [...told, verdict].join("\n");
}

/** What could not be looked at, and what it could have shown. */
export function describeUnseen({ exchanges, unread, checker, base }: Observer): string[] {
  const ofBodies = [...unread.values()].map(({ operation, because, calls }) => {
    const gaps = checker.gaps.filter((gap) => gap.evidence && gap.operations.includes(operation));
    const ids = gaps.map(({ id }) => id).join(", ");
    return `${calls} × ${because} (${operation})${ids && `, which may show more of ${ids}`}`;
  });
  const others = [
    { count: exchanges.strays, what: "with the service, of no operation of the document" },
    { count: exchanges.unanswered, what: "without a response" },
    { count: exchanges.madeUp, what: "that a service worker has answered in the browser" },
    { count: exchanges.elsewhere, what: `at other addresses than ${base.urlOf("")}` },
  ].filter(({ count }) => count > 0);
  return [...ofBodies, ...others.map(({ count, what }) => `${several(count, "exchange")} ${what}`)];
}

export function section(title: string, lines: string[]): string[] {
  return lines.length === 0
    ? []
    : [`${title}:`, ...lines.map((line) => `  ${printable(line)}`), ""];
}
