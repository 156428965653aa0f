/** Takes value-free observations from exchanges. */
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import type { BaseAddress } from "../base-address.ts";
import { type Exchange, isSuccess } from "../exchange.ts";
import { ContractCheck } from "../judge/contract-check.ts";
import { type Match, openPathsOf } from "../operations.ts";
import { type Days, dayOf, withDay } from "./days.ts";
import { JobCreators } from "./job-creators.ts";
import { JobHistories } from "./job-histories.ts";
import { withoutMaps } from "./merge.ts";
import { mistakeOf } from "./mistakes.ts";
import type { Observations } from "./observations.ts";
import { observedHeaders } from "./observed-headers.ts";
import type { CountPart, ObservationState } from "./state.ts";
import { Counter, type Counts } from "./tally.ts";
import { toObservations } from "./to-observations.ts";
import { type Unit, Units } from "./units.ts";
import { pathTemplates } from "./unknown-path.ts";
import { ValueCounter } from "./value-counter.ts";
import { nameMediaType } from "./words.ts";

export interface ObserverOptions {
  /** What to call the place that is watched, for instance `live`. */
  environment: string;
  /** The service that is watched; nothing is counted of others. */
  base: BaseAddress;
  /** Key of the hashes; parts that are to be joined share one. */
  key?: Buffer;
}

/**
 * Counts what it is shown. It keeps no value but words at places whose values are a list by
 * meaning, and hashes.
 */
export class Observer {
  readonly #document: OpenApiDocument;
  readonly #options: ObserverOptions;
  readonly #check: ContractCheck;
  readonly #openPaths: Set<string>;
  readonly #templateOf: (method: string, path: string) => string;
  readonly #units: Units;
  readonly #values: ValueCounter;
  readonly #counters = {
    unknownPaths: new Counter(),
    unread: new Counter(),
    breaches: new Counter(),
    answers: new Counter(),
    refusals: new Counter(),
    headers: new Counter(),
    byStatus: new Counter(),
    outcomes: new Counter(),
  };
  readonly #histories = new JobHistories();
  readonly #creators = new JobCreators();
  #exchanges = { read: 0, recognised: 0 };
  #otherHosts = 0;
  #days: Days | undefined;

  constructor(document: OpenApiDocument, options: ObserverOptions) {
    this.#document = document;
    this.#options = options;
    this.#check = ContractCheck.of(document);
    this.#openPaths = new Set(openPathsOf(document));
    const paths = Object.keys(document.paths);
    this.#templateOf = pathTemplates(paths);
    this.#units = new Units(
      paths.flatMap((path) => path.match(/(?<=\{)\w+(?=\})/g) ?? []),
      options.key,
    );
    this.#values = new ValueCounter(document, this.#units);
  }

  add(exchange: Exchange): void {
    this.#exchanges.read++;
    const path = this.#options.base.pathBelow(exchange);
    if (path === undefined) return void this.#otherHosts++;
    const match = this.#check.match(exchange.method, path);
    if (!match) return this.#addUnknown(path, exchange);
    if (exchange.status < 100 || exchange.status > 599) return;
    this.#exchanges.recognised++;
    this.#days = withDay(this.#days, dayOf(exchange.time));
    const unit = this.#units.ofAnswer(match, exchange);
    this.#addFacts(match, exchange, unit);
    this.#addBodies(match, exchange, unit);
  }

  #addUnknown(path: string, exchange: Exchange): void {
    const { method, status, time = "" } = exchange;
    const outcome = isSuccess(exchange) ? "succeeded" : "failed";
    const { unknownPaths, outcomes } = this.#counters;
    unknownPaths.add(
      `${this.#templateOf(method, path)} ${outcome}`,
      this.#units.hash("path", method, path),
    );
    if (method === "GET" && this.#openPaths.has(path) && status >= 100)
      outcomes.add(
        `${method} ${path} ${this.#check.outcome(exchange)}`,
        this.#units.hash("call", method, path, time),
      );
  }

  /** What an answer shows beside its body. */
  #addFacts(match: Match, exchange: Exchange, { hash }: Unit): void {
    const { status, response, request, headers } = exchange;
    const { operationId } = match.operation;
    const counters = this.#counters;
    const mediaType = nameMediaType(response.mediaType);
    counters.answers.add(`${operationId} ${status} ${mediaType}`, hash);
    for (const { unread } of [request, response]) {
      if (unread && unread !== "not JSON") counters.unread.add(unread, hash);
    }
    for (const name of observedHeaders(headers)) counters.headers.add(`${name} ${status}`, hash);
    for (const { place, problem } of this.#check.answerProblems(match.operation, exchange)) {
      const anyItem = place.replaceAll(/\/\d+/g, "/*");
      counters.breaches.add(`${operationId} ${anyItem} ${problem}`, hash);
    }
    const outcome = isSuccess(exchange) ? "taken" : `refused ${status}`;
    if (this.#check.hasUnknownFields(match.operation, exchange))
      counters.outcomes.add(`unknown-field ${outcome}`, hash);
    const creator = this.#creators.creatorOf(match.operation, exchange, hash);
    if (creator !== undefined) counters.outcomes.add(`${creator} ${outcome}`, hash);
    if (status < 400) return;
    const mistake = mistakeOf(exchange, match, this.#check);
    counters.refusals.add(`${mistake} ${status} ${mediaType}`, hash);
  }

  #addBodies(match: Match, exchange: Exchange, unit: Unit): void {
    const { operation } = match;
    const { status, request, response, time } = exchange;
    const { operationId, node, pointer } = operation;
    const responses = node["responses"] as { [status: string]: JsonObject };
    const succeeded = isSuccess(exchange);
    const code = String(status) in responses ? String(status) : succeeded ? "2XX" : "default";
    const message = { operation: operationId, day: dayOf(time) };
    const facts = this.#values.add(responses[code], `${pointer}/responses/${code}`, response.json, {
      ...message,
      unit,
      side: "response",
      sent: request.json,
    });
    if (unit.isJob && facts.status !== undefined) {
      this.#histories.add(unit.hash, time, facts.status);
      for (const form of facts.forms)
        this.#counters.byStatus.add(`${form} ${facts.status}`, unit.hash);
    }
    this.#values.add(node["requestBody"], `${pointer}/requestBody`, request.json, {
      ...message,
      unit: this.#units.ofRequest(match, exchange),
      side: succeeded ? "accepted" : "refused",
      sent: undefined,
    });
  }

  /** Everything counted so far, to be joined with other parts. */
  state(): ObservationState {
    const counters = {
      ...this.#counters,
      echoes: this.#values.echoes,
      ...this.#histories.count(),
    };
    const counts = Object.entries(counters).map(([name, counter]) => [name, counter.counts()]);
    return withoutMaps({
      format: "video-generation-observations-part/2",
      environment: this.#options.environment,
      service: this.#options.base.urlOf(""),
      contract: String(this.#document.info["version"]),
      key: this.#units.fingerprint,
      exchanges: { ...this.#exchanges },
      days: this.#days,
      otherHosts: this.#otherHosts,
      ...(Object.fromEntries(counts) as Record<CountPart, Counts>),
      places: this.#values.places(),
    });
  }

  /** What may leave the machine. */
  observations(): Observations {
    return toObservations(this.#document, this.state());
  }
}
